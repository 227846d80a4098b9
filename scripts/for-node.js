/**
 * Makes of the modules in `dist` the few files that Node loads, in `dist/node`: the loading of hundreds
 * of small files takes longer than all that is in them. Every entry is made in one go, so that they
 * share what they have in common. Bundlers take the small modules, of which they leave out many.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { rollup } from 'rollup';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const nameOf = (path) => relative(dist, path).replaceAll('\\', '/').replace(/\.js$/, '');
const named = Object.values(exports).flatMap((target) => target.default ?? []);
const commands = Object.values(bin).map((path) => path.replace('dist/node/', 'dist/'));
const entries = new Set([...named, ...commands].map((path) => join(root, path)));

/** What is loaded by `require('./x.js')` or the like, later or in another thread, is an entry, too. */
const later = {
  name: 'later',
  transform(code, id) {
    for (const [, path] of code.matchAll(/\(\s*'(\.{1,2}\/[^']+\.js)'/g)) {
      const found = resolve(id, '..', path);
      const fileName = `${nameOf(found)}.js`;
      if (!entries.has(found)) this.emitFile({ type: 'chunk', id: found, fileName });
      entries.add(found);
    }
  },
};

/** What is shared lies where `errors/call-site.ts` looks for the library, or beside the loaders that load files. */
function shared({ moduleIds }) {
  const isLoader = moduleIds.some((id) => nameOf(id).startsWith('plain/loaders/'));
  return isLoader ? 'plain/loaders/shared-[hash].js' : 'core/library-[hash].js';
}

/** Babel is one file already, and not written twice. What is written lies a folder deeper than what is read. */
const babel = {
  name: 'babel',
  resolveId: (id) =>
    id.endsWith('/vendor/babel.js')
      ? { id: join(root, 'vendor/babel.js'), external: 'relative' }
      : null,
};

/**
 * Before the message of an uncaught error Node prints the line where it was made, unless the line says so: there the message
 * comes first, and no line of the library, which would say nothing to its users.
 */
const MESSAGE_FIRST = '/* node-do-not-add-exception-line */';
const errors = {
  name: 'errors',
  transform: (code, id) =>
    /[\\/]errors\.js$/.test(id)
      ? code.replace(/\bnew \w*(?:Error|IsFull)\(/g, `$&${MESSAGE_FIRST} `)
      : null,
};

const bundle = await rollup({
  input: Object.fromEntries([...entries].map((path) => [nameOf(path), path])),
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  plugins: [babel, later, errors],
  onLog(_, log) {
    throw new Error(log.message);
  },
});
await bundle.write({
  dir: join(dist, 'node'),
  entryFileNames: '[name].js',
  chunkFileNames: shared,
});
// npm sets this where it installs a command; in a clone nobody does.
for (const path of Object.values(bin)) chmodSync(join(root, path), 0o755);
