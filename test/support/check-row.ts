/**
 * Everything a row of the table promises, checked from the row itself. The answer is a list of
 * complaints; no complaints, no problem.
 */
import 'delta-tape/methods';
import {
  Dual,
  derivative,
  grad,
  hypot,
  jvp,
  max,
  min,
  taylor,
  type Convention,
  type Primitive,
  type Real,
} from 'delta-tape';
import { checkSeries } from './check-series.js';

/** An operator of any arity with its row. */
export interface Operator {
  readonly primitive: Primitive;
}

type Point = readonly number[];
type OnList = (xs: readonly Real[]) => Real;

const tolerance = 1e-7;

const isOneOf = (operator: Operator, operators: readonly Operator[]) =>
  operators.some(({ primitive }) => primitive === operator.primitive);

/**
 * Rows with one rule for all partials are called with a list, except for those called as in Math.
 */
const takesList = (operator: Operator): boolean =>
  typeof operator.primitive.row.partials === 'function' && !isOneOf(operator, [hypot, max, min]);

/** The operator itself, as a function of the list of its arguments. */
export function onList(operator: Operator): OnList {
  const call = operator as unknown as (...args: readonly unknown[]) => Real;
  return takesList(operator) ? (xs) => call(xs) : (xs) => call(...xs);
}

/** Finite differences: central, extrapolated to step 0 by Richardson's rule. */
export function finiteDifference(f: (x: number) => number, x: number, h = 2 ** -5): number {
  let row: number[] = [];
  for (let level = 0; level < 4; level++) {
    const step = h / 2 ** level;
    const next = [(f(x + step) - f(x - step)) / (2 * step)];
    row.forEach((older, k) => {
      const weight = 4 ** (k + 1);
      next.push((weight * next[k] - older) / (weight - 1));
    });
    row = next;
  }
  return row[row.length - 1];
}

const near = (x: number, y: number): boolean =>
  Object.is(x, y) || Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(y));

/** The same number, NaN included; the sign of zero is lost where a zero is not propagated. */
const same = (x: number, y: number): boolean => Object.is(x + 0, y + 0);

const replaced = (xs: readonly Real[], position: number, x: Real): Real[] =>
  xs.map((old, k) => (k === position ? x : old));

const positions = (point: Point): number[] => point.map((_, k) => k);

/** The derivative of `f` along one argument after the other, by nested forward or reverse runs. */
function along(f: OnList, order: Point, mode: 'derivative' | 'grad'): OnList {
  return order.reduceRight<OnList>((inner, k) => {
    return (xs) => {
      const g = (x: Real) => inner(replaced(xs, k, x));
      return mode === 'grad' ? grad(g, { onConstant: 'ignore' })(xs[k]) : derivative(g)(xs[k]);
    };
  }, f);
}

/** All sequences of argument positions up to a length. */
function sequences(arity: number, length: number): Point[] {
  if (length === 0) return [[]];
  const shorter = sequences(arity, length - 1);
  return Array.from({ length: arity }, (_, k) => shorter.map((rest) => [k, ...rest])).flat();
}

function checkForm({ primitive: { name, row } }: Operator): string[] {
  const arity = typeof row.partials === 'function' ? undefined : row.partials.length;
  const fits = (xs: Point) => arity === undefined || xs.length === arity;
  const complaints: [boolean, string][] = [
    [name === '' || name !== row.name, 'has no name of its own'],
    [row.formula.length !== (arity ?? 1), 'has not one formula for each partial'],
    [row.formula.some((text) => text === ''), 'has an empty formula'],
    [row.domain.text === '', 'does not say its domain'],
    [row.domain.points.length === 0, 'has no interior points'],
    [!row.domain.points.every(fits), 'has an interior point of the wrong arity'],
    [
      !row.conventions.every(({ at, partials }) => fits(at) && at.length === partials.length),
      'bad edge',
    ],
    [row.conventions.some(({ because }) => because === ''), 'has an edge without a reason'],
  ];
  return complaints.filter(([wrong]) => wrong).map(([, text]) => `${name}: ${text}`);
}

function checkValue(operator: Operator, point: Point): string[] {
  const { name } = operator.primitive;
  const value = onList(operator)(point) as number;
  const where = `${name}(${point.join(', ')})`;
  const ofMath = (Math as unknown as Record<string, ((...xs: Point) => number) | undefined>)[name];
  const others = [
    operator.primitive.value(point),
    jvp((xs: Real[]) => onList(operator)(xs))([[...point]], [point.map(() => 1)]).value,
    ...(ofMath === undefined ? [] : [ofMath(...point)]),
  ];
  return others
    .filter((other) => !Object.is(other, value))
    .map((other) => `${where} is ${value}, not ${other}`);
}

/**
 * First, second and third derivatives along all arguments, each against
 * differences of the one before.
 */
