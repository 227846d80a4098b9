/** Log densities as rows of their own, for where sums of simpler rows would cancel. */
import { domain } from '../../../core/primitives/domains.js';
import { primitive } from '../../../core/primitives/primitive.js';
import type { Binary, Ternary } from '../../../core/primitives/row.js';
import type { Real } from '../../../core/real.js';

type Numeric = (...args: number[]) => number;
type Operator = (...args: Real[]) => Real;

const inside = domain('inside of the support');

const row = (name: string, value: Numeric, partials: readonly Operator[]): Operator =>
  (primitive as (...args: unknown[]) => Operator)(
    ...[name, value, partials, partials.map(() => 'by a row of its own'), inside],
  );

/** A log density with its slopes on numbers, each of which is a row as well, and all second derivatives in operators. */
function smooth(
  name: string,
  value: Numeric,
  slopes: readonly Numeric[],
  second: (j: number, k: number) => Operator,
): Operator {
  const partials = slopes.map((slope, j) =>
    row(
      `${name}${j + 1}`,
      slope,
      slopes.map((_, k) => second(Math.min(j, k), Math.max(j, k))),
    ),
  );
  return row(name, value, partials);
}

type Numeric2 = (x: number, y: number) => number;
type Real2 = (x: Real, y: Real) => Real;
type Numeric3 = (x: number, y: number, w: number) => number;
type Real3 = (x: Real, y: Real, w: Real) => Real;

/** Of two arguments; second derivatives in the order xx, xy, yy. */
export const smooth2 = (
  name: string,
  value: Numeric2,
  slopes: readonly [Numeric2, Numeric2],
  second: readonly [Real2, Real2, Real2],
): Binary =>
  smooth(
    name,
    value as Numeric,
    slopes as readonly Numeric[],
    (j, k) => second[j + k] as Operator,
  ) as Binary;

/** Of three; second derivatives in the order xx, xy, xw, yy, yw, ww. */
export const smooth3 = (
  name: string,
  value: Numeric3,
  slopes: readonly [Numeric3, Numeric3, Numeric3],
  second: readonly [Real3, Real3, Real3, Real3, Real3, Real3],
): Ternary =>
  smooth(
    name,
    value as Numeric,
    slopes as readonly Numeric[],
    (j, k) => second[j === 0 ? k : j + k + 1] as Operator,
  ) as Ternary;
