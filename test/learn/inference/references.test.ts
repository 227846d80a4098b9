/**
 * Log densities and logarithms of distribution functions against references (scripts/inference-references.py): value, first and
 * second derivatives by all arguments have ten right digits, for shapes from 1e-8 to 1e18 and arguments from 1e-300 to 1e300.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grad, hessian, lgamma, primalOf, type Real } from 'delta-tape';
import * as inference from 'delta-tape/learn/inference';

type Density = (...args: Real[]) => Real;
type Stored = number | 'Infinity' | '-Infinity';
type Reference = readonly [
  args: number[],
  value: Stored,
  first: readonly Stored[],
  second: readonly Stored[],
];

const references = JSON.parse(readFileSync(join(__dirname, 'references.json'), 'utf8')) as Readonly<
  Record<string, readonly Reference[]>
>;
const functions = inference as unknown as Readonly<Record<string, Density>>;

/** The size below which a number may have lost digits below the range of doubles on its way. */
const LEAST = 1e-290;
/** Where a log density is 0, it is as exact as its terms, of which the middle one is near 1. */
const TERMS = 1e-15;

/** True if a number is the one of a reference, to ten digits. */
function isRight(found: number, stored: Stored, terms = 0): boolean {
  const wanted = Number(stored);
  if (Number.isFinite(wanted) && Number.isFinite(found))
    return Math.abs(found - wanted) <= Math.max(1e-10 * Math.abs(wanted), LEAST, terms);
  return (
    Math.sign(found) === Math.sign(wanted) && Math.abs(found) > 1e308 && Math.abs(wanted) > 1e308
  );
}

/** Lists what is wrong with a function at its references. */
function complaints(f: Density, points: readonly Reference[]): string[] {
  return points.flatMap(([args, value, first, second]) => {
    const found: string[] = [];
    const note = (what: string, x: number, stored: Stored, terms = 0) => {
      if (!isRight(x, stored, terms))
        found.push(`${what} at (${args.join(', ')}): ${x}, not ${stored}`);
    };
    const whole = (xs: Real[]) => f(...xs);
    note('the value', primalOf(f(...args)), value, TERMS);
    grad(whole)(args).forEach((slope, k) => note(`by ${k}`, slope, first[k]));
    const matrix = hessian(whole)(args) as number[][];
    let next = 0;
    for (let j = 0; j < args.length; j++)
      for (let k = j; k < args.length; k++) note(`by ${j}, ${k}`, matrix[j][k], second[next++]);
    return found;
  });
}

test('Every function of reals has references.', () => {
  const others = /^(bernoulli|categorical|dirichlet|multivariate)/;
  const names = Object.keys(inference).filter((name) => /Log(Density|Cdf|Survival)$/.test(name));
  expect(Object.keys(references).sort()).toEqual(names.filter((name) => !others.test(name)).sort());
});

test.each(Object.keys(references))('%s.', (name) => {
  expect(complaints(functions[name], references[name])).toEqual([]);
});

describe('The comparison objects to', () => {
  test('a sum of gamma functions that cancel.', () => {
    const plain: Density = (k, mean, phi) => {
      const [n, m, f] = [k, mean, phi].map(primalOf);
      return (
        lgamma(n + f) -
        lgamma(f) -
        lgamma(n + 1) +
        n * Math.log(m / (m + f)) -
        f * Math.log1p(m / f)
      );
    };
    expect(complaints(plain, references.negativeBinomialLogDensity)).not.toEqual([]);
  });

  test('a value that is right with derivatives that are not.', () => {
    const kinked: Density = (x, location, scale) => {
      const f = functions.cauchyLogDensity;
      return primalOf(x) > 0 ? f(primalOf(x), location, scale) : f(x, location, scale);
    };
    const found = complaints(kinked, references.cauchyLogDensity);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((text) => text.startsWith('by 0'))).toBe(true);
  });

  test.each<[number, Stored]>([
    [1 + 2e-10, 1],
    [NaN, 1],
    [0, 1e-280],
    [Infinity, 1e300],
    [-Infinity, 'Infinity'],
  ])('%p for %p.', (found, stored) => {
    expect(isRight(found, stored)).toBe(false);
  });
});
