/**
 * Modules, as text, whose functions assign variables of the module: counters, seeds, bools, settings, what may be missing. They
 * are assigned in branches, loops, closures, recursion, patterns and functions that throw, and other functions of the module read
 * and set them between calls. And the calls, in their order.
 */
import fc from 'fast-check';

const declared = `let n = 0; var seed = 7; let isOn = true; let rate = 0.5; let last: number | null = null; let few: boolean | undefined; let k = 1;
function next(): number { seed = (seed * 16807) % 2147483647; return seed / 2147483647; }
function bump(by = 1): number { n += by; return n; }
function flip(): boolean { isOn = !isOn; return isOn; }
function spare(x: number): number { if (last !== null) { const found = last; last = null; return found * x; } last = next(); return x; }
function down(x: number, d: number): number { bump(); if (d <= 0) return x * rate; const y = down(x * 0.5, d - 1); k = k * 0.5 + n * 0.1; return y + x * k; }
function often(x: number): number { if (few === undefined) few = n > 3; else if (n > 6) few = undefined; return few === true ? x * 2 : x; }
const readers = { sum: (x: number): number => x * (n + k), twice: (x: number): number => { bump(2); return x * n; } };
function insist(x: number): number { if (n > 9) { n = 2; throw new Error('too many'); } return x; }
export const set = (to: number): void => { rate = to; seed = Math.abs(to * 100) + 3; };
export const restart = (): void => { n = 0; last = null; few = undefined; isOn = true; };
export const step = (): number => { bump(3); flip(); return next(); };
export const state = (): unknown => [n, seed, isOn, rate, last, few, k];
`;

const statements = fc.constantFrom(
  ...['n++;', 'k *= 0.5;', 's += x[0] * next();', 's += x[1] * bump();', 's *= n > 2 ? 0.5 : 1.1;'],
  ...['if (flip()) s += x[0]; else s -= x[1] * rate;', 's += spare(x[1]);', 's = often(s);'],
  ...['s += down(x[0], 2);', 's += readers.sum(x[1]);', 's -= readers.twice(x[0]) * 0.1;'],
  ...['for (const v of x) { n += 1; s += v * n * 0.1; }', 'for (k = 0; k < 3; k++) s += x[0] * k;'],
  ...['[n, k] = [k, n];', 's = insist(s);', 'if (isOn && next() > 0.3) { last = n; s += x[0]; }'],
  ...['const add = (v: number) => { k += 0.5; return v * k; }; s += add(x[0]) + add(x[1]);'],
  ...['x.forEach((v) => { n += 0.5; s += v * n * 0.1; });', 'last ??= 0.25; s += x[1] * last;'],
  ...[
    'if (s > 8) return s * n;',
    'while (n > 4) n -= 3;',
    'isOn ||= n > 1;',
    'isOn = few ?? false;',
  ],
  ...[
    'do { k += 1; } while (k < 2); s += k * x[0];',
    's += [1, 2].map((v) => v * bump())[1] * x[1];',
  ],
  ...[
    'if (n > 5) { n = 0; break all; }',
    's += Math.sin(x[0] * (n = n + 0.25));',
    'rate = k * 0.1;',
  ],
);

const body = fc
  .array(
    fc.oneof(
      statements,
      statements.map((one) => `if (n % 2 < 1) { ${one} }`),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((all) => all.map((one) => `{ ${one} }`).join('\n'));

type Call = readonly [string, ...unknown[]];

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Call>(['f', [0.7, 1.3]], ['f', [2.5, -0.4]]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Call>(['step'], ['restart'], ['set', 0.25], ['g', [1, 2]]),
  },
);

export const statePrograms = fc.record({
  text: fc.tuple(body, body).map(
    ([f, g]) => `${declared}
export function f(x: number[]): number { let s = x[0]; all: { ${f} } return s; }
export function g(x: number[]): number { let s = 0; all: { ${g} } return s; }`,
  ),
  calls: fc.array(call, { minLength: 3, maxLength: 6 }),
});
