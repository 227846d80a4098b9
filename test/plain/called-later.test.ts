/** Callbacks, generators and promises that a run leaves find plain numbers later. */
import { derivative, grad, jvp, type Real } from 'delta-tape';
import { load } from '../support/plain.js';

type F = (x: number) => number;
interface Program {
  readonly f: F;
  readonly log: unknown[];
  readonly go?: () => void;
}

/** Each leaves x and 2x, or one of them. */
const programs: Readonly<Record<string, readonly [string, readonly unknown[]]>> = {
  'await of a real': [
    `async function note(x: any) { const y = await (x * 2); log.push(y, x); } exports.f = (x: any) => { void note(x); return x * x; };`,
    [6, 3],
  ],
  'await of an object': [
    `async function note(x: any) { const { v } = await { v: x * 2 }; log.push(v); } exports.f = (x: any) => { void note(x); return x * x; };`,
    [6],
  ],
  'an async function that gives a real': [
    `const twice = async (x: any) => x * 2; exports.f = (x: any) => { void twice(x).then((v) => { log.push(v); }); return x * x; };`,
    [6],
  ],
  'an async function that gives an object': [
    `const twice = async (x: any) => ({ v: x * 2 }); async function note(x: any) { log.push((await twice(x)).v); } exports.f = (x: any) => { void note(x); return x * x; };`,
    [6],
  ],
  'a promise of a real': [
    `exports.f = (x: any) => { void Promise.resolve(x * 2).then((v) => { log.push(v); }); return x * x; };`,
    [6],
  ],
  'a promise of an object': [
    `exports.f = (x: any) => { void Promise.resolve({ v: x * 2 }).then((o: any) => { log.push(o.v); }); return x * x; };`,
    [6],
  ],
  'a new promise': [
    `exports.f = (x: any) => { void new Promise((fulfil: any) => fulfil(x * 2)).then((v: any) => { log.push(v, v / 2); }); return x * x; };`,
    [6, 3],
  ],
  'a promise that is rejected': [
    `exports.f = (x: any) => { Promise.reject(x * 2).catch((v: any) => { log.push(v); }); return x * x; };`,
    [6],
  ],
  'several promises': [
    `exports.f = (x: any) => { void Promise.all([x, x * 2, Promise.resolve(x)]).then((vs: any) => { log.push(...vs); }); return x * x; };`,
    [3, 6, 3],
  ],
  'for await over reals': [
    `async function all(x: any) { for await (const v of [x, x * 2]) log.push(v); } exports.f = (x: any) => { void all(x); return x * x; };`,
    [3, 6],
  ],
  'for await over an async generator': [
    `async function* g(x: any) { yield x; yield x * 2; } async function all(x: any) { for await (const v of g(x)) log.push(v); }
exports.f = (x: any) => { void all(x); return x * x; };`,
    [3, 6],
  ],
  timers: [
    `exports.f = (x: any) => { setTimeout((v: any) => { log.push(v); }, 0, x * 2); setTimeout(() => { log.push(x); }, 0); return x * x; };`,
    [6, 3],
  ],
  'a microtask': [
    `exports.f = (x: any) => { queueMicrotask(() => { log.push(x * 2); }); return x * x; };`,
    [6],
  ],
  'a generator that starts later': [
    `function* g(x: any) { const y = x * 2; yield x; yield y; yield { x }; } let it: any; exports.go = () => { log.push(...it); };
exports.f = (x: any) => { it = g(x); return x * x; };`,
    [3, 6, { x: 3 }],
  ],
  'a generator that starts later with an object': [
    `function* g(o: any) { yield o.x; yield o.x * 2; } let it: any; exports.go = () => { log.push(...it); }; exports.f = (x: any) => { it = g({ x }); return x * x; };`,
    [3, 6],
  ],
  'a generator that starts later as a method': [
    `class C { x: any; constructor(x: any) { this.x = x; } *[Symbol.iterator]() { yield this.x; yield this.x * 2; } } let it: any; exports.go = () => { log.push(...it); };
exports.f = (x: any) => { it = new C(x)[Symbol.iterator](); return x * x; };`,
    [3, 6],
  ],
  'a generator that starts later and reads its arguments': [
    `function* g() { for (let k = 0; k < arguments.length; k++) yield arguments[k]; } let it: any; exports.go = () => { log.push(...it); };
exports.f = (x: any) => { it = (g as any)(x, x * 2); return x * x; };`,
    [3, 6],
  ],
  'a generator with a pattern': [
    `function* g({ a, b = a * 2 }: any = {}) { yield a; yield b; } let it: any; exports.go = () => { log.push(...it); };
exports.f = (x: any) => { it = g({ a: x }); return x * x; };`,
    [3, 6],
  ],
  'an iterator of a list': [
    `let it: any; exports.go = () => { log.push(...it); }; exports.f = (x: any) => { it = [x, x * 2].values(); return x * x; };`,
    [3, 6],
  ],
  'an iterator of a map': [
    `let it: any; exports.go = () => { for (const [k, v] of it) log.push(k, v); }; exports.f = (x: any) => { it = new Map([['a', x]]).entries(); return x * x; };`,
    ['a', 3],
  ],
};

describe.each([
  ['grad', (f: F) => grad(f)(3)],
  ['jvp', (f: F) => jvp(f)([3], [1]).tangent],
  ['a second derivative', (f: F) => 3 * derivative((x: Real) => grad(f)(x as number))(3)],
] as const)('After %s', (_, derivative) => {
  test.each(Object.entries(programs))('%s has numbers.', async (name, [text, expected]) => {
    const { f, log, go } = load<Program>(`const log: any[] = []; exports.log = log; ${text}`);
    for (let k = 0; k < 2; k++) {
      expect(derivative(f)).toBe(6);
      await new Promise((resolve) => setTimeout(resolve, 5));
      go?.();
      expect([name, log]).toEqual([name, expected]);
      log.length = 0;
      f(3);
      await new Promise((resolve) => setTimeout(resolve, 5));
      go?.();
      expect(log).toEqual(expected);
      log.length = 0;
    }
  });
});
