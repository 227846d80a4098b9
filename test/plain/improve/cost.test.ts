/** The static cost, counted as in the paper: moves, additions, multiplications, nonlinear operations. */
import { gradientSource } from 'delta-tape/compile';
import { costOf, costTable, polynomialText } from '../../../src/plain/improve/cost.js';
import { improved } from '../../../src/plain/improve/improved.js';
import { funcOf } from '../../support/numeric.js';

const cost = (text: string) => {
  const [, line] = costTable([['', costOf(improved(funcOf(text)))]]);
  return line.trim().split(/ {2,}/);
};

test.each([
  ['return x * y;', ['4', '0', '1', '0']],
  ['return x + y;', ['4', '1', '0', '0']],
  ['return Math.sin(x);', ['3', '0', '0', '1']],
  ['return 1;', ['2', '0', '0', '0']],
  ['return x > y ? x * y * x : x;', ['12', '0', '2', '0']],
])('Of %s it is that of the paper, and a move for the result.', (body, expected) => {
  expect(cost(`function f(x: number, y: number) { ${body} }`)).toEqual(expected);
});

test('Loops inside of loops are powers of n.', () => {
  const text = `function f(x: number, n: number) {
    let s = 0;
    for (let i = 0; i < n; i++) { s += x; for (let j = 0; j < n; j++) s *= x; }
    return s;
  }`;
  expect(cost(text).slice(1)).toEqual(['2n + n²', 'n²', '0']);
});

test('Polynomials are written shortly.', () => {
  expect(polynomialText([0])).toBe('0');
  expect(polynomialText([3, 1, 0, 2])).toBe('3 + n + 2n³');
});

test('No pass makes a gradient dearer, and the file tells the costs if it is asked.', () => {
  const text = 'const f = (x: number, y: number) => { const z = x * y; return z * x; };';
  const source = gradientSource(text, { cost: true });
  const table = source.split('\n').filter((line) => line.startsWith('//   '));
  expect(table.map((line) => line.slice(5).trimEnd())).toEqual([
    '                moves  adds  mults  nonlinear',
    'f               7      0     2      0',
    'its adjoint     21     1     5      0',
    'after steady    21     1     5      0',
    'after folded    21     1     5      0',
    'after counting  21     1     5      0',
    'after ahead     21     1     5      0',
    'after counted   21     1     5      0',
    'after hoisted   21     1     5      0',
    'after shared    18     1     4      0',
    'after fused     18     1     4      0',
    'after merged    18     1     4      0',
    'after used      11     1     2      0',
  ]);
  expect(gradientSource(text)).not.toContain('cost');
});
