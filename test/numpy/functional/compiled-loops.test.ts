/** Functional operators with translated functions: their loops are compiled, and give what recorded ones give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { add, grad, mul, sin, vjp, type Real } from 'delta-tape';
import * as numpy from 'delta-tape/numpy';
import { plain } from 'delta-tape/plain';
import { compiled } from '../../../src/plain/runtime/compiled/lowered.js';
import { modules, type F, type Module } from '../../support/linked-modules.js';
import { loopForms } from '../../support/loop-sources.js';
import { P, array, flat, gradOf, hvpOf, sum, type Array_ } from '../support.js';

type Item = (...xs: never[]) => unknown;
const np = P as unknown as Record<string, (...args: unknown[]) => unknown>;

test('The forms of loops are those that the translator makes of their sources.', () => {
  const path = join(__dirname, '../../../src/plain/runtime/compiled/loop-forms.ts');
  const texts = (module: string) => [...module.matchAll(/'(\[\[.*)',/g)].map(([, text]) => text);
  expect(texts(readFileSync(path, 'utf8'))).toEqual(texts(loopForms()));
  expect(texts(loopForms())).toHaveLength(10);
});

/** A step as translated code, and in operators of the library. */
const step = plain((x: number, y: number) => Math.sin(x) * y + x);
const stepInOperators = (x: Real, y: Real): Real => add(mul(sin(x), y), x);
const placed = plain((x: number, y: number, k: number) => x + y * Math.sin(y) * k);
const placedInOperators = (x: Real, y: Real, k: number): Real => add(x, mul(mul(y, sin(y)), k));
const product2 = plain((x: number, y: number) => x * y);
const square = plain((x: number) => x * x * 3);
const squareInOperators = (x: Real): Real => mul(mul(x, x), 3);

const answers = (): { readonly calls: () => number } => {
  let found = 0;
  const { at } = compiled;
  jest.spyOn(compiled, 'at').mockImplementation((...args) => {
    const answer = at(...args);
    if (answer !== null) found++;
    return answer;
  });
  return { calls: () => found };
};
afterEach(() => jest.restoreAllMocks());

const a = array([0.3, -0.2, 0.7, 1.1]);
const b = array([0.5, 0.9, -1.2, 0.1]);

describe('A translated function', () => {
  test.each<[string, (f: Item, g: Item) => (x: Array_) => unknown, Item, Item]>([
    ['map', (f) => (x) => sum(np.map(f, x) as Array_), square, squareInOperators],
    ['map2', (f) => (x) => sum(np.map2(f, x, b) as Array_), step, stepInOperators],
    ['map2 with places', (f) => (x) => sum(np.map2(f, b, x) as Array_), placed, placedInOperators],
    ['fold', (f) => (x) => np.fold(f, 0.4, x), step, stepInOperators],
    ['fold with places', (f) => (x) => np.fold(f, 0.4, x), placed, placedInOperators],
    ['reduce', (f) => (x) => np.reduce(f, 0, x), step, stepInOperators],
    ['fold from a start', (f) => (x) => np.fold(f, sum(x), x), step, stepInOperators],
    ['scanl', (f) => (x) => sum(np.scanl(f, 0.4, x) as Array_), step, stepInOperators],
    ['scanr', (f) => (x) => sum(np.scanr(f, sum(x), x) as Array_), step, stepInOperators],
    [
      'scanr with places',
      (f) => (x) => sum(np.scanr(f, 1, x) as Array_),
      placed,
      placedInOperators,
    ],
  ])('of %s is compiled with its loop.', (_, program, translated, inOperators) => {
    const wanted = flat(gradOf(program(inOperators, inOperators) as never)(a));
    const counted = answers();
    const found = flat(gradOf(program(translated, translated) as never)(a));
    expect(counted.calls()).toBeGreaterThan(0);
    found.forEach((x, k) => expect(x).toBeCloseTo(wanted[k], 12));
    expect(flat(gradOf(program(translated, translated) as never)(a))).toEqual(found);
  });

  test('of arrays without elements gives empty gradients.', () => {
    expect(flat(gradOf((x: Array_) => np.fold(step, 0.4, x) as Real)(array([])))).toEqual([]);
  });

  test('is recorded where rows, float32, captured duals or second derivatives need it.', () => {
    const counted = answers();
    const captured = (x: Real) => {
      const f = plain((y: number) => (x as number) * y, { scope: { x } });
      return sum(np.map(f, a) as Array_);
    };
    expect(grad(captured)(2)).toBeCloseTo(1.9, 12);
    const second = hvpOf((x: Array_) => np.fold(step, 0.4, x) as Real)(a, b);
    const wanted = hvpOf((x: Array_) => np.fold(stepInOperators, 0.4, x) as Real)(a, b);
    flat(second).forEach((x, k) => expect(x).toBeCloseTo(flat(wanted)[k], 10));
    const rows = array([
      [1, 2],
      [3, 4],
    ]);
    const ofRows = (f: (s: Real, row: Array_) => Real) => (x: Array_) => np.fold(f, 0, x) as Real;
    const addRow = (s: Real, row: Array_): Real => add(s, sum(row));
    expect(flat(gradOf(ofRows(addRow))(rows))).toEqual([1, 1, 1, 1]);
    expect(counted.calls()).toBe(0);
  });
});