function checkDerivatives(operator: Operator, point: Point): string[] {
  const { name } = operator.primitive;
  const f = onList(operator);
  const complaints: string[] = [];
  for (const order of [1, 2, 3].flatMap((length) => sequences(point.length, length))) {
    const where = `${name}: derivative along ${order.join(', ')} at (${point.join(', ')})`;
    const [last, ...before] = order;
    const inner = along(f, before, 'derivative');
    const expected = finiteDifference(
      (x) => inner(replaced(point, last, x)) as number,
      point[last],
    );
    for (const mode of ['derivative', 'grad'] as const) {
      const found = along(f, order, mode)(point) as number;
      if (near(found, expected)) continue;
      complaints.push(`${where} by ${mode} is ${found}, differences give ${expected}`);
    }
  }
  return complaints;
}

/** The result of `body` inside a derivative in progress. */
function nested<T>(body: () => T): T {
  const results: T[] = [];
  grad((x: Real) => {
    results.push(body());
    return x;
  })(1);
  return results[0];
}

/** The partials of one point in every way there is to get them. */
function partialsByMode(operator: Operator, point: Point): Record<string, Point> {
  const f = onList(operator);
  const whole = (xs: Real[]) => f(xs);
  const list = [...point];
  const single = (mode: (g: (x: Real) => Real, x: number) => number) =>
    positions(point).map((k) => mode((x) => f(replaced(point, k, x)), point[k]));
  const oneHot = (k: number) => positions(point).map((j) => (j === k ? 1 : 0));
  const ways: Record<string, Point> = {
    'grad of all arguments': grad(whole)(list),
    'grad of one argument': single((g, x) => grad(g, { onConstant: 'ignore' })(x)),
    'nested grad of all arguments': nested(() => grad(whole)(list)),
    'nested grad of one argument': nested(() => single((g, x) => grad(g)(x))),
    jvp: positions(point).map((k) => jvp(whole)([list], [oneHot(k)]).tangent),
    derivative: single((g, x) => derivative(g)(x)),
  };
  const { name } = operator.primitive;
  if (point.length === 0 || !Object.hasOwn(Dual.prototype, name)) return ways;
  type Method = (...rest: readonly Real[]) => Real;
  const method = (xs: readonly Real[]) =>
    (xs[0] as unknown as Record<string, Method>)[name](...xs.slice(1));
  return { ...ways, 'the method': grad((xs: Real[]) => method(xs))(list) };
}

function checkModes(operator: Operator, point: Point, declared: Point): string[] {
  const { name } = operator.primitive;
  return Object.entries(partialsByMode(operator, point)).flatMap(([way, found]) =>
    positions(point)
      .filter((k) => !same(found[k], declared[k]))
      .map((k) => {
        const where = `${name}: partial ${k + 1} at (${point.join(', ')})`;
        return `${where} is ${found[k]} by ${way}, but ${declared[k]} by the row`;
      }),
  );
}

function checkInterior(operator: Operator, point: Point): string[] {
  const { primitive } = operator;
  const active = point.map(() => true);
  const partials = primitive.partials(point, primitive.value(point), active) as Point;
  return [
    ...checkValue(operator, point),
    ...checkModes(operator, point, partials),
    ...checkDerivatives(operator, point),
    ...checkSeries(operator, point),
  ];
}

/**
 * Declared conventions are kinks, interior points are none; what is declared at
 * infinity has no neighbours.
 */
function checkBoundary({ primitive }: Operator): string[] {
  const { name, row } = primitive;
  const isKink = (point: Point) =>
    primitive.boundary(
      point,
      point.map(() => true),
    ) === 0;
  const edges = row.conventions.map(({ at }) => at).filter((at) => at.every(Number.isFinite));
  return [
    ...edges
      .filter((at) => !isKink(at))
      .map((at) => `${name}: the convention at (${at.join(', ')}) is not on the boundary`),
    ...row.domain.points
      .filter(isKink)
      .map((point) => `${name}: the interior point (${point.join(', ')}) is on the boundary`),
  ];
}

/** The first coefficients of series along each argument. */
const slopes = (operator: Operator, point: Point): Point =>
  point.map((x, k) => taylor((y) => onList(operator)(replaced(point, k, y)), 1)(x)[1]);

function checkEdge(operator: Operator, { at, partials }: Convention): string[] {
  const { name } = operator.primitive;
  const series = slopes(operator, at);
  return [
    ...checkModes(operator, at, partials),
    ...positions(at)
      .filter((k) => !same(series[k], partials[k]))
      .map((k) => `${name}: partial ${k + 1} is ${series[k]} by taylor, not ${partials[k]}`),
  ];
}

/** Lists what is wrong with an operator, by its own row. */
export function checkRow(operator: Operator): string[] {
  const { row } = operator.primitive;
  return [
    ...checkForm(operator),
    ...checkBoundary(operator),
    ...row.domain.points.flatMap((point) => checkInterior(operator, point)),
    ...row.conventions.flatMap((edge) => checkEdge(operator, edge)),
  ];
}
