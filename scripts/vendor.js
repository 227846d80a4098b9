/**
 * Puts the packages that `src/vendor` names into the modules of `dist/vendor`, with the licences of
 * what is in them: nothing of Babel or @stdlib is installed with the library then.
 */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'src/vendor');
const vendor = join(root, 'dist/vendor');
const babel = join(dirname(createRequire(import.meta.url).resolve('@babel/core')), '..');

const read = (path) => readFileSync(path, 'utf8');

/** The folder of the package that a file belongs to. */
const folderOf = (path) =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))[0];

const manifestOf = (folder) => JSON.parse(read(join(folder, 'package.json')));

/** Equal versions of one package count once, wherever npm put their copies. */
function once() {
  const first = new Map();
  return {
    name: 'once',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[@a-z]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === once || from.kind === 'entry-point') return undefined;
        const found = await resolve(path, { ...from, pluginData: once });
        if (found.external || found.namespace !== 'file' || !found.path.includes('node_modules'))
          return found;
        const folder = folderOf(found.path);
        const { name, version } = manifestOf(folder);
        const key = `${name}@${version}/${relative(folder, found.path)}`;
        if (!first.has(key)) first.set(key, found.path);
        return { ...found, path: first.get(key) };
      });
    },
  };
}

const builtin = (name) => `globalThis.process?.getBuiltinModule?.('node:${name}')`;

/**
 * What is not taken along: messages for the packages' own developers, and Babel's search for settings. Modules
 * of Node are asked for where there may be some.
 */
const instead = {
  'node:assert': 'module.exports = (value, text) => { if (!value) throw new Error(text); };',
  'node:fs': `module.exports = ${builtin('fs')} ?? {};`,
  'node:path': `module.exports = ${builtin('path')} ?? require('pathe');`,
  'node:util': `module.exports = ${builtin('util')} ?? { styleText: (_, text) => text };`,
  debug: 'module.exports = () => () => {};',
  obug: 'exports.createDebug = () => () => {};',
  browserslist: 'module.exports = () => { throw new Error("no browsers are chosen here"); };',
};
const withoutSettings = /^#(config\/files|config\/resolve-targets|transform-file)$/;

const substitutes = {
  name: 'substitutes',
  setup({ onResolve, onLoad, resolve }) {
    const names = new RegExp(`^(${Object.keys(instead).join('|')})$`);
    onResolve({ filter: names }, ({ path }) => ({ path, namespace: 'instead' }));
    onLoad({ filter: /./, namespace: 'instead' }, ({ path }) => ({
      contents: instead[path],
      resolveDir: root,
    }));
    onResolve({ filter: withoutSettings }, ({ path, kind }) => {
      const { browser } = manifestOf(babel).imports[path];
      return resolve(browser, { kind, resolveDir: babel });
    });
  },
};

async function bundled(names, options) {
  const { metafile, warnings } = await build({
    entryPoints: names.map((name) => join(sources, `${name}.ts`)),
    outdir: vendor,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    legalComments: 'none',
    // No settings of Babel are looked for, in the environment either, which pages have none of.
    define: { 'process.env': '{}' },
    metafile: true,
    absWorkingDir: root,
    // Its entry is CommonJS, of which nothing could be left out.
    alias: { 'ml-matrix': './node_modules/ml-matrix/src/index.js' },
    plugins: [substitutes, once()],
    ...options,
  });
  if (warnings.length > 0) throw new Error('what is bundled has warnings');
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter(
      (path) => inputs[path].bytesInOutput > 0 && path.includes('node_modules'),
    ),
  );
}

const allowed = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BSL-1.0'];

/** Notices of others in the code of a package, which ask to be kept with it. */
function noticesIn(path) {
  const comments = [...read(join(root, path)).matchAll(/\/\*[^]*?\*\//g)].map(([text]) => text);
  return comments
    .map((text) => text.replace(/^\/\*\*?[^]*?@license[^]*?(?=## Notice|$)/, ''))
    .filter((text) => /copyright|permission/i.test(text))
    .map((text) => text.replace(/^ ?\*[/ ]?/gm, '').trim());
}

/** What has to be said of a package: its name, and the texts that go with it. */
function licenceOf(folder, paths) {
  const { name, version, license } = manifestOf(join(root, folder));
  if (!license.split(' AND ').every((part) => allowed.includes(part))) {
    throw new Error(`${name} may not be bundled: ${license}`);
  }
  const files = readdirSync(join(root, folder)).filter((file) =>
    /^(licen[cs]e|notice)/i.test(file),
  );
  if (files.length === 0) throw new Error(`${name} has no licence that could go with it`);
  const own = files.map((file) => read(join(root, folder, file)).trim());
  return {
    title: `${name} ${version} (${license})`,
    texts: new Set([...own, ...paths.flatMap(noticesIn)]),
  };
}

/** All licences and notices, each once, under the names of the packages that it is for. */
function licences(inputs) {
  const byFolder = new Map();
  for (const path of new Set(inputs)) {
    const folder = folderOf(path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  const byText = new Map();
  for (const [folder, paths] of [...byFolder].sort()) {
    const { title, texts } = licenceOf(folder, paths);
    for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  const sections = [...byText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`);
  const opening = 'The modules in this folder hold code of these packages, under these licences.\n';
  return [opening, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

const names = readdirSync(sources).map((file) => file.replace(/\.ts$/, ''));
const special = names.filter((name) => name !== 'babel');
const inputs = [
  ...(await bundled(['babel'], { platform: 'node' })),
  ...(await bundled(special, { platform: 'browser' })),
  // Its declarations are copied (scripts/declarations.js).
  'node_modules/numpy-ts/package.json',
];
writeFileSync(join(vendor, 'LICENSES.txt'), licences(inputs));
for (const file of readdirSync(vendor)) {
  // The maps and declarations of the compiler are of modules that are no more.
  if (/\.(js\.map|d\.ts)$/.test(file)) rmSync(join(vendor, file));
}
