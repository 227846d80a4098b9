/**
 * Bundles a program that uses everything with each bundler, as a user installs it, runs the bundle and compares what
 * it prints with what Node prints without one: `npm run verify -- bundles`, or this script with a build, and names
 * that choose. esbuild is among the tests.
 */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { everything } from '../test/support/everything.js';
import { install, packed, ran } from '../test/support/installed.js';

interface Bundler {
  readonly packages: readonly string[];
  /** A module that writes the bundle of `everything.mjs` into `out`. */
  readonly config: string;
  /** True if the bundle runs in Node, rather than where there is standard JavaScript alone. */
  readonly isForNode?: boolean;
}

const rollup = (options: string) => `
import { rollup } from 'rollup';
import { nodeResolve } from '@rollup/plugin-node-resolve';
const onLog = (level, { message }) => { throw new Error(message); };
const bundle = await rollup({ input: 'everything.mjs', plugins: [nodeResolve({ ${options} })], onLog });
await bundle.write({ file: 'out/main.js', format: 'iife', inlineDynamicImports: true });`;

const vite = (options: string) => `
import { build } from 'vite';
await build({ logLevel: 'warn', build: { outDir: 'out', modulePreload: false, ${options} } });`;

const webpack = (target: string) => `
import webpack from 'webpack';
const output = { path: process.cwd() + '/out', filename: 'main.cjs' };
const entry = './everything.mjs';
webpack({ mode: 'production', target: '${target}', entry, output, performance: false }, (error, stats) => {
  if (error ?? (stats.hasErrors() || stats.hasWarnings())) throw error ?? new Error(stats.toString());
});`;

const bun = (target: string) => `
import { execFileSync } from 'node:child_process';
const args = ['build', 'everything.mjs', '--target=${target}', '--format=iife', '--outfile=out/main.js'];
execFileSync('node_modules/.bin/bun', args, { stdio: 'inherit' });`;

const rolled = ['rollup', '@rollup/plugin-node-resolve'];

const bundlers: Readonly<Record<string, Bundler>> = {
  'Rollup for pages': { packages: rolled, config: rollup('browser: true') },
  'Rollup for Node': {
    packages: rolled,
    config: rollup(`exportConditions: ['node']`),
    isForNode: true,
  },
  'Vite, a page': { packages: ['vite'], config: vite('') },
  'Vite, a library': {
    packages: ['vite'],
    config: vite(`lib: { entry: 'everything.mjs', name: 'all', formats: ['iife'] }`),
  },
  'webpack for pages': { packages: ['webpack'], config: webpack('web') },
  'webpack for Node': { packages: ['webpack'], config: webpack('node'), isForNode: true },
  'Bun for pages': { packages: ['bun'], config: bun('browser') },
};

/** The text of the bundle, which is one file. */
function bundleIn(folder: string): string {
  const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  const [file, ...others] = files.filter((name) => /\.c?js$/.test(name));
  if (file === undefined || others.length > 0) throw new Error(`not one file: ${files.join(' ')}`);
  return readFileSync(join(folder, 'out', file), 'utf8');
}

async function printedBy({ config, isForNode }: Bundler, folder: string): Promise<string> {
  writeFileSync(join(folder, 'build.mjs'), config);
  await ran(process.execPath, ['build.mjs'], folder);
  const text = bundleIn(folder);
  rmSync(join(folder, 'out'), { recursive: true });
  if (isForNode) {
    const bundle = join(folder, 'bundle.cjs');
    writeFileSync(bundle, `${text}\nconsole.log(printed);`);
    return (await ran(process.execPath, [bundle], folder)).stdout.trim();
  }
  const page = createContext({});
  runInContext(text, page);
  return (page as { printed: string }).printed;
}

const wanted = process.argv.slice(2);
const chosen = Object.entries(bundlers).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
const { tarball, folder, remove } = await packed();
writeFileSync(join(folder, 'package.json'), '{ "private": true }');
await install(folder, tarball, ...new Set(chosen.flatMap(([, { packages }]) => packages)));
writeFileSync(join(folder, 'everything.mjs'), everything);
writeFileSync(join(folder, 'index.html'), '<script type="module" src="./everything.mjs"></script>');
const unbundled = `import './everything.mjs';\nconsole.log(printed);`;
writeFileSync(join(folder, 'unbundled.mjs'), unbundled);
const expected = (await ran(process.execPath, ['unbundled.mjs'], folder)).stdout.trim();
let failed = 0;
for (const [name, bundler] of chosen) {
  const printed = await printedBy(bundler, folder).catch(String);
  const isRight = printed === expected;
  if (!isRight) failed++;
  console.log(isRight ? `right: ${name}` : `WRONG: ${name}\n${printed}`);
}
remove();
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${chosen.length - failed} passed, ${failed} failed`);
