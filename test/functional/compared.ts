/** Gradients of programs by the engine, and comparisons with them. */
import type { Program, Value } from '../../src/functional/index.js';
import { grad, type Real } from '../../src/index.js';
import { overloaded } from './overloaded.js';

export const flat = (value: Value): number[] =>
  typeof value === 'number' ? [value] : (value as readonly Value[]).flatMap(flat);
/** The gradient by the engine. */
export const expected = (program: Program, at: readonly Value[]): number[] => {
  const f = overloaded(program);
  return flat(
    grad((xs: readonly (Real | Real[])[]) => f(xs as never), { onConstant: 'ignore' })(
      at as never,
    ) as never,
  );
};
export const near = (actual: readonly number[], wanted: readonly number[]) => {
  expect(actual.length).toBe(wanted.length);
  const size = Math.max(1, ...wanted.map(Math.abs));
  actual.forEach((x, k) => expect(Math.abs(x - wanted[k])).toBeLessThanOrEqual(1e-9 * size));
};
