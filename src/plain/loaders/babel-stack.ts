/**
 * Explains the overflow of the stack in a run of Babel that a user starts. Nobody can give this run a larger
 * stack, and Babel's own error says only that the stack is full.
 */
import type { PluginAPI, PluginObject } from '@babel/core';
import { isStackOverflow } from '../large-stack.js';
import { tooDeepForBabel } from '../errors.js';
import { isDeeperThan } from '../front/syntax.js';

/** Does a part of the run. If the stack does not suffice, the error says what to do. */
export function explainOverflow<T>(file: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isStackOverflow(error) ? tooDeepForBabel(file) : error;
  }
}

const bare = { configFile: false, babelrc: false, cloneInputAst: false } as const;

/** From this depth on a file is tried, to see whether Babel can process it. */
const DEEP = 300;

type Override = NonNullable<PluginObject['parserOverride']>;

/**
 * Parts of a plugin: files are parsed as usual, and a deep file is gone through once before any plugin is. Babel
 * allows one plugin to parse; if there is another, this plugin does not parse.
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
