/**
 * Finds modules for Jest: sources by the names that `package.json` gives to the entries of the library, and `./x.ts` where
 * sources write `./x.js`. Jest keeps what a resolver finds; names that its settings map, it looks for at each import of
 * each test file, which took a quarter of the time of loading.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { name: library, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const entries = new Map(
  Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([entry, { types }]) => [
      join(library, entry),
      join(root, types.replace('dist', 'src').replace('.d.ts', '.ts')),
    ]),
);

const babel = join(root, 'src/vendor/babel.ts');
/** Where the library is built, there is Babel as one file, which loads in half the time. */
const builtBabel = join(root, 'dist/vendor/babel.js');

export default function found(name, options) {
  const entry = entries.get(name);
  if (entry !== undefined) return entry;
  const path = resolve(options.basedir, name);
  // Packages have a sibling `./x.js`, which is left alone.
  const isSource = /^\.{0,2}\/.*\.js$/.test(name) && !existsSync(path);
  if (!isSource) return options.defaultResolver(name, options);
  const source = path.replace(/js$/, 'ts');
  return source === babel && existsSync(builtBabel) ? builtBabel : source;
}
