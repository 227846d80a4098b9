/**
 * D{·} of Fig. 9 on expressions. Every operation whose operands may be duals becomes a call that means the same
 * on duals; an operation that cannot depend on an input stays as it is. JavaScript evaluates arguments in the
 * order of operands, so the order of evaluation stays.
 */
import { isNative } from '../front/kinds.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import { assignment, update } from './assignments.js';
import { cachedChoice } from './cache-tests.js';
import { call, construct, nativeFunction } from './calls.js';
import { optionalChain } from './optional-chains.js';
import { field, onlyVersion, pattern } from './functions.js';
import { memberOf, valueOf } from './members.js';
import { binary, logical, unary } from './operators.js';
import { sequence, statement, suspension } from './statements.js';
import { Translator } from './translator.js';
import { assignedValue, checkedSource } from './error-names.js';

export class GeneralTranslator extends Translator {
  /** The treatment of functions inside; null if they are copied. */
  private innerFunction: ((f: FunctionNode) => FunctionNode) | null = null;

  /** Translates code in which the functions inside are not copied: they have versions of their own. */
  withInnerFunctions<T>(innerFunction: (f: FunctionNode) => FunctionNode, make: () => T): T {
    this.innerFunction = innerFunction;
    try {
      return make();
    } finally {
      this.innerFunction = null;
    }
  }

  /** Of functions that operators of arrays are given: the version as these are given it. */
  readonly givenToArrays = new Map<Node, (version: Expression) => Expression>();

  protected translate(node: Node): Node {
    const given = this.innerFunction === null ? this.givenToArrays.get(node) : undefined;
    const version = this.versionOf(node);
    return given === undefined ? version : given(version as Expression);
  }

  private versionOf(node: Node): Node {
    if (isFunction(node)) {
      if (this.innerFunction !== null) return this.innerFunction(node);
      return this.isLeftAlone(node) ? this.t.cloneNode(node) : onlyVersion(this, node);
    }
    switch (node.type) {
      case 'Identifier':
      case 'MemberExpression':
        return this.reference(node);
      case 'BinaryExpression':
        return binary(this, node);
      case 'UnaryExpression':
        return unary(this, node);
      case 'UpdateExpression':
        return update(this, node, true);
      case 'AssignmentExpression':
        return assignment(this, node);
      case 'LogicalExpression':
        return logical(this, node);
      case 'ConditionalExpression':
        return this.conditional(node, (branch) => this.of(branch));
      case 'YieldExpression':
      case 'AwaitExpression':
        return suspension(this, node);
      case 'CallExpression':
        return call(this, node);
      case 'NewExpression':
        return construct(this, node);
      case 'OptionalCallExpression':
      case 'OptionalMemberExpression':
        return optionalChain(this, node);
      case 'TemplateLiteral':
        return this.template(node);
      case 'TaggedTemplateExpression':
        return this.tagged(node);
      case 'ObjectProperty':
        return this.property(node);
      case 'ObjectExpression':
        return this.object(node);
      case 'VariableDeclaration': {
        const copy = this.children(node);
        if (this.isSettled(node)) copy.kind = 'let';
        return copy;
      }
      case 'VariableDeclarator': {
        const { id, init } = node;
        const value = init == null ? null : assignedValue(this, id, init);
        // Its methods may store in it.
        const isInstance =
          id.type === 'Identifier' && init != null && bare(init).type === 'NewExpression';
        return this.placed(
          this.t.variableDeclarator(
            pattern(this, id) as types.Identifier,
            isInstance ? this.marked(init, value!) : value,
          ),
          node,
        );
      }
      case 'SpreadElement':
        return this.t.spreadElement(checkedSource(this, node.argument));
      case 'ClassDeclaration': {
        const copy = this.children(node);
        // By its name Babel knows that it is declared there, and not once more.
        if (this.innerFunction !== null) copy.id = node.id!;
        return copy;
      }
      case 'ClassProperty':
      case 'ClassAccessorProperty':
      case 'ClassPrivateProperty':
        return field(this, node);
      default:
        return statement(this, node) ?? this.children(node);
    }
  }

  inSequence(list: readonly types.Statement[]): types.Statement[] {
    return sequence(this, list);
  }

