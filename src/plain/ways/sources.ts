/** What Node is given to run instead of a file, with a source map at its end. */
import { dirname } from 'node:path';
import { compile, type Translation } from '../translate.js';
import { isMapMissing } from './maps.js';
import { packageOf } from './packages.js';
import { isTypeScript, type Treatment } from './treatment.js';

type Format = 'module' | 'commonjs';

export interface Source {
  readonly format: Format;
  readonly source: string;
}

/** How Node loads a file; undefined if that depends on what is in it. */
function formatOf(file: string): Format | undefined {
  if (/\.m[jt]s$/.test(file)) return 'module';
  if (/\.c[jt]s$/.test(file)) return 'commonjs';
  const { type } = packageOf(dirname(file));
  if (type === 'module') return 'module';
  // In TypeScript, imports and exports are also written where they are meant to become CommonJS.
  return type === 'commonjs' && !isTypeScript(file) ? 'commonjs' : undefined;
}

function withMap({ code, map }: Translation): string {
  const text = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${text}\n`;
}

const stepsFor = (file: string, code: string, treatment: Treatment) => ({
  translated: treatment === 'translated',
  ignoresMap: isMapMissing(file, code),
});

/** What to run for a file with this text. */
export function sourceFor(file: string, code: string, treatment: Treatment): Source {
  const format = formatOf(file);
  const commonjs = format === 'commonjs' && isTypeScript(file);
  const sourceType = commonjs ? 'unambiguous' : (format ?? 'unambiguous');
  const result = compile(
    code,
    { filename: file, sourceType },
    { ...stepsFor(file, code, treatment), commonjs },
  );
  return {
    format: format ?? (result.isModule ? 'module' : 'commonjs'),
    source: withMap(result),
  };
}

/** What to run as CommonJS, whatever the file was written as. */
export function commonjsFor(file: string, code: string, treatment: Treatment): string {
  const options = { filename: file, sourceType: 'unambiguous' } as const;
  const steps = stepsFor(file, code, treatment);
  return withMap(compile(code, options, { ...steps, commonjs: true }));
}
