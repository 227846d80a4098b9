/** Variables of a module that its functions assign: compiled code begins with what they hold, and leaves what the source leaves. */
import { hessian, jacobian, vjp } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { comparedState, stateOf, type Call } from '../../../support/compared-state.js';
import { joinedModules, modules, type F, type Module } from '../../../support/linked-modules.js';
import { withoutCompiled } from '../../../support/tiers.js';

/** The number of calls that code answered; throws where anything is wrong. */
function compared(make: () => Module, calls: readonly Call[]): number {
  const { answered, complaint } = comparedState(make(), make(), calls);
  if (complaint !== null) throw new Error(complaint);
  return answered;
}

const random = `let seed = 1;
export function next(): number { seed = (seed * 16807) % 2147483647; return seed / 2147483647; }
export const reset = (to: number): void => { seed = to; };
export const current = (): number => seed;
let spare: number | null = null;
export function normal(): number {
  if (spare !== null) { const found = spare; spare = null; return found; }
  const r = Math.sqrt(-2 * Math.log(next()));
  const a = 2 * Math.PI * next();
  spare = r * Math.sin(a);
  return r * Math.cos(a);
}
export const state = (): unknown => [seed, spare];
`;
const loss = `export function f(p: number[]): number {
  let sum = 0;
  for (let k = 0; k < 20; k++) { const d = p[0] + p[1] * normal() - next(); sum += d * d; }
  return sum / 20;
}`;

describe('Code answers, and leaves what a run leaves', () => {
  test.each<[string, string, readonly Call[], number]>([
    [
      'of a generator of random numbers',
      random + loss,
      [['f', [1, 2]], ['f', [1, 2]], ['reset', 7], ['f', [0.5, 2]], ['next'], ['f', [1, 3]]],
      4,
    ],
    [
      'of counters, bools and settings',
      `let calls = 0; let isFirst = true; let rate = 2; let done: boolean | undefined;
       export function f(x: number): number { calls++; const k = isFirst ? rate : calls; isFirst = !isFirst; done ??= calls > 2; return x * x * k * (done ? 2 : 1); }
       export const set = (to: number): void => { rate = to; };
       export const state = (): unknown => [calls, isFirst, rate, done];`,
      [
        ['f', 2],
        ['f', 2],
        ['set', 5],
        ['f', 3],
        ['f', 3],
        ['f', 3],
      ],
      5,
    ],
    [
      'of functions that call themselves, are called twice, and throw',
      `let depth = 0; let most = 0; var left = 3;
       function down(x: number, n: number): number { depth++; if (depth > most) most = depth; const y = n > 0 ? down(x * 0.5, n - 1) + depth : x * x; depth--; return y; }
       export function f(x: number): number { const a = down(x, 3); left--; if (left < 0) { left = 9; throw new Error('none left'); } return a * down(x, most) + left; }
       export const state = (): unknown => [depth, most, left];`,
      [
        ['f', 2],
        ['f', 1.5],
        ['f', 2],
        ['f', 3],
        ['f', 1],
      ],
      4,
    ],
    [
      'of closures, callbacks, patterns and loops that count by them',
      `let i = 0; let a = 1; let b = 2; let turns = 0;
       export function f(xs: number[]): number {
         let sum = 0;
         [a, b] = [b, a + 1];
         for (i = 0; i < xs.length; i++) { const add = (y: number) => { turns += 1; return y * turns; }; sum += add(xs[i]) * a; if (xs[i] > 3) i++; }
         xs.forEach((x) => { b += 1; sum += x * b; });
         while (turns > 10) turns -= 4;
         return sum * i;
       }
       export const state = (): unknown => [i, a, b, turns];`,
      [
        ['f', [1, 2, 3]],
        ['f', [1, 5, 3, 2]],
        ['f', [4]],
      ],
      3,
    ],
  ])('%s.', (_, text, calls, expected) => {
    expect(compared(() => modules({ f: text })('f'), calls)).toBe(expected);
  });

  const use = `import { normal, next, current } from './random';
    export function f(p: number[]): number {
      let sum = 0;
      for (let k = 0; k < 20; k++) { const d = p[0] + p[1] * normal() - next() + current() / 2147483647; sum += d * d; }
      return sum / 20;
    }
    export { state, reset } from './random';`;
  test.each([
    ['linked', modules],
    ['read together', joinedModules],
  ] as const)('of other modules that share them, %s.', (_, load) => {
    const calls = [
      ['f', [1, 2]],
      ['f', [1, 2]],
      ['reset', 7],
      ['f', [0.5, 2]],
    ] as const;
    // A module that is there twice is left to runs, so each has a text of its own.
    let count = 0;
    const made = () => load({ random: `${random}// ${count++}`, f: use })('f');
    expect(compared(made, calls)).toBe(3);
  });
});

