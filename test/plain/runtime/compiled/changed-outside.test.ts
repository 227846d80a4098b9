/**
 * The exports of a module may be changed by code that was never read: what functions took as it was
 * written is checked at each call.
 */
import { grad, mul, type Real } from 'delta-tape';
import {
  answers,
  joinedModules,
  modules,
  type F,
  type Module,
} from '../../../support/linked-modules.js';

type Change = (of: Module) => unknown;
/**
 * The declarations of a module, a function's result from them, the change from outside, and the slope
 * at 2 before and after.
 */
type Case = readonly [declared: string, result: string, Change, number, number];

const set = (of: unknown, key: string, to: unknown): boolean => Reflect.set(of as object, key, to);
const prototypeOf = (of: unknown) => (of as { prototype: object }).prototype;
const triple = (x: Real): Real => mul(3, x);

const cases: Record<string, Case> = {
  'a member of an enum': [
    'export enum E { A = 1, B = 5 }',
    'x * E.A + E.B * x * x',
    ({ E }) => set(E, 'A', 9),
    21,
    29,
  ],
  'a member of an enum that is exported by itself, under another name': [
    'enum E { A = 1, B = 5 } export { E as D };',
    'x * E.B',
    ({ D }) => set(D, 'B', 7),
    5,
    7,
  ],
  'a text in an enum': [
    "export enum E { A = 'a', B = 'b' } export const at: { mode: string } = { mode: 'a' };",
    'at.mode === E.A ? x : 3 * x',
    ({ E }) => set(E, 'A', 'c'),
    1,
    3,
  ],
  'an enum that is replaced by a member of another object': [
    'export const enum E { A = 2 }',
    'x * E.A',
    ({ E }) => Reflect.deleteProperty(E as object, 'A') && set(Object.getPrototypeOf(E), 'A', 4),
    2,
    4,
  ],
  'a static field': [
    'export class C { static rate = 2; }',
    'x * C.rate',
    ({ C }) => set(C, 'rate', 5),
    2,
    5,
  ],
  'an element of a static list': [
    'export class C { static list = [1, 2]; }',
    'x * C.list[1]',
    ({ C }) => set((C as { list: object }).list, '1', 5),
    2,
    5,
  ],
  'a static method': [
    'export class C { static f(x: number): number { return 2 * x; } }',
    'C.f(x)',
    ({ C }) => set(C, 'f', triple),
    2,
    3,
  ],
  'a method of a prototype': [
    'export class C { f(x: number): number { return 2 * x; } }',
    'new C().f(x)',
    ({ C }) => set(prototypeOf(C), 'f', triple),
    2,
    3,
  ],
  'a method of the prototype of a parent': [
    'class B { f(x: number): number { return 2 * x; } } export class C extends B {}',
    'new C().f(x)',
    ({ C }) => set(Object.getPrototypeOf(prototypeOf(C)), 'f', triple),
    2,
    3,
  ],
  'an accessor': [
    'export class C { constructor(public y: number) {} get f(): number { return 2 * this.y; } }',
    'new C(x).f',
    ({ C }) => Object.defineProperty(prototypeOf(C), 'f', { get: () => 3 }),
    2,
    0,
  ],
  'a function in an object': [
    'export const table = { f: (x: number): number => 2 * x };',
    'table.f(x)',
    ({ table }) => set(table, 'f', triple),
    2,
    3,
  ],
  'a number beside a function': [
    'export const table = { k: 2, f(x: number): number { return this.k * x; } };',
    'table.f(x)',
    ({ table }) => set(table, 'k', 3),
    2,
    3,
  ],
  'a function in an object that only a function gives away': [
    'const table = { f: (x: number): number => 2 * x }; export const give = (): object => table;',
    'table.f(x)',
    ({ give }) => set((give as () => object)(), 'f', triple),
    2,
    3,
  ],
  'a function in a list': [
    'export const list = [(x: number): number => 2 * x];',
    'list[0](x)',
    ({ list }) => ((list as unknown[])[0] = triple),
    2,
    3,
  ],
  'a number in a list': [
    'export const list = [1, 2];',
    'list[1] * x',
    ({ list }) => ((list as unknown[])[1] = 3),
    2,
    3,
  ],
  'a further number of a list': [
    'export const list = [1, 2];',
    'list.length * x',
    ({ list }) => (list as unknown[]).push(3),
    2,
    3,
  ],
  'a field of an object of numbers': [
    'export const config = { rate: 2 };',
    'config.rate * x',
    ({ config }) => set(config, 'rate', 3),
    2,
    3,
  ],
  'a text in a list': [
    "export const names = ['a', 'b'];",
    "names[0] === 'a' ? 2 * x : 3 * x",
    ({ names }) => ((names as unknown[])[0] = 'c'),
    2,
    3,
  ],
  'a variable': [
    'export let rate = 2; export const give = (to: number): void => { rate = to; };',
    'rate * x',
    ({ give }) => (give as (to: number) => void)(3),
    2,
    3,
  ],
};

