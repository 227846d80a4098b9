/**
 * The source that Node runs in the place of a file, with a source map at its end. It comes from the cache, and
 * Babel is loaded for the first file that is not there.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { remembered } from './cache.js';
import { isMapMissing, mapBeside, withMap } from './source-maps.js';
import { packageOf } from './packages.js';
import { programModules, textsAround } from './program-modules.js';
import { isTypeScript, treatmentOf, type Treatment } from './treatment.js';

type Format = 'module' | 'commonjs';

export interface Source {
  readonly format: Format;
  readonly source: string;
}

/** How Node loads a file; undefined if the content of the file decides. */
function formatOf(file: string): Format | undefined {
  if (/\.m[jt]s$/.test(file)) return 'module';
  if (/\.c[jt]s$/.test(file)) return 'commonjs';
  const { type } = packageOf(dirname(file));
  if (type === 'module') return 'module';
  // In TypeScript, imports and exports are also written where they are meant to become CommonJS.
  return type === 'commonjs' && !isTypeScript(file) ? 'commonjs' : undefined;
}

/** The error for a file that cannot be parsed, without the parser's own lines, which Node would show. */
function complaint(error: unknown): unknown {
  const isOfFile = error instanceof Error && 'code' in error && error.code === 'BABEL_PARSE_ERROR';
  return isOfFile ? new SyntaxError(error.message) : error;
}

type SourceType = Format | 'unambiguous';

type Translation = typeof import('../translate.js');

const require = createRequire(import.meta.url);
let translation: Translation | undefined;

/** Loads the translation, where `sourceFor` may not: hooks on Node 22.15 to 22.22 and 24.0 to 24.11 cannot require ES modules. */
export async function loadTranslation(): Promise<void> {
  translation = await import('../translate.js');
}

/** Whether an error says that the translation has to be loaded. */
export const asksForTranslation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_METHOD_NOT_IMPLEMENTED';

/** The modules that files import, if they are translated. */
const { read: modules } = programModules((file, code) => treatmentOf(file, code) === 'translated');

/** The source that Node runs for a file, and its format. */
function made(
  file: string,
  code: string,
  treatment: Treatment,
  sourceType: SourceType,
  commonjs: boolean,
): Source {
  const translates = treatment === 'translated';
  const around = translates ? textsAround(file, code, modules) : [];
  const how = [treatment, sourceType, String(commonjs)];
  const key = [file, code, mapBeside(file, code), ...how, ...around];
  const text = remembered(key, () => {
    const { compile } = (translation ??= require('../translate.js') as Translation);
    const translated = treatment === 'translated';
    const steps = { translated, commonjs, ignoresMap: isMapMissing(file, code) };
    let result: ReturnType<typeof compile>;
    try {
      const options = { filename: file, sourceType, ...(translates && { modules }) };
      result = compile(code, options, steps);
    } catch (error) {
      throw complaint(error);
    }
    return `${result.isModule ? 'module' : 'commonjs'}\n${withMap(result)}`;
  });
  const end = text.indexOf('\n');
  return { format: text.slice(0, end) as Format, source: text.slice(end + 1) };
}

/** The source to run for a file with this text. */
export function sourceFor(file: string, code: string, treatment: Treatment): Source {
  const format = formatOf(file);
  const commonjs = format === 'commonjs' && isTypeScript(file);
  const sourceType = commonjs ? 'unambiguous' : (format ?? 'unambiguous');
  const { format: found, source } = made(file, code, treatment, sourceType, commonjs);
  return { format: format ?? found, source };
}

/** The source to run as CommonJS, whatever the file was written as. */
export const commonjsFor = (file: string, code: string, treatment: Treatment): string =>
  made(file, code, treatment, 'unambiguous', true).source;
