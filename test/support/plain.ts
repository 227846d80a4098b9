/** Modules in plain TypeScript, given as text, translated and run. */
import { createRequire } from 'node:module';
import * as library from 'delta-tape';
import * as runtime from 'delta-tape/runtime';
import * as solve from 'delta-tape/solve';
import { translate } from '../../src/plain/translate.js';

/** What a module exports. What it needs beside delta-tape is looked for from here. */
export function load<T = Record<string, never>>(source: string, filename = 'program.cts'): T {
  const { code } = translate(source, { filename });
  const module = { exports: {} };
  const own: Readonly<Record<string, unknown>> = {
    'delta-tape': library,
    'delta-tape/runtime': runtime,
    'delta-tape/solve': solve,
  };
  const others = createRequire(__filename);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const evaluate = new Function('module', 'exports', 'require', code) as (
    ...args: unknown[]
  ) => void;
  evaluate(
    module,
    module.exports,
    (name: string): unknown => own[name] ?? (others(name) as unknown),
  );
  return module.exports as T;
}

/** The value of an expression in plain TypeScript, such as a function. */
export const evaluate = <T>(expression: string): T =>
  load<{ value: T }>(`exports.value = ${expression};`).value;
