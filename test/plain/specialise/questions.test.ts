/** Values that specialising looked at are checked again at each call; those that it did not look at are not. */
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { Refusal } from '../../../src/plain/specialise/values/abstract.js';
import { loaded, program } from '../../support/known-programs.js';
import { verdictOn } from '../../support/both-roads.js';

type AnyFunction = (...args: unknown[]) => unknown;
type Module = Record<string, AnyFunction>;

const answering = (text: string, args: readonly unknown[]) => {
  const module = loaded<Module>(text);
  const gradient = gradientOf(specialise(program, module.f, args));
  return {
    module,
    answer: (...given: unknown[]) => gradient(given)?.value ?? null,
  };
};
const refusal = (text: string, args: readonly unknown[]): string => {
  try {
    specialise(program, loaded<Module>(text).f, args);
    return 'nothing';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

describe('Calls of a specialised function', () => {
  test('take any numbers of the same kind.', () => {
    const { answer } = answering(
      'export function f(x, n) { let s = 0; for (let i = 0; i < n; i++) s += x * i; return s; }',
      [2, 3],
    );
    expect(answer(2, 3)).toBe(6);
    expect(answer(0.5, 100)).toBe(2475);
    expect(answer(0.5, -1)).toBe(0);
    expect(answer(0.5, '3')).toBeNull();
    expect(answer(true, 3)).toBeNull();
  });

  test('ask for fields that were read, and for no others.', () => {
    const { answer } = answering('export const f = (o) => o.x * 2 + (o.y ?? 1);', [
      { x: 3, z: 'a' },
    ]);
    expect(answer({ x: 4, z: 7 })).toBe(9);
    expect(answer({ x: 4, y: 7 })).toBeNull();
    expect(answer({ x: '4' })).toBeNull();
    expect(answer(Object.create({ x: 4 }))).toBeNull();
    expect(answer(null)).toBeNull();
    let reads = 0;
    expect(
      answer({
        get x() {
          return ++reads;
        },
      }),
    ).toBeNull();
    expect(reads).toBe(0);
  });

  test('ask for elements of arrays and their kinds.', () => {
    const { answer } = answering('export const f = (xs) => xs.reduce((a, b) => a + b, 0);', [
      [1, 2],
    ]);
    expect(answer([1, 2, 3])).toBe(6);
    expect(answer([])).toBe(0);
    expect(answer([1, '2'])).toBeNull();
    expect(answer([1, , 3])).toBeNull(); // eslint-disable-line no-sparse-arrays
    expect(answer(new Float64Array(2))).toBeNull();
    expect(
      answer(Object.assign(Object.create(Array.prototype) as object, { length: 0 })),
    ).toBeNull();
  });

  test('ask for variables of the module, functions and natives.', () => {
    const { answer, module } = answering(
      [
        'let k = 2;',
        'let g = (x) => x * 2;',
        'export const set = (to) => { k = to; };',
        'export const swap = (to) => { g = to; };',
        'export function f(x) { return g(x) * k + Math.hypot(x, 0); }',
      ].join('\n'),
      [3],
    );
    expect(answer(3)).toBe(15);
    module.set(3);
    expect(answer(3)).toBe(21);
    const { hypot } = Math;
    Math.hypot = () => 0;
    expect(answer(3)).toBeNull();
    Math.hypot = hypot;
    expect(answer(3)).toBe(21);
    module.swap((x: unknown) => x);
    expect(answer(3)).toBeNull();
  });

  test('have as many arguments as the call that was looked at.', () => {
    const { answer } = answering('export const f = (x, ...more) => x + more.length;', [1]);
    expect(answer(2)).toBe(2);
    expect(answer(2, 3)).toBeNull();
    expect(answer()).toBeNull();
  });

  test('ask for getters, and for what prototypes have not.', () => {
    const text = `class A { constructor(x) { this.x = x; } get twice() { return this.x * 2; } }
export const made = (x) => new A(x);
export const f = (a) => a.twice + (a.more === undefined ? 0 : 1);`;
    const { made: make } = loaded<Module>(text);
    const module = loaded<Module>(text);
    const gradient = gradientOf(specialise(program, module.f, [module.made(2)]));
    const value = (x: number) => gradient([module.made(x)])?.value ?? null;
    expect(value(3)).toBe(6);
    expect(gradient([make(3)])).toBeNull();
    const proto = Object.getPrototypeOf(module.made(1)) as object;
    Object.assign(proto, { more: 1 });
    expect(value(3)).toBeNull();
    delete (proto as { more?: number }).more;
    expect(value(3)).toBe(6);
    Object.defineProperty(proto, 'twice', { get: () => 5 });
    expect(value(3)).toBeNull();
  });

  test('leave where the program throws, or where an element is missing.', () => {
    const { answer } = answering(
      'export function f(x, xs, k) { if (x < 0) throw new Error("negative"); return x * xs[k]; }',
      [1, [2, 3], 1],
    );
    expect(answer(2, [2, 3], 1)).toBe(6);
    expect(answer(-2, [2, 3], 1)).toBeNull();
    expect(answer(2, [2, 3], 2)).toBeNaN();
  });
});

const twice = { x: 1 };

describe('What is not surely right is refused, with a reason and a line', () => {
  test.each<[string, string, readonly unknown[], string]>([
    [
      'writes into what is given twice',
      'export function f(p, q) {\n p.x = 2;\n return p.x * q.x; }',
      [twice, twice],
      'an object that is given in two places is written',
    ],
    [
      'functions without a core',
      'export function f(x) {\n return JSON.stringify(x).length; }',
      [1],
      'a call of stringify, whose core is not known (line 2)',
    ],
    [
      'fields that branches give in another order',
      'export function f(x) {\n const o = {};\n if (x > 2) o.a = x;\n o.b = 1;\n o.a = 2;\n return Object.values(o)[0]; }',
      [3],
      'the keys of an object that branches give in different ways (line 6)',
    ],
    [
      'holes that a method skips',
      'export function f(n) {\n const a = [n, , 2];\n return a.map((x) => x)[0]; }',
      [3],
      'a method that skips holes (line 3)',
    ],
  ])('%s.', (_, text, args, why) => {
    expect(refusal(text, args)).toBe(why);
  });
});

test('Sloppy code has an object for this.', () => {
  const text = 'export function f(x) { return this === undefined ? x * x : x; }';
  expect(verdictOn(text, 'f', () => [2]).tag).toBe('right');
});

describe('The comparison', () => {
  test('objects to a function that means something else than its core.', () => {
    const text = 'export const f = (x) => x * k(); const k = () => 2;';
    expect(verdictOn(text, 'f', () => [3]).tag).toBe('right');
    expect(verdictOn(text, 'f', () => [3], 0, [], 'exports.f = (x) => x * 3;').tag).toBe('wrong');
  });
});