/** The functions of a module with operators of arrays. */
const load = (text: string): Record<string, F> =>
  modules(
    {
      program: `import { grad } from 'delta-tape';\nimport * as np from 'delta-tape/numpy';\n${text}`,
    },
    { 'delta-tape/numpy': numpy as unknown as Module },
  )('program') as Record<string, F>;

describe('A function inside of what is differentiated', () => {
  const { product, scaled, mixed, layered, weighted, ws } = load(`
    export const product = (xs) => np.reduce((a, b) => a * b, 1, xs);
    export const scaled = (xs, w) => np.sum(np.map((x) => w * x * x, xs));
    export const mixed = (xs) => {
      let s = np.sum(np.map((x) => 2 * x * x, xs));
      for (const w of [3, 5]) s = s + np.sum(np.map((x) => w * x * x, xs));
      return s;
    };
    export const layered = (xs) => {
      const step = (a, b) => Math.sin(a) * b + a;
      return np.fold(step, 0.4, np.map2((x, y) => x * y, xs, xs));
    };
    export const ws = new Float64Array([1, 2, 3, 4]);
    export const weighted = (xs) => np.sum(np.map((x, k) => ws[k] * x * x, xs));
  `);

  test('is compiled with its loop, once for all functions of its text.', () => {
    const counted = answers();
    const g = gradOf(product as never);
    for (let call = 1; call <= 60; call++) {
      flat(g(a)).forEach((x, k) => expect(x).toBeCloseTo([-0.154, 0.231, -0.066, -0.042][k], 12));
      expect(counted.calls()).toBe(call);
    }
  });

  test('is compiled where it captures numbers, each with its own.', () => {
    const counted = answers();
    for (let call = 1; call <= 60; call++) {
      const found = flat(gradOf((xs: Array_) => scaled(xs, call) as Real)(a));
      flat(a).forEach((x, k) => expect(found[k]).toBeCloseTo(2 * call * x, 12));
      expect(counted.calls()).toBe(call);
    }
    expect(flat(gradOf(mixed as never)(a))).toEqual(
      flat(a).map((x): unknown => expect.closeTo(20 * x, 12)),
    );
    expect(counted.calls()).toBe(63);
  });

  test('of a variable of the function around it is compiled, after another operator.', () => {
    const counted = answers();
    const wanted = gradOf(
      (x: Array_) =>
        np.fold(
          (s: Real, y: Real) => add(mul(sin(s), y), s),
          0.4,
          np.map2((y: Real, z: Real) => mul(y, z), x, x),
        ) as Real,
    )(a);
    flat(gradOf(layered as never)(a)).forEach((x, k) => expect(x).toBeCloseTo(flat(wanted)[k], 12));
    expect(counted.calls()).toBe(2);
  });

  test('keeps the captured array that was there, though it is written before the sweep.', () => {
    const counted = answers();
    const found = flat(
      gradOf((x: Array_) => {
        const y = weighted(x as never) as Real;
        (ws as unknown as Float64Array).fill(0);
        return y;
      })(a),
    );
    flat(a).forEach((x, k) => expect(found[k]).toBeCloseTo(2 * (k + 1) * x, 12));
    expect(counted.calls()).toBe(1);
  });

  test('reads plain arrays as they were, though others write into them before the sweep.', () => {
    const counted = answers();
    const b = array([2, 3, 4, 5]);
    const found = gradOf((x: Array_) => {
      const y = sum(np.map2(step, b, x) as Array_);
      (b as unknown as { storage: { data: Float64Array } }).storage.data.fill(0);
      return y;
    })(a);
    flat(found).forEach((x, k) => expect(x).toBeCloseTo(Math.sin(k + 2), 12));
    expect(counted.calls()).toBe(1);
  });

  test('is recorded where it captures a dual.', () => {
    const counted = answers();
    const byWeight = (w: Real) => scaled(a as never, w as never) as Real;
    expect(grad(byWeight)(2)).toBeCloseTo(1.83, 12);
    expect(counted.calls()).toBe(0);
  });

  test('has a pullback that may be called again, for other cotangents, zeros and what is not a number.', () => {
    const at = vjp as unknown as (f: unknown) => (x: Array_) => {
      readonly value: Array_;
      readonly pullback: (c: Array_) => Array_;
    };
    const { value, pullback: pull } = at((xs: Array_) => np.scanl(product2, 1, xs))(a);
    expect(flat(value)).toHaveLength(5);
    const first = flat(pull(array([0, 1, 0, 0, 2])));
    expect(flat(pull(array([0, 0, 0, 0, 1])))).toEqual(
      [-0.154, 0.231, -0.066, -0.042].map((x): unknown => expect.closeTo(x, 12)),
    );
    expect(flat(pull(array([0, 1, 0, 0, 2])))).toEqual(first);
    expect(flat(pull(array([0, 0, 0, 0, 0])))).toEqual([0, 0, 0, 0]);
    expect(flat(pull(array([0, NaN, 0, 0, 0])))[0]).toBeNaN();
  });
});
