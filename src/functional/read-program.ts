/**
 * Reads a TypeScript function as a program of the language. Constants become lets, arrays of fixed length
 * tuples, functions that are called by name are called in their place; what is outside of the language is
 * refused, with its line.
 */
import { types as t } from '../vendor/babel.js';
import { outsideLanguage } from './errors.js';
import { arrayOf, letIn, real, tupleOf, type Program, type Term, type Type } from './language.js';
import { Expressions } from './read-expressions.js';
import { folds, has, iterations, movements } from './read-names.js';
import { Scope } from './read-scope.js';
import { namesIn, type FunctionNode, type Known, type Source } from './read-source.js';
import { boundTypes, typeOf } from './typing.js';

/** A function of a text as a program. */
export function readSource(source: Source, types?: readonly Type[]): Program {
  const { node, known } = source;
  const context = node.params.map((param, k): [string, Type] => {
    if (!t.isIdentifier(param))
      throw outsideLanguage('a parameter that is not a name', param.loc?.start.line);
    return [param.name, types?.[k] ?? typeOfParam(param, node, known)];
  });
  const names = context.map(([name]) => name);
  const [scope] = Scope.empty.with(
    names,
    context.map(([, type]) => type),
  );
  const reading = new Statements(known);
  const term = t.isBlockStatement(node.body)
    ? reading.of(node.body.body, scope)
    : reading.expressions.of(node.body as t.Expression, scope);
  typeOf(term, new Map(context));
  return { context, term };
}

function typeOfParam(
  param: t.Identifier,
  node: FunctionNode,
  known: ReadonlyMap<string, Known>,
): Type {
  const annotation = param.typeAnnotation;
  if (t.isTSTypeAnnotation(annotation)) {
    const found = annotated(annotation.typeAnnotation);
    if (found !== null) return found;
  }
  return isUsedAsArray(param.name, node, known, new Set()) ? arrayOf(real) : real;
}

function annotated(type: t.TSType): Type | null {
  if (t.isTSNumberKeyword(type)) return real;
  if (t.isTSParenthesizedType(type)) return annotated(type.typeAnnotation);
  if (t.isTSArrayType(type)) {
    const of = annotated(type.elementType);
    return of && arrayOf(of);
  }
  if (t.isTSTypeOperator(type)) return annotated(type.typeAnnotation);
  if (t.isTSTupleType(type)) {
    const items = type.elementTypes.map((one) =>
      t.isTSNamedTupleMember(one) ? null : annotated(one),
    );
    return items.includes(null) ? null : tupleOf(...(items as Type[]));
  }
  const name = t.isTSTypeReference(type) && t.isIdentifier(type.typeName) ? type.typeName.name : '';
  return name === 'Real' ? real : ['Float64Array', 'NDArray'].includes(name) ? arrayOf(real) : null;
}

/** The arguments of a call that operators take as arrays. */
function arraysOf({ callee, arguments: args }: t.CallExpression): readonly t.Node[] {
  const last = t.isSequenceExpression(callee) ? callee.expressions.at(-1)! : callee;
  const named = t.isMemberExpression(last) ? last.property : last;
  const name = t.isIdentifier(named) ? named.name : '';
  if (has(iterations, name)) return args.slice(name === 'map' || name === 'map2' ? 1 : 2);
  return has(movements, name) || has(folds, name) || name === 'shift' ? args.slice(0, 1) : [];
}

/**
 * True if a name stands where an operator takes an array, if one of its members is read, or if a function of
 * the text that it is given to uses it so.
 */
function isUsedAsArray(
  name: string,
  f: FunctionNode,
  known: ReadonlyMap<string, Known>,
  seen: Set<FunctionNode>,
): boolean {
  if (seen.has(f)) return false;
  seen.add(f);
  let found = false;
  const isIt = (node: t.Node | null | undefined) => t.isIdentifier(node, { name });
  t.traverseFast(f.body, (node) => {
    if (t.isMemberExpression(node)) found ||= isIt(node.object);
    if (!t.isCallExpression(node)) return;
    found ||= arraysOf(node).some(isIt);
    const callee = t.isIdentifier(node.callee) ? known.get(node.callee.name) : undefined;
    if (callee?.tag !== 'function') return;
    node.arguments.forEach((arg, k) => {
      const param = callee.node.params[k];
      if (isIt(arg) && t.isIdentifier(param))
        found ||= isUsedAsArray(param.name, callee.node, known, seen);
    });
  });
  return found;
}

/** Blocks of constants, early returns and one return at the end. */
class Statements {
  readonly expressions: Expressions;

  constructor(known: ReadonlyMap<string, Known>) {
    this.expressions = new Expressions(known, (body, scope) => this.of(body, scope));
  }

  of([first, ...rest]: readonly t.Statement[], scope: Scope): Term {
    const { expressions } = this;
    const line = first?.loc?.start.line;
    if (t.isReturnStatement(first) && first.argument) return expressions.of(first.argument, scope);
    if (t.isIfStatement(first)) {
      const branch = (node: t.Statement) =>
        this.of(t.isBlockStatement(node) ? node.body : [node], scope);
      const otherwise = first.alternate ? branch(first.alternate) : this.of(rest, scope);
      return {
        tag: 'if',
        test: expressions.of(first.test, scope),
        then: branch(first.consequent),
        otherwise,
      };
    }
    if (t.isFunctionDeclaration(first) && first.id)
      return expressions.withFunction(first.id.name, first, scope, () => this.of(rest, scope));
    if (!t.isVariableDeclaration(first, { kind: 'const' }))
      throw outsideLanguage(`a statement of the kind ${first?.type ?? 'none'}`, line);
    const [{ id, init }, ...others] = first.declarations;
    const following = others.length === 0 ? rest : [{ ...first, declarations: others }, ...rest];
    if (t.isIdentifier(id) && t.isFunction(init))
      return expressions.withFunction(id.name, init, scope, () => this.of(following, scope));
    const bound = expressions.of(init as t.Expression, scope);
    const names = namesIn(id);
    const types = boundTypes({ tag: 'let', names, bound, body: bound }, typeOf(bound, scope.types));
    const [inner, own] = scope.with(names, types);
    return letIn(own, bound, this.of(following, inner));
  }
}
