/** Functions of translated modules say what their core is, and what they capture; asking has no effect. */
import { printedFunction } from '../../../src/plain/core/printed-core.js';
import { knownCore } from '../../../src/plain/runtime/attached-cores.js';
import { compile } from '../../../src/plain/translate.js';
import { run } from '../../support/plain.js';

type Exports = Record<string, never>;

function loaded(text: string, isModule = false): Exports {
  const options = { filename: isModule ? 'program.mts' : 'program.cts' };
  const steps = { translated: true, commonjs: isModule, attachesCore: true };
  return run<Exports>(compile(text, options, steps).code);
}

const coreOf = (f: object): string => {
  const { core } = knownCore(f)!;
  return 'f' in core ? printedFunction(core.f) : core.made.name;
};

describe('The core of a function', () => {
  test.each([
    ['a declaration', 'function f(x) { return x * 2; } exports.f = f;'],
    ['an expression', 'exports.f = function (x) { return x * 2; };'],
    ['one with a name of its own', 'exports.f = function g(x) { return x * 2; };'],
    ['an arrow', 'exports.f = (x) => x * 2;'],
    ['one that needs no version', 'exports.f = (x) => g(x); const g = (y) => y * 2;'],
    ['a method', 'exports.f = { m(x) { return x * 2; } }.m;'],
    ['a method with a computed key', "exports.f = { [(() => 'm')()](x) { return x * 2; } }.m;"],
    ['a static method', 'class A { static m(x) { return x * 2; } } exports.f = A.m;'],
    ['a method of a class', 'class A { m(x) { return x * 2; } } exports.f = A.prototype.m;'],
    [
      'a getter',
      "const o = { get x() { return this.y * 2; } }; exports.f = Object.getOwnPropertyDescriptor(o, 'x').get;",
    ],
    ['one in a function', 'const make = (k) => (x) => x * k; exports.f = make(2);'],
    ['one in a wrapper', '(function (e) { e.f = function (x) { return x * 2; }; })(exports);'],
    [
      'one in an asynchronous function',
      'exports.f = 0; (async () => { exports.f = (x) => x * 2; await 1; })();',
    ],
    ['a field', 'class A { m = (x) => x * 2; } exports.f = new A().m;'],
    ['a generator', 'exports.f = function* (x) { yield x * 2; };'],
    [
      'a function with a default',
      'exports.f = (x, y = g()) => x * y; const g = () => { throw 1; };',
    ],
    ['one with patterns', 'exports.f = ({ a: { b = 1 }, ...c }, [d, ...e]) => b + d;'],
  ])('is known of %s.', (_, text) => {
    const { f } = loaded(text);
    expect(knownCore(f)).toBeDefined();
    const name = (f as { name: string }).name.replace(/^get /, '');
    expect(coreOf(f)).toMatch(text.includes('g(x)') ? /g/ : /\*|generator|\+/);
    expect(typeof name).toBe('string');
  });

  test.each([
    [
      'functions that a directive excludes',
      "exports.f = () => { 'use no grad'; return () => 1; };",
    ],
    ['what stands in these', "exports.f = (() => { 'use no grad'; return (x) => x * 2; })();"],
    ['native functions', 'exports.f = Math.sin;'],
    ['bound functions', 'exports.f = ((x) => x * 2).bind(null);'],
    ['what asks for its text', 'exports.f = (x) => eval("x * 2");'],
    ['functions in parameters', 'exports.f = ((g = (x) => x * 2) => g)();'],
    ['patterns with computed keys', "exports.f = ({ ['a' + 1]: x }) => x * 2;"],
  ])('is not known of %s.', (_, text) => {
    expect(knownCore(loaded(text).f)).toBeUndefined();
  });

  test('is known of classes, with their members.', () => {
    const { A } = loaded(
      'class A { #p = 1; x = 2; constructor() { this.y = 3; } m() {} } exports.A = A;',
    );
    const { core } = knownCore(A)!;
    expect('made' in core && core.made.members.map(({ kind }) => kind)).toEqual([
      'field',
      'field',
      'method',
    ]);
  });

  test('is told without effects.', () => {
    const { f, log } = loaded(`
      exports.log = [];
      exports.f = function (x = exports.log.push('x'), { y = exports.log.push('y') } = {}) {
        exports.log.push('body');
        return x * y;
      };`);
    expect(knownCore(f)).toBeDefined();
    expect(log).toEqual([]);
    expect((f as (x: number, y: object) => number)(2, { y: 3 })).toBe(6);
    expect(log).toEqual(['body']);
  });
});

