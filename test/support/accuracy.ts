/**
 * Compares the numbers of a row with references of fifty digits and more (scripts/references.py):
 * value, first and second derivatives, in every way to get them.
 *
 * A number is right if it is within 1e-13 of the reference, relative to it, or within what a limit
 * of the row allows. Numbers that no double can hold are judged as doubles are: beyond the largest
 * one it must be the infinity, and below the smallest normal one the last four units of the
 * subnormal ones are free.
 */
import { derivative, grad, hessian, hvp, jvp, taylor, type Limit, type Real } from 'delta-tape';

type Point = readonly number[];
type OnList = (xs: readonly Real[]) => Real;
type Take = (f: (x: Real) => Real) => (x: Real) => Real;

/** A double, by name if it is infinite; null if there is none. */
type Stored = number | 'Infinity' | '-Infinity' | null;
export type Reference = readonly [
  at: Point,
  value: Stored,
  first: readonly Stored[],
  second: readonly Stored[],
];

const TOLERANCE = 1e-13;
const LEAST = 2 ** -1074;

/** A number that is wrong. */
export interface Miss {
  readonly order: 0 | 1 | 2;
  readonly what: string;
  /** By how much. */
  readonly error: number;
}

/** The distance by which a number is outside of the tolerance; 0 if it is inside. */
export function errorOf(found: number, stored: Stored): number {
  if (stored === null) return 0;
  const expected = Number(stored);
  if (found === expected) return 0;
  const margin = TOLERANCE * Math.abs(expected);
  if (!Number.isFinite(found)) {
    const overflows = Math.abs(expected) + margin > Number.MAX_VALUE;
    return overflows && Math.sign(found) === Math.sign(expected) ? 0 : Infinity;
  }
  if (!Number.isFinite(expected)) {
    return Math.sign(expected) * found * (1 + TOLERANCE) >= Number.MAX_VALUE ? 0 : Infinity;
  }
  const error = Math.abs(found - expected);
  return error <= Math.max(margin, 4 * LEAST) ? 0 : error;
}

const replaced = (xs: readonly Real[], position: number, x: Real): Real[] =>
  xs.map((old, k) => (k === position ? x : old));

const once: Readonly<Record<string, Take>> = {
  grad: (f) => (x) => grad(f)(x),
  derivative: (f) => (x) => derivative(f)(x),
};

/** The derivative along argument `j`, and of that along argument `k`, by every nesting of two ways. */
const twice = Object.entries(once).flatMap(([outer, take]) =>
  Object.entries(once).map(([inner, takeInner]) => ({
    way: `${outer} of ${inner}`,
    of: (f: OnList, xs: Point, j: number, k: number): number => {
      const along = (x: Real): Real => {
        const moved = replaced(xs, k, x);
        return takeInner((y) => f(replaced(moved, j, y)))(moved[j]);
      };
      return take(along)(xs[k]) as number;
    },
  })),
);

/** Everything that is wrong with `f` at one point. */
export function missesAt(f: OnList, [at, value, first, second]: Reference): Miss[] {
  const misses: Miss[] = [];
  const note = (order: Miss['order'], what: string, found: number, stored: Stored) => {
    const error = errorOf(found, stored);
    const text = `${what} at (${at.join(', ')}) is ${found}, not ${stored}`;
    if (error !== 0) misses.push({ order, what: text, error });
  };
  const whole = (xs: readonly Real[]) => f(xs);
  const unit = (k: number) => at.map((_, j) => (j === k ? 1 : 0));
  note(0, 'the value', f(at) as number, value);
  const gradient = grad(whole)([...at]) as unknown as Point;
  const matrix = hessian(whole)([...at]) as unknown as readonly Point[];
  let next = 0;
  at.forEach((x, j) => {
    const alone = (y: Real): Real => f(replaced(at, j, y));
    note(1, `partial ${j + 1} by grad`, gradient[j], first[j]);
    note(1, `partial ${j + 1} by grad of it alone`, grad(alone)(x), first[j]);
    note(1, `partial ${j + 1} by jvp`, jvp(whole)([[...at]], [unit(j)]).tangent, first[j]);
    const series = taylor(alone, 2)(x);
    note(1, `partial ${j + 1} by taylor`, series[1], first[j]);
    const product = hvp(whole)([...at], unit(j)) as unknown as Point;
    for (let k = j; k < at.length; k++) {
      const expected = second[next++];
      if (j === k) note(2, `partial ${j + 1} twice by taylor`, 2 * series[2], expected);
      const name = `the second partial ${j + 1}, ${k + 1}`;
      note(2, `${name} by hessian`, matrix[j][k], expected);
      note(2, `${name} by hessian, transposed`, matrix[k][j], expected);
      note(2, `${name} by hvp`, product[k], expected);
      for (const { way, of } of twice) {
        note(2, `${name} by ${way}`, of(f, at, j, k), expected);
        if (j !== k) note(2, `${name} by ${way}, in the other order`, of(f, at, k, j), expected);
      }
    }
  });
  return misses;
}

/** Lists what is wrong with a row at its references. */
export function inaccuracies(
  name: string,
  f: OnList,
  limits: readonly Limit[],
  references: readonly Reference[] | undefined,
): string[] {
  if (references === undefined) {
    const command = `python3 scripts/references.py ${name}`;
    return [
      `${name} has no references: add it to ROWS of scripts/references.py and run \`${command}\``,
    ];
  }
  const needed = new Set<Limit>();
  const complaints = references.flatMap((reference) =>
    missesAt(f, reference).flatMap(({ order, what, error }) => {
      const allows = (limit: Limit) =>
        limit.order === order && error <= limit.error(...reference[0]);
      const limit = limits.find(allows);
      if (limit === undefined) return [`${name}: ${what}`];
      needed.add(limit);
      return [];
    }),
  );
  const idle = limits.filter((limit) => !needed.has(limit));
  return [...complaints, ...idle.map(({ text }) => `${name} needs no limit: ${text}`)];
}
