/** Functional operators with translated functions: their loops are compiled, and give what recorded ones give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { add, grad, mul, sin, type Real } from 'delta-tape';
import { plain } from 'delta-tape/plain';
import { compiled } from '../../../src/plain/runtime/compiled/lowered.js';
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
