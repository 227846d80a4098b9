/** Arrays that are made without their elements: specialised functions have the values and the gradients of the program. */
import fc from 'fast-check';
import { verdictOn } from '../../support/both-roads.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';

const five = [1.5, -0.5, 0.25, 2, 1];
const judged = (body: string): string => {
  const found = verdictOn(`export function f(xs) { const n = xs.length; ${body} }`, 'f', () => [
    [...five],
  ]);
  return found.tag === 'wrong' ? found.complaint : found.tag;
};

test.each([
  [
    'two halves that are filled at once',
    'const a = new Array(2 * n); for (let i = 0; i < n; i++) { a[i] = xs[i] * i; a[i + n] = xs[i] ** 2; } return a.map((x, k) => x * k).reduce((s, x) => s + x, 0) + a.length;',
  ],
  [
    'what was computed is kept',
    'const memo = new Array(n + 20); const fib = (k) => { if (k < 2) return xs[k]; if (memo[k] !== undefined) return memo[k]; return (memo[k] = fib(k - 1) + fib(k - 2) * 0.5); }; return fib(12);',
  ],
  [
    'objects',
    'const a = new Array(n); for (let i = 0; i < n; i++) a[i] = { x: xs[i], k: i }; let s = 0; for (const p of a) s += p.x * p.k; a[1].x = 3; return s + a[1].x * a[2].x;',
  ],
  [
    'rows of rows',
    'const g = new Array(n); for (let i = 0; i < n; i++) { g[i] = new Array(n); for (let j = 0; j < n; j++) g[i][j] = xs[i] * xs[j]; } let s = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s += g[i][j] * (i + 2 * j); return s;',
  ],
  [
    'backwards',
    'const a = new Array(n); a[n - 1] = xs[n - 1]; for (let i = n - 2; i >= 0; i--) a[i] = a[i + 1] * 0.5 + xs[i]; return a[0];',
  ],
  [
    'a literal',
    'const a = [xs[0], , xs[1]]; let s = a.length; s += a[1] === undefined ? 3 : 2; for (const x of a) s += x === undefined ? 1 : x * x; return s;',
  ],
  [
    'a length that is given',
    'return Array.from(Array(n - 1), (_, i) => xs[i] * i).reduce((s, x) => s + x, 0) + [...Array(3)].map((_, i) => xs[i] ** 2)[2] + Array(n).fill(xs[0])[2];',
  ],
])('%s.', (_, body) => {
  expect(judged(body)).toBe('right');
});

const place = fc.constantFrom('i', 'n - 1 - i', '(i * 2) % n', 'i >> 1', '0', '3');
const stores = fc
  .tuple(place, fc.constantFrom('xs[i]', 'xs[i] * i', '(a[i] ?? 0.5) + xs[i]', 'a[0] * 2', 'i'))
  .map(([at, of]) => `a[${at}] = ${of};`);
const reads = fc.constantFrom(
  'for (const x of a) s += x === undefined ? 1.5 : x * x;',
  'a.forEach((x, k) => { s += x * k; });',
  's += a.reduce((t, x) => t + x, 0);',
  'for (let i = 0; i < n; i++) if (a[i] !== undefined) s += a[i] * (i + 1);',
  's += a.findIndex((x) => x === undefined) * xs[0];',
  's += a.includes(undefined) ? xs[1] : xs[2];',
  's += [...a].length + a.length;',
  's += a.map((x) => x * 2)[2];',
  'const b = a; b[1] = xs[4]; s += a[1] * 3;',
  'const rows = []; rows.push(a); rows[0][2] = xs[3]; s += a[2];',
  's += a.pop() ?? 2; s += a.length;',
  'a.push(xs[0]); s += a[a.length - 1] * a.length;',
);
const programs = fc
  .record({
    made: fc.constantFrom(
      'new Array(n)',
      'new Array(5)',
      'new Array(n + 1)',
      '[xs[0], , xs[1], , xs[2]]',
    ),
    bound: fc.constantFrom('n', 'n - 2', '3'),
    all: fc.array(stores, { minLength: 1, maxLength: 3 }),
    more: fc.array(reads, { minLength: 1, maxLength: 3 }),
    isGuarded: fc.boolean(),
  })
  .map(
    ({ made, bound, all, more, isGuarded }) =>
      `const a = ${made}; let s = 0; for (let i = 0; i < ${bound}; i++) { ${isGuarded ? 'if (xs[i] > 0) ' : ''}{ ${all.join(' ')} } } ${more.map((of) => `{ ${of} }`).join(' ')} return s;`,
  );

test('Random programs that fill arrays are right.', () => {
  let [right, all] = [0, 0];
  fc.assert(
    fc.property(programs, (body) => {
      const found = judged(body);
      all++;
      if (found === 'right') right++;
      else if (found !== 'refused' && found !== 'leaves') throw new Error(`${found}: ${body}`);
    }),
    { numRuns: sampled(150) },
  );
  expect(right / all).toBeGreaterThan(0.4);
});
