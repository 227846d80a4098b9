/**
 * Functions that are arguments of the library, as in `grad((x) => …)(w)` and `train({ loss: (p) => … })`. They are wrapped in `$attach`, so that
 * the library knows that they are translated: nobody can see this of a function within another. A function that
 * is not attached costs time only: the code that reads an array of floats packs it (tape/packed-array.ts).
 */
import type { Facts } from '../front/facts.js';
import { sourceOf } from '../front/module-sources.js';
import {
  isFunction,
  type Expression,
  type Node,
  type NodePath,
  type Scope,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { boundMethod, staticMethod, type BoundMethod } from './bound-methods.js';

const isLibrary = (source: unknown): boolean =>
  typeof source === 'string' && /^delta-tape(\/|$)/.test(source);

/** True if a name comes from the library. */
const isOfLibrary = (path: NodePath, name: string): boolean =>
  isLibrary(sourceOf(path.scope.getBinding(name)));

/** True if an expression is an argument of a call of the library. */
export function isGivenToLibrary({ node, parentPath }: NodePath): boolean {
  if (parentPath?.isCallExpression() !== true) return false;
  const { callee } = parentPath.node;
  const root = callee.type === 'MemberExpression' ? callee.object : callee;
  return callee !== node && root.type === 'Identifier' && isOfLibrary(parentPath, root.name);
}

/** The function that an argument certainly is. */
function functionOf(node: types.Node, scope: Scope): types.Node | null {
  if (node.type !== 'Identifier') return node;
  const binding = scope.getBinding(node.name);
  if (binding === undefined || !binding.constant) return null;
  const declared = binding.path.node;
  return declared.type === 'VariableDeclarator' ? (declared.init ?? null) : declared;
}

/** A function that the library is given in a call, and the place where it stands there. */
interface GivenFunction {
  /** The function, or the expression that binds a method. */
  readonly f: Node;
  readonly bound: BoundMethod | undefined;
  readonly scope: Scope;
  readonly place: { expression: Expression };
  /** True if arrays are given it, whose loops are compiled while a run records. */
  readonly isOfArrays: boolean;
}

/** The first argument of a call, or the loss that is described there. */
function placeOf(call: types.CallExpression): GivenFunction['place'] | null {
  const [first] = call.arguments;
  if (first?.type !== 'ObjectExpression') {
    return {
      get expression() {
        return call.arguments[0] as Expression;
      },
      set expression(expression) {
        call.arguments[0] = expression;
      },
    };
  }
  const loss = first.properties.find(
    (property): property is types.ObjectProperty =>
      property.type === 'ObjectProperty' &&
      !property.computed &&
      property.key.type === 'Identifier' &&
      property.key.name === 'loss',
  );
  if (loss === undefined) return null;
  return {
    get expression() {
      return loss.value as Expression;
    },
    set expression(expression) {
      loss.value = expression;
      loss.shorthand = false;
    },
  };
}

/** The functions that are first arguments of calls of the library, or losses in these. */
export function givenFunctions(
  facts: Facts,
  isWanted: (path: NodePath) => boolean,
): GivenFunction[] {
  const found: GivenFunction[] = [];
  for (const path of facts.calls) {
    const { callee } = path.node;
    const root = callee.type === 'MemberExpression' ? callee.object : callee;
    if (root.type !== 'Identifier' || !isOfLibrary(path, root.name) || !isWanted(path)) continue;
    const place = path.node.arguments.length === 0 ? null : placeOf(path.node);
    if (place === null) continue;
    const { expression } = place;
    const bound = boundMethod(facts, expression, path);
    const f =
      bound === undefined
        ? (staticMethod(facts, expression) ?? functionOf(expression, path.scope))
        : expression;
    if (bound === undefined && !isFunction(f)) continue;
    const isOfArrays = sourceOf(path.scope.getBinding(root.name)) === 'delta-tape/numpy';
    found.push({ f: f!, bound, scope: path.scope, place, isOfArrays });
  }
  return found;
}

/** Attaches those that have versions that are not attached yet, and what `more` adds. */
export function attachArguments(
  t: Types,
  given: readonly GivenFunction[],
  names: AddedNames,
  isUnattached: (f: types.Node) => boolean,
  more: (f: types.Node, argument: Expression, scope: Scope) => Expression,
): void {
  for (const { f, scope, place } of given) {
    const { expression } = place;
    const attached = isUnattached(f)
      ? t.callExpression(names.runtime('attach'), [expression])
      : expression;
    place.expression = more(f, attached, scope);
  }
}
