/**
 * Writes what the documentation quotes: what its snippets print, and the
 * declarations of the reference.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { entries, exportsOf, withDeclarations } from '../test/support/reference.js';
import { documentsIn, refreshed } from '../test/support/snippets.js';
import { Library } from '../test/support/typescript.js';

const load = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../', import.meta.url));
const exports = exportsOf(new Library(root, Object.values(entries), new Map()));

for (const { name, path, text } of documentsIn(root)) {
  const quoted = name === 'docs/api.md' ? withDeclarations(text, exports) : text;
  writeFileSync(path, await refreshed(name, quoted, load));
}
