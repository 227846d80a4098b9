/** The core of a program means what the program means: values bit for bit, effects in order, and what is thrown. */
import fc from 'fast-check';
import { printedFunction } from '../../../src/plain/core/printed-core.js';
import { programOf } from '../../../src/plain/core/desugar.js';
import { parseSync } from '../../../src/vendor/babel.js';
import { arrayPrograms } from '../../support/array-programs.js';
import { bothOf, coreOf } from '../../support/as-core.js';
import { boundPrograms } from '../../support/bound-programs.js';
import { calleePrograms } from '../../support/callee-programs.js';
import { containerPrograms } from '../../support/container-programs.js';
import { heldPrograms } from '../../support/held-programs.js';
import { Uncovered } from '../../support/interpret-core.js';
import { missingPrograms } from '../../support/missing-programs.js';
import { orderPrograms } from '../../support/order-programs.js';
import { recursivePrograms } from '../../support/recursive-programs.js';
import { sampled } from '../../support/sample.js';
import { stencilPrograms } from '../../support/stencil-programs.js';
import { turnPrograms } from '../../support/turn-programs.js';
import { plainPrograms } from '../random/programs/modules.js';

/** The result or the error of a program, with the lines that it told on the way. */
function told(program: (...args: unknown[]) => unknown, ...args: unknown[]): unknown {
  const log: unknown[] = [];
  const tell = (of: unknown): unknown => (log.push(of), of);
  try {
    return [program(tell, ...args), log];
  } catch (error) {
    if (error instanceof Uncovered) throw error;
    return [(error as Error).name, log];
  }
}

