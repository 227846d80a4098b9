/** Modules that import each other, and whether compiled code answers for what they export. */
import { grad } from 'delta-tape';
import { compile } from '../../src/plain/translate.js';
import { run } from './plain.js';
import { answer, withoutCompiled } from './tiers.js';

export type Module = Record<string, unknown>;
export type F = (...args: unknown[]) => number;

const steps = { translated: true, commonjs: true, attachesCore: true };

type Texts = Readonly<Record<string, string>>;

/** Modules, by their names; other modules are given as they are. */
export function modules(texts: Texts, others: Record<string, Module> = {}) {
  const made: Record<string, Module> = { ...others };
  const get = (name: string): Module => {
    const key = name.replace('./', '');
    made[key] ??= run<Module>(compile(texts[key], { filename: `${key}.ts` }, steps).code, get);
    return made[key];
  };
  return get;
}

/** True if compiled code answers; a run gives the same answer. */
export function answers(f: F, args: unknown[], wrt: number | number[] = 0): boolean {
  const found = answer(f, args, wrt);
  const gradient = () => (grad(f, { wrt: wrt as 0 }) as F)(...args);
  const expected = [withoutCompiled(gradient)].flat(2) as unknown as (number | Float64Array)[];
  const flat = expected.flatMap((part) => (typeof part === 'number' ? [part] : [...part]));
  if (found === null) return false;
  expect([...found.cotangents]).toHaveLength(flat.length);
  flat.forEach((slope, k) => {
    if (!Object.is(found.cotangents[k], slope)) expect(found.cotangents[k]).toBeCloseTo(slope, 10);
  });
  return true;
}
