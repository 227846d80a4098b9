/**
 * Tells whether a module is translated already. A module can come through two loaders, or belong to a package
 * that was translated when it was built. A translated module is left alone: a second translation would change
 * the meaning of the code that the first one made.
 */
import type { Node, types, Types } from './front/syntax.js';

/** The module that translated code calls. */
export const runtimeModule = 'delta-tape/runtime';

/** The library itself has this text in it (`errors/library-copies.ts`), whatever a bundler made of it. */
const libraryMark = 'delta-tape.copies';

const isRuntime = (node: Node | null | undefined): boolean =>
  node?.type === 'StringLiteral' && node.value === runtimeModule;

/**
 * True if a node names the runtime: in an import or export, or in a call that is `require` or becomes
 * one.
 */
function namesRuntime(node: Node): boolean {
  if ('source' in node && isRuntime(node.source)) return true;
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  const requires =
    callee.type === 'Import' || (callee.type === 'Identifier' && /require$/.test(callee.name));
  return requires && node.arguments.some(isRuntime);
}

/**
 * True if a module is translated already. O(size of the module). This reads the nodes: to make paths to
 * them would be most of the cost. The text does not suffice: it may be escaped, and other plugins may
 * have put code in.
 */
export function isTranslated(t: Types, program: types.Program): boolean {
  let found = false;
  t.traverseFast(program, (node) => {
    found ||= namesRuntime(node) || (node.type === 'StringLiteral' && node.value === libraryMark);
  });
  return found;
}
