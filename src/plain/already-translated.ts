/**
 * Whether a module is a translation already: it came through two loaders, or is of a package that was translated when
 * it was built. Then it is left alone, as what is made for the runtime means something else if it is translated.
 */
import type { NodePath } from '@babel/core';
import type { types } from './front/syntax.js';

/** The module that translated code calls. */
export const runtimeModule = 'delta-tape/runtime';

/** What is in the library itself (`core/library-copies.ts`), whatever a bundler made of it. */
const libraryMark = 'delta-tape.copies';

/** Whether a text names a module: in an import or export, or in what is or becomes a call of `require`. */
function isSource({ parent, key }: NodePath<types.StringLiteral>): boolean {
  if (key === 'source') return true;
  if (parent.type !== 'CallExpression') return false;
  const { callee } = parent;
  return callee.type === 'Import' || (callee.type === 'Identifier' && /require$/.test(callee.name));
}

/** O(size of the module). */
export function isTranslated(program: NodePath<types.Program>): boolean {
  let found = false;
  program.traverse({
    StringLiteral(path) {
      const { value } = path.node;
      found ||= value === libraryMark || (value === runtimeModule && isSource(path));
      if (found) path.stop();
    },
  });
  return found;
}
