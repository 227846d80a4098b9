/** The texts of translated functions are those that were written, since programs make code of them. */
import fc from 'fast-check';
import { grad } from 'delta-tape';
import { derivativeSource, plain } from 'delta-tape/plain';
import { compile } from '../../../src/plain/translate.js';
import { run } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';

const kept = <T>(code: string, filename = 'program.cjs'): T =>
  run<T>(compile(code, { filename }, { translated: true, commonjs: true, keepsTexts: true }).code);

interface Values {
  readonly all: readonly ((...args: never[]) => unknown)[];
}

/** In a module with numbers: others are not translated. */
const textsOf = (code: string, filename?: string): string[] =>
  kept<Values>(`${code}\nexports.other = (x) => x * 2;`, filename).all.map(String);

/** Functions and classes, written in the ways of people. */
const expressions = [
  'function (x) {return x*x}',
  'function  named ( x ,y )  { /* c */ return x * named.length // d\n }',
  'x=>x*2',
  '(x, y) => { "use strict"; return x * y }',
  '(x, y = 2*x) => { return x * y }',
  'async x => { await x; return x*2 }',
  'function* (n) { for (let i=0;i<n;i++) yield i*n }',
  '(a = (b) => b*2) => ({ c: a(3)*2 })',
  'function () {}',
  'function (f = () => 2*3) {}',
  'class  { }',
  'class A { x = 2*3; #y=1; static  m ( a ) { return a*2 } get z() { return this.#y*2 } constructor(q) { this.q = q*2 } }',
  'class extends (class { m() { return 1*2 } }) { }',
  '{ m(x) { return x*2 } }.m',
  '{ async *m(x) { yield x*2 } }.m',
  '{ ["a" + 1](x) { return x*3 } }.a1',
];

const isMember = /^(\{[^]*\})\.(\w+)$/;
const written = (text: string): string => (isMember.test(text) ? `(${text})` : text);
/** The text that JavaScript gives for an expression. */
const inJavaScript = (text: string): string => String((0, eval)(`(${written(text)})`));

describe('The text of a translated function', () => {
  test.each(expressions)('is what was written: %s', (text) => {
    expect(textsOf(`exports.all = [${written(text)}];`)).toEqual([inJavaScript(text)]);
  });

  test('is so wherever functions stand, and for all that stand in each other.', () => {
    const inner = fc.constantFrom(...expressions);
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        inner,
        tie('tree').map((f) => `function (x) {  const f = ${written(f)}; return [f, x*2] }`),
        tie('tree').map((f) => `(x, f = ${written(f)}) => [f,x*2]`),
        tie('tree').map((f) => `class { field = ${written(f)};m(x) { return x*2 } }`),
      ),
    }));
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), fc.nat(5), (all, deep) => {
        const list = `[${all.map(written).join(' , ')}]`;
        const code = Array.from({ length: deep }).reduce<string>(
          (text) => `(function () { const k = 2; return ${text} })()`,
          list,
        );
        expect(textsOf(`exports.all = ${code};`)).toEqual(all.map(inJavaScript));
      }),
      { numRuns: sampled(90) },
    );
  });

  test('makes a function anew, also of TypeScript.', () => {
    const { square, g } = kept<{ square: (x: number) => number; g: (x: number) => number }>(
      `const make = (f: (x: number) => number): ((x: number) => number) => new Function('return ' + String(f))();
       exports.square = make(function (x: number): number { const y = x as any; return y! * x; });
       exports.g = function <T extends number>(this: void, x: T): number { return x * x; };`,
      'program.cts',
    );
    expect(square(3)).toBe(9);
    expect(String(g)).toBe(
      'function                   (            x   )         { return x * x; }',
    );
    expect(grad(g)(3)).toBe(6);
  });

  test('is the same within a derivative.', () => {
    const { f, seen } = kept<{ f: (x: number) => number; seen: string[] }>(
      `exports.seen = [];
       exports.f = (x) => { const h = (y) =>  y*x; exports.seen.push(String(h), h.toString(), \`\${h}\`); return h(x); };`,
    );
    expect(grad(f)(3)).toBe(6);
    expect(seen).toEqual(Array(3).fill('(y) =>  y*x'));
  });

  test('is that of a function that plain was given.', () => {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const own = new Function('x', 'return x*x') as (x: number) => number;
    const seen = plain(own);
    expect(String(seen)).toBe(String(own));
    expect(derivativeSource(seen)).toContain('$mul(x, x)');
    const method = plain(
      {
        m(this: void, x: number) {
          return x * 3;
        },
      }.m,
    );
    expect(String(method)).toMatch(/^m\(x\) \{\s*return x \* 3;\s*\}$/);
  });

  test('is read by a method that looks as that of the platform does.', () => {
    kept('exports.all = [(x) => x * 2];');
    const toString = Reflect.get(Function.prototype, 'toString') as () => string;
    expect([String(toString), toString.name, toString.length, 'prototype' in toString]).toEqual([
      'function toString() { [native code] }',
      'toString',
      0,
      false,
    ]);
    expect(String(Math.max)).toBe('function max() { [native code] }');
    expect(() => Reflect.apply(toString, {}, [])).toThrow(TypeError);
    expect(Object.keys(toString)).toEqual([]);
  });

  test('costs nothing where code is small: there are no marks.', () => {
    const steps = { translated: true, commonjs: true };
    const { code } = compile('exports.f = (x) => x * 2;', { filename: 'a.cjs' }, steps);
    expect(code).not.toMatch(/\/\*#|writtenAs/);
  });
});
