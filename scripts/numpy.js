/**
 * Writes the page of the exports of numpy-ts, and the modules that export its functions by name, since names of
 * exports are fixed in the text of a module. It needs a build. Run it when numpy-ts has other functions than before,
 * or a status changes: node scripts/numpy.js
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

const { elementwise } = await import('../dist/numpy/rows/elementwise.js');
/** What is added to the types of reductions (src/numpy/exports/added-types.ts). */
const reductions = {
  SumOfAll: ['sum', 'prod', 'nansum', 'nanprod'],
  MeanOfAll: ['mean', 'average', 'median', 'nanmean', 'nanmedian'],
  SpreadOfAll: ['var', 'variance', 'std', 'nanvar', 'nanstd'],
  ChoiceOfAll: ['max', 'amax', 'min', 'amin', 'ptp', 'nanmax', 'nanmin'],
};
const reductionOf = (name) => Object.keys(reductions).find((key) => reductions[key].includes(name));

function typeOf(name) {
  const theirs = reserved.has(name) ? `(typeof numpy)['${name}']` : `typeof numpy.${name}`;
  if (name in elementwise) return `${theirs} & ${numpy[name].length === 1 ? 'OnOne' : 'OnTwo'}`;
  const reduction = reductionOf(name);
  return reduction === undefined ? theirs : `${reduction} & ${theirs}`;
}

/** Classes that the library stands in front of (src/numpy/array-classes.ts). */
const classes = ['NDArray', 'NDArrayCore'];

const line = (name) =>
  isUntouched(numpy[name])
    ? `export { ${name} } from '${classes.includes(name) ? '../classes.js' : 'numpy-ts'}';`
    : reserved.has(name)
      ? `const the_${name}: ${typeOf(name)} = faces['${name}'] as never;\nexport { the_${name} as '${name}' };`
      : `export const ${name}: ${typeOf(name)} = faces.${name} as never;`;

const parts = { 'a-d': /^[A-Za-d_]/, 'e-m': /^[e-m]/, 'n-z': /^[n-z]/ };
for (const [part, pattern] of Object.entries(parts)) {
  const path = join(folder, `${part}.ts`);
  const lines = names.filter((name) => pattern.test(name)).map(line);
  const added = ['OnOne', 'OnTwo', ...Object.keys(reductions)];
  const used = added.filter((type) => lines.some((text) => new RegExp(`\\b${type}\\b`).test(text)));
  const text = `/** The exports of numpy-ts from ${part}. Written by scripts/numpy.js. */
import * as numpy from 'numpy-ts';
import { faces } from '../faces.js';
import type { ${used.join(', ')} } from './types.js';

${lines.join('\n')}
`;
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

const { statusOf } = await import('../dist/numpy/faces.js');
const page = join(import.meta.dirname, '../docs/numpy-exports.md');
const text = numpyPage(numpyNames(numpy), statusOf);
writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
