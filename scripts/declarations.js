/**
 * Copies the declarations of numpy-ts to `dist/vendor/numpy-ts`, with the endings of files that they lack: without these
 * TypeScript reads them for bundlers only, and every array of a program for Node is `any`. Our declarations then name
 * `#numpy-ts`: by `imports` of package.json that is the copy for Node, and numpy-ts itself elsewhere, so that its
 * arrays are ours. Declarations that no entry of the package reaches are removed: an installation is smaller by 2 MB.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const theirs = join(root, 'node_modules/numpy-ts/dist/types');
const copy = join(dist, 'vendor/numpy-ts');

/** Names of modules where they are imported, not in comments. */
const names = /^(?! *\*)(.*?\b(?:from |import\())(['"])([^'"]+)\2/gm;

/** The file that a name without an ending stands for. */
function ended(name, folder) {
  const found = [`${name}.js`, `${name}/index.js`].find((path) =>
    existsSync(join(folder, path.replace(/\.js$/, '.d.ts'))),
  );
  if (found === undefined) throw new Error(`${name} is not among the declarations of numpy-ts`);
  return found;
}

/** What the declarations take for granted, and not every library of the language has: put in front of a file. */
const lacking = {
  'common/dtype.d.ts': `type Float16ArrayConstructor = typeof globalThis extends { Float16Array: infer F } ? F : never;
type Float16Array = Float16ArrayConstructor extends { prototype: infer F } ? F : never;
`,
  'common/ndarray-core.d.ts': '/// <reference lib="esnext.disposable" />\n',
  'common/storage.d.ts': '/// <reference lib="esnext.disposable" />\n',
};

const copied = new Set();
function copyFrom(file) {
  if (copied.has(file)) return;
  copied.add(file);
  const folder = dirname(file);
  const used = [];
  const text = readFileSync(file, 'utf8').replace(names, (all, before, quote, name) => {
    if (!name.startsWith('.')) return all;
    const path = ended(name, folder);
    used.push(join(folder, path.replace(/\.js$/, '.d.ts')));
    return `${before}${quote}${path}${quote}`;
  });
  const path = relative(theirs, file).replaceAll('\\', '/');
  const to = join(copy, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, (lacking[path] ?? '') + text);
  used.forEach(copyFrom);
}
copyFrom(join(theirs, 'index.d.ts'));

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts') || file.startsWith('vendor')) continue;
  const path = join(dist, file);
  const text = readFileSync(path, 'utf8');
  const named = text.replace(names, (all, before, quote, name) =>
    name === 'numpy-ts' ? `${before}${quote}#numpy-ts${quote}` : all,
  );
  if (named !== text) writeFileSync(path, named);
}

const { exports, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entriesIn = (map) =>
  typeof map === 'string' ? [map] : Object.values(map ?? {}).flatMap(entriesIn);

const reached = new Set();
function reach(path) {
  if (reached.has(path) || !path.endsWith('.d.ts')) return;
  reached.add(path);
  for (const [, , name] of readFileSync(path, 'utf8').matchAll(
    /\b(?:from |import ?\(?)(['"])(\.[^'"]+)\1/g,
  ))
    reach(join(dirname(path), name.replace(/\.js$/, '.d.ts')));
}
for (const entry of entriesIn([exports, imports])) reach(join(root, entry));

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const path = join(dist, file);
  if (file.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
}
