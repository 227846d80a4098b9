/**
 * D{·} on statements, which stay what they are inside of a generator, and on functions: D{λx. e} is a
 * function that gives a computation.
 */
import { types as t } from '../../vendor/babel.js';
import { isNumeric, real } from '../front/kinds.js';
import {
  bare,
  realParams,
  type Expression,
  type FunctionNode,
  type Node,
} from '../front/syntax.js';
import { Expressions } from './expressions.js';
import { annotationOf, resultOf, typeOf, typeOfKind } from './monadic-types.js';
import { runsSomething } from './translator.js';

export class MonadicTranslator extends Expressions {
  lambda(node: FunctionNode): FunctionNode {
    if (node.async || node.generator)
      this.refuse(node, 'it has a function that is async or a generator', 'write a loop');
    const params = realParams<Node>(node.params).map((one) => this.parameter(one));
    const returnType = node.returnType == null ? null : resultOf(this, node.returnType);
    const types = node.typeParameters == null ? null : t.cloneNode(node.typeParameters);
    if (node.type === 'FunctionDeclaration') {
      const { id, body } = node;
      const whole = t.blockStatement([t.returnStatement(this.computation(body))]);
      const made = t.functionDeclaration(t.cloneNode(id), params as t.Identifier[], whole);
      return { ...made, returnType, typeParameters: types };
    }
    const made = t.arrowFunctionExpression(params as t.Identifier[], this.computation(node.body));
    return { ...made, returnType, typeParameters: types };
  }

  /** The computation of a body. A function that only calls another hands on what that gives. */
  private computation(body: t.BlockStatement | t.Expression): Expression {
    const only = body.type === 'BlockStatement' && body.body.length === 1 ? body.body[0] : body;
    const value = only.type === 'ReturnStatement' ? only.argument : only;
    if (value != null && t.isExpression(value)) {
      const result = this.of(value);
      if (!runsSomething(result)) return t.callExpression(this.library('pure'), [result]);
      const { argument } = result as t.YieldExpression;
      if (t.isYieldExpression(result) && !runsSomething(argument!)) return argument!;
      return this.described([t.returnStatement(result)]);
    }
    return this.described((body as t.BlockStatement).body.map((one) => this.statement(one)));
  }

  /** `Do(function* () { … })`. */
  private described(statements: t.Statement[]): Expression {
    const body = t.functionExpression(null, [], t.blockStatement(statements), true);
    return t.callExpression(this.library('Do'), [body]);
  }

  private parameter(node: Node): t.Node {
    if (node.type === 'AssignmentPattern') {
      const value = this.of(node.right);
      if (runsSomething(value))
        this.refuse(node, 'a default of a parameter is computed', 'compute it in the function');
      return t.assignmentPattern(this.parameter(node.left) as t.Identifier, value);
    }
    return this.declared(node);
  }

  /** A variable or a pattern where it is declared. */
  declared(node: Node): t.Identifier | t.Pattern | t.RestElement {
    if (node.type === 'Identifier') {
      const isPlain = this.isPlainVariable(node);
      const { optional, typeAnnotation } = node;
      const type =
        typeAnnotation == null
          ? null
          : isPlain
            ? t.cloneNode(typeAnnotation)
            : annotationOf(this, typeAnnotation);
      return { ...t.identifier(node.name), optional: optional ?? null, typeAnnotation: type };
    }
    t.traverseFast(node, (part) => {
      if (t.isAssignmentPattern(part) || (t.isObjectProperty(part) && part.computed))
        this.refuse(node, 'a pattern has defaults or computed keys', 'read the fields one by one');
    });
    const copy = t.cloneNode(node) as t.ObjectPattern;
    if (copy.typeAnnotation != null) copy.typeAnnotation = annotationOf(this, copy.typeAnnotation);
    return copy;
  }

  private kindOfVariable(node: t.Identifier) {
    const { facts } = this.inference;
    const binding = facts.bindings.get(node);
    return binding === undefined ? this.kind(node) : this.inference.ofBinding(binding);
  }

  private isPlainVariable(node: t.Identifier): boolean {
    const { tag } = this.kindOfVariable(node);
    return tag === 'number' || tag === 'native';
  }

