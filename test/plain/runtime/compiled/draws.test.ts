/** Functions that draw random numbers: they draw each once, and alike in the source, in compiled code and in runs. */
import '../../../support/any-runs.js';
import fc from 'fast-check';
import { hessian, hvp, jacobian, jvp, linearize, valueAndGrad, vjp } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import { gradientSource } from 'delta-tape/compile';
import { exoticPrograms } from '../../../support/exotic-programs.js';
import { modules, type F, type Module } from '../../../support/linked-modules.js';
import { close, outcome } from '../../../support/outcome.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';
import { draw, forgetDrawn, keepingDrawn } from '../../../../src/plain/runtime/random-numbers.js';

const native = Math.random;
let count = 0;

/** Random numbers that are the same each time. */
function drawFrom(start: number): void {
  let state = start;
  count = 0;
  Math.random = () => {
    count++;
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

afterEach(() => {
  Math.random = native;
});

const load = (text: string): Record<string, F> =>
  modules({ program: text }, { 'delta-tape/numpy': np as unknown as Module })('program') as Record<
    string,
    F
  >;

/** The result of some work, and the number of its draws. */
function drawing<T>(work: () => T): { readonly found: T | string; readonly count: number } {
  drawFrom(7);
  const found = outcome(work);
  return { found, count };
}

interface Compared {
  readonly isCompiled: boolean;
  readonly complaint: string | null;
}

/** Says what is wrong with a gradient; null if nothing is. */
function compared(f: F, args: () => unknown[]): Compared {
  const of = valueAndGrad(f as (x: number) => number) as unknown as F;
  type Found = { readonly value: number; readonly gradient: unknown };
  const source = drawing(() => f(...args()));
  const one = drawing(() => of(...args()) as unknown as Found);
  const other = drawing(() => withoutCompiled(() => of(...args()) as unknown as Found));
  const isCompiled = drawing(() => answer(f as never, args(), 0)).found !== null;
  forgetDrawn();
  const complaint = () => {
    if (one.count !== source.count || other.count !== source.count)
      return `${source.count} draws, and ${one.count}, and ${other.count}`;
    if (typeof one.found === 'string' || typeof other.found === 'string')
      return one.found === source.found && other.found === source.found ? null : 'an error';
    if (!Object.is(one.found.value, source.found)) return 'the value';
    const [ours, theirs] = [one, other].map(({ found }) =>
      [(found as Found).gradient].flat().map(Number),
    );
    return ours.every((x, k) => close(x, theirs[k])) ? null : 'the gradient';
  };
  return { isCompiled, complaint: complaint() };
}

const programs: readonly [what: string, text: string, args: () => unknown[]][] = [
  [
    'weights that are left out',
    `(w: number[], xs: number[]) => {
      let s = 0;
      for (let i = 0; i < w.length; i++) if (Math.random() < 0.5) s += 2 * Math.tanh(w[i] * xs[i]);
      return s;
    }`,
    () => [
      [0.1, 0.2, 0.3, 0.4],
      [1, 2, 3, 4],
    ],
  ],
  [
    'normal numbers of a function that draws until it has one',
    `(mu: number[], spread: number) => {
      const normal = () => {
        let u = 0;
        while (u < 0.2) u = Math.random();
        return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * Math.random());
      };
      let total = 0;
      for (let k = 0; k < 5; k++) {
        const z = mu.map((m) => m + spread * normal());
        total += z.reduce((a, b) => a + (b - 1) ** 2, 0);
      }
      return total / 5;
    }`,
    () => [[0.1, 0.2], 0.3],
  ],
  [
    'a walk whose length is drawn',
    `(p: number) => {
      let x = 0;
      while (Math.random() < 0.9 && x < 100) x += p * Math.random();
      return x * x;
    }`,
    () => [1.5],
  ],
  [
    'a list that is shuffled',
    `(w: number[]) => {
      const order = w.map((_, i) => i);
      for (let i = order.length - 1; i > 0; i--) {
        const k = Math.floor(Math.random() * (i + 1));
        [order[i], order[k]] = [order[k], order[i]];
      }
      return order.reduce((s, k, i) => s + w[k] ** 2 * i, 0);
    }`,
    () => [[0.1, 0.2, 0.3, 0.4]],
  ],
  [
    'a method of Math as it is',
    '(w: number[]) => Array.from({ length: 3 }, Math.random).reduce((s, r, k) => s + r * w[k] * w[k], 0)',
    () => [[1, 2, 3]],
  ],
  [
    'numbers that are drawn and not used',
    '(x: number) => { Math.random(); const r = Math.random(); Math.random(); return x * r; }',
    () => [2],
  ],
  [
    'code that is done again for an exact 0',
    '(p: number[]) => { const r = Math.random(); return Math.sqrt(p[0]) * 0 * r + p[1] * Math.random(); }',
    () => [[0, 2]],
  ],
  [
    'numbers beside arrays of NumPy',
    `(x: number) => Number(np.sum(np.array([x, x * Math.random()]))) * Math.random()`,
    () => [2],
  ],
];

test.each(programs)('Compiled code draws %s.', (_, text, args) => {
  const { f } = load(`import * as np from 'delta-tape/numpy';\nexport const f = ${text};`);
  for (let k = 0; k < 3; k++)
    expect(compared(f, args)).toEqual({ isCompiled: true, complaint: null });
});

test('Where code leaves after it drew, a run is given the same numbers.', () => {
  const { f } = load(`export const f = (p: number[], i: number) => {
    const r = Math.random();
    if (p[i] === undefined) p[i] = Math.random();
    return p[0] * r + p[i] * Math.random();
  };`);
  expect(compared(f, () => [[1, 2, 3], 1]).complaint).toBeNull();
  expect(compared(f, () => [[1, 2, 3], 1.5])).toEqual({ isCompiled: false, complaint: null });
  expect(compared(f, () => [[1, 2, 3], 2])).toEqual({ isCompiled: true, complaint: null });
});

test('Numbers that a run did not take are given to nobody else.', () => {
  const { f, g } = load(`
    export const f = (x: number) => { const r = Math.random(); if (r < 2) throw new Error('far'); return x * r; };
    export const g = (x: number) => x * Math.random() + Math.random();`);
  drawFrom(7);
  const first = Math.random();
  drawFrom(7);
  expect(() => valueAndGrad(f as (x: number) => number)(1)).toThrow('far');
  expect(count).toBe(1);
  drawFrom(7);
  expect(withoutCompiled(() => valueAndGrad(g as (x: number) => number)(1)).gradient).toBe(first);
});

test('Numbers that a run left by an error of its own are given to nobody else.', () => {
  const { f, g } = load(`
    export const f = (x: number): number => { throw new Error(String(Math.random() * x)); };
    export const g = (x: number) => x * Math.random();`) as Record<string, (x: number) => number>;
  drawFrom(7);
  // As code that draws two numbers and leaves.
  const [first, second] = keepingDrawn(() => [draw(), draw()]);
  expect(() => withoutCompiled(() => valueAndGrad(f)(2))).toThrow(String(first * 2));
  expect(withoutCompiled(() => valueAndGrad(g)(1)).gradient).not.toBe(second);
});

test('A generator of the program that takes gradients is asked once for each number.', () => {
  const { f } = load('export const f = (x: number) => x * Math.random() * Math.random();');
  const of = valueAndGrad(f as (x: number) => number);
  drawFrom(7);
  const plain = Math.random;
  let isInner = false;
  Math.random = () => {
    if (isInner) return plain();
    isInner = true;
    const { gradient } = of(3);
    isInner = false;
    return gradient;
  };
  const { value } = of(2);
  expect(count).toBe(4);
  drawFrom(7);
  const [a, b, c, d] = [0, 1, 2, 3].map(() => Math.random());
  expect(value).toBe(2 * (a * b) * (c * d));
});

type Loose = (f: unknown) => (...args: unknown[]) => unknown;

const others: Record<string, string> = {
  'a number': 'export const f = (p: number[]) => p[0] ** 3 * p[1] * Math.random() + Math.random();',
  'a list': `export const f = (p: number[]) => p.map((x, k) => Math.sin(x * p[0]) * (Math.random() < 0.5 ? 2 : Math.random() * k));`,
  'a walk': `export const f = (p: number[]) => {
    const path = [p[0]];
    let x = p[0];
    for (let k = 0; k < 5; k++) { x += p[1] * (Math.random() - 0.5) * x; path.push(x * x); }
    return path;
  };`,
};

test.each(Object.entries(others))('All derivatives of %s draw each number once.', (_, text) => {
  const { f } = load(text) as unknown as { f: (p: number[]) => never };
  const p = [0.4, 1.3];
  const { found: value, count: once } = drawing(() => f(p) as unknown);
  const heights = [value].flat().map((x) => 0.5 + Number(x) * 0);
  const up = typeof value === 'number' ? heights[0] : heights;
  const pulled = () => {
    const { value, pullback } = vjp(f)(p);
    return [
      value,
      pullback(up as never),
      pullback(up as never),
      (jvp as Loose)(pullback)([up], [up]),
    ];
  };
  const pushed = () => {
    const { value, pushforward } = linearize(f)(p);
    return [value, pushforward([1, 2]), pushforward([2, 1])];
  };
  const asked: readonly (() => unknown)[] = [
    () => jvp(f)([p], [[1, 2]]),
    pulled,
    pushed,
    () => (jacobian as Loose)(f)(p),
    ...(typeof value === 'number' ? [() => (hvp as Loose)(f)(p, [1, 2])] : []),
  ];
  for (const work of asked) {
    const [code, run] = [drawing(work), drawing(() => withoutCompiled(work))];
    expect(code.count).toBe(once);
    expect(inNumbers(code.found).length).toBeGreaterThan(0);
    inNumbers(code.found).forEach((x, k) => expect(close(x, inNumbers(run.found)[k])).toBe(true));
  }
  // Nothing is left for others.
  drawFrom(11);
  const first = Math.random();
  drawFrom(11);
  expect(withoutCompiled(() => valueAndGrad(odd as (x: number) => number)(1)).gradient).toBe(first);
});

test('A Jacobian that is no longer tall draws each number once.', () => {
  const { f } = load(
    'export function f(p: number[], n: number): number[] { const out: number[] = []; for (let k = 0; k < n; k++) out.push(p[0] * p[1] * Math.random()); return out; }',
  );
  const jac = jacobian(f as never) as unknown as F;
  for (const height of [3, 3, 1, 4, 2, 3]) {
    const source = drawing(() => f([2, 3], height));
    const one = drawing(() => jac([2, 3], height));
    const other = drawing(() => withoutCompiled(() => jac([2, 3], height)));
    expect(one.count).toBe(source.count);
    expect(one.found).toEqual(other.found);
  }
});

test('A Hessian is of one function, though a run would draw anew for each column.', () => {
  const { f } = load(others['a number']);
  const { found, count: times } = drawing(() => (hessian as Loose)(f)([0.4, 1.3]) as number[][]);
  expect(times).toBe(2);
  const [[, above], [below]] = found as number[][];
  expect(above).toBe(below);
});

const { odd } = load('export const odd = (x: number) => x * Math.random();');

/** All numbers in a tree. */
function inNumbers(of: unknown): number[] {
  if (typeof of === 'number') return [of];
  if (typeof of === 'string') throw new Error(of);
  return Object.values(of as object).flatMap(inNumbers);
}

test('A gradient as a file draws as the function does; other kinds say why there are none.', () => {
  const text = `export const f = (xs: number[]) => {
    let s = 0;
    for (const x of xs) { Math.random(); if (Math.random() > 0.4) s += x ** 2 * Math.random(); }
    return s;
  };`;
  const { f } = load(text);
  const code = gradientSource(text, { name: 'f' });
  const made = load(code);
  const [name] = Object.keys(made);
  const file = drawing(() => made[name]([1, 2, 3, 4]) as unknown as { gradient: number[] });
  const run = drawing(() => (valueAndGrad(f as never) as unknown as F)([1, 2, 3, 4]));
  expect(file).toEqual(run);
  expect(() => gradientSource(text, { name: 'f', kind: 'jvp' })).toThrow('draws random numbers');
});

testInTurn(2, 3)('Random functions draw each number once, and have the gradients of runs.', () => {
  let [asked, compiled, drawn] = [0, 0, 0];
  fc.assert(
    fc.property(exoticPrograms, ({ text, x, xs }) => {
      const { f } = load(text.replaceAll('0.75', 'Math.random()'));
      asked++;
      const { isCompiled, complaint } = compared(f, () => [x, [...xs]]);
      if (isCompiled) compiled++;
      if (isCompiled && count > 0) drawn++;
      if (complaint !== null) throw new Error(`${complaint}\n${text}\n${JSON.stringify([x, xs])}`);
    }),
    { numRuns: sampled(100), endOnFailure: true },
  );
  expect(compiled).toBeGreaterThan(asked / 3);
  expect(drawn).toBeGreaterThan(asked / 5);
});

test('The comparison notices a function that draws once more under a derivative.', () => {
  const { f } = load('export const f = (x: number) => x * Math.random();');
  let calls = 0;
  const odd: F = (...args) => {
    if (calls++ > 0) Math.random();
    return f(...args);
  };
  expect(compared(odd, () => [2]).complaint).toContain('draws');
});
