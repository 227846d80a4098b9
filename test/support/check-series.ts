/**
 * Checks that the Taylor coefficients of an operator, at a point and along a line, are those of
 * repeated forward mode; and that a series rule of its row agrees with the one derived from the
 * partials.
 */
import { add, definePrimitive, derivative, mul, taylor, type NaryRow, type Real } from 'delta-tape';
import type { Operator } from './check-row.js';

type Point = readonly number[];
type OnList = (xs: readonly Real[]) => Real;

const order = 6;

const near = (x: number, y: number): boolean =>
  Object.is(x + 0, y + 0) || Math.abs(x - y) <= 1e-10 * Math.max(1, Math.abs(y));

/** The coefficients of a function by nested derivatives: the slow way. */
export function byNesting(f: (t: Real) => Real, t: number, last: number): number[] {
  const coefficients: number[] = [];
  let g = f;
  let factorial = 1;
  for (let k = 0; k <= last; k++) {
    coefficients.push((g(t) as number) / factorial);
    factorial *= k + 1;
    const before = g;
    g = (s) => derivative(before)(s);
  }
  return coefficients;
}

/** Each argument alone, and all together with slopes of their own. */
const directions = (point: Point): Point[] => [
  ...(point.length > 1 ? point.map((_, k) => point.map((_, j) => (j === k ? 1 : 0))) : []),
  point.map((_, k) => 1 - 0.75 * k),
];

/** The function along a curve through the point, whose series has no end. */
const along =
  (f: OnList, point: Point, slopes: Point) =>
  (t: Real): Real =>
    f(
      point.map((x, k) =>
        slopes[k] === 0 ? x : add(x, mul(slopes[k], add(t, mul(0.3, mul(t, t))))),
      ),
    );

/** The same operator without a series rule of its own. */
function derivedOnly(operator: Operator): OnList {
  const fields = Object.entries(operator.primitive.row).filter(([key]) => key !== 'series');
  const { primitive } = definePrimitive(Object.fromEntries(fields) as unknown as NaryRow);
  return (xs) => primitive.apply(xs);
}

const differences = (what: string, found: Point, expected: Point): string[] =>
  expected.flatMap((c, k) =>
    near(found[k], c) ? [] : [`${what}: coefficient ${k} is ${found[k]}, not ${c}`],
  );

/** Lists what is wrong with the series of an operator at a point inside its domain. */
export function checkSeries(operator: Operator, point: Point): string[] {
  const { name, row } = operator.primitive;
  const f: OnList = (xs) => operator.primitive.apply(xs);
  return directions(point).flatMap((slopes) => {
    const where = `${name} at (${point.join(', ')}) along (${slopes.join(', ')})`;
    const line = along(f, point, slopes);
    const found = taylor(line, order)(0);
    const derived = taylor(along(derivedOnly(operator), point, slopes), order)(0);
    return [
      ...differences(`${where}, by taylor`, found, byNesting(line, 0, order)),
      ...(row.series === undefined ? [] : differences(`${where}, by its rule`, found, derived)),
    ];
  });
}
