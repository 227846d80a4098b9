/** The work of ts-jest is kept: mocks come first, and lines are those of the source. */
import { explain } from 'delta-tape';
import { text } from './told.ts';

jest.mock('./told.ts', () => ({ text: () => 'mocked' }));

function energy(x: number, y: number): number {
  let sum = 0;
  for (let k = 1; k < 4; k++) {
    sum += k * x * y;
  }
  return sum * sum;
}

test('Mocks are moved above the imports.', () => {
  expect(text()).toBe('mocked');
});

test('Types are seen: a statement is one binding, with its line.', () => {
  expect(explain(energy)(2, 3).split('\n')).toEqual([
    'Let x1 = Scale 18 (Var s) in    -- kept.test.ts:10',
    'Let x2 = Scale 72 (Var x1) in    -- kept.test.ts:12',
    'Var x2',
  ]);
});
