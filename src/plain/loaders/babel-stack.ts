/**
 * What becomes of files that are nested too deeply for a run of Babel which is not ours: nobody can give it a
 * larger stack, and Babel itself says no more than that the stack is full.
 */
import type { PluginAPI, PluginObject } from '@babel/core';
import { isStackOverflow } from '../large-stack.js';
import { tooDeepForBabel } from '../errors.js';
import { isDeeperThan } from '../front/syntax.js';

/** Does a part of the run; where the stack does not suffice, the error says what to do. */
export function explainOverflow<T>(file: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isStackOverflow(error) ? tooDeepForBabel(file) : error;
  }
}

const bare = { configFile: false, babelrc: false, cloneInputAst: false } as const;

/** From this depth on it is worth a try whether Babel can do with a file. */
const DEEP = 300;

type Override = NonNullable<PluginObject['parserOverride']>;

/**
 * Parts of a plugin: files are parsed as usual, and deep ones gone through once before any plugin is. Babel
 * lets only one plugin parse, and if there is another, this one leaves it alone.
 */
export function watchingStack(api: PluginAPI): PluginObject {
  let isOnly = true;
  let file: string | undefined;
  const parserOverride: Override = (code, options, parse) => {
    if (!isOnly) return undefined as never;
    return explainOverflow(file, () => {
      const parsed = parse(code, options);
      if (isDeeperThan(api.types, [parsed], DEEP)) api.transformFromAstSync(parsed, code, bare);
      return parsed;
    });
  };
  return {
    manipulateOptions({ filename, plugins, presets }) {
      file = filename ?? undefined;
      const passes = [{ plugins }, ...presets] as { readonly plugins: readonly PluginObject[] }[];
      isOnly = !passes
        .flatMap((pass) => pass.plugins)
        .some(({ parserOverride: other }) => other !== undefined && other !== parserOverride);
    },
    parserOverride,
  };
}
