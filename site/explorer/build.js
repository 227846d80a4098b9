/**
 * Builds the explorer into `site/dist/explorer`: `node site/explorer/build.js`, where the library is built (`npm run build`).
 * All paths in it are relative, so it works in any folder of any server.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const site = join(here, '..');
const root = join(site, '..');
const out = join(site, 'dist/explorer');
const at = (...names) => join(here, ...names);

if (!existsSync(join(root, 'dist/index.js')))
  throw new Error('build the library first: npm run build');
if (!existsSync(join(site, 'node_modules/preact'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: site,
    stdio: 'inherit',
  });
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** `import text from './file?text'`. */
const texts = {
  name: 'texts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?text$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\?text$/, '')),
      namespace: 'text',
    }));
    onLoad({ filter: /./, namespace: 'text' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
      watchFiles: [path],
    }));
  },
};

/** The library as others have it: what the packages of the site find is found from its folder. */
const library = {
  name: 'library',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^delta-tape(\/|$)/ }, ({ path, kind, resolveDir }) =>
      resolveDir === root ? undefined : resolve(path, { kind, resolveDir: root }),
    );
  },
};

/** What object-inspect asks for in Node: objects that say how they are shown, such as dual numbers. */
const shownByThemselves = {
  name: 'shown-by-themselves',
  setup({ onResolve, onLoad }) {
    const namespace = 'shown-by-themselves';
    onResolve({ filter: /^\.\/util\.inspect$/ }, () => ({ path: namespace, namespace }));
    onLoad({ filter: /./, namespace }, () => ({
      contents: `const custom = Symbol.for('nodejs.util.inspect.custom');
        module.exports = Object.assign((value, options) => value[custom](options.depth, options), { custom });`,
    }));
  },
};

const shared = {
  bundle: true,
  minify: true,
  platform: 'browser',
  target: 'es2022',
  // What is built, as users have it, rather than the sources.
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' } },
  legalComments: 'none',
  logLevel: 'error',
  plugins: [texts, library, shownByThemselves],
};

/** Texts of one file each, which workers run. */
const workers = build({
  ...shared,
  entryPoints: {
    runner: at('page/worker/runner.ts'),
    'runner-numpy': at('page/worker/runner-numpy.ts'),
    types: at('page/worker/types.ts'),
  },
  outdir: out,
  format: 'iife',
  // What code prints shows the names of classes.
  minify: false,
  minifyWhitespace: true,
  minifySyntax: true,
  // numpy-ts asks for them in Node only.
  external: ['node:*'],
});

/** The page itself, of which the editor is loaded later. */
const page = build({
  ...shared,
  entryPoints: { main: at('page/main.tsx'), style: at('page/style.css') },
  outdir: out,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  format: 'esm',
  splitting: true,
  metafile: true,
});

/** TypeScript as a script of a worker. */
const typescript = build({
  ...shared,
  entryPoints: { typescript: join(root, 'node_modules/typescript/lib/typescript.js') },
  outdir: out,
  bundle: false,
});

const { metafile } = await page;
/** The name of the output of an entry. */
const named = (entry) => {
  const outputs = Object.entries(metafile.outputs);
  const [path] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(entry));
  return relative(out, join(process.cwd(), path));
};
const html = readFileSync(at('page/index.html'), 'utf8')
  .replace('style.css', named('style.css'))
  .replace('main.tsx', named('main.tsx'));
writeFileSync(join(out, 'index.html'), html);
for (const file of ['runner.html', 'icon.svg']) cpSync(at('page', file), join(out, file));
const ownCode = join(site, 'documentation/.made/own-code.json');
writeFileSync(
  join(out, 'own-code.json'),
  existsSync(ownCode) ? readFileSync(ownCode, 'utf8') : '[]',
);
writeFileSync(join(out, 'declarations.json'), JSON.stringify(declarations()));
await Promise.all([workers, typescript]);

/** The declarations that the editor needs: of the language, of the library, and of what the library names. */
function declarations() {
  const found = {};
  const add = (path, file) => (found[path] = readFileSync(file, 'utf8'));
  const language = join(root, 'node_modules/typescript/lib');
  for (const file of readdirSync(language)) {
    if (/^lib\.(es5|es20(1[5-9]|2[0-3])(\.\w+)*|decorators(\.legacy)?)\.d\.ts$/.test(file)) {
      add(`/lib/${file}`, join(language, file));
    }
  }
  const dist = join(root, 'dist');
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts') && !/^(node|cli|plain\/loaders|learn\/node)\//.test(file)) {
      add(`/node_modules/delta-tape/dist/${file}`, join(dist, file));
    }
  }
  add('/node_modules/delta-tape/package.json', join(root, 'package.json'));
  for (const file of ['package.json', 'dist/immutable.d.ts']) {
    add(`/node_modules/immutable/${file}`, join(root, 'node_modules/immutable', file));
  }
  return found;
}
