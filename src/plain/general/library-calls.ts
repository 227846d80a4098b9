/**
 * Functions that are handed to the library, as in `grad((x) => …)(w)`: the library is told that they are
 * translated, since a function within another cannot be known from outside. What is not told costs time
 * only: arrays of floats are packed by the code that reads them (core/packed-array.ts).
 */
import { isFunction, type NodePath, type types, type Types } from '../front/syntax.js';
import type { AddedNames } from './added-names.js';

const isLibrary = (source: unknown): boolean =>
  typeof source === 'string' && /^delta-tape(\/|$)/.test(source);

/** Whether a name stands for something of the library: by `import`, or `const … = require(…)`. */
function isOfLibrary(path: NodePath, name: string): boolean {
  const binding = path.scope.getBinding(name);
  if (binding?.kind === 'module')
    return isLibrary((binding.path.parent as types.ImportDeclaration).source.value);
  const { node } = binding?.path ?? {};
  if (node?.type !== 'VariableDeclarator' || node.init?.type !== 'CallExpression') return false;
  const { callee, arguments: args } = node.init;
  const [source] = args;
  return (
    callee.type === 'Identifier' &&
    callee.name === 'require' &&
    source?.type === 'StringLiteral' &&
    isLibrary(source.value)
  );
}

/** The function that an argument certainly is. */
function functionOf(argument: NodePath): types.Node | null {
  const { node } = argument;
  if (node.type !== 'Identifier') return node;
  const binding = argument.scope.getBinding(node.name);
  if (binding === undefined || !binding.constant) return null;
  const declared = binding.path.node;
  return declared.type === 'VariableDeclarator' ? (declared.init ?? null) : declared;
}

/** Wraps what is handed to the library, where it is a function with a version that is not told yet. */
export function attachArguments(
  t: Types,
  program: NodePath<types.Program>,
  names: AddedNames,
  isUnattached: (f: types.Node) => boolean,
  isWanted: (path: NodePath) => boolean,
): void {
  program.traverse({
    CallExpression(path) {
      const { callee } = path.node;
      const root = callee.type === 'MemberExpression' ? callee.object : callee;
      if (root.type !== 'Identifier' || !isOfLibrary(path, root.name) || !isWanted(path)) return;
      const [argument] = path.get('arguments');
      const f = argument === undefined ? null : functionOf(argument);
      if (f === null || !isFunction(f) || !isUnattached(f)) return;
      path.node.arguments[0] = t.callExpression(names.runtime('attach'), [argument.node]);
    },
  });
}
