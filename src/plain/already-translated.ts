/**
 * Whether a module is a translation already: it came through two loaders, or is of a package that was translated when
 * it was built. Then it is left alone, as what is made for the runtime means something else if it is translated.
 */
import type { Node, types, Types } from './front/syntax.js';

/** The module that translated code calls. */
export const runtimeModule = 'delta-tape/runtime';

/** What is in the library itself (`core/library-copies.ts`), whatever a bundler made of it. */
const libraryMark = 'delta-tape.copies';

const isRuntime = (node: Node | null | undefined): boolean =>
  node?.type === 'StringLiteral' && node.value === runtimeModule;

/** Whether a node names the runtime: an import or export, or what is or becomes a call of `require`. */
function namesRuntime(node: Node): boolean {
  if ('source' in node && isRuntime(node.source)) return true;
  if (node.type !== 'CallExpression') return false;
  const { callee } = node;
  const requires =
    callee.type === 'Import' || (callee.type === 'Identifier' && /require$/.test(callee.name));
  return requires && node.arguments.some(isRuntime);
}

/**
 * O(size of the module). Nodes are looked at as they are, since paths to them would be most of the cost. The text would
 * not do: it may be escaped, and what another plugin has put in is not in it.
 */
export function isTranslated(t: Types, program: types.Program): boolean {
  let found = false;
  t.traverseFast(program, (node) => {
    found ||= namesRuntime(node) || (node.type === 'StringLiteral' && node.value === libraryMark);
  });
  return found;
}
