/**
 * Translates the text of a module, by Babel. Our plugin runs first, while the types can still be read; then
 * TypeScript is taken away. O(length of the text).
 */
import type { PluginAPI, PluginObject } from '@babel/core';
import { insistOnOptions } from '../errors/options.js';
import {
  modulesCommonjs,
  namespaceExports,
  transformSync,
  types,
  typescript,
} from '../vendor/babel.js';
import { needsCompiler } from './errors.js';
import { asTypeScript, beyondBabel } from './front/beyond-babel.js';
import { onLargeStack } from './large-stack.js';
import type { ReadModule } from './joined/read-modules.js';
import plugin from './plugin.js';
import { importsByRequire, meansCommonjs } from './typescript-modules.js';

export interface TranslateOptions {
  /** The file of the text. Its ending tells the language; errors and the source map name it. */
  readonly filename: string;
  /**
   * The way in which the file is loaded. This decides whether it gets the runtime by `import` or by
   * `require`. The ending tells by default, or else the imports and exports in the text.
   */
  readonly sourceType?: 'module' | 'commonjs' | 'script' | 'unambiguous';
  /**
   * True if imports and exports become those of CommonJS, for a program that runs the text itself, as a
   * function of `exports` and `require`. Default false.
   */
  readonly commonjs?: boolean;
  /**
   * Gives the modules that the file imports, by what an import says and the importing file, if they are
   * translated in the same way, with this option: then compiled code may have their classes in it. The files
   * are named as `filename` is.
   */
  readonly modules?:
    | ((
        source: string,
        from: string,
      ) => { readonly text: string; readonly filename: string } | undefined)
    | undefined;
}

/** A source map of version 3 that holds its sources. */
export interface SourceMap {
  readonly version: number;
  readonly names: string[];
  readonly sources: string[];
  readonly sourcesContent: string[];
  readonly mappings: string;
}

export interface Translation {
  readonly code: string;
  readonly map: SourceMap;
}

/** Babel's settings. The user's Babel configuration serves other purposes, and is not read. */
const alone = { configFile: false, babelrc: false, sourceMaps: true, compact: false } as const;

/** Babel keeps what a plugin has prepared as long as the options are the same object. */
type Plugin = [typeof plugin, object];

/** By what reads modules, and by the steps. */
const plugins = new WeakMap<ReadModule, Map<string, Plugin>>();
const readsNothing: ReadModule = () => undefined;

function pluginBy(
  { isSmall = false, keepsTexts = false, attachesCore = false, gradients }: Steps,
  modules: ReadModule | undefined,
): Plugin {
  const options = { isSmall, keepsTexts, attachesCore, gradients, modules };
  if (gradients !== undefined) return [plugin, options];
  const reader = modules ?? readsNothing;
  const known = plugins.get(reader) ?? new Map<string, Plugin>();
  plugins.set(reader, known);
  const key = `${isSmall} ${keepsTexts} ${attachesCore}`;
  const found: Plugin = known.get(key) ?? [plugin, options];
  known.set(key, found);
  return found;
}

/** The kind of file that an ending decides on. */
function sourceTypeOf(filename: string) {
  if (filename.endsWith('.cjs')) return 'commonjs';
  return /\.m[jt]s$/.test(filename) ? 'module' : 'unambiguous';
}

interface Steps {
  readonly translated: boolean;
  /** True if imports and exports become those of CommonJS; `asked`, if the file is meant so. */
  readonly commonjs: boolean | 'asked';
  /** True if the source map that the text names is ignored. Otherwise the new map leads back through it. */
  readonly ignoresMap?: boolean;
  /** True if code is to be small (plugin.ts). */
  readonly isSmall?: boolean;
  /** True if functions keep the texts that were written (plugin.ts). */
  readonly keepsTexts?: boolean;
  /** True if functions say what their core is (plugin.ts). */
  readonly attachesCore?: boolean;
  /** The functions of which derivatives are taken elsewhere, where it is. */
  readonly gradients?: readonly string[] | undefined;
  /** True if another tool follows, which knows syntax that Node does not. */
  readonly isFollowed?: boolean;
  /** True if fields are assigned after the parameters of the constructor, and only if they have a value. */
  readonly assignsFields?: boolean;
  /** The source map of what has removed the types of TypeScript before. */
  readonly mapOfCompiler?: SourceMap;
}

