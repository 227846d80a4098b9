/** Elements that are not there, where variables keep what was read: undefined is a value like others. */
import { verdictOn } from '../../support/both-roads.js';

const text = (body: string) => `export function f(xs: number[]) { ${body} }`;
const points = [
  [0.7, -1.3, 2.1],
  [-0.7, 1.3, 2.1, 0.4],
];

test.each([
  'let y; if (xs[0] > 0) y = xs[9]; return y === undefined ? xs[0] : 2 * xs[1];',
  'let y; if (xs[0] > 0) y = xs[1]; return y === undefined ? xs[0] : 2 * y;',
  'let y; if (xs[0] < 0) y = xs[3]; return (y ?? 3) * xs[0];',
  'let y; for (let i = 0; i < 3; i++) y = xs[i + 2]; return y === undefined ? xs[0] : 2 * xs[1];',
  'let y, s = 1; for (let i = 0; i < 6; i++) { s += y === undefined ? xs[0] : y * y; y = xs[i]; } return s;',
])('%s', (body) => {
  for (const at of points)
    expect(verdictOn(text(body), 'f', () => [[...at]])).toEqual({ tag: 'right' });
});
