/** A run leaves behind in a program what the function itself would have left: plain numbers. */
import fc from 'fast-check';
import { derivative, grad, jvp, vjp, type Real } from 'delta-tape';
import { leavingPrograms } from '../support/leaving-programs.js';
import { load } from '../support/plain.js';

type F = (x: number) => number;
interface Program {
  readonly f: F;
  readonly g: F;
  readonly fails: F;
  readonly state: () => unknown;
}

const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as Error).message;
  }
};

/** The results of a call, on a program and on numbers: the derivatives of f and g are known. */
const calls: Readonly<Record<string, [(p: Program) => unknown, (p: Program) => unknown]>> = {
  f: [({ f }) => f(2), ({ f }) => f(2)],
  g: [({ g }) => g(2), ({ g }) => g(2)],
  fails: [({ fails }) => fails(2), ({ fails }) => fails(2)],
  'grad f': [({ f }) => grad(f)(2), ({ f }) => (f(2), 12)],
  'grad g': [({ g }) => grad(g)(2), ({ g }) => (g(2), Math.cos(2) * 2 + Math.sin(2))],
  'grad fails': [({ fails }) => grad(fails)(2), ({ fails }) => fails(2)],
  'jvp f': [({ f }) => jvp(f)([2], [3]).tangent, ({ f }) => (f(2), 36)],
  'hessian g': [
    ({ g }) => grad((x: Real) => grad(g)(x as number))(2),
    ({ g }) => (g(2), 2 * Math.cos(2) - 2 * Math.sin(2)),
  ],
  'pullback f': [({ f }) => vjp(f)(2).pullback(2), ({ f }) => (f(2), 24)],
  'grad grad f': [
    ({ f }) => derivative((x: Real) => jvp(f)([x as number], [1]).tangent)(2),
    ({ f }) => (f(2), 12),
  ],
};

const close = (found: unknown, expected: unknown): void => {
  if (typeof found === 'number') expect(found).toBeCloseTo(expected as number, 12);
  else expect(found).toBe(expected);
};

test('Random programs that leave things behind find the same in later calls as on numbers.', () => {
  fc.assert(
    fc.property(leavingPrograms, ({ text, calls: names }) => {
      const one = load<Program>(text);
      const other = load<Program>(text);
      for (const name of names) {
        const [derived, plain] = calls[name];
        close(
          attempt(() => derived(one)),
          attempt(() => plain(other)),
        );
        expect(one.state()).toEqual(other.state());
      }
    }),
    { numRuns: 40 },
  );
});

describe('An object that was made in a run', () => {
  const program = (text: string) =>
    load<Program>(`const { grad } = require('delta-tape');
class P { v: any = 0; w: any = 0; set(v: any) { this.v = v; } init(o: any, v: any) { this.w = v; o.v = v; } }
const old = new P(); let kept: any; exports.f = f; ${text}`);

  test('and is put into an older place by a run inside of it, holds numbers when all is over.', () => {
    const { f, state } = program(`exports.state = () => kept.v;
function f(x: any): any {
  const p: any = { v: 0 };
  const d: any = grad((y: any) => { kept = p; return y * y; })(1);
  p.v = x;
  return x * x + p.v * d * 0;
}`);
    expect(grad(f)(2)).toBe(4);
    expect(state()).toBe(2);
  });

  test('is older than a run inside of it.', () => {
    const { f, state } = program(`exports.state = () => kept.v;
function f(x: any): any {
  const p: any = new P();
  p.set(x);
  kept = p;
  const d: any = grad((y: any) => { p.set(y * y); return p.v * x; })(x);
  p.set(p.v);
  return d * x;
}`);
    // d is 2 x², and f is 2 x³.
    expect(grad(f)(2)).toBe(24);
    expect(state()).toBe(4);
  });

  test('may be changed together with an older one.', () => {
    const { f, state } = program(`exports.state = () => [old.v, old.w];
function f(x: any): any {
  const p: any = new P();
  p.init(old, x);
  old.set(x * 2);
  p.set(x);
  return p.v * x;
}`);
    expect(grad(f)(2)).toBe(4);
    expect(state()).toEqual([4, 0]);
  });
});