interface Compiled extends Translation {
  readonly isModule: boolean;
}

/** Refuses what Babel's plugin for TypeScript cannot do, and has it do what it does not by itself. */
const ofTypeScript = (
  _: PluginAPI,
  { isFollowed = false, assignsFields = false }: Partial<Steps>,
): PluginObject => ({
  pre({ ast: { program } }) {
    const found = beyondBabel(program, types, assignsFields);
    if (found !== undefined && !(isFollowed && found.isSyntax))
      throw needsCompiler(found.construct, found.line);
    asTypeScript(program, types, assignsFields);
  },
});

/** Runs Babel with the steps that a loader needs. The result also says whether the text was a module. */
export function compile(
  code: string,
  { modules, ...options }: TranslateOptions,
  steps: Steps,
): Compiled {
  // No thread can be given what reads other modules.
  const here: typeof compiled = (text, given, all) => compiled(text, { ...given, modules }, all);
  return onLargeStack('compile', here, code, options, steps);
}

/** The same, on the stack of this thread. */
export function compiled(
  code: string,
  { filename, sourceType, modules }: TranslateOptions,
  steps: Steps,
): Compiled {
  const { translated, ignoresMap = false, mapOfCompiler } = steps;
  const hasTypes = mapOfCompiler === undefined && /\.[cm]?tsx?$/.test(filename);
  const ofFile = sourceType ?? sourceTypeOf(filename);
  const reading = {
    ...alone,
    filename,
    sourceType: ofFile,
    ...(ignoresMap ? { inputSourceMap: false } : {}),
    ...(mapOfCompiler === undefined
      ? {}
      : { inputSourceMap: { file: filename, ...mapOfCompiler } }),
    parserOpts: {
      plugins: [
        'decorators-legacy' as const,
        'decoratorAutoAccessors' as const,
        ...(/\.[jt]sx$/.test(filename) ? ['jsx' as const] : []),
      ],
    },
  };
  const ofTypes = hasTypes ? [typescript] : [];
  const commonjs =
    steps.commonjs === 'asked'
      ? meansCommonjs(code, { ...reading, plugins: ofTypes })
      : steps.commonjs;
  // Babel knows that of CommonJS, and refuses to be told.
  if (commonjs && ofFile !== 'commonjs')
    Object.assign(reading.parserOpts, { allowReturnOutsideFunction: true });
  const result = transformSync(code, {
    ...reading,
    plugins: [
      ...(hasTypes ? [[ofTypeScript, steps] as [typeof ofTypeScript, object]] : []),
      ...(translated ? [pluginBy(steps, modules)] : []),
      ...(hasTypes && !commonjs ? [importsByRequire] : []),
      ...ofTypes,
      ...(commonjs ? [namespaceExports, modulesCommonjs] : []),
    ],
  })!;
  const isModule = !commonjs && result.sourceType === 'module';
  return { code: result.code!, map: result.map as SourceMap, isModule };
}

/**
 * The text of a module whose functions have derivative versions, with a source map. Types are removed; JSX
 * stays.
 *
 * @throws SyntaxError if the text cannot be parsed, with file and line.
 * @throws DeltaTapeError if it is nested too deeply for the stack and no other thread is available.
 * @example
 * translate('export const f = (x: number) => x * x;', { filename: 'f.ts' }).map.sources // ['f.ts']
 */
export function translate(code: string, options: TranslateOptions): Translation {
  insistOnOptions('translate', options, {
    ...{ filename: true, sourceType: true, commonjs: true, modules: true },
  });
  const { commonjs = false } = options;
  const { code: text, map } = compile(code, options, { translated: true, commonjs });
  return { code: text, map };
}