describe('A run answers', () => {
  const answeredBy = (text: string, calls: readonly Call[]) =>
    compared(() => modules({ f: text })('f'), calls);
  test('where what depends on the input is kept.', () => {
    const text = `let last = 0; export function f(x: number): number { const y = x * x; last = y; return y; }
      export const state = (): unknown => Number(last as unknown === 0);`;
    expect(answeredBy(text, [['f', 2]])).toBe(0);
  });

  test('where derivatives inside assign it, or what is called as it is sees it.', () => {
    const inside = `import { grad } from 'delta-tape'; let n = 0;
      export function f(x: number): number { const d = grad((y: number) => { n++; return y * y * n; })(x); return d * x + n; }
      export const state = (): unknown => n;`;
    answeredBy(inside, [
      ['f', 2],
      ['f', 3],
    ]);
    const seen = `let n = 0;
      function shown(x: number): number { try { return x * n; } catch { return 0; } }
      export function f(x: number): number { n++; return shown(x) * x; }
      export const state = (): unknown => n;`;
    answeredBy(seen, [
      ['f', 2],
      ['f', 3],
    ]);
  });

  test('where it holds something else than it is given first.', () => {
    const text = `let n: any = 0; export function f(x: number): number { n++; return x * n; }
      export const put = (to: unknown): void => { n = to; };
      export const state = (): unknown => n;`;
    answeredBy(text, [
      ['f', 2],
      ['put', '4'],
      ['f', 3],
      ['f', 3],
    ]);
  });
});

test('A vjp and a Jacobian assign a variable once.', () => {
  const text = `let n = 0; export function g(p: number[]): number[] { n++; return [p[0] * n, p[1] * p[0]]; }
    export const state = (): unknown => n;`;
  const of = modules({ f: text })('f');
  (vjp(of.g as never) as unknown as F)([1, 2]);
  expect(stateOf(of)).toBe(1);
  const other = modules({ f: text })('f');
  const rows = (jacobian(other.g as never) as unknown as F)([1, 2]);
  const runs = modules({ f: text })('f');
  expect(rows).toEqual(withoutCompiled(() => (jacobian(runs.g as never) as unknown as F)([1, 2])));
  expect(stateOf(other)).toBe(stateOf(runs));
});

test('A pullback by one number is that of the numbers that the function has met.', () => {
  const text = `let n = 0; export function g(x: number): number { n++; return x * x * n; }
    export const state = (): unknown => n;`;
  const of = modules({ f: text })('f');
  const { pullback } = (vjp(of.g as never) as unknown as F)(2.5) as unknown as { pullback: F };
  expect([pullback(1), pullback(2), stateOf(of)]).toEqual([5, 10, 1]);
});

test('A Hessian is that of a run, which calls the function for each row.', () => {
  const text = `let n = 0; export function h(p: number[]): number { n++; return p[0] * p[0] * n + p[1] * p[0]; }
    export const state = (): unknown => n;`;
  const made = () => modules({ f: text })('f');
  const rows = (of: Module) => (hessian(of.h as never) as unknown as F)([1, 2]);
  const [own, runs] = [made(), made()];
  expect([rows(own), stateOf(own)]).toEqual(withoutCompiled(() => [rows(runs), stateOf(runs)]));
});

test('Who asks is told what a variable may not hold.', () => {
  const text = `let last: number[] = []; export function f(p: number[]): number { last = p; return p[0] * p[0]; }`;
  const found = JSON.stringify(why(modules({ f: text })('f').f as F));
  expect(found).toContain(
    'an assignment to last outside of the function, which holds more than a number or a bool',
  );
});
