/**
 * The texts of `Function.prototype.toString`, in all their shapes: the parser finds the parts of them,
 * and whatever a function is called, it is translated.
 */
import { runInNewContext } from 'node:vm';
import { grad } from 'delta-tape';
import { derivativeSource, plain } from 'delta-tape/plain';
import { load } from '../support/plain.js';

type F = (...args: unknown[]) => unknown;

/** A value from its text, as a script has it. */
const script = (text: string): unknown => runInNewContext(text.replaceAll('\\n', '\n'));

const slope = (f: unknown, x = 3): unknown => grad(plain(f as (x: number) => number))(x);

/** A property of an object that is neither got nor called. */
const property = (object: string, key = 'Object.keys(o)[0]'): unknown =>
  script(
    `const o = ${object}; const d = Object.getOwnPropertyDescriptor(o, ${key}); d.value ?? d.get ?? d.set;`,
  );

describe('A method is translated, whatever stands in the place of its name:', () => {
  test.each([
    ['a name', '{ square(x) { return x * x; } }'],
    ['a string', `{ 'a ] ( b'(x) { return x * x; } }`],
    ['a number', '{ 1.5(x) { return x * x; } }'],
    ['a bigint', '{ 10n(x) { return x * x; } }'],
    ['an expression', `{ ['a' + 'b'](x) { return x * x; } }`],
    ['an expression with a comment', `{ ['a' /* ] */](x) { return x * x; } }`],
    [
      'one with a comment that holds code',
      `{ ['a' /* ](x) { return 1; }, [*/](x) { return x * x; } }`,
    ],
    ['one with a line comment', `{ ['a' // ](y) { return 1; }\\n](x) { return x * x; } }`],
    ['a string with brackets', `{ [']('](x) { return x * x; } }`],
    ['a template', '{ [`](${1 + [2][0]}`](x) { return x * x; } }'],
    ['a regular expression', '{ [/[\\](]/.source](x) { return x * x; } }'],
    ['an element of a list', '{ [[1, 2][[0][0]]](x) { return x * x; } }'],
    ['an arrow', '{ [((a) => { return `${a}]`; })(2)](x) { return x * x; } }'],
    ['a keyword', '{ class(x) { return x * x; } }'],
    ['the word function', '{ function(x) { return x * x; } }'],
    ['the word get', '{ get(x) { return x * x; } }'],
    ['the word async', '{ async(x) { return x * x; } }'],
    ['the word static', '{ static(x) { return x * x; } }'],
    ['the word eval', '{ eval(x) { return x * x; } }'],
    [
      'comments everywhere',
      '{ /* a */ square /* b( */ ( /* c) */ x /* { */ ) /* => */ { return x * x; } }',
    ],
  ])('%s.', (_, object) => {
    expect(slope(property(object))).toBe(6);
  });

  test('a symbol.', () => {
    expect(slope(property('{ [Symbol.for("s")](x) { return x * x; } }', 'Symbol.for("s")'))).toBe(
      6,
    );
  });

  test('the name of a generator, which yields.', () => {
    const each = property(`{ *['each' /* ] */](x) { yield x * x; } }`);
    expect(grad((x: number) => [...(plain(each as F)(x) as Iterable<number>)][0])(3)).toBe(6);
  });

  test('the name of an async method or generator.', async () => {
    const later = property(`{ async ['later' /* ] */](x) { return x * x; } }`);
    await expect(plain(later as F)(3)).resolves.toBe(9);
    const each = property('{ async *each(x) { yield x * x; } }');
    for await (const value of plain(each as F)(3) as AsyncIterable<number>) expect(value).toBe(9);
  });
});

