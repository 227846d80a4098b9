/**
 * Functions that compiled code calls as they are, and that could be noticed: whatever compiled code and runs make of a program, it is
 * the same as a run alone makes of it, with the same errors and the same changes, call after call.
 */
import '../../../support/any-runs.js';
import { valueAndGrad } from 'delta-tape';
import { modules, type Module } from '../../../support/linked-modules.js';
import { noticeable } from '../../../support/noticeable-programs.js';
import { answer, at, ready, recorded, withAux, withoutCompiled } from '../../../support/tiers.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';

interface Program extends Module {
  readonly f: (...args: unknown[]) => number;
  readonly args?: () => unknown[];
  readonly options?: object;
  readonly log?: () => unknown;
}

const told = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
};

/** The results of two calls in a row, and the changes after each. */
function story(text: string, call: (program: Program, args: unknown[]) => unknown): unknown[] {
  const program = modules({ program: text })('program') as Program;
  return [1, 2].flatMap(() => {
    const args = program.args?.() ?? [[0.4, 1.3]];
    return [told(() => call(program, args)), program.log?.()];
  });
}

const derivative = ({ f, options = {} }: Program, args: unknown[]): unknown => {
  const { value, gradient } = (valueAndGrad as never as (f: unknown, options: object) => F)(
    f,
    options,
  )(...args);
  return { value, gradient };
};
type F = (...args: unknown[]) => { readonly value: number; readonly gradient: unknown };

const values = (found: readonly unknown[]): unknown[] =>
  found.map((one) => (one instanceof Object && 'value' in one ? one.value : one));

/** Says what is wrong with a story beside that of a run; null if nothing is. */
function complaint(found: readonly unknown[], expected: readonly unknown[]): string | null {
  const numbers = (one: unknown): unknown =>
    JSON.stringify(one, (_, x: unknown) => (typeof x === 'number' ? Number(x.toPrecision(12)) : x));
  if (!Object.is(JSON.stringify(values(found)), JSON.stringify(values(expected))))
    return `${JSON.stringify(values(found))}, not ${JSON.stringify(values(expected))}`;
  return numbers(found) === numbers(expected)
    ? null
    : `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
}

describe('Where a function that does not lower could be noticed, compiled code does what the source does:', () => {
  const before = { ...compiled };
  beforeAll(() => Object.assign(compiled, { answer, at, ready, recorded, withAux }));
  afterAll(() => Object.assign(compiled, before));

  test.each(Object.entries(noticeable))('%s.', (_, text) => {
    const found = story(text, derivative);
    const byRun = withoutCompiled(() => story(text, derivative));
    const source = story(text, ({ f }, args) => ({ value: f(...args) }));
    expect(complaint(found, byRun)).toBeNull();
    expect(JSON.stringify(values(found))).toBe(JSON.stringify(values(source)));
  });

  test('another value, gradient or change would be seen.', () => {
    const right = [{ value: 1, gradient: [2] }, 3];
    expect(complaint(right, [{ value: 1, gradient: [2 + 1e-14] }, 3])).toBeNull();
    expect(complaint(right, [{ value: 1 + 1e-15, gradient: [2] }, 3])).toContain('not');
    expect(complaint(right, [{ value: 1, gradient: [2.1] }, 3])).toContain('not');
    expect(complaint(right, [{ value: 1, gradient: [2] }, 4])).toContain('not');
  });
});