/** The module that declares it may be the function's own, or another one. */
const places: readonly (readonly [
  string,
  (declared: string, result: string) => readonly [Module, F],
])[] = [
  [
    'the same module',
    (declared, result) => {
      const of = modules({
        f: `${declared}\nexport function f(x: number): number { return ${result}; }`,
      })('f');
      return [of, of.f as F];
    },
  ],
  [
    'another module that was read with it',
    (declared, result) => {
      const names = [...declared.matchAll(/export (?:const |enum |class |let )*(\w+)/g)].map(
        ([, name]) => name,
      );
      const get = joinedModules({
        lib: declared,
        f: `import { ${names.join(', ')} } from './lib';\nexport function f(x: number): number { return ${result}; }`,
      });
      const f = get('f').f as F;
      return [get('lib'), f];
    },
  ],
];

for (const [place, made] of places)
  describe(`A function sees what outside changes in ${place}:`, () => {
    const seen = Object.entries(cases).filter(
      ([, [declared, result]]) =>
        place === 'the same module' || !/ as D|const give|this/.test(declared + result),
    );
    afterEach(() => void Reflect.deleteProperty(Object.prototype, 'A'));
    test.each(seen)('%s.', (_, [declared, result, change, before, after]) => {
      const [of, f] = made(declared, result);
      const slope = grad(f as never) as unknown as F;
      expect([slope(2), answers(f, [2])]).toEqual([before, true]);
      change(of);
      expect(slope(2)).toBe(after);
    });
  });

test.each([true, false])(
  'What lists an enum is the Object of the platform, unless the module has its own: %s',
  (isOwn) => {
    const own = { Object: { keys: (of: object) => set(of, 'A', 7) } };
    const text = `${isOwn ? "import { Object } from './own';" : ''} enum E { A = 2 } Object.keys(E);
      export function f(x: number): number { return x * E.A; }`;
    const f = modules({ f: text }, { own })('f').f as F;
    expect((grad(f as never) as unknown as F)(2)).toBe(isOwn ? 7 : 2);
    expect(answers(f, [2])).toBe(!isOwn);
  },
);

test.each([true, false])(
  'What freezes a constant is the Object of the platform, unless the module has its own: %s',
  (isOwn) => {
    const own = { Object: { freeze: () => ({ f: triple }) } };
    const text = `${isOwn ? "import { Object } from './own';" : ''}
      export const table = Object.freeze({ f: (x: number): number => 2 * x });
      export function f(x: number): number { return table.f(x); }`;
    const f = modules({ f: text }, { own })('f').f as F;
    expect((grad(f as never) as unknown as F)(2)).toBe(isOwn ? 3 : 2);
    expect(answers(f, [2])).toBe(!isOwn);
  },
);