  private declaration(node: t.VariableDeclaration): t.VariableDeclaration {
    return t.variableDeclaration(
      node.kind,
      node.declarations.map(({ id, init }) => {
        const name = this.declared(id);
        const value = init == null ? null : this.of(init);
        if (t.isIdentifier(name) && name.typeAnnotation == null && value !== null) {
          const type = this.widened(node.kind, id as t.Identifier, init!);
          if (type !== null) name.typeAnnotation = t.tsTypeAnnotation(type);
        }
        return t.variableDeclarator(name as t.Identifier, value);
      }),
    );
  }

  /** The type of a variable that may hold other numbers and duals than it begins with. */
  private widened(kind: string, id: t.Identifier, init: Node): t.TSType | null {
    const known = this.kindOfVariable(id);
    // What begins as a number stays one, or is a real.
    const isReal = known.tag === 'real' || (known.tag === 'any' && isNumeric(this.kind(init)));
    if (kind !== 'const' && isReal) return typeOfKind(this, real);
    const isMade = ['ArrayExpression', 'CallExpression'].includes(bare(init).type);
    return isMade && known.tag === 'list' ? typeOfKind(this, known) : null;
  }

  private body = (node: t.Statement): t.Statement => this.statement(node);

  statement(node: t.Statement): t.Statement {
    switch (node.type) {
      case 'EmptyStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
        return t.cloneNode(node);
      case 'VariableDeclaration':
        return this.declaration(node);
      case 'FunctionDeclaration':
        return this.lambda(node) as t.FunctionDeclaration;
      case 'ExpressionStatement':
        return t.expressionStatement(this.effect(node.expression));
      case 'ReturnStatement':
        return t.returnStatement(node.argument == null ? null : this.of(node.argument));
      case 'ThrowStatement':
        return t.throwStatement(this.of(node.argument));
      case 'BlockStatement':
        return t.blockStatement(node.body.map(this.body));
      case 'LabeledStatement':
        return t.labeledStatement(t.cloneNode(node.label), this.body(node.body));
      case 'IfStatement':
        return t.ifStatement(
          this.test(node.test),
          this.body(node.consequent),
          node.alternate == null ? null : this.body(node.alternate),
        );
      case 'WhileStatement':
        return t.whileStatement(this.test(node.test), this.body(node.body));
      case 'DoWhileStatement':
        return t.doWhileStatement(this.test(node.test), this.body(node.body));
      case 'ForStatement': {
        const { init, test, update } = node;
        const first =
          init?.type === 'VariableDeclaration' ? this.declaration(init) : init && this.effect(init);
        return t.forStatement(
          first,
          test && this.test(test),
          update && this.effect(update),
          this.body(node.body),
        );
      }
      case 'ForOfStatement':
        if (node.await) break;
        return t.forOfStatement(this.each(node.left), this.of(node.right), this.body(node.body));
      case 'ForInStatement':
        return t.forInStatement(this.each(node.left), this.of(node.right), this.body(node.body));
      case 'SwitchStatement':
        return this.switch(node);
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return typeOf(this, node as unknown as t.TSType) as unknown as t.Statement;
      default:
        break;
    }
    return this.refuse(
      node,
      `it has a ${node.type.replace(/Statement|Declaration/, '').toLowerCase()} statement`,
      'write it with functions, conditions and loops',
    );
  }

  /** An expression whose value nobody asks for. */
  private effect(node: Node): Expression {
    return node.type === 'UpdateExpression' ? this.update(node, true) : this.of(node);
  }

  private each = (node: Node): t.VariableDeclaration | t.LVal =>
    node.type === 'VariableDeclaration'
      ? t.variableDeclaration(node.kind, [
          t.variableDeclarator(this.declared(node.declarations[0].id) as t.Identifier),
        ])
      : this.target(node);

  private switch(node: t.SwitchStatement): t.Statement {
    const asked = node.cases.flatMap(({ test }) => test ?? []);
    if (
      ![node.discriminant, ...asked].some((one) => this.kind(one).tag === 'native') &&
      !this.isPlain(node.discriminant)
    )
      this.refuse(node, 'it has a switch on what may be a real', 'compare with if');
    return t.switchStatement(
      this.of(node.discriminant),
      node.cases.map(({ test, consequent }) =>
        t.switchCase(test && this.of(test), consequent.map(this.body)),
      ),
    );
  }
}
