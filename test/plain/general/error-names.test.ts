/**
 * A value that is not a function, a constructor or a list has the same name in a derivative version as
 * in JavaScript: the one that it has in the source, and none that only the translation knows.
 */
import { grad, jvp } from 'delta-tape';
import { load } from '../../support/plain.js';

type Program = (x: number) => number;

const program = (body: string, type: string): Program =>
  load<{ f: Program }>(`exports.f = (x${type}) => { let o: any = { xs: [] }; ${body} };`).f;

const message = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was refused');
};

/** The errors of JavaScript, and of derivative versions that know the type of the input or not. */
const said = (body: string) => {
  const versions = ['', ': number', ': any'].map((type) => program(body, type));
  const derived = versions.flatMap((f) => [
    message(() => grad(f)(3)),
    message(() => jvp(f)([3], [1])),
  ]);
  return { native: message(() => versions[0](3)), derived: [...new Set(derived)] };
};

describe('A derivative version says what JavaScript says of', () => {
  test.each([
    'const f = undefined as any; return f(x);',
    'const { g = 3 as any } = o; return g(x);',
    'return o.m(x);',
    'return o.m.n(x);',
    'return o.m!.n(x);',
    'return (o.f as any)(x);',
    'const g = () => undefined as any; return g()(x);',
    'const g = (y: number) => o.h; return g(x)(x)(x);',
    'return x(3);',
    'const y = x * 2; return (y as any)(3);',
    'return (3 as any)(x);',
    'return ("s" as any)(x);',
    'o = { f: 3 }; return o.f?.(x);',
    'return [x].mapp((y) => y);',
    'return [x].map(o.f)[0];',
    'return nothing(x);',
    'return Math.foo(x);',
    'return x.foo(2);',
    'const k = "f"; o.f = {}; return o[k].foo(x);',
    'const k = "f"; o.f = {}; return o[k].foo(x).bar(x)[k];',
    'const k = "f"; o.f = { foo: () => o }; return o[k].foo(x).bar(x);',
    'const k = "f"; o.f = {}; return o[k].g.foo(x);',
    'const k = "f"; const g = () => o; return g()[k].foo(x);',
    'const k = "f"; return o.xs[k].foo(x);',
    'const k = 0; o.xs = [[{}]]; return o.xs[k][k].foo(x);',
    'class A { #p = 3 as any; m(z) { o.a = this; return o.a.#p(z); } } return new A().m(x);',
    'return undefined.map((y) => y * x);',
    'return o.f.reduce((y) => y * x);',
    'return new o.C(x);',
    'return new o.xs[0](x);',
    'const C = undefined as any; return new C(x).v;',
    'const C = (y) => y; return new C(x).v;',
    'return new (o.f())(x);',
    'return new x();',
    'return new Foo(x);',
    'let s = 0; for (const v of o.f) s += v * x; return s;',
    'let s = 0; for (const v of x) s += v; return s;',
    'const [a] = o.f; return a * x;',
    'const [a] = x; return a;',
    'const { a } = o.f; return a * x;',
    'let a; ({ a } = o.f); return a * x;',
    'return [...x][0];',
    'const k = "f"; let s = 0; for (const v of o[k]) s += v * x; return s;',
    'const h = (z) => z; let s = 0; for (const v of h(x)) s += v * x; return s;',
    'return o.xs[0].a * x;',
    'o.xs[0].a = x; return x;',
    'return x in (3 as any);',
    'class A { #p = 3; m(z) { return (this.#p as any)(z); } } return new A().m(x);',
    'class A { m() { return super.zz(x); } } return new A().m();',
    'const a = 3; a = x; return a;',
  ])('%s', (body) => {
    const { native, derived } = said(body);
    expect(derived).toEqual([native]);
  });
});

describe('A derivative version gives a name of the source to', () => {
  test.each([
    ['o.map((y) => y * x)', '.map of an object with the key xs is not a function'],
    ['o.xs[0](x)', '[0] of an array of length 0 is not a function'],
    ['o["a key"].map((y) => y * x)', "Cannot read properties of undefined (reading 'map')"],
    ['o?.f(x)', '.f of an object with the key xs is not a function'],
    ['(o?.f)(x)', 'o?.f is not a function'],
    ['(o.f ?? o.g)(x)', '(intermediate value) is not a function'],
    ['Number.foo(x)', '.foo of the function Number is not a function'],
    ['[...o[o.xs ?? 1]]', 'o[(intermediate value)] is not iterable'],
    ['o.xs.push(...o.xs[0])', 'o.xs[0] is not iterable'],
    ['Math.max(...o.f, x)', 'o.f is not iterable'],
    ['(([a]) => a)(o.f)', 'undefined is not iterable'],
    ['{ const k = o.k; const { a } = o[k]; return a; }', "Cannot destructure 'o[k]' as it is"],
    ['{ const k = o.k; const {} = o[k]; return 0; }', "Cannot destructure 'o[k]' as it is"],
    ['{ const k = o.k; const [a] = o[k]; return a; }', 'o[k] is not iterable'],
    ['{ let a; const k = o.k; [a] = o[k]; return a; }', 'o[k] is not iterable'],
    ['{ let a; const k = o.k; ({ a } = o[k]); return a; }', "Cannot destructure 'o[k]' as it is"],
    ['{ const k = o.k; return new o[k](x); }', 'o[k] is not a constructor'],
    ['o.xs?.["a b"]?.(x) ?? (o["a b"] ?? 1)(x)', '(intermediate value) is not a function'],
  ])('%s', (expression, expected) => {
    const body = expression.startsWith('{') ? expression : `return ${expression};`;
    for (const text of said(body).derived) {
      expect(text).toMatch(`TypeError: ${expected}`);
      expect(text).not.toMatch('$');
    }
  });
});

describe('What is called though it is no function', () => {
  const order = (body: string): string[] => {
    const seen: string[] = [];
    const told = (name: string) => {
      seen.push(name);
      return 1;
    };
    const f = load<{ f: (x: number, told: unknown) => number }>(
      `exports.f = (x, told) => { ${body} };`,
    ).f;
    expect(() => grad(f)(3, told)).toThrow(TypeError);
    return seen;
  };

  test.each([
    'const g: any = 1; return g(told("a"), told("b"));',
    'const o: any = {}; return o.g(told("a"), told("b"));',
    'const o: any = { g: 1 }; return o?.g?.(told("a"), told("b"));',
    'const C: any = 1; return new C(told("a"), told("b"));',
  ])('has its arguments evaluated before, as in %s', (body) => {
    expect(order(body)).toEqual(['a', 'b']);
  });
});

test('A function that is bound can be called by new, and what has no prototype cannot.', () => {
  const f = program(
    `function P(this: any, y: number) { this.y = y * y; }
     const B: any = P.bind(null);
     return new B(x).y;`,
    '',
  );
  expect(grad(f)(3)).toBe(6);
  expect(said('const o2 = { m(y) {} }; return new o2.m(x);').derived).toEqual([
    'TypeError: o2.m is not a constructor',
  ]);
});

test('What can be iterated over is iterated over as before.', () => {
  const f = program(
    `const k = "g"; o.g = new Set(["a", "b"]); o.h = "ab"; o.x = [x, x * x];
     let s = 0;
     for (const v of o[k]) s += v === "a" ? x : x * x;
     const h = "h"; s += [...o[h]].length * x;
     const key = "x"; const [a, b] = o[key]; s += a * b;
     const { length } = o[key]; return s + length * x;`,
    ': number',
  );
  expect(grad(f)(3)).toBe(1 + 6 + 2 + 27 + 2);
});
