/** Choices that depend on the input are told wherever a derivative version makes them. */
import { grad, trace, type Kink, type Real } from 'delta-tape';
import * as $ from '../../../src/plain/runtime/index.js';

const kinksOf = (f: (x: never) => unknown, at: number): readonly Kink[] =>
  trace((x: Real) => {
    f(x as never);
    return x;
  })(at).kinks;

const list = (x: unknown): unknown[] => [1, x, 3];

/**
 * The operations that choose, with an input where each is on the boundary, another, and the operations
 * told.
 */
const choices: Record<string, [(x: unknown) => unknown, number, number, string[]]> = {
  lt: [(x) => $.lt(x, 2), 2, 1, ['lt']],
  'ge, beside a text': [(x) => $.ge('2', x), 2, 1, ['ge']],
  'gt, beside a bigint': [(x) => $.gt(x, 2n), 2, 1, ['gt']],
  le: [(x) => $.le(2, x), 2, 1, ['le']],
  eq: [(x) => $.eq(x, 2), 2, 1, ['eq']],
  looseEq: [(x) => $.looseEq(x, '2'), 2, 1, ['eq']],
  'Object.is': [(x) => $.own(Object.is)(x, 2), 2, 1, ['eq']],
  truthy: [(x) => $.truthy(x), 0, 1, ['eq']],
  Boolean: [(x) => $.own(Boolean)(x), 0, 1, ['eq']],
  floor: [(x) => $.floor(x), 2, 1.5, ['floor']],
  'sign, beside a text': [(x) => $.sign(x), 0, 1.5, ['sign']],
  imul: [(x) => $.imul(x, '3'), 2, 1.5, ['imul']],
  or: [(x) => $.or(x, 0), 2, 1.5, ['or']],
  not: [(x) => $.not(x), 2, 1.5, ['not']],
  shl: [(x) => $.shl(1, x), 2, 1.5, ['shl']],
  max: [(x) => $.max(x, 2), 2, 1.5, ['max']],
  parseInt: [(x) => $.own(parseInt)(x as string), 2, 1.5, ['integer']],
  'Number.isInteger': [(x) => $.own(Number.isInteger)(x), 2, 1.5, ['isInteger']],
  includes: [(x) => $.call(list(x), 'includes', 2), 2, 1.5, ['eq']],
  indexOf: [(x) => $.call([2, 3], 'indexOf', x), 2, 1.5, ['eq']],
  find: [(x) => $.call([0], 'find', () => x), 0, 1.5, ['eq']],
  'sort by a comparator': [
    (x) => $.call([x, 2], 'sort', (a: unknown, b: unknown) => $.sub(a, b)),
    2,
    1.5,
    ['lt'],
  ],
  'sort of a typed array': [
    (x) => $.call($.construct(Float64Array, [x, 2]), 'sort'),
    2,
    1.5,
    ['lt', 'lt'],
  ],
  at: [(x) => $.call([1, 2, 3], 'at', x), 2, 1.5, ['integer']],
  'an Int32Array': [(x) => $.set(new Int32Array(1), 0, x), 2, 1.5, ['integer']],
};

test.each(Object.entries(choices))('%s', (_, [f, on, beside, operations]) => {
  expect(kinksOf(f, on).map(({ operation }) => operation)).toEqual(operations);
  expect(kinksOf(f, beside)).toEqual([]);
  expect(() =>
    grad(
      (x: Real) => {
        f(x);
        return x;
      },
      { onKink: 'throw' },
    )(on),
  ).toThrow('a kink');
});

test('An index is one wherever it is: there is nothing beside it.', () => {
  expect(kinksOf((x) => [1, 2, 3][$.key(x) as number], 1)).toMatchObject([{ operation: 'index' }]);
});

test('Kinks are told at every level that they depend on.', () => {
  const inner = (x: Real) => grad((y: Real) => ($.lt($.add(x, y), 3) ? y : x))(1) as Real;
  expect(trace(inner)(2).kinks.map(({ operation }) => operation)).toEqual(['lt']);
  const step = (x: Real) => grad((y: Real) => ($.floor($.add(x, y)) === 3 ? y : x))(1) as Real;
  expect(trace(step)(2).kinks.map(({ operation }) => operation)).toEqual(['floor']);
});
