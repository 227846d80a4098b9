import { grad } from 'delta-tape';
import { evaluate } from '../support/plain.js';

describe('A function in plain TypeScript', () => {
  test('is differentiated as it stands.', () => {
    const f = evaluate<(x: number, y: number) => number>(
      '(x: number, y: number) => x * y + Math.sin(x)',
    );
    expect(grad(f, { wrt: [0, 1] })(2, 3)).toEqual([3 + Math.cos(2), 2]);
  });
});
