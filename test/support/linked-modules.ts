/** Modules that import each other, and whether compiled code answers for what they export. */
import { grad } from 'delta-tape';
import { compile } from '../../src/plain/translate.js';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { run } from './plain.js';
import { withoutCompiled } from './tiers.js';

export type Module = Record<string, unknown>;
export type F = (...args: unknown[]) => number;

const steps = { translated: true, commonjs: true, attachesCore: true };

type Texts = Readonly<Record<string, string>>;

/**
 * Modules, by their names; other modules are given as they are.
 *
 * @param read the texts that each module finds around it, if it is to find any
 */
export function modules(texts: Texts, others: Record<string, Module> = {}, read?: Texts) {
  const made: Record<string, Module> = { ...others };
  const found = read && readIn(read);
  const get = (name: string): Module => {
    const key = name.replace('./', '');
    const options = { filename: `${key}.ts`, ...(found && { modules: found }) };
    made[key] ??= run<Module>(compile(texts[key], options, steps).code, get);
    return made[key];
  };
  return get;
}

/** Modules that are lowered together. */
export const joinedModules = (texts: Texts, others: Record<string, Module> = {}) =>
  modules(texts, others, texts);

/** A reader of texts as modules. */
export const readIn = (texts: Texts) => (source: string) => {
  const key = source.replace('./', '');
  return Object.hasOwn(texts, key) ? { text: texts[key], filename: `${key}.ts` } : undefined;
};

/** True if compiled code answers; a run gives the same answer. */
export function answers(f: F, args: unknown[], wrt: number | number[] = 0): boolean {
  const found = compiled.answer(f, args, wrt);
  const gradient = () => (grad(f, { wrt: wrt as 0 }) as F)(...args);
  const expected = [withoutCompiled(gradient)].flat(2) as unknown as (number | Float64Array)[];
  const flat = expected.flatMap((part) => (typeof part === 'number' ? [part] : [...part]));
  if (found === null) return false;
  expect([...found.cotangents]).toHaveLength(flat.length);
  flat.forEach((slope, k) => expect(found.cotangents[k]).toBeCloseTo(slope, 10));
  return true;
}