describe('What a function captures', () => {
  test('is read as it is now, and assigned.', () => {
    const { f, set } = loaded(`
      let n = 1; const k = 2; exports.f = (x) => x * n * k; exports.set = (to) => { n = to; };`);
    const { captures } = knownCore(f)!;
    expect(['n', 'k', 'x'].map((name) => captures.names.get(name))).toEqual([
      'variable',
      'constant',
      undefined,
    ]);
    (set as (to: number) => void)(5);
    expect(captures.read('n')).toBe(5);
    captures.writing('n')!(6);
    expect((f as (x: number) => number)(1)).toBe(12);
    expect(captures.writing('k')).toBeUndefined();
  });

  test('belongs to the call that made it.', () => {
    const { make } = loaded(`
      exports.make = (k) => { let n = 0; return { f: (x) => x * k + n, add: () => { n++; } }; };`);
    const made = [2, 3].map(make as (k: number) => { f: object; add: () => void });
    made[1].add();
    const all = made.map(({ f }) => knownCore(f)!.captures);
    expect(all.map(({ read }) => [read('k'), read('n')])).toEqual([
      [2, 0],
      [3, 1],
    ]);
    expect(all[0].names.get('n')).toBe('variable');
  });

  test('may be this, the own name, a class, and what a module of CommonJS is given.', () => {
    const { f, g, A, h } = loaded(`
      exports.f = (function () { return (x) => x * this.k; }).call({ k: 7 });
      exports.g = function own(n) { return n < 1 ? 1 : own(n - 1); };
      exports.A = class B { static make() { return new B(); } };
      exports.h = (x) => exports.k * x;`);
    expect(knownCore(f)!.captures.read('this')).toEqual({ k: 7 });
    expect(knownCore(g)!.captures.read('own')).toBe(g);
    expect(knownCore((A as { make: object }).make)!.captures.read('B')).toBe(A);
    expect(knownCore(h)!.captures.read('exports')).toMatchObject({ f });
  });

  test('throws where it has no value yet, and the next look finds it.', () => {
    const { f, more } = loaded(`
      exports.f = (x) => x * k(); exports.more = () => k; const k = () => 2;`);
    expect(knownCore(f)!.captures.read('k')).toBe((more as () => unknown)());
    const early = `let seen; const g = (x) => x * k; exports.g = g; exports.read(g); const k = 1;`;
    const seen: unknown[] = [];
    const given = (text: string) =>
      compile(
        text,
        { filename: 'early.cts' },
        { translated: true, commonjs: false, attachesCore: true },
      ).code;
    const exports = {
      read: (g: object) => {
        try {
          seen.push(knownCore(g)!.captures.read('k'));
        } catch (error) {
          seen.push((error as Error).name);
        }
      },
    } as Record<string, object>;
    const runtime = jest.requireActual<object>('delta-tape/runtime');
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const module = new Function('exports', 'require', given(early)) as (...args: unknown[]) => void;
    module(exports, () => runtime);
    expect(seen).toEqual(['ReferenceError']);
    expect(knownCore(exports.g)!.captures.read('k')).toBe(1);
  });

  test('may be an enum.', () => {
    const { f } = loaded(
      'enum State { Off = 3 } export const f = (x: number) => x * State.Off;',
      true,
    );
    expect(knownCore(f)!.captures.read('State')).toMatchObject({ Off: 3 });
  });

  test('is known of ES modules.', () => {
    const { f } = loaded(
      'export let n = 3; export const f = (x: number) => x * n; export const set = () => n++;',
      true,
    );
    expect(knownCore(f)!.captures.read('n')).toBe(3);
  });
});

test('A module is left without cores where nobody asks for them.', () => {
  const text = 'export const f = (x: number) => x * 2;';
  const by = (attachesCore: boolean) =>
    compile(text, { filename: 'f.ts' }, { translated: true, commonjs: false, attachesCore }).code;
  expect(by(false)).not.toContain('core');
  expect(by(true)).toContain('$coreOf');
});
