/** Constants of a module that are groups of variables: functions assign their fields, and leave in them what the source would. */
import { valueAndGrad } from 'delta-tape';
import { why } from '../../../../src/plain/why.js';
import { joinedModules, modules } from '../../../support/linked-modules.js';
import { loweredText } from '../../../support/numeric.js';
import { withoutCompiled } from '../../../support/tiers.js';

type F = (p: number[]) => number;
interface Loaded {
  readonly f: F;
  readonly see: () => unknown;
}

const programs: Record<string, string> = {
  'counters, extremes and bools': `
    const stats = { calls: 0, last: 0, best: Infinity, isLarge: false };
    export const f = (p: number[]) => {
      stats.calls++;
      let s = 0;
      for (let i = 0; i < p.length; i++) { s += Math.sin(p[i]) * (i + stats.calls % 3); stats.last = i; }
      if (p.length < stats.best) stats.best = p.length;
      stats.isLarge = p.length > 2 && !stats.isLarge;
      return s * (stats.isLarge ? 2 : 3);
    };
    export const see = () => [stats.calls, stats.last, stats.best, stats.isLarge];`,
  'fields that other functions assign, which call themselves': `
    const state = { depth: 0, seed: 7 };
    const next = () => (state.seed = (state.seed * 16807) % 2147483647) / 2147483647;
    const walk = (x: number, n: number): number => {
      state.depth += 1;
      return n === 0 ? x * next() : walk(Math.sin(x) + next(), n - 1) * x;
    };
    export const f = (p: number[]) => walk(p[0], 3) + walk(p[1], p.length) * next();
    export const see = () => [state.depth, state.seed];`,
  'a field that a function only reads where another assigns it': `
    const mode = { scale: 2, k: 0 };
    const change = () => { mode.scale = mode.scale * -1.5; mode.k ^= 1; };
    const scaled = (x: number) => x * mode.scale;
    export const f = (p: number[]) => { const a = scaled(p[0]); change(); return a + scaled(p[1] * p[1]); };
    export const see = () => [mode.scale, mode.k];`,
  'what is assigned before an error is thrown': `
    const count = { n: 0 };
    export const f = (p: number[]) => {
      count.n += 2;
      if (count.n % 3 === 0) throw new RangeError('third');
      return p[0] * p[1] * count.n;
    };
    export const see = () => count.n;`,
};

const load = <T>(program: string): T => modules({ program })('program') as unknown as T;

/** The results of five calls, gradients or errors, and the state after each. */
const taken = ({ f, see }: Loaded, isPlain: boolean) =>
  [1, 2, 3, 4, 5].map((k) => {
    const p = [0.3 * k, 1.1, ...(k % 2 ? [0.7] : [])];
    try {
      if (isPlain) return { value: f(p), left: see() };
      const { value, gradient } = valueAndGrad(f)(p);
      return { value, gradient: gradient.map((x) => x.toPrecision(12)), left: see() };
    } catch (error) {
      return { error: String(error), left: see() };
    }
  });

describe.each(Object.entries(programs))('%s', (_, text) => {
  test('are carried by compiled code: values, gradients and what is left are those of runs.', () => {
    const [one, other, plain] = [1, 2, 3].map(() => load<Loaded>(text));
    const found = taken(one, false);
    expect(why(one.f as never).versions[0]).toMatchObject({ exists: true });
    expect(found).toEqual(withoutCompiled(() => taken(other, false)));
    const withoutGradients = found.map((part) => ({ ...part, gradient: undefined }));
    expect(withoutGradients).toEqual(
      taken(plain, true).map((part) => ({ ...part, gradient: undefined })),
    );
  });
});

test('Functions of one module share them where another module calls both.', () => {
  const get = modules({
    lib: `const stats = { n: 1 };
      export const bump = (x: number) => { stats.n += 1; return x; };
      export const scale = () => stats.n;`,
    f: `import { bump, scale } from './lib';
      export const f = (p: number[]) => p[0] * scale() + bump(p[1]) + p[1] * scale();`,
  });
  const f = get('f').f as F;
  const found = [1, 2].map(() => valueAndGrad(f)([2, 3]));
  expect(found).toEqual([
    { value: 11, gradient: [1, 3] },
    { value: 16, gradient: [2, 4] },
  ]);
  expect(why(f as never).versions[0]).toMatchObject({ exists: true });
});

test('They are carried where classes of other modules have them.', () => {
  const texts = {
    lib: `const stats = { made: 0, scale: 2 };
      export class Spring {
        constructor(readonly k: number) { stats.made++; }
        energy(x: number): number { stats.scale += 0.5; return this.k * x * x * stats.scale; }
      }
      export const made = () => [stats.made, stats.scale];`,
    f: `import { Spring } from './lib';
      const own = { calls: 0 };
      export const f = (p: number[]) => { own.calls += 1; return new Spring(p[0]).energy(p[1]) + new Spring(3).energy(p[0]) * own.calls; };
      export const calls = () => own.calls;`,
  };
  const loaded = (): Loaded => {
    const get = joinedModules(texts);
    const see = () => [(get('lib').made as () => unknown)(), (get('f').calls as () => unknown)()];
    return { f: get('f').f as F, see };
  };
  const one = loaded();
  const found = taken(one, false);
  expect(why(one.f as never).versions[0]).toMatchObject({ exists: true });
  expect(found).toEqual(withoutCompiled(() => taken(loaded(), false)));
});

test('What depends on the inputs is left in them as in a run.', () => {
  const text = `const last = { value: 0, n: 0 };
    export const f = (p: number[]) => { const s = p[0] * p[1]; last.n += 1; last.value = s; return s * s + last.value; };
    export const see = () => last.n;`;
  const [one, other] = [1, 2].map(() => load<Loaded>(text));
  expect(taken(one, false)).toEqual(withoutCompiled(() => taken(other, false)));
});

const isGroup = (outside: string, inside: string): boolean => {
  const text = `${outside}\nfunction f(p: number[]) { ${inside} stats.n = 3; return p[0] * p[1]; }`;
  const lowered = loweredText(text);
  return (
    lowered.tag === 'lowered' &&
    lowered.origins.some(({ tells }) => tells !== undefined && 'variable' in tells)
  );
};

test('A constant of which the module only reads and assigns fields is a group of variables.', () => {
  expect(isGroup('const stats = { n: 0, m: -Infinity, is: true };', 'stats.is = p[0] > 1;')).toBe(
    true,
  );
});

test.each([
  ['is exported', 'export const stats = { n: 0 };', ''],
  ['is handed on', 'const stats = { n: 0 }; const g = () => stats;', ''],
  ['is frozen', 'const stats = { n: 0 }; Object.freeze(stats);', ''],
  ['has a field taken away', 'const stats: { n?: number } = { n: 0 };', 'delete stats.n;'],
  ['has a field taken away behind a type', 'const stats = { n: 0 };', 'delete (stats.n as any);'],
  ['is read by a computed name', "const stats = { n: 0 }; const g = (k: 'n') => stats[k];", ''],
  ['gets a field', 'const stats: { n: number; m?: number } = { n: 0 };', 'stats.m = 3;'],
  ['holds a text', "const stats = { n: 0, name: 'a' };", ''],
  ['may be another one', 'let stats = { n: 0 };', ''],
])('A constant that %s is none.', (_, outside, inside) => {
  expect(isGroup(outside, inside)).toBe(false);
});
