/** Functions that print where they are asked to: code answers as long as they do not, and a run prints once. */
import { grad } from 'delta-tape';
import { why } from '../../../../src/plain/why.js';
import { load } from '../../../support/plain.js';

type F = (x: number, isLoud?: boolean) => number;
const { sum, always } = load<{ sum: F; always: F }>(`
exports.sum = sum; exports.always = always;
function sum(x: number, isLoud = false): number {
  let s = 0;
  for (let i = 0; i < 3; i++) {
    s += x * x * i;
    if (isLoud) console.log('step', i);
  }
  if (!(s >= 0)) console.warn('a sum that is no number');
  return s;
}
function always(x: number): number { console.log('here'); return x * x; }
`);

afterEach(() => jest.restoreAllMocks());

test('Code answers where nothing is printed.', () => {
  expect(grad(sum)(2)).toBe(12);
  expect(why(sum).answers).toBe('compiled');
});

test('What is printed is printed once, by a run.', () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  for (let k = 0; k < 5; k++) expect(grad(sum, { wrt: 0 })(2, true)).toBe(12);
  expect(log.mock.calls).toHaveLength(15);
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(grad(sum)(NaN)).toBeNaN();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('A function that always prints has no code, and is told what to do.', () => {
  const [compiled] = why(always).versions;
  expect(compiled.obstacle?.what).toBe('the global console');
});
