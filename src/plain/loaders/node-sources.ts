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
import { assignsFields } from './tsconfig.js';

type Format = 'module' | 'commonjs';

export interface Source {
  readonly format: Format;
  readonly source: string;
}

/** The format as which Node loads a file; undefined if the content of the file decides. */
function formatOf(file: string): Format | undefined {
  if (/\.m[jt]s$/.test(file)) return 'module';
  if (/\.c[jt]s$/.test(file)) return 'commonjs';
  const { type } = packageOf(dirname(file));
  if (type === 'module') return 'module';
  // In TypeScript, imports and exports are also written where they are meant to become CommonJS: its content decides.
  return type === 'commonjs' && !isTypeScript(file) ? 'commonjs' : undefined;
}

type SourceType = Format | 'unambiguous';

type Compiling = typeof import('./compiled-file.js');

const require = createRequire(import.meta.url);
let compiling: Compiling | undefined;

/** Loads the translation, where `sourceFor` may not: hooks on Node 22.15 to 22.22 and 24.0 to 24.11 cannot require ES modules. */
export async function loadTranslation(): Promise<void> {
  compiling = await import('./compiled-file.js');
}

/** True if an error says that the translation has to be loaded. */
export const asksForTranslation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_METHOD_NOT_IMPLEMENTED';

/** The modules that files import, if they are translated. */
const { read: modules } = programModules((file, code) => treatmentOf(file, code) === 'translated');

/** Imports of TypeScript by `require`, which Node gives to CommonJS only. */
const importsByRequire = /^[ \t]*(?:export\s+)?import\s+[\w$]+\s*=\s*require\b/m;
const givesRequire =
  "import { createRequire as $createRequire } from 'node:module'; " +
  'const require = $createRequire(import.meta.url); ';

/** In the place of a source: that it depends on the compiler of the project. */
const BY_COMPILER = 'by a compiler';

/** The source that Node runs for a file, and its format. */
function made(
  file: string,
  code: string,
  treatment: Treatment,
  sourceType: SourceType,
  commonjs: boolean | 'asked',
): Source {
  const translated = treatment === 'translated';
  const around = translated ? textsAround(file, code, modules) : [];
  const assigned = isTypeScript(file) && assignsFields(file);
  const how = [treatment, sourceType, String(commonjs), String(assigned)];
  const key = [file, code, mapBeside(file, code), ...how, ...around];
  const load = () => (compiling ??= require('./compiled-file.js') as Compiling);
  const compiled = (by: 'compileAlone' | 'compileFile'): string => {
    const options = { filename: file, sourceType, ...(translated && { modules }) };
    const ignoresMap = isMapMissing(file, code);
    const steps = { translated, commonjs, keepsTexts: true, attachesCore: true, ignoresMap };
    const result = load()[by](code, options, steps);
    if (!result.isModule) return `commonjs\n${withMap(result)}`;
    return `module\n${importsByRequire.test(code) ? givesRequire : ''}${withMap(result)}`;
  };
  const direct = remembered(key, () => {
    try {
      return compiled('compileAlone');
    } catch (error) {
      if (load().isForCompiler(error)) return BY_COMPILER;
      throw error;
    }
  });
  const text =
    direct === BY_COMPILER
      ? remembered([...key, load().stateOfCompiler(file)], () => compiled('compileFile'))
      : direct;
  const end = text.indexOf('\n');
  return { format: text.slice(0, end) as Format, source: text.slice(end + 1) };
}

/** The source to run for a file with this text. */
export function sourceFor(file: string, code: string, treatment: Treatment): Source {
  const format = formatOf(file);
  const commonjs = isTypeScript(file) && (format === undefined ? 'asked' : format === 'commonjs');
  const sourceType = commonjs === true ? 'unambiguous' : (format ?? 'unambiguous');
  const { format: found, source } = made(file, code, treatment, sourceType, commonjs);
  return { format: format ?? found, source };
}

/** The source to run as CommonJS, whatever the file was written as. */
export const commonjsFor = (file: string, code: string, treatment: Treatment): string =>
  made(file, code, treatment, 'unambiguous', true).source;
