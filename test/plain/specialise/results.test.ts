/** Results of specialised functions: the tree that the program gives, value by value. */
import { Derivatives } from '../../../src/plain/runtime/compiled/answers/derivatives.js';
import { ShapedResults } from '../../../src/plain/runtime/specialised/shaped-results.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { loaded, program } from '../../support/known-programs.js';

type F = (...args: unknown[]) => unknown;

/** The result of specialised code; null where it does not answer. */
function codeOf(f: F, args: readonly unknown[]) {
  const { func, params, reader, result } = specialise(program, f, args);
  const results = new ShapedResults(result);
  const values = reader.code<unknown[]>([
    `return [${params.map((_, k) => reader.param(k)).join()}];`,
  ]);
  const { run } = new Derivatives(func).of('value', [], 1, false)!;
  return (given: readonly unknown[]) => {
    const found = values(given);
    return found && results.tree(run(...found));
  };
}

const classes = `class P { constructor(x) { this.x = x; } get twice() { return 2 * this.x; } }
class A { #x = 1; get() { return this.#x; } }`;

const rows: Readonly<Record<string, string>> = {
  'a bool': 'return x > 1;',
  'lists and tuples': 'return [x, [x * x, 2], [], [[x]]];',
  'typed arrays':
    'return { a: Float64Array.from([x, 2]), b: new Float32Array([x, 0.1]), c: new Uint8Array([x, 300]) };',
  'long lists': 'const a = []; for (let i = 0; i < 40; i++) a.push(x * i); return a;',
  rows: 'const a = []; for (let i = 0; i < 40; i++) a.push([x, i]); return a;',
  'lists that grow while code runs':
    'const a = []; for (let i = 0; i * i < x * 1000; i++) if (i % 3 > 0) a.push(x * i); return a;',
  'objects in objects':
    'return { b: x, a: { c: [x], d: "text", e: undefined, f: null }, 7: x + 1, 2: 3 };',
  'one of several texts': 'return { sign: x > 0 ? "up" : x < 0 ? "down" : null, x };',
  instances: 'return [new P(x), x > 1 ? new P(1) : new P(x)];',
  'lists of objects':
    'const all = []; for (let i = 0; i < 30; i++) all.push({ at: x * i, of: { k: i, name: "one" } }); return { all, x };',
  'lists of objects that are filtered':
    'const all = []; for (let i = 0; i * i < x * 1000; i++) all.push({ at: x * i, isOdd: i % 2 === 1 }); return all.filter((o) => !o.isOdd);',
  'bools in lists':
    'const all = []; for (let i = 0; i < 30; i++) all.push(x * i > 10); return all;',
  getters: 'return { get y() { return x * 2; }, x };',
  'objects of branches':
    'let o = { a: x, b: [x, 1] }; if (x > 1) o = { a: 2, b: [1, x] }; return o;',
  'one list under two names': 'const a = [x, 2]; a[1] += x; return { a, again: a };',
};

describe('The result of specialised code is that of the program:', () => {
  test.each(Object.entries(rows))('%s.', (_, body) => {
    const { f } = loaded<{ f: F }>(`${classes}\nexport function f(x) { ${body} }`);
    const code = codeOf(f, [1.5]);
    for (const x of [1.5, 0.75, 3]) expect(code([x])).toStrictEqual(f(x));
  });

  test('arguments, and parts of these.', () => {
    const { f } = loaded<{ f: F }>(
      'export function f(p, k) { return { p, list: p.list, all: p.all.map((one) => ({ ...one, w: one.v * k })) }; }',
    );
    const given = (n: number) => ({
      list: [1, n],
      all: Array.from({ length: 20 + n }, (_, k) => ({ v: k * n, name: 'text' })),
    });
    const code = codeOf(f, [given(2), 3]);
    for (const n of [2, 5]) expect(code([given(n), n])).toStrictEqual(f(given(n), n));
  });

  test('objects without an order of fields, and such that hold themselves, are refused.', () => {
    const body = (text: string) =>
      loaded<{ f: F }>(`${classes}\nexport function f(x) { ${text} }`).f;
    const isRefused = (text: string) =>
      expect(() => codeOf(body(text), [2])).toThrow(/result|fields/);
    isRefused('const o = {}; if (x > 1) o.a = x; o.b = 2; if (x < 1) o.a = 3; return o;');
    isRefused('const o = { x }; o.o = o; return o;');
    isRefused('return new Map([[1, x]]);');
    isRefused('return (y) => x * y;');
    isRefused('return new A();');
  });
});
