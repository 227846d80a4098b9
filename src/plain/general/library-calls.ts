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

const isLibrary = (source: unknown): boolean =>
  typeof source === 'string' && /^delta-tape(\/|$)/.test(source);

/** True if a name comes from the library. */
const isOfLibrary = (path: NodePath, name: string): boolean =>
  isLibrary(sourceOf(path.scope.getBinding(name)));

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
  readonly f: Node;
  readonly place: { expression: Expression };
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
    const f = functionOf(expression, path.scope);
    if (f !== null && isFunction(f)) found.push({ f, place });
  }
  return found;
}

/** Attaches those that have versions that are not attached yet. */
export function attachArguments(
  t: Types,
  given: readonly GivenFunction[],
  names: AddedNames,
  isUnattached: (f: types.Node) => boolean,
): void {
  for (const { f, place } of given)
    if (isUnattached(f))
      place.expression = t.callExpression(names.runtime('attach'), [place.expression]);
}
