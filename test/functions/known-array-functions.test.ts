/** The functions of arrays that compiled code may call: all are there, and those that write or draw are not among them. */
import * as nn from 'delta-tape/nn';
import { readFileSync } from 'node:fs';
import { isKnownFunction, isKnownMethod } from '../../src/functions/known-array-functions.js';
import { array, P, type Loose } from '../numpy/support.js';

const text = readFileSync(`${__dirname}/../../src/functions/known-array-functions.ts`, 'utf8');
const names = [...text.matchAll(/`([^`]*)`/g)].flatMap(([, list]) =>
  list.replace('${either}', '').trim().split(/\s+/),
);
const { linalg, fft } = P as unknown as Record<string, Record<string, unknown>>;
const given: Record<string, unknown>[] = [P, linalg, fft, nn as unknown as Record<string, unknown>];
const matrix = () =>
  array([
    [0.4, 0.1],
    [0.2, 0.6],
  ]);
const isThere = (name: string) =>
  given.some((one) => name in one) || (isKnownMethod(name) && name in matrix());

/** Functions and methods that write, free, draw, call, or go to files, by what NumPy says of them. */
const acting =
  'copyto dispose fill fill_diagonal iset itemset place put put_along_axis putmask set setflags tidy random dropout ' +
  'configureWasm seterr set_printoptions vmap apply_along_axis apply_over_axes fromfunction fromiter load save tofile';

describe('Functions of arrays that compiled code may call', () => {
  test('are functions that there are.', () => {
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
    expect(isThere('no_such_function')).toBe(false);
  });

  test('are none that act.', () => {
    const all = acting.split(' ');
    expect(all.filter((name) => isKnownFunction(name) || isKnownMethod(name))).toEqual([]);
  });

  test('sort in place as methods only.', () => {
    for (const name of ['sort', 'partition', 'resize']) {
      expect(isKnownFunction(name)).toBe(true);
      expect(isKnownMethod(name)).toBe(false);
    }
  });

  /** Those that take a shape or a length. */
  const making = ['arange', 'eye', 'full', 'identity', 'indices', 'ones', 'tri', 'zeros'];

  test('write nothing into what they are given.', () => {
    let called = 0;
    for (const of of given)
      for (const name of Object.keys(of)
        .filter(isKnownFunction)
        .filter((name) => !making.includes(name))) {
        const f = of[name];
        if (typeof f !== 'function') continue;
        for (const more of [[], [matrix()], [1], [[1, 0]]]) {
          const x = matrix();
          try {
            (f as Loose)(x, ...more);
            called++;
          } catch {
            continue;
          } finally {
            expect([name, x.tolist()]).toEqual([name, matrix().tolist()]);
          }
        }
      }
    expect(called).toBeGreaterThan(300);
  });
});
