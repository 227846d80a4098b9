import { nearest } from '../../src/errors/nearest.js';

test.each([
  ['maxIteration', 'maxIterations'],
  ['tolerence', 'tolerance'],
  ['sgima', 'sigma'],
  ['Loss', 'loss'],
  ['loss-scale', 'lossScale'],
  ['los', 'loss'],
])('%s was meant to be %s.', (word, meant) => {
  const known = ['loss', 'lossScale', 'maxIterations', 'sigma', 'tolerance'];
  expect(nearest(word, known)).toBe(meant);
});

test.each([
  ['x', ['y', 'z']],
  ['rate', ['price', 'area']],
  ['anything', []],
  ['', ['a']],
])('%j is near none of %j.', (word, known) => {
  expect(nearest(word, known)).toBeUndefined();
});

test('The word in the same letters comes before others.', () => {
  expect(nearest('T', ['t', 'T'])).toBe('T');
  expect(nearest('t', ['time', 'T'])).toBe('T');
});
