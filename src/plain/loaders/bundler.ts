/** The plugin for all bundlers, by unplugin. It translates files before any other plugin sees them. */
import { join, resolve } from 'node:path';
import { createUnplugin, type UnpluginInstance, type VitePlugin } from 'unplugin';
import type { TranslateOptions, Translation } from '../translate.js';
import { compileFile } from './compiled-file.js';
import { library } from './library-state.js';
import { isMapMissing } from './source-maps.js';

import { BundledAsRead } from './bundled-as-read.js';
import { normalized } from './file-patterns.js';
import { directivesOf, isCode, selectorIn, type Selects } from './selection.js';
import { namedIn } from './named-functions.js';
import { programModules } from './program-modules.js';
import { sourceWriter, type BundlerOptions } from './written-sources.js';

const name = 'delta-tape';

/** A path without the query that bundlers append. */
const withoutQuery = (id: string): string => id.replace(/[?#].*$/, '');

/** Bundlers that take every file for a module unless its name says otherwise. */
const modulesOnly = ['vite', 'rollup', 'rolldown', 'farm'];

/** The settings for small code, and the parts of it of which derivatives are taken elsewhere. */
interface Small {
  readonly isSmall: boolean;
  readonly keepsTexts?: boolean;
  readonly gradients?: readonly string[] | undefined;
  /** True if no other module is to be read. */
  readonly isAlone?: boolean;
}

/**
 * The translation of a file, or undefined if the file is to be left alone.
 *
 * @param tell is told the other files that the translation depends on
 */
export function translatedFile(
  filename: string,
  code: string,
  selects: Selects,
  options: Omit<TranslateOptions, 'filename'>,
  { isAlone = false, ...small }: Small = { isSmall: true },
  tell: (path: string) => void = () => {},
): Translation | undefined {
  if (!isSelected(filename, code, selects)) return undefined;
  const ignoresMap = isMapMissing(filename, code);
  const steps = { translated: true, commonjs: false, ignoresMap, isFollowed: true, ...small };
  const modules =
    known.get(selects) ?? programModules((file, text) => isSelected(file, text, selects));
  known.set(selects, modules);
  modules.tell = tell;
  const around = isAlone ? {} : { modules: modules.read };
  return compileFile(code, { filename, ...around, ...options }, steps);
}

export const isSelected = (file: string, text: string, selects: Selects): boolean =>
  isCode(file) && selects(file, directivesOf(text));

/** The readers of the modules of programs. */
const known = new WeakMap<Selects, ReturnType<typeof programModules>>();

/** The module of the library that knows by which loader a program was translated. */
const way = normalized(join(library, 'plain/runtime/loaded-by.js'));

/** The text of that module with the bundler's name in it. Errors then name the option of this plugin. */
const stamped = (code: string, framework: string): string =>
  code.replace("bundler = ''", `bundler = '${framework}'`);

/**
 * Vite builds workers with plugins of their own. Vite merges configurations so that a user's plugins come after
 * this one.
 */
function forWorkers(options: BundlerOptions, given: (() => unknown) | undefined) {
  const isOurs = (plugin: unknown) => (plugin as { name?: unknown } | null)?.name === name;
  const isThere = [given?.()].flat(Infinity).some(isOurs);
  return isThere
    ? {}
    : { worker: { plugins: (): VitePlugin[] => [bundler.vite({ ...options, sources: [] })] } };
}

export const bundler: UnpluginInstance<BundlerOptions | undefined, false> = createUnplugin(
  (options: BundlerOptions | undefined, { framework }) => {
    const { sources = [], gradients, ...selection } = options ?? {};
    const named = namedIn(gradients, process.cwd());
    // A server translates for those who develop: they want speed at once, and to ask why.
    let isServed = false;
    const selects = selectorIn(process.cwd(), selection, { sources: true, gradients: true });
    const write = sourceWriter(sources, process.cwd());
    const around = programModules((file, text) => isSelected(file, text, selects));
    const bundled = new BundledAsRead(around.read);
    return {
      name,
      enforce: 'pre',
      buildStart: () => {
        bundled.begin();
        return write();
      },
      transform: {
        filter: { id: /\.([cm]?[jt]s|[jt]sx)([?#]|$)/ },
        async handler(code, id) {
          const filename = withoutQuery(id);
          if (normalized(filename) === way) return stamped(code, framework);
          if (sources.length > 0) await write(resolve(filename));
          const module = modulesOnly.includes(framework) && !/\.c[jt]s$/.test(filename);
          const how = module ? { sourceType: 'module' as const } : {};
          // What is served asks for all that it reads.
          const isAlone =
            !isServed &&
            isSelected(filename, code, selects) &&
            !(await bundled.asks(this, filename, code));
          const small = {
            isSmall: !isServed,
            keepsTexts: isServed,
            gradients: named(resolve(filename)),
            isAlone,
          };
          return translatedFile(filename, code, selects, how, small, (path) =>
            this.addWatchFile(path),
          );
        },
      },
      // With "type": "commonjs" in package.json, webpack refuses the imports of TypeScript.
      webpack: ({ options: { module } }) => {
        module.rules.push({ test: /\.tsx?$/, type: 'javascript/auto' });
      },
      vite: {
        config: ({ worker }, { command }) => {
          isServed = command === 'serve';
          return forWorkers(options ?? {}, worker?.plugins);
        },
      },
    };
  },
);
