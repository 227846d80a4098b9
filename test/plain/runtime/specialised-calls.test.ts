/** Calls of functions in runs that record, answered by specialised code: one binding each. */
import { grad, jvp, valueAndGrad, vjp } from 'delta-tape';
import { compiled } from '../../support/compiled.js';
import { head, TOP } from '../../../src/tape/columns.js';
import { withEffort } from '../../support/effort.js';
import { modules } from '../../support/linked-modules.js';
import { recordedPrograms } from '../../support/recorded-programs.js';
import { withoutCompiled } from '../../support/tiers.js';

type F = (x: readonly number[]) => number;
const load = <T>(text: string): T => modules({ program: text })('program') as T;

/** The result of some work while code answers for calls in runs alone. */
function bySpecialised<T>(work: () => T): T {
  const { answer, at, ready } = compiled;
  Object.assign(compiled, {
    answer: () => null,
    at: () => null,
    ready: () => null,
  });
  try {
    return work();
  } finally {
    Object.assign(compiled, { answer, at, ready });
  }
}

/** A generator keeps the function itself out of compiled code. */
const text = (body: string, more = ''): string => `
  function chain(x: number, n: number): number { let s = x; for (let i = 0; i < n; i++) s = Math.sin(s) * x + 0.1 * s; return s; }
  function path(p: { x: number; ys: number[] }): number { let s = p.x; for (let i = 0; i < p.ys.length; i++) { const h = p.ys[i] * p.x; s = Math.cos(s) * p.ys[i] + p.x * h + Math.sin(h * s) * 0.3; s = s / (1 + p.x * p.x); } return s; }
  function both(x: number, y: number): [number, number] { let [a, b] = [x, y]; for (let i = 0; i < 20; i++) { const c = a * b; a = Math.sin(c) + a * 0.5 + x; b = Math.cos(c) - b * 0.5 + y; } return [a, b]; }
  function moments(a: number[], t: number): { mean: number; all: number[]; count: number } { let s = 0; const all = [0, 0, 0]; for (let i = 0; i < a.length; i++) { const h = a[i] * t + Math.cos(a[i]); s += h; all[0] += h; all[1] += h * h; all[2] += h * h * h; } return { mean: s / a.length, all, count: a.length }; }
  ${more}
  let begun: any = [0];
  function* steps(n: number) { begun = [n]; for (let i = 0; i < n; i++) yield i; }
  export let made = 0;
  export const f = (bindings: () => number) => (x: number): number => { const before = bindings(); let last = x; for (const k of steps(3)) { ${body} } made = bindings() - before; return last; };`;

interface Made {
  readonly f: (bindings: () => number) => (x: number) => number;
  readonly made: number;
}
/** The bindings that a gradient makes. */
function bindingsOf(module: Made): number {
  grad(module.f(() => head[TOP]))(0.5);
  return module.made;
}

test.each([
  ['of a number', 'last = chain(last, 50);', 3],
  ['of an object with a list', 'last = path({ x: last, ys: [1, last, 2] });', 3],
  ['of two numbers that gives a list', 'const [a, b] = both(last, 2); last = a * b;', 9],
  [
    'that gives an object',
    'const q = moments([last, 2, 1, 3, 5, last], last); last = q.mean * q.all[2] * q.count;',
    18,
  ],
  ['that do not depend on the input', 'chain(0.5, 50); last = chain(x, 50);', 3],
])('A call %s is one binding.', (_, body, count) => {
  const module = load<Made>(text(body));
  expect(bySpecialised(() => bindingsOf(module))).toBe(count);
  expect(withoutCompiled(() => bindingsOf(module))).toBeGreaterThan(2 * count);
});

test.each([
  ['a getter', 'last = path({ get x() { return last; }, ys: [last, 1, 2] });', ''],
  [
    'an instance of a class',
    'last = path(new P(last));',
    'class P { ys: number[]; constructor(public x: number) { this.ys = [x, 1, 2]; } }',
  ],
  [
    'back what it is given',
    'const q = same({ xs: [last, 2] }); q.xs[0] = q.xs[0] * 2; last = q.xs[0];',
    'function same(p: { xs: number[] }) { let s = p.xs[0]; for (let i = 0; i < 50; i++) s = Math.sin(s); return { s, xs: p.xs }; }',
  ],
  [
    'one list in two places',
    'const q = twice(last); q.a[0] = q.a[0] * 2; last = q.b[0];',
    'function twice(x: number) { let s = x; for (let i = 0; i < 50; i++) s = Math.sin(s); const a = [s]; return { a, b: a }; }',
  ],
  [
    'state',
    'last = counted(last);',
    'let n = 0; function counted(x: number): number { n = n + 1; let s = x; for (let i = 0; i < 50; i++) s = Math.sin(s) * x; return s * n; }',
  ],
])('A function that is given or has %s records by itself.', (_, body, more) => {
  const module = load<Made>(text(body, more));
  expect(bySpecialised(() => bindingsOf(module))).toBeGreaterThan(6);
});

test('Calls with lists of other lengths have code of their own.', () => {
  const total =
    'function total(ps: { x: number; y: number }[]): number { let s = 0; for (let i = 0; i < ps.length; i++) s += Math.sqrt(ps[i].x * ps[i].x + ps[i].y * Math.sin(s + ps[i].y) + 0.1); return s; }';
  const points = 'Array.from({ length: k + 2 }, (_, i) => ({ x: last * i + 1, y: last }))';
  const module = load<Made>(text(`last = total(${points});`, total));
  const told: unknown[] = [];
  withEffort({ patience: 0, held: 3, onDifference: (what) => told.push(what) }, () => {
    bySpecialised(() => bindingsOf(module));
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.every((what) => what === null)).toBe(true);
  });
});

test('An objection to the value of a call is heard.', () => {
  const module = load<Made>(text('last = chain(last, 50);'));
  const onDifference = () => {
    throw new Error('an objection');
  };
  withEffort({ onDifference }, () => {
    expect(() => bySpecialised(() => bindingsOf(module))).toThrow('an objection');
  });
});

test('Derivatives are those of runs that record all.', () => {
  for (const { name, text: program, at } of recordedPrograms) {
    const { f } = load<{ f: F }>(program);
    const given = at as readonly number[];
    const all = () => {
      try {
        const { value, gradient } = valueAndGrad(f)(given);
        const { tangent } = jvp(f)([given], [Array.from(given, (_, k) => 1 - k)] as never);
        return [value, ...gradient, ...vjp(f)(given).pullback(2), tangent as number];
      } catch (error) {
        return String(error);
      }
    };
    const [found, expected] = [bySpecialised(all), withoutCompiled(all)];
    const size =
      typeof expected === 'string' ? 0 : Math.max(1, ...expected.map(Math.abs).filter(isFinite));
    const isSame =
      typeof found === 'string' || typeof expected === 'string'
        ? found === expected
        : found.every(
            (x, k) => Object.is(x, expected[k]) || Math.abs(x - expected[k]) <= 1e-10 * size,
          );
    expect({ name, found: isSame ? expected : found }).toEqual({ name, found: expected });
  }
});
