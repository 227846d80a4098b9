/**
 * Compiles a file for all loaders. Where Babel cannot read TypeScript as TypeScript does, a compiler of the project
 * removes the types first.
 */
import { DeltaTapeError } from '../../errors/errors.js';
import { compile, type TranslateOptions } from '../translate.js';
import { withoutTypes } from './compilers.js';
import { isTypeScript } from './treatment.js';
import { assignsFields } from './tsconfig.js';

export { stateOfCompiler } from './compilers.js';

type Steps = Parameters<typeof compile>[2];
type Compiled = ReturnType<typeof compile>;

/** The codes of errors after which a compiler may be able to read the file. */
const forCompiler = ['needs-compiler', 'BABEL_PARSE_ERROR', 'BABEL_TRANSFORM_ERROR'];

export const isForCompiler = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && forCompiler.includes(error.code as string);

/** Compiles a file by Babel alone. */
export function compileAlone(code: string, options: TranslateOptions, steps: Steps): Compiled {
  const { filename } = options;
  const assigned = isTypeScript(filename) && assignsFields(filename);
  return compile(code, options, { ...steps, assignsFields: assigned });
}

/**
 * @throws DeltaTapeError if the file needs a compiler, and the project has none.
 * @throws SyntaxError if the file cannot be read.
 */
export function compileFile(code: string, options: TranslateOptions, steps: Steps): Compiled {
  try {
    return compileAlone(code, options, steps);
  } catch (error) {
    if (!isForCompiler(error)) throw error;
    const { filename } = options;
    const made = isTypeScript(filename) ? withoutTypes(filename, code) : undefined;
    if (made === undefined) throw withoutStack(error);
    return compile(made.code, options, { ...steps, mapOfCompiler: made.map });
  }
}

/** The error of a file, which names the place there. The lines of the library would say nothing about it. */
function withoutStack(error: Error): Error {
  const told = error instanceof DeltaTapeError ? error : new SyntaxError(error.message);
  told.stack = `${told.name}: ${told.message}`;
  return told;
}