const rows: Readonly<Record<string, string>> = {
  'assigns, counts and reads in order': `
    let x = 1; const o = { a: 2, get b() { return tell('b'); }, set b(v) { tell(v); } };
    x += tell(3); o.a++; tell(o.a--); --o.a; o.b = 5; o.b += 1; o['a'] **= 2;
    const xs = [1, 2, 3]; let i = 0; xs[i++] += xs[i++] * 2; tell(xs); return [x, i, o.a, x++ + ++x];`,
  'assigns in short circuits': `
    let a = 0, b = null, c = 1; const o = Object.freeze({ x: 1 });
    a ||= tell(4); b ??= tell(5); c &&= tell(6); a ||= tell(7); o.x ||= 3; o.x ??= 2; return [a, b, c];`,
  'writes what is frozen': `'use strict'; const o = Object.freeze({ x: 1 }); o.x = 2;`,
  'takes patterns apart': `
    const { a, b: { c = tell(1), ...more }, ['d' + 1]: d, ...rest } = { a: 1, b: { c: undefined, e: 2, f: 3 }, d1: 4, g: 5 };
    const [x, , y = 9, ...zs] = [1, 2, undefined, 4, 5]; let p, q; [p, q] = [1, 2]; [p, q] = [q, p];
    const o = {}; ({ u: o.v, w: o['x'] = 3 } = { u: 1 }); const [k, l] = 'ab';
    return [a, c, more, d, rest, x, y, zs, p, q, o, k, l];`,
  'takes nothing apart': `const {} = null;`,
  'goes through iterables': `
    const all = []; for (const [k, v] of new Map([[1, 2], [3, 4]])) all.push(k * v);
    for (const c of 'abc') { if (c === 'b') continue; all.push(c); }
    const own = { *[Symbol.iterator]() {} }; let n = 0; const xs = [1, 2, 3];
    for (const x of xs) { if (n++ > 5) break; if (x < 3) xs.push(x + 1); all.push(x); } return all;`,
  'goes through keys': `
    const seen = []; const o = Object.create({ far: 1 }, {}); o.b = 1; o.a = 2; o[3] = 3;
    for (const k in o) { seen.push(k); delete o.a; } for (var k2 in [5, 6]) seen.push(k2); for (const k in null) seen.push(k);
    return [seen, k2];`,
  'counts in loops with functions': `
    const fs = []; for (let i = 0; i < 5; i++) { if (i === 1) continue; if (i === 4) { i = 9; } fs.push(() => i++ * 10); }
    const outer = []; for (const i of [1, 2]) outer.push(() => i); for (var j = 0; j < 2; j++) outer.push(() => j);
    return [fs.map((f) => f() + f()), outer.map((f) => f())];`,
  'leaves loops and blocks by labels': `
    let n = 0; outer: for (let i = 0; i < 4; i++) { for (let j = 0; j < 4; j++) { if (j === 2) continue outer; if (i === 3) break outer; n += i * 10 + j; } }
    block: { n += 1; if (n > 0) break block; n = 99; } let k = 0; do { k++; if (k === 2) continue; n += k; } while (k < 4);
    while (true) { if (n++ > 70) break; } return n;`,
  'has several labels for one statement': `
    let n = 0; a: b: for (const i of [0, 1, 2]) { for (const j of [0, 1, 2]) { if (j > i) continue a; if (i === 2) continue b; n += 1 + i * j; } n += 100; }
    c: d: { n += 1; if (n > 0) break c; n = 0; } e: f: while (true) { a: for (;;) { break e; } } return n;`,
  'calls optional members in parentheses': `
    const o = { f(y) { return this.x * y; }, x: 7, n: null }; let k = 0;
    const thrown = (g) => { try { return g(); } catch (error) { return [error instanceof TypeError, k]; } };
    return [(o?.f)(2), (o?.f)?.(3), (o.n?.f)?.(k++), (o?.['f'])(4).toFixed(1), thrown(() => (o.n?.f)(k++)), (o.g?.h)?.(k++)];`,
  'closes over labels in loops': `
    const fs = []; outer: for (let i = 0; i < 3; i++) { for (let j = 0; ; j++) { fs.push(() => i * 10 + j); if (j === i) continue outer; } }
    return fs.map((f) => f());`,
  'selects cases': `
    const f = (x) => { const out = []; switch (tell(x)) { case 0: out.push(0); case 1: out.push(1); break; default: out.push('d'); case tell(2): out.push(2); break; case 3: { let y = 3; out.push(y); } } return out; };
    const g = (x) => { switch (x) { case 'a': case 'b': return 1; case 'c': break; default: return 3; } return 2; };
    const h = (x) => { switch (x) { case 1: case 2: return tell('low'); default: case 7: return 'mid'; case 3: return 'high'; } };
    return [[0, 1, 2, 3, 4].map(f), ['a', 'b', 'c', 'd'].map(g), [1, 2, 3, 7, 8].map(h)];`,
  'does nothing where nothing is': `
    const o = { f() { return this.x; }, x: 7, n: null }; let k = 0;
    return [o?.x, o.n?.y.z[k++], o.g?.(k++), o.f?.(), o?.f(), (o?.n)?.q, o.n?.[k++], k, (o.f)()];`,
  'ends chains at parentheses': `const o = {}; return (o.n?.x).y;`,
  'throws and catches': `
    const f = (n) => { try { tell('t'); if (n === 1) throw new Error('one'); if (n === 2) return 'two'; } catch ({ message }) { tell(message); if (n === 1) return 'caught'; } finally { tell('f'); if (n === 3) return 'last'; } return 'end'; };
    for (const x of [1, 2]) { try { if (x === 1) continue; tell(x); } finally { tell('fin'); } } return [1, 2, 3, 4].map(f);`,
  'makes functions': `
    function f(a, b = a + tell(1), { c = 2 } = {}, ...more) { return [a, b, c, more, f.length, f.name]; }
    const g = function fact(n) { return n < 2 ? 1 : n * fact(n - 1); }; const h = (x) => x; var late = hoisted();
    function hoisted() { return typeof h2; } var h2 = 1; const sum = function () { return arguments.length + arguments[0]; };
    const mine = () => arguments.length;
    return [f(1), f(1, undefined, undefined, 4, 5), g(5), h.name, late, sum(4, 5), (() => { return typeof nowhere; })(), mine() > 0];`,
  'reads names before their time': `{ const f = () => x; f(); let x = 1; }`,
  'makes classes': `
    class A { #x = 1; y = this.#x + 1; static n = 3; static #k = 4; static { A.n += A.#k; } constructor(z) { this.z = z; tell('A'); }
      get x() { return this.#x; } set x(v) { this.#x = v; } #hidden() { return this.#x * 10; } see() { return this.#hidden(); } static make(v) { return new this(v); } has(o) { return #x in o; } [String('co') + 'mp']() { return 1; } }
    class B extends A { w = tell(this.z); constructor() { super(5); this.v = super.see(); } see() { return super.see() + 1; } get x() { return super.x + 100; } static make() { return super.make(1); } }
    class C extends B {} const D = class Named { self() { return Named.name; } };
    const a = new A(2), b = new B(), c = new C(); a.x = 8;
    return [a.x, a.y, a.z, a.see(), A.n, b.x, b.see(), b.v, b.w, c instanceof A, Object.keys(c), A.make(3).z, B.make() instanceof A, a.has(b), a.has({}), a.comp(), new D().self(), D.name, typeof A];`,
  'wants parents to be called': `class A {} class B extends A { constructor() { this.x = 1; } } new B();`,
  'makes literals': `
    const k = 'key', other = { m: 1, n: 2 }; const o = { k, [k + 1]: 2, f() { return super.toString === Object.prototype.toString; }, get g() { return 3; }, ...other, n: 4, 5: 6, 'a b': 7 };
    return [JSON.stringify(o), o.f(), o.g, [1, ...'ab', , 2].length, 1 in [1, , 2], \`\${k}-\${1 + 1}\`, /a(b)/.exec('ab')[1], -0, 10n ** 2n, void tell(1), typeof null];`,
  deletes: `'use strict'; const o = { a: 1, b: 2 }; return [delete o.a, Object.keys(o), delete o?.zz];`,
  'sorts by what it makes': `return [3, 1, 2].sort((a, b) => tell(a) - b).map((x, k) => x * k);`,
};

