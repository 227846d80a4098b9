/** Prepares the library for Deno before there are hooks, and warns of modules that Deno keeps from them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCommonjs } from './bun-commonjs.js';
import { packageOf } from './packages.js';

const require = createRequire(import.meta.url);

/** The modules that programs may require. */
const needed = [
  'index',
  'core/methods',
  'delta/index',
  'monad/index',
  'solve/index',
  'learn/index',
];
const more = [
  'learn/inference/index',
  'learn/node/index',
  'plain/index',
  'plain/source/index',
  'plain/runtime/index',
];
const withNumpy = ['numpy/index', 'nn/index'];

/** Loads the library: Deno loads no more ES modules by `require` once it has hooks. */
export function loadFirst(): void {
  for (const name of [...needed, ...more]) require(`../../${name}.js`);
  require('./compiled-file.js');
  for (const name of withNumpy) {
    try {
      require(`../../${name}.js`);
    } catch {
      // numpy-ts is optional.
    }
  }
}

/** Deno asks no hook for ES modules of a package with `"type": "commonjs"`. */
export function warnOfModules({ mainModule }: { readonly mainModule: string }): void {
  if (!mainModule.startsWith('file:') || /\.m[jt]s$/.test(mainModule)) return;
  const file = fileURLToPath(mainModule);
  if (packageOf(dirname(file)).type !== 'commonjs') return;
  if (!isCommonjs(file, readFileSync(file, 'utf8')))
    console.warn(
      `delta-tape cannot translate ${file}: Deno keeps ES modules from loaders where package.json has "type": "commonjs". ` +
        'Write "type": "module" there, or give the modules names that end with .mts or .mjs.',
    );
}
