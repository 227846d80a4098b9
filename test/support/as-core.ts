/** Programs of TypeScript as JavaScript, and as core that is interpreted. */
import type { types as t } from '../../src/plain/front/syntax.js';
import type { Fn } from '../../src/plain/core/core.js';
import { programOf } from '../../src/plain/core/desugar.js';
import { Packing, unpacking } from '../../src/plain/core/packed-core.js';
import { parseSync, transformSync, typescript } from '../../src/vendor/babel.js';
import { functionFrom } from './interpret-core.js';

const settings = {
  configFile: false,
  babelrc: false,
  filename: 'program.cts',
  sourceType: 'script',
  parserOpts: { plugins: ['typescript'] as 'typescript'[], allowReturnOutsideFunction: true },
} as const;

/** A program without its types. */
export const withoutTypes = (text: string): string =>
  transformSync(text, {
    ...settings,
    plugins: [[typescript, { onlyRemoveTypeImports: true }]],
    retainLines: true,
  })!.code!;

/** A program of sloppy or strict code as core, which is packed and read again. */
export function coreOf(text: string, params: readonly string[]): Fn {
  const { program } = parseSync(text, settings) as t.File;
  const packing = new Packing();
  const packed = packing.packed(programOf(program, params));
  return unpacking(packing.head)(packed);
}

type Program = (...args: unknown[]) => unknown;

/** The program as JavaScript runs it, and as its core is interpreted. */
export const bothOf = (
  text: string,
  params: readonly string[] = [],
): readonly [Program, Program] => [
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  new Function(...params, withoutTypes(text)) as Program,
  functionFrom(coreOf(text, params)) as Program,
];
