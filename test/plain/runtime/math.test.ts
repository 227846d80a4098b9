/** The functions of Math in derivative versions. */
import { grad, trace, type Real } from 'delta-tape';
import * as runtime from '../../../src/plain/runtime/index.js';
import * as table from '../../../src/core/primitives/table.js';

const names = Object.getOwnPropertyNames(Math).filter(
  (name) => typeof (Math as unknown as Record<string, unknown>)[name] === 'function',
);
const inTable = names.filter((name) => name in table);

test('Every row that is named as a function of Math has its version, under its own name.', () => {
  const exported = Object.keys(runtime);
  expect(inTable.filter((name) => !exported.includes(name))).toEqual([]);
  expect(Object.keys(runtime.math).sort()).toEqual([...inTable, 'random'].sort());
});

test('Steps give plain numbers on duals, and are told.', () => {
  const f = (x: Real) => {
    expect(runtime.floor(x)).toBe(2);
    expect(runtime.or(x, 0)).toBe(2);
    return x;
  };
  expect(trace(f)(2).kinks.map(({ operation }) => operation)).toEqual(['floor', 'or']);
  expect(grad(f)(2.5)).toBe(1);
});
