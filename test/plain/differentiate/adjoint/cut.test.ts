/** A pullback in two gives what it gives whole, for any number of cotangents. */
import fc from 'fast-check';
import { cut, type Cut } from '../../../../src/plain/differentiate/adjoint/cut.js';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import type { Func } from '../../../../src/plain/ir/ir.js';
import { wayThereOf } from '../../../../src/plain/runtime/compiled/answers/two-ways.js';
import { arrayPrograms, type ArrayProgram } from '../../../support/array-programs.js';
import {
  adjoint,
  compiled,
  emit,
  funcOf,
  improved,
  loweredText,
  partials,
  verify,
} from '../../../support/numeric.js';
import { sampled } from '../../../support/sample.js';

/** A pullback by the first arguments, which gives the results, too. */
function pullbackOf(f: Func, inputs: number): Func {
  const options = { partials, asksForZeros: false, isSeeded: true };
  const made = adjoint(f, f.region.params.slice(0, inputs), options);
  if (made.tag === 'refused') throw new Error(made.why);
  const { region } = made.func;
  return improved({
    ...made.func,
    region: { ...region, yields: [...region.yields, ...f.region.yields] },
  });
}

const cutOf = (f: Func, inputs: number): Cut | null =>
  cut(pullbackOf(f, inputs), f.region.params.length, f.region.yields.length);

const halves = (text: string) => {
  const f = improved(funcOf(text));
  const made = cutOf(f, 1);
  if (made === null) return null;
  expect(verify(made.func)).toEqual([]);
  const [there, back] = [made.there, made.back].map(
    (name) => emit(made.func).code.split(`function ${emit(made.func).part(name).name}(`)[1],
  );
  return { f, made, there: there.split('\nfunction')[0], back: back.split('\nfunction')[0] };
};

describe('The way back', () => {
  test('computes no function again.', () => {
    const { there, back } = halves(`function f(x: Float64Array) {
      let p = 1;
      for (let i = 0; i < x.length; i++) p *= Math.exp(x[i]) + Math.sin(x[i]);
      return p;
    }`)!;
    expect(there).toMatch(/Math\.exp/);
    expect(back).not.toMatch(/Math\.exp|Math\.sin/);
  });

  test('is given copies of the arrays that it writes, and no other ones.', () => {
    const { made } = halves(`function f(x: Float64Array) {
      const a = Float64Array.from(x), b = Float64Array.from(x);
      for (let i = 1; i < a.length; i++) a[i] *= Math.sin(a[i - 1]) * b[i];
      return a;
    }`)!;
    expect(made.written).toContain(true);
    expect(made.written).toContain(false);
  });

  test('is not apart where steps are taken back at once.', () => {
    const text = `function f(x: Float64Array) {
      let s = 0;
      for (let i = 0; i < x.length; i++) s += Math.exp(x[i]);
      return s;
    }`;
    expect(halves(text)).toBeNull();
  });

  test('has copies of arrays that were kept, if these are long.', () => {
    const { f, made } = halves(`function f(x: Float64Array) {
      let y = x.slice();
      for (let s = 0; s < 3; s++) {
        const z = new Float64Array(y.length);
        for (let i = 0; i < y.length; i++) z[i] = y[i] * Math.sin(y[i]);
        y = y[0] < 9 ? z : y;
      }
      return y;
    }`)!;
    const wayThere = wayThereOf(made, 1);
    const at = (length: number) => wayThere([new Float64Array(length).fill(0.7)]);
    expect(at(2).back).toBeNull();
    const { results, back } = at(40);
    expect(results).toEqual([compiled(f)(new Float64Array(40).fill(0.7))]);
    const pull = () => {
      const gradient = new Float64Array(40);
      back!([gradient, new Float64Array(40).fill(1)]);
      return gradient;
    };
    expect(pull()).toEqual(pull());
    expect(pull()[3]).not.toBe(0);
  });
});

const argsOf = ({ args: [x, y, xs, ys] }: ArrayProgram): unknown[] => [
  x,
  y,
  Float64Array.from(xs),
  Float64Array.from(ys),
  3,
];

/** Compares both; `change` spoils what is cut. Null where nothing is compared. */
function complaint(program: ArrayProgram, change = (made: Cut): Cut => made): string | null {
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return null;
  const f = improved(lowered.func);
  const made = cutOf(f, 4);
  if (made === null) return null;
  const [wrong] = verify(made.func);
  if (wrong !== undefined) return wrong;
  const shadows = () => [new Float64Array(4), new Float64Array(4)];
  try {
    const { results, back } = wayThereOf(change(made), f.region.yields.length)(argsOf(program));
    for (const seed of [1, -2.5, 1]) {
      const [one, other] = [shadows(), shadows()];
      const all = compiled(pullbackOf(f, 4))(...argsOf(program), ...one, seed) as number[];
      const found = back?.([...other, seed]);
      if (found === undefined) return null;
      const texts = [
        [...all, ...one.flatMap((s) => [...s])],
        [...found, ...results, ...other.flatMap((s) => [...s])],
      ].map(String);
      if (texts[0] !== texts[1]) return `${texts[0]}, but in two ${texts[1]}`;
    }
  } catch (error) {
    if (error instanceof OutsideOfTier) return null;
    throw error;
  }
  return null;
}

test('Random functions have the same pullback in two, to the last bit.', () => {
  fc.assert(
    fc.property(arrayPrograms, (program) => {
      expect(complaint(program)).toBeNull();
    }),
    { numRuns: sampled(15), endOnFailure: true },
  );
});

test('The comparison notices arrays that are not copied.', () => {
  const spoilt = (made: Cut): Cut => ({ ...made, written: made.written.map(() => false) });
  const programs = fc.sample(arrayPrograms, { seed: 3, numRuns: 40 });
  expect(programs.some((program) => complaint(program, spoilt) !== null)).toBe(true);
});
