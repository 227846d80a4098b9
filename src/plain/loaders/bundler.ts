/** The plugin for all bundlers, by unplugin. It translates files before any other plugin sees them. */
import { join, resolve } from 'node:path';
import { createUnplugin, type UnpluginInstance, type VitePlugin } from 'unplugin';
import type { TranslateOptions, Translation } from '../translate.js';
import { compileFile } from './compiled-file.js';
import { library } from './library-state.js';
import { isMapMissing } from './source-maps.js';

import { normalized } from './file-patterns.js';
import { directivesOf, isCode, selectorIn, type Selects } from './selection.js';
import { compilerIn } from './way-of-compiler.js';
import type { WayOfCompiler } from '../runtime-access.js';
import { sourceWriter, type BundlerOptions } from './written-sources.js';

const name = 'delta-tape';

/** A path without the query that bundlers append. */
const withoutQuery = (id: string): string => id.replace(/[?#].*$/, '');

/** Bundlers that take every file for a module unless its name says otherwise. */
const modulesOnly = ['vite', 'rollup', 'rolldown', 'farm'];

/** The steps in which code for bundles differs. */
interface ForBundle {
  readonly compiler?: WayOfCompiler | undefined;
  /** True if functions keep the texts that were written, as for those who develop. */
  readonly keepsTexts?: boolean;
}

/** The translation of a file for a bundle, or undefined if the file is to be left alone. */
export function translatedFile(
  filename: string,
  code: string,
  selects: Selects,
  options: Omit<TranslateOptions, 'filename'>,
  forBundle: ForBundle = {},
): Translation | undefined {
  if (!isSelected(filename, code, selects)) return undefined;
  const ignoresMap = isMapMissing(filename, code);
  const steps = { ...inBundles, ignoresMap, ...forBundle };
  return compileFile(code, { filename, ...options }, steps);
}

const inBundles = {
  ...{ translated: true, commonjs: false, isFollowed: true },
  ...{ isSmall: true, attachesCore: true },
};

const isSelected = (file: string, text: string, selects: Selects): boolean =>
  isCode(file) && selects(file, directivesOf(text));

/** The module of the library that knows by which loader a program was translated. */
const way = normalized(join(library, 'plain/runtime/loaded-by.js'));

/** The text of that module with the bundler's name in it. Errors then name the option of this plugin. */
const stamped = (code: string, framework: string): string =>
  code.replace("bundler = ''", `bundler = '${framework}'`);

/**
 * Vite builds workers with plugins of their own. Vite merges configurations so that a user's plugins come after
 * this one. By default a worker is one file, so what a page fetches later a worker has from the beginning.
 */
function forWorkers(
  options: BundlerOptions,
  worker: { readonly plugins?: () => unknown; readonly format?: 'es' | 'iife' } = {},
) {
  const isOurs = (plugin: unknown) => (plugin as { name?: unknown } | null)?.name === name;
  const isThere = [worker.plugins?.()].flat(Infinity).some(isOurs);
  const isOneFile = worker.format !== 'es' && options.compiler === 'later';
  const own = { ...options, sources: [], ...(isOneFile && { compiler: 'at once' as const }) };
  return isThere ? {} : { worker: { plugins: (): VitePlugin[] => [bundler.vite(own)] } };
}

export const bundler: UnpluginInstance<BundlerOptions | undefined, false> = createUnplugin(
  (options: BundlerOptions | undefined, { framework }) => {
    const { sources = [], compiler, ...selection } = options ?? {};
    const forBundle = { compiler: compilerIn(compiler) };
    // A server translates for those who develop: they may ask functions for their texts.
    let isServed = false;
    const selects = selectorIn(process.cwd(), selection, { sources: true, compiler: true });
    const write = sourceWriter(sources, process.cwd());
    return {
      name,
      enforce: 'pre',
      buildStart: () => write(),
      transform: {
        filter: { id: /\.([cm]?[jt]s|[jt]sx)([?#]|$)/ },
        async handler(code, id) {
          const filename = withoutQuery(id);
          if (normalized(filename) === way) return stamped(code, framework);
          if (sources.length > 0) await write(resolve(filename));
          const module = modulesOnly.includes(framework) && !/\.c[jt]s$/.test(filename);
          const how = module ? { sourceType: 'module' as const } : {};
          const steps = { ...forBundle, keepsTexts: isServed };
          return translatedFile(filename, code, selects, how, steps);
        },
      },
      // With "type": "commonjs" in package.json, webpack refuses the imports of TypeScript.
      webpack: ({ options: { module } }) => {
        module.rules.push({ test: /\.tsx?$/, type: 'javascript/auto' });
      },
      vite: {
        config: ({ worker }, { command }) => {
          isServed = command === 'serve';
          return forWorkers(options ?? {}, worker);
        },
      },
    };
  },
);
