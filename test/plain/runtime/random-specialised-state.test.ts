/** Random functions that keep state, by specialised code: all derivatives, and what is left, are those of runs over several calls. */
import fc from 'fast-check';
import * as lib from 'delta-tape';
import { compiled } from '../../support/compiled.js';
import { cachePrograms } from '../../support/cache-programs.js';
import { withEffort } from '../../support/effort.js';
import { modules } from '../../support/linked-modules.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import { statePrograms } from '../../support/state-programs.js';

type F = (...args: unknown[]) => unknown;
type Operator = (f: F, options?: object) => F;
const of = lib as unknown as Record<string, Operator>;
type Module = Readonly<Record<string, F>>;

/** A derivative of a function at a point, which is a number or a list. */
const derivatives: Readonly<Record<string, (f: F, x: unknown, ones: unknown) => unknown>> = {
  grad: (f, x) => of.valueAndGrad(f)(x),
  jvp: (f, x, ones) => of.jvp(f)([x], [ones]),
  hvp: (f, x, ones) => of.hvp(f)(x, ones),
  jacobian: (f, x) => of.jacobian(f)(x),
  vjp: (f, x) => {
    const { value, pullback } = of.vjp(f)(x) as { value: unknown; pullback: F };
    return [value, pullback(2), pullback(1)];
  },
  linearize: (f, x, ones) => {
    const { value, pushforward } = of.linearize(f)(x) as { value: unknown; pushforward: F };
    return [value, pushforward(ones)];
  },
};

interface Asked {
  readonly by: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

const rounded = (_: string, x: unknown): unknown =>
  typeof x === 'number' ? (Math.abs(x) < 1e-9 ? 0 : Number(x.toPrecision(8))) : x;

/** The result of a derivative, and the state that is left, as text. */
function outcome(module: Module, { by, name, args }: Asked): string {
  const [x] = args;
  const isOf = name === 'f' || name === 'g';
  const work = () => {
    if (!isOf) return module[name](...args);
    return derivatives[by](module[name], x, Array.isArray(x) ? x.map(() => 1) : 1);
  };
  try {
    return JSON.stringify([work(), module.state()], rounded);
  } catch (error) {
    return JSON.stringify([String(error), module.state()], rounded);
  }
}

/** The first difference between code and runs, or null; and how often code answered. */
function compared(code: Module, runs: Module, calls: readonly Asked[]) {
  let answered = 0;
  const before = { ...compiled };
  const none = () => null;
  Object.assign(compiled, { answer: none, at: none, ready: none, recorded: () => undefined });
  try {
    for (const [k, call] of calls.entries()) {
      const expected = withEffort({ isOn: false }, () => outcome(runs, call));
      let refused = 0;
      const effort = { patience: 0, held: 0, onRefusal: () => void refused++ };
      const found = withEffort(effort, () => outcome(code, call));
      if (refused === 0) answered++;
      if (found !== expected)
        return { complaint: `call ${k}: ${found}, not ${expected}`, answered };
    }
  } finally {
    Object.assign(compiled, before);
  }
  return { complaint: null, answered };
}

const operators = fc.array(fc.constantFrom(...Object.keys(derivatives)), {
  minLength: 8,
  maxLength: 8,
});

test('Functions that assign variables of their module leave what runs leave.', () => {
  let [all, answered] = [0, 0];
  fc.assert(
    fc.property(statePrograms, operators, ({ text, calls }, by) => {
      const made = () => modules({ program: text })('program') as Module;
      const asked = calls.map(([name, ...args], k) => ({ by: by[k % by.length], name, args }));
      const found = compared(made(), made(), asked);
      if (found.complaint !== null)
        throw new Error(`${found.complaint}\n${JSON.stringify(asked)}\n${text}`);
      all += asked.length;
      answered += found.answered;
    }),
    { numRuns: sampled(40) },
  );
  expect(answered / all).toBeGreaterThan(0.5);
});

test('Functions that keep what they computed last have the derivatives of runs.', () => {
  fc.assert(
    fc.property(cachePrograms, operators, ({ text: { text }, calls }, by) => {
      const made = () => load<Module>(text);
      const asked = calls.map(({ what, x }, k) => ({
        by: by[k % by.length],
        name: what === 'state' ? what : what.slice(-1),
        args: [x],
      }));
      const found = compared(made(), made(), asked);
      if (found.complaint !== null)
        throw new Error(`${found.complaint}\n${JSON.stringify(asked)}\n${text}`);
    }),
    { numRuns: sampled(80) },
  );
});

test('The comparison notices state that is left twice, and another derivative.', () => {
  const text = (body: string) =>
    `let n = 0; export function f(x: number[]): number { ${body} } export const state = () => n;`;
  const made = (body: string) => modules({ program: text(body) })('program') as Module;
  const right = 'n++; return x[0] * x[0] * n;';
  const asked = ['jvp', 'vjp'].map((by) => ({ by, name: 'f', args: [[2]] }));
  expect(compared(made(right), made(right), asked).complaint).toBeNull();
  for (const wrong of ['n += 2; return x[0] * x[0] * (n - 1);', 'n++; return x[0] * 2 * n;'])
    expect(compared(made(right), made(wrong), asked).complaint).toMatch('call 0');
});