describe('The core of a program', () => {
  test.each(Object.entries(rows))('%s.', (_, text) => {
    const [meant, found] = bothOf(text, ['tell']);
    expect(told(found)).toEqual(told(meant));
  });

  test('is refused where the syntax is not covered, with a reason and a line.', () => {
    const refusals = (text: string) =>
      [...JSON.stringify(coreOf(text, [])).matchAll(/"why":"([^"]*)","line":(\d+)/g)].map(
        ([, why, line]) => `${why} in line ${line}`,
      );
    expect(refusals('const f = 1;\nfunction* g() { yield 1; }')).toEqual(['a generator in line 2']);
    expect(refusals('const k = 1;\n\nk = 2;')).toEqual(['the constant k is assigned in line 3']);
    expect(refusals('async () => 1;')).toEqual(['an async function in line 1']);
  });

  test('is printed with its forms.', () => {
    const { program } = parseSync('x => { for (const y of x) z += y?.a; }', {
      configFile: false,
      babelrc: false,
    })!;
    const printed = printedFunction(programOf(program, []));
    expect(printed).toContain('each');
    expect(printed).toContain('z = +(z, block (let %');
  });
});

/** Programs that compute with numbers: what `f` gives, or throws, in both. */
function outcomes(text: string, args: () => readonly unknown[], name = 'f'): readonly unknown[] {
  return bothOf(text.replaceAll(/^export /gm, ''), ['exports', 'Math']).map((program, k) => {
    const exports: Record<string, unknown> = {};
    try {
      program(exports, Math);
      const given = args();
      const value = (exports[name] as (...args: readonly unknown[]) => unknown)(...given);
      return [value, given];
    } catch (error) {
      if (k === 1 && error instanceof Uncovered) return 'uncovered';
      return (error as Error).name;
    }
  });
}

/** The number of random programs that are covered; all that are have to agree. */
function agreeing<T>(
  programs: fc.Arbitrary<T>,
  text: (of: T) => string,
  args: (of: T) => readonly unknown[],
  name = 'f',
): number {
  let covered = 0;
  let all = 0;
  fc.assert(
    fc.property(programs, (of) => {
      all++;
      const [meant, found] = outcomes(text(of), () => args(of), name);
      if (found === 'uncovered') return;
      covered++;
      expect(found).toEqual(meant);
    }),
    { numRuns: sampled(120) },
  );
  return covered / all;
}

const withExport = (text: string): string =>
  `${text}\nexports.f = typeof f === 'undefined' ? exports.f : f;`;
const five = [1.5, -0.5, 0.25, 2, 1];

describe('Random programs mean as core what they mean', () => {
  test('in modules of everyday TypeScript.', () => {
    const share = agreeing(
      plainPrograms,
      (of) => of.text('plain'),
      ({ point: [x, y, xs, fs] }) => [x, y, [...xs], new Float64Array(fs)],
      'main',
    );
    expect(share).toBeGreaterThan(0.5);
  });

  test('that work in place.', () => {
    const text = (of: { readonly text: string }) => withExport(of.text);
    const floats = (args: readonly unknown[]) =>
      args.map((arg) => (Array.isArray(arg) ? new Float64Array(arg as number[]) : arg));
    expect(agreeing(arrayPrograms, text, ({ args }) => [...floats(args), 4])).toBe(1);
    expect(agreeing(stencilPrograms, text, ({ args }) => floats(args))).toBe(1);
    expect(agreeing(recursivePrograms, text, ({ args }) => floats(args))).toBe(1);
  });

  const lists = () => [[...five], [...five], 3];
  const containers = () => [
    { a: 1, bb: 2 },
    [...five],
    'abca',
    ['a', 'bb', 'k'],
    [true, false, true],
  ];
  test.each<[string, fc.Arbitrary<string>, () => readonly unknown[], number]>([
    ['with effects inside expressions', orderPrograms, lists, 1],
    ['whose arguments change what is called', calleePrograms, lists, 0.3],
    ['whose loops change how far they count', boundPrograms, lists, 0.9],
    ['with functions in arrays', heldPrograms, lists, 0.9],
    ['with elements that are not there', missingPrograms, lists, 0.9],
    ['with containers', containerPrograms, containers, 0.9],
    ['with generators and iterators', turnPrograms, lists, 0],
  ])('%s.', (_, programs, args, least) => {
    expect(agreeing(programs, withExport, args)).toBeGreaterThanOrEqual(least);
  });
});
