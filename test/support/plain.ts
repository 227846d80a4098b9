/** Modules in plain TypeScript, given as text or as files, translated and run. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import * as library from 'delta-tape';
import * as runtime from 'delta-tape/runtime';
import * as solve from 'delta-tape/solve';
import { compile } from '../../src/plain/translate.js';
import './tiers.js';

const own: Readonly<Record<string, unknown>> = {
  'delta-tape': library,
  'delta-tape/runtime': runtime,
  'delta-tape/solve': solve,
};

/** The exports of a translated module. What it needs beside delta-tape is looked for from here. */
export function run<T>(
  code: string,
  others: (name: string) => unknown = createRequire(__filename),
): T {
  const module = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const evaluate = new Function('module', 'exports', 'require', code) as (
    ...args: unknown[]
  ) => void;
  evaluate(module, module.exports, (name: string): unknown => own[name] ?? others(name));
  return module.exports as T;
}

const steps = (commonjs: boolean) => ({ translated: true, commonjs, attachesCore: true });

/** The exports of a module. */
export const load = <T = Record<string, never>>(source: string, filename = 'program.cts'): T =>
  run<T>(compile(source, { filename }, steps(false)).code);

/**
 * The exports of a file of TypeScript, translated together with the files that it imports; packages are
 * not.
 */
export function loadFile<T>(filename: string): T {
  const { code } = compile(readFileSync(filename, 'utf8'), { filename }, steps(true));
  const fromHere = createRequire(__filename) as (name: string) => unknown;
  const fileOf = (name: string) => resolve(dirname(filename), name.replace(/\.js$/, '.ts'));
  return run<T>(code, (name) => (name.startsWith('.') ? loadFile(fileOf(name)) : fromHere(name)));
}

/** The value of an expression in plain TypeScript, such as a function. */
export const evaluate = <T>(expression: string): T =>
  load<{ value: T }>(`exports.value = ${expression};`).value;
