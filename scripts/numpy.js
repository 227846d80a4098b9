/**
 * Writes the page of the exports of numpy-ts (which needs a build), and the modules that export the functions of numpy-ts by name, since names of exports are fixed in the text of a
 * module. Run it when numpy-ts has other functions than before: node scripts/numpy.js
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as numpy from 'numpy-ts';
import { format, resolveConfig } from 'prettier';
import { numpyNames, numpyPage } from './numpy-page.js';

const folder = join(import.meta.dirname, '../src/numpy/exports');
/** Names that no variable here may have: words of the language, and what is Node's. */
const reserved = new Set(['var', 'delete', 'require']);
const names = Object.keys(numpy).sort();

/** What takes no arrays: classes, texts, lists. */
function isUntouched(value) {
  if (typeof value === 'function') return /^class\b/.test(Function.prototype.toString.call(value));
  return !Object.values(value ?? {}).some((part) => typeof part === 'function');
}

const line = (name) =>
  isUntouched(numpy[name])
    ? `export { ${name} } from 'numpy-ts';`
    : reserved.has(name)
      ? `const the_${name}: (typeof numpy)['${name}'] = faces['${name}'] as never;\nexport { the_${name} as '${name}' };`
      : `export const ${name}: typeof numpy.${name} = faces.${name} as never;`;

const parts = { 'a-d': /^[A-Za-d_]/, 'e-m': /^[e-m]/, 'n-z': /^[n-z]/ };
for (const [part, pattern] of Object.entries(parts)) {
  const path = join(folder, `${part}.ts`);
  const text = `/** The exports of numpy-ts from ${part}. Written by scripts/numpy.js. */
import * as numpy from 'numpy-ts';
import { faces } from '../faces.js';

${names
  .filter((name) => pattern.test(name))
  .map(line)
  .join('\n')}
`;
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

const { statusOf } = await import('../dist/numpy/faces.js');
const page = join(import.meta.dirname, '../docs/numpy-exports.md');
const text = numpyPage(numpyNames(numpy), statusOf);
writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
