/** Arrays that have methods of their own: a run calls these, so it answers. */
import { valueAndGrad } from 'delta-tape';
import {
  ownMethods,
  questionsFor,
} from '../../../../../src/plain/runtime/compiled/entry/own-methods.js';
import { load } from '../../../../support/plain.js';
import { answer, withoutCompiled } from '../../../../support/tiers.js';

type F = (x: unknown, ...more: unknown[]) => number;
const { mapped, paired, chained, folded, joined, looped, rows, typed, objects, captured, data } =
  load<Record<string, F> & { data: number[] }>(`
exports.mapped = mapped; exports.paired = paired; exports.chained = chained; exports.folded = folded; exports.joined = joined; exports.looped = looped; exports.rows = rows;
exports.typed = typed; exports.objects = objects; exports.captured = captured;
const data = [1, 2, 3]; exports.data = data;
function paired(x: number[]): number { let s = 0; for (const [i, v] of x.entries()) s += i * v * v; return s; }
function chained(x: number[]): number { return Math.max(...x.slice().sort((a, b) => a - b)) * (x?.at(-1) ?? 1) * x.length; }
function mapped(x: number[]): number { return x.map((v) => v * v).reduce((a, b) => a + b, 0); }
function folded(x: number[]): number { return x.reduce((s, v) => s + v * v, 0); }
function joined(x: number[]): number { let s = 0; for (const v of [1].concat(x)) s += v * v; return s; }
function looped(x: number[]): number { let s = 0; for (const v of x) s += v * v; return s; }
function rows(x: number[][]): number { return x.reduce((s, row) => s + row.reduce((t, v) => t + v * v, 0), 0); }
function typed(x: Float64Array): number { return x.map((v) => v * v).reduce((a, b) => a + b, 0); }
function objects(x: { v: number }[]): number { return x.reduce((s, o) => s + o.v * o.v, 0); }
function captured(x: number): number { return data.reduce((s, v) => s + v * x, 0); }
`);

const gradient = (f: F) =>
  valueAndGrad(f as (x: number[]) => number) as (x: unknown) => { gradient: unknown };

const own = <T extends object>(of: T, name: PropertyKey, value: unknown): T =>
  Object.defineProperty(of, name, { value, configurable: true });

const twice = function (this: number[], f: (v: number) => number) {
  return Array.from(this, (v) => 2 * f(v));
};
const none = () => 7;

test.each([
  ['map of a list', mapped, () => own([1, 2], 'map', twice)],
  ['entries of a list', paired, () => own([1, 2], 'entries', () => [[3, 4]])],
  ['slice of a list', chained, () => own([1, 2], 'slice', () => [9])],
  ['at of a list, in a chain', chained, () => own([1, 2], 'at', none)],
  ['reduce of a list', folded, () => own([1, 2], 'reduce', none)],
  [
    'the class of what methods make',
    mapped,
    () => own([1, 2], 'constructor', { [Symbol.species]: Float32Array }),
  ],
  ['what concat takes apart', joined, () => own([1, 2], Symbol.isConcatSpreadable, false)],
  ['reduce of a row', rows, () => [[1, 2], own([3], 'reduce', none)]],
  [
    'map of a typed array',
    typed,
    () => own(Float64Array.of(1, 2), 'map', (f: (v: number) => number) => Float64Array.of(f(9))),
  ],
  ['reduce of a list of objects', objects, () => own([{ v: 1 }], 'reduce', none)],
] as const)('Code does not answer for %s that is its own.', (_, f, make) => {
  for (let k = 0; k < 20; k++) {
    const x = make();
    expect(answer(f, [x], 0)).toBeNull();
  }
  const outcome = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return String(error);
    }
  };
  expect(outcome(() => gradient(f)(make()))).toEqual(
    outcome(() => withoutCompiled(() => gradient(f)(make()))),
  );
});

test('Code that answers usual lists leaves one that has its own method, also when it is called often.', () => {
  for (let k = 0; k < 300; k++) expect(gradient(folded)([1, 2]).gradient).toEqual([2, 4]);
  expect(answer(folded, [own([1, 2], 'reduce', none)], 0)).toBeNull();
  expect(answer(folded, [[1, 2]], 0)).not.toBeNull();
});

test('Methods that a function does not call may be anything.', () => {
  expect(answer(looped, [own([1, 2], 'map', none)], 0)?.value).toBe(5);
});

test('A list of the module may get its own method between calls.', () => {
  expect(answer(captured, [2], 0)?.value).toBe(12);
  own(data, 'reduce', none);
  expect(answer(captured, [2], 0)).toBeNull();
  delete (data as { reduce?: unknown }).reduce;
  expect(answer(captured, [2], 0)?.value).toBe(12);
});

test('Questions name what is asked, and none is asked where no method is called.', () => {
  expect(ownMethods('x', 'p', ['map'])).toEqual([
    'x.map === p.map',
    'x.constructor === p.constructor',
  ]);
  expect(ownMethods('x', 'p', [])).toEqual([]);
  expect(questionsFor([]).isPlainList(own([1], 'map', none))).toBe(true);
  expect(questionsFor(['map']).isPlainList(own([1], 'map', none))).toBe(false);
});
