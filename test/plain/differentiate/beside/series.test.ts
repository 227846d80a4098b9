/**
 * Power series as code: interpreted and emitted code have the same bits, and the coefficients of runs, in random programs
 * and for each row. A row with a mistake is noticed.
 */
import fc from 'fast-check';
import { taylor, type Real } from 'delta-tape';
import { namedOperators } from '../../../../src/special/named.js';
import { series } from '../../../../src/plain/differentiate/beside/series.js';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import type { Partials } from '../../../../src/plain/differentiate/operations/partials.js';
import { arrayPrograms, type ArrayProgram } from '../../../support/array-programs.js';
import {
  compiled,
  funcOf,
  improved,
  interpret,
  loweredText,
  partials,
  verify,
} from '../../../support/numeric.js';
import { load } from '../../../support/plain.js';
import { sampled } from '../../../support/sample.js';
import { withoutCompiled } from '../../../support/tiers.js';

const order = 3;

/** Coefficients 0 … order of code along its first parameter, in both ways. */
function byCode(f: ReturnType<typeof funcOf>, args: readonly unknown[], of: Partials = partials) {
  const made = series(f, f.region.params[0], { partials: of, order, scale: 1 });
  if (made.tag === 'refused') throw new Error(made.why);
  const code = improved(made.func);
  expect(verify(code)).toEqual([]);
  const [place] = made.places;
  const [one, other] = [compiled(code), (...all: never[]) => interpret(code, all)].map((run) =>
    [(run as (...all: unknown[]) => unknown)(...args.map(copied))].flat(),
  ) as number[][];
  expect(one).toEqual(other);
  return [one[0], ...(place === null ? [] : one.slice(place, place + order))];
}

const copied = (of: unknown): unknown => (of instanceof Float64Array ? of.slice() : of);

const byRun = (f: (x: Real) => unknown, x: number): number[] =>
  withoutCompiled(() => taylor(f, order)(x)) as number[];

const areNear = (found: readonly number[], expected: readonly number[]): boolean => {
  const size = Math.max(1, ...expected.map(Math.abs));
  return expected.every((c, k) => Math.abs((found[k] ?? 0) - c) <= 1e-9 * size);
};

describe('The series of code', () => {
  test('is that of a run in random programs.', () => {
    let compared = 0;
    const runs = sampled(36);
    fc.assert(
      fc.property(arrayPrograms, (program) => {
        if (agrees(program)) compared++;
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(0.5 * runs);
  });
});

/** True if a program has series to compare; an error if they differ. */
function agrees({ text, args: [x, ...others] }: ArrayProgram): boolean {
  const lowered = loweredText(text);
  if (lowered.tag === 'refused') return false;
  const [y, xs, ys] = others;
  const given = () => [x, y, Float64Array.from(xs), Float64Array.from(ys), 3];
  try {
    const found = byCode(improved(lowered.func), given());
    const f = load<{ f: (...args: unknown[]) => unknown }>(
      text.replace('export function f', 'exports.f = f; function f'),
    ).f;
    const expected = byRun((t) => f(t, ...given().slice(1)), x);
    if (!expected.every((c) => Math.abs(c) < 1e9)) return false;
    // Without questions for zeros, NaN says that a run must answer.
    if (found.some(Number.isNaN) || areNear(found, expected)) return true;
    throw new Error(`${found.join()}, not ${expected.join()}\n${text}\n${x}, ${others.join('; ')}`);
  } catch (error) {
    if (error instanceof OutsideOfTier) return false;
    throw error;
  }
}

/** Rows that `Math` has, at a point of their domain, along a curve. */
const rows = [...namedOperators].flatMap(([name, { primitive }]): [string, number][] => {
  const [point] = primitive.row.domain.points;
  const isUnary = typeof primitive.row.partials !== 'function' && point.length === 1;
  return isUnary && name in Math ? [[name, point[0]]] : [];
});
const curve = (name: string, at: number): string =>
  `export function f(t: number) { return Math.${name}(${at} + 0.1 * Math.sin(t) + t); }`;
const programOf = (text: string): ((t: Real) => unknown) =>
  load<{ f: never }>(text.replace('export function f', 'exports.f = f; function f')).f;

test.each([...rows, ['hypot', 0.3], ['atan2', 0.4]] as const)(
  '%s has the series of a run.',
  (name, at) => {
    const text = curve(name, at).replace(
      /(Math\.(?:hypot|atan2)\()(.*)\); }/,
      '$1$2, 1 + t * t); }',
    );
    expect(areNear(byCode(funcOf(text), [0.2]), byRun(programOf(text), 0.2))).toBe(true);
  },
);

test('The comparison notices a row with a wrong partial.', () => {
  const wrong: Partials = (row, by) => partials(row === 'sin' ? 'tanh' : row, by);
  const text = curve('sin', 0.3);
  expect(areNear(byCode(funcOf(text), [0.2], wrong), byRun(programOf(text), 0.2))).toBe(false);
});