  test(node: Expression): Expression {
    const { t } = this;
    const inner = bare(node);
    switch (inner.type) {
      case 'UnaryExpression':
        if (inner.operator === '!')
          return this.placed(t.unaryExpression('!', this.test(inner.argument)), node);
        break;
      case 'LogicalExpression':
        if (inner.operator === '??' || this.caches?.in(inner) != null) break;
        return this.placed(
          t.logicalExpression(inner.operator, this.test(inner.left), this.test(inner.right)),
          node,
        );
      case 'ConditionalExpression':
        return this.placed(
          t.conditionalExpression(
            this.test(inner.test),
            this.test(inner.consequent),
            this.test(inner.alternate),
          ),
          node,
        );
      default:
        break;
    }
    return this.truth(node, this.of(node));
  }

  private conditional(
    node: types.ConditionalExpression,
    branch: (node: Expression) => Expression,
  ): Expression {
    const cache = this.caches?.in(node) ?? null;
    const test = () => this.test(node.test);
    if (cache !== null) {
      const branches = [() => branch(node.consequent), () => branch(node.alternate)];
      const [taken, computed] = cache.taking ? branches : branches.reverse();
      return cachedChoice(this, node, cache, { test, taken, computed });
    }
    return this.placed(
      this.t.conditionalExpression(test(), branch(node.consequent), branch(node.alternate)),
      node,
    );
  }

  private reference(node: types.Identifier | types.MemberExpression): Expression {
    const { globals } = this.inference;
    if (node.type === 'Identifier') {
      return nativeFunction(this, node)
        ? this.runtime('own', [this.t.cloneNode(node)], node)
        : this.t.cloneNode(node);
    }
    if (globals.mathFunction(node) !== undefined && nativeFunction(this, node)) {
      this.changes++;
      return this.placed(this.names.runtime(globals.mathFunction(node)!), node);
    }
    if (nativeFunction(this, node)) return this.runtime('own', [this.t.cloneNode(node)], node);
    return valueOf(this, node);
  }

  /** A tagged template. The tag gets values as they are. */
  private tagged(node: types.TaggedTemplateExpression): types.TaggedTemplateExpression {
    const copy = this.t.cloneNode(node, false);
    const tag = bare(node.tag);
    copy.tag = tag.type === 'MemberExpression' ? memberOf(this, tag) : this.of(node.tag);
    copy.quasi = this.t.cloneNode(node.quasi, false);
    copy.quasi.expressions = node.quasi.expressions.map((expression) => this.of(expression));
    return copy;
  }

  private template(node: types.TemplateLiteral): types.TemplateLiteral {
    const copy = this.t.cloneNode(node, false);
    const isAlone =
      node.quasis.every(({ value }) => value.raw === '') && node.expressions.length === 1;
    copy.expressions = node.expressions.map((expression) => {
      const translated = this.of(expression);
      return isNative(this.kind(expression))
        ? translated
        : this.runtime(isAlone ? 'textAlone' : 'text', [translated], expression);
    });
    return copy;
  }

  private object(node: types.ObjectExpression): types.ObjectExpression {
    const copy = this.t.cloneNode(node, false);
    copy.properties = node.properties.map((property) => {
      if (property.type !== 'SpreadElement') return this.of(property);
      const kind = this.kind(property.argument);
      const value = this.of(property.argument);
      return this.t.spreadElement(
        isNative(kind) || kind.tag === 'object' ? value : this.runtime('spread', [value], property),
      );
    });
    return copy;
  }

  private property(node: types.ObjectProperty): types.ObjectProperty {
    const copy = this.t.cloneNode(node, false);
    copy.key = node.computed ? this.name(node.key) : this.t.cloneNode(node.key);
    copy.value = this.of(node.value);
    const isPrototype =
      !node.computed && !node.shorthand && nameOfKey(node.key, false) === '__proto__';
    // A number is not a prototype.
    if (isPrototype) copy.value = this.runtime('prototype', [copy.value as Expression], node);
    copy.shorthand =
      node.shorthand &&
      (copy.value.type === 'Identifier' || copy.value.type === 'AssignmentPattern');
    return copy;
  }
}