describe('A member of a class is translated:', () => {
  test.each([
    ['a method', 'class A { f(x) { return x * x; } }; A.prototype.f'],
    ['a static method', 'class A { static f(x) { return x * x; } }; A.f'],
    [
      'a static method of a computed name',
      `class A { static ['f' /* ] */](x) { return x * x; } }; A.f`,
    ],
    [
      'a private method',
      'class A { #f(x) { return x * x; } static f(a) { return a.#f; } }; A.f(new A())',
    ],
    [
      'a static private method',
      'class A { static #f(x) { return x * x; } static f() { return A.#f; } }; A.f()',
    ],
    ['a field', 'class A { f = (x) => x * x; }; new A().f'],
    [
      'a private field',
      'class A { #f = function (x) { return x * x; }; g() { return this.#f; } }; new A().g()',
    ],
    [
      'an accessor that takes',
      'class A { set f(x) { return x * x; } }; Object.getOwnPropertyDescriptor(A.prototype, "f").set',
    ],
  ])('%s.', (_, text) => {
    expect(slope(script(`(() => { ${text.replace(/; (?=[^;]*$)/, '; return ')} })()`))).toBe(6);
  });

  test('an accessor that gives.', () => {
    const get = property('{ get a() { return this.k * this.k; } }', '"a"') as (this: {
      k: number;
    }) => number;
    const area = plain(get);
    expect(grad((k: number) => area.call({ k }))(3)).toBe(6);
    const key = property(
      `{ get ['a' /* ] */]() { return this.k * this.k; } }`,
      '"a"',
    ) as typeof get;
    expect(grad((k: number) => plain(key).call({ k }))(3)).toBe(6);
  });

  test('but not where it uses private names, its own among them.', () => {
    const f = script(
      '(() => { class A { #f(n, x) { return n === 0 ? x : this.#f(n - 1, x * x); } static f(a) { return a.#f; } } return A.f(new A()); })()',
    );
    expect(() => plain(f as F)).toThrow('uses #f of the place where it was written');
  });

  test('but not where it uses `super`, if that is not of an object in it.', () => {
    const own = '(x) => ({ __proto__: { f: (y) => y * y }, f(y) { return super.f(y); } }).f(x)';
    expect(slope(script(own))).toBe(6);
    const outer = property(`{ f(x) { return (() => super.f(x))(); } }`);
    expect(() => plain(outer as F)).toThrow('uses super of the place');
  });
});

describe('A function is translated that is written', () => {
  test.each([
    [
      'with comments between all tokens',
      'function/* ( */f/* { */(/* ) */x/* => */)/* { */{/* } */return x * x;/* } */}',
    ],
    ['with a comment that looks native', 'function f(x) { return x * x; // { [native code]\\n}'],
    ['as an arrow without parentheses', 'x => x * x'],
    ['as an arrow with comments', '/* a */ (/* ) */ x /* => */) /* b */ => /* { */ x * x'],
    ['as an arrow of an object', '(x) => ({ v: x * x }).v'],
    ['as an arrow with defaults that hold brackets', '(x, y = ")", z = (a = "=>") => a) => x * x'],
    ['with patterns', '(x, { a = "}", b: [c] = [1] } = {}, ...[d]) => x * x'],
    ['with a pattern of a computed key', '(x, { ["}" /* } */]: a } = {}) => x * x'],
    ['with its parameters on lines of their own', '(\\n  x,\\n) =>\\n  x *\\n  x'],
    ['with an octal number', 'function f(x) { return x * x + 010 * 0; }'],
    ['as an arrow with an octal number', '(x) => x * x + 010 * 0'],
    ['with a parameter named await', '(await) => await * await'],
    [
      'with parameters of the same name',
      'function f(x, x) { return arguments[0] * arguments[0]; }',
    ],
    ['with a label and a division', '(x) => { a: for (;;) { break a; } return x / 1 * x / 1; }'],
  ])('%s.', (_, text) => {
    expect(slope(script(`(${text})`))).toBe(6);
  });

  test('by `new Function`, whatever its parts hold.', () => {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const make = (...parts: string[]) => new Function(...parts);
    expect(slope(make('x', 'return x * x'))).toBe(6);
    expect(slope(make('x /* a', '*/, y = ")"', 'return x * x // b'))).toBe(6);
    expect(slope(make('x', '"use strict"; return this === undefined ? x * x : 0'))).toBe(6);
  });
});

