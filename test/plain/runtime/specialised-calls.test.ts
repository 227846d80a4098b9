/** Calls of functions in runs that record, answered by specialised code: one binding each. */
import { grad, jvp, valueAndGrad, vjp } from 'delta-tape';
import { least } from '../../../src/plain/analyse/worth.js';
import { compiled } from '../../../src/plain/runtime/compiled/lowered.js';
import { head, TOP } from '../../../src/tape/columns.js';
import { withEffort } from '../../support/effort.js';
import { modules } from '../../support/linked-modules.js';
import { recordedPrograms } from '../../support/recorded-programs.js';
import { recorded, withoutCompiled } from '../../support/tiers.js';

// Of less code calls are not asked for.
Object.assign(least, { ofRecorded: 40, ofGeneral: 40 });

type F = (x: readonly number[]) => number;
const load = <T>(text: string): T => modules({ program: text })('program') as T;

/** The result of some work while only specialised code answers. */
function bySpecialised<T>(work: () => T): T {
  const { answer, at, ready } = compiled;
  Object.assign(compiled, {
    recorded: () => undefined,
    answer: () => null,
    at: () => null,
    ready: () => null,
  });
  try {
    return work();
  } finally {
    Object.assign(compiled, { recorded, answer, at, ready });
  }
}

/** A generator keeps the function itself out of compiled code. */
const text = (body: string, more = ''): string => `
  function chain(x: number, n: number): number { let s = x; for (let i = 0; i < n; i++) s = Math.sin(s) * x + 0.1 * s; return s; }
  function path(p: { x: number; ys: number[] }): number { let s = p.x; for (let i = 0; i < p.ys.length; i++) { const h = p.ys[i] * p.x; s = Math.cos(s) * p.ys[i] + p.x * h + Math.sin(h * s) * 0.3; s = s / (1 + p.x * p.x); } return s; }
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
    'state',
    'last = counted(last);',
    'let n = 0; function counted(x: number): number { n = n + 1; let s = x; for (let i = 0; i < 50; i++) s = Math.sin(s) * x; return s * n; }',
  ],
])('A function that is given or has %s records by itself.', (_, body, more) => {
  const module = load<Made>(text(body, more));
  expect(bySpecialised(() => bindingsOf(module))).toBeGreaterThan(6);
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
