/**
 * Functions that are arguments of the library, as in `grad((x) => …)(w)`. They are wrapped in `$attach`, so that
 * the library knows that they are translated: nobody can see this of a function within another. A function that
 * is not attached costs time only: the code that reads an array of floats packs it (tape/packed-array.ts).
 */
import { sourceOf } from '../front/module-sources.js';
import {
  isFunction,
  type Expression,
  type FunctionNode,
  type NodePath,
  type Scope,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';

const isLibrary = (source: unknown): boolean =>
  typeof source === 'string' && /^delta-tape(\/|$)/.test(source);

/** Whether a name comes from the library. */
const isOfLibrary = (path: NodePath, name: string): boolean =>
  isLibrary(sourceOf(path.scope.getBinding(name)));

/** The function that an argument certainly is. */
function functionOf(argument: NodePath): types.Node | null {
  const { node } = argument;
  if (node.type !== 'Identifier') return node;
  const binding = argument.scope.getBinding(node.name);
  if (binding === undefined || !binding.constant) return null;
  const declared = binding.path.node;
  return declared.type === 'VariableDeclarator' ? (declared.init ?? null) : declared;
}

/** The first argument of a call of the library, if it is a function. */
interface GivenFunction {
  readonly call: NodePath<types.CallExpression>;
  readonly f: FunctionNode;
}

/** The functions that are first arguments of calls of the library. */
export function givenFunctions(
  program: NodePath<types.Program>,
  isWanted: (path: NodePath) => boolean,
): GivenFunction[] {
  const found: GivenFunction[] = [];
  program.traverse({
    CallExpression(path) {
      const { callee } = path.node;
      const root = callee.type === 'MemberExpression' ? callee.object : callee;
      if (root.type !== 'Identifier' || !isOfLibrary(path, root.name) || !isWanted(path)) return;
      const [argument] = path.get('arguments');
      const f = argument === undefined ? null : functionOf(argument);
      if (f !== null && isFunction(f)) found.push({ call: path, f });
    },
  });
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
  for (const { call, f } of given) {
    const { node, scope } = call;
    const argument = node.arguments[0] as Expression;
    const attached = isUnattached(f)
      ? t.callExpression(names.runtime('attach'), [argument])
      : argument;
    node.arguments[0] = more(f, attached, scope);
  }
}