describe('A function is translated that is called', () => {
  const named = (name: string, text = '(x) => x * x') =>
    script(`({ ${JSON.stringify(name)}: ${text} })[${JSON.stringify(name)}]`);

  test.each([
    ...['captured', 'translated', 'captured_', 'method', '$mul', '$mode', '$0', '$'],
    ...['eval', 'arguments', 'await', 'yield', 'let', 'static', 'new', 'default', 'async'],
    ...['undefined', 'NaN', 'Infinity', 'Math', 'Object', 'globalThis', '', 'a b', '1', 'x'],
  ])('%s.', (name) => {
    expect(slope(named(name))).toBe(6);
    const f = plain(named(name) as F);
    expect(f.name).toBe(name);
    expect(derivativeSource(f)).toMatch('$mul(x, x)');
  });

  test('like a global that it uses.', () => {
    const root = named('Math', '(x) => Math.abs(x) * x') as F;
    expect(plain(root)(-3)).toBe(-9);
    expect(slope(root)).toBe(6);
    const isMissing = named('undefined', '(x) => (x === undefined ? 0 : x * x)') as F;
    expect(plain(isMissing)()).toBe(0);
  });

  test('like a global that only its derivative uses.', () => {
    const power = plain(named('Math', '(x, y) => x ** y') as (x: number, y: number) => number);
    expect(grad(power, { wrt: 1 })(2, 3)).toBeCloseTo(8 * Math.LN2, 12);
  });

  test('eval or arguments, and captures something.', () => {
    for (const name of ['eval', 'arguments', 'captured']) {
      const f = plain(named(name, '(x) => captured * x * k') as F, {
        scope: { captured: 2, k: 3 },
      });
      expect(f(2)).toBe(12);
    }
  });
});

describe('What is no text is told from what looks like it:', () => {
  test('native functions, bound ones and proxies have none.', () => {
    const f = (x: number) => x * x;
    for (const none of [Math.sin, f.bind(null), new Proxy(f, {}), parseInt.bind(null)])
      expect(() => plain(none as F)).toThrow('has no text to translate');
    const size = Object.getOwnPropertyDescriptor(Map.prototype, 'size') as { readonly get: F };
    expect(() => plain(size.get)).toThrow('has no text');
  });

  test('functions that mention native code have one.', () => {
    expect(
      slope(
        script('(function (x) { "{ [native code] }"; return x * x; /* { [native code] } */ })'),
      ),
    ).toBe(6);
    const text = plain(script('(x) => "{ [native code] }"') as F);
    expect(text(1)).toBe('{ [native code] }');
  });
});

describe('A global of the same name as a variable of the module', () => {
  const power = (text: string) => load<{ f: (x: number, y: number) => number }>(text).f;
  const body = 'x ** y * Math.twice(NaN) * x * (1 + Infinity) * Math.max(1, 2)';

  test('is not meant by what the translation writes.', () => {
    const f = power(`
      const Math = { twice: (x: number) => 2 * x, max: (x: number, y: number) => y };
      const NaN = 1, Infinity = 2;
      const f = (x: number, y: number): number => ${body};
      exports.f = f;
    `);
    expect(f(2, 3)).toBe(8 * 2 * 2 * 3 * 2);
    expect(grad(f, { wrt: 1 })(2, 3)).toBeCloseTo(8 * 2 * 2 * 3 * 2 * Math.LN2, 10);
    expect(grad(f)(2, 3)).toBeCloseTo(4 * 8 * 2 * 3 * 2, 10);
  });

  test('is not meant by it either where plain is given that variable.', () => {
    const scope = { Math: { twice: (x: number) => 2 * x, max: Math.max }, NaN: 1, Infinity: 2 };
    const f = plain(script(`(x, y) => ${body}`) as (x: number, y: number) => number, { scope });
    expect(grad(f, { wrt: 1 })(2, 3)).toBeCloseTo(8 * 2 * 2 * 3 * 2 * Math.LN2, 10);
  });
});
