/** Which functions change nothing that was there before: what is known of each is safe, and what is not known is refused. */
import { harmless } from '../../../../src/plain/lower/harmless/harmless.js';
import { factsOf, functionsOf } from '../../../support/numeric.js';

const verdict = (text: string) => {
  const facts = factsOf(text);
  return harmless(facts, functionsOf(facts).get('f')!);
};

const around = `
  import { other, table } from './other.js';
  import { mul } from 'delta-tape';
  const list = [1, 2, 3];
  const nested = [[1, 2], [3]];
  const map = new Map([['a', 1]]);
  const ops = { double: (x) => 2 * x };
  const pattern = /a(b*)/;
  const all = /a(b*)/g;
  let count = 0;
  let changing = [1];
  export const change = (x) => { changing = x; };
  const registry = new Map();
  export const register = (name, f) => { registry.set(name, f); };
  class Point { constructor(x) { this.x = x; } get double() { return 2 * this.x; } move(d) { this.x += d; return this; } }
  class Sum { s = 0; items = []; add(x: number) { this.s += x; this.items.push(x); } twice(x: number) { this.add(x); this.add(x); } }
  class Lazy { get found() { return (this.kept ??= 1); } }
  class Counting { static made = 0; constructor() { Counting.made++; } }
  class Held { static all = [1]; static up() { return this.all; } static two() { return 2; } }
  class Counted { static count: number = 0; static twice() { return 2 * Counted.count; } }
  class Base { constructor(xs) { xs[0] = 1; } }
  class Derived extends Base { constructor(xs) { super(xs); } }
  class Texts { n = 0; toString() { this.n++; return ''; } }
  class Task { call(x) { return x; } test(x) { return x; } }
  class Patched { get(x) { return x; } }
  other(Patched);
  const remembering = new RegExp('a', 'y');
  const open = {};
  const handlers = { put: (a) => { a[0] = 1; }, fill(a) { a[0] = 1; } };
  const inner = { deep: { g: (x) => x } };
  const apply = (g, a) => g(a);
  function fill(xs, x) { for (let i = 0; i < xs.length; i++) xs[i] = x; return xs; }
  function* numbers(n) { for (let i = 0; i < n; i++) yield i; }
  const iterator = numbers(3);
`;

/** Bodies of functions of `x`, `xs` and `o`. */
const safe: Record<string, string> = {
  'a generator': `let s = 0; for (const k of numbers(3)) s += k * x; return s;`,
  'a Map of its own': `const m = new Map(); m.set('a', x); m.set('b', xs); return m.get('a');`,
  'a Map outside that is read': `return map.get('a') * x;`,
  'a regular expression': `return pattern.test(String(x)) ? Number(pattern.exec('ab')[1]) : 'aab'.replace(all, 'b').length;`,
  'a caught error': `try { if (x > 1) throw new Error('large'); return x; } catch (e) { return e.message.length; } finally { x = 2; }`,
  'accessors and methods of new objects': `const p = new Point(x); p.x = 3; p.move(2); return p.double;`,
  'methods that change a new object by others': `const s = new Sum(); s.twice(x); return s.s;`,
  'new arrays that are filled': `const ys = xs.slice(); fill(ys, 2); ys.push(x); ys.sort(); return ys[0];`,
  'rows of new arrays': `const ys = nested.map((row) => row.slice()); ys[0][1] = 2; return ys[0][1];`,
  'rows of an array with a type': `const ys = (m: number[][]) => m.map((r) => [...r]); const zs = ys([[1]]); zs[0][0] += x; return zs[0][0];`,
  dictionaries: `const c: Record<string, number> = {}; for (const w of 'a b a'.split(' ')) c[w] = (c[w] ?? 0) + 1; return Object.entries(c).length;`,
  'a table of functions': `const g = ops.double; return g(x) + ops.double(x);`,
  JSON: `return JSON.parse(JSON.stringify({ x }));`,
  'labels and switches': `a: for (;;) { switch (x) { case 1: break a; default: x = 1; } } return x;`,
  'operators of the library': `return mul(x, 2);`,
  closures: `let s = 0; const add = (y) => { s += y; }; xs.forEach(add); [1, 2].forEach((y) => add(y)); return s;`,
  'a number outside': `return count + x;`,
  'static methods, and static numbers with a type': `return Counted.twice() + Counted.count * x;`,
  'a text that is split by a pattern': `return 'a1b'.split(/\\d/).length * 'aab'.replace(all, 'b').length * x;`,
  'a callback that writes into a new array': `const ys = [1, 2]; ys.forEach((y, k, all) => { all[k] = y * x; }); return ys[0];`,
  'its own class called test': `return new Task().test(x);`,
  'destructuring and swaps': `let [a, b] = [x, 2]; [a, b] = [b, a]; const { c = 1, ...d } = o; return a + c + Object.keys(d).length;`,
  recursion: `const go = (n) => (n === 0 ? x : go(n - 1)); return go(3);`,
};

const harmful: Record<string, string> = {
  'a write outside': `count++; return x;`,
  'a write into an array outside': `list[0] = x; return x;`,
  'a write into what it is given': `xs[0] = x; return x;`,
  'a write into an object that it is given': `o.x = x; return x;`,
  'a write by destructuring': `[xs[0]] = [x]; return x;`,
  'a write by a loop': `for (o.k of [1, 2]); return x;`,
  'a deletion': `delete o.x; return x;`,
  'a write by another name': `const ys = xs; ys[0] = x; return x;`,
  'a write by a choice': `const ys = x > 1 ? xs : [1]; ys[0] = x; return x;`,
  'a write through a helper': `fill(xs, x); return x;`,
  'a write through a helper that is a value': `const g = fill; [1].map(() => g(xs, 1)); return x;`,
  'a write into a row': `const ys = [...nested]; ys[0][0] = x; return x;`,
  'a write into a row of a copy': `const ys = nested.map((row) => row); ys[0][0] = x; return x;`,
  'a write into what was put there': `const ys = [[1]]; ys[0] = xs; ys[0][0] = x; return x;`,
  'a write into what was pushed': `const ys = [[1]]; ys.push(xs); const [, z] = ys; z[0] = x; return x;`,
  'a write into what a Map holds': `const m = new Map([[1, xs]]); m.get(1)[0] = x; return x;`,
  'a write in a callback': `nested.forEach((row) => { row[0] = x; }); return x;`,
  'a write into a default in a pattern': `const y = {}; [y.a = xs] = []; y.a[0] = x; return x;`,
  'a write into a view of a buffer': `const y = new Float64Array(xs.buffer); y[0] = x; return x;`,
  'a write into a view of a buffer by another name': `const { buffer } = xs; new Uint8Array(buffer)[0] = x; return x;`,
  'a write into what may be a view': `const y = new Float64Array(xs); y[0] = x; return x;`,
  'a sort in place': `xs.sort(); return x;`,
  'a push outside': `list.push(x); return x;`,
  'a Map outside that grows': `map.set('b', x); return x;`,
  'a method that changes what is given': `o.move(1); return x;`,
  'a method that changes what it holds': `const s = new Sum(); s.items = xs; s.add(x); return x;`,
  'a getter that remembers': `return new Lazy().found;`,
  'a class that counts': `new Counting(); return x;`,
  'this in an arrow that is kept': `class C { constructor(y) { y.f = () => { this.a = 1; }; } } new C(o); return x;`,
  'random numbers': `return Math.random() * x;`,
  'the time': `return Date.now();`,
  'a new Date': `return new Date().getTime();`,
  'the console': `console.log(x); return x;`,
  'the global object': `globalThis.x = 1; return x;`,
  'a function of another module': `return other(x);`,
  'data of another module': `return table[0];`,
  'a variable that others replace': `return changing[0];`,
  'a Map that others fill': `return registry.get('a')(x);`,
  'an iterator outside': `for (const y of iterator) x += y; return x;`,
  'an unknown method': `return o.run(x);`,
  'a computed method': `return o[xs](x);`,
  'a search that remembers': `return all.exec('ab') === null ? 1 : x;`,
  'a sticky expression': `return 'ab'.replace(/a/y, '').length;`,
  eval: `return eval('x');`,
  arguments: `return arguments.length;`,
  'a promise': `return Promise.resolve(x);`,
  'an import': `return import('./other.js');`,
  'a prototype': `Object.prototype.y = 1; return x;`,
  'a constructor by its object': `return o.constructor('return 1')();`,
  'Object.assign': `Object.assign(o, { x }); return x;`,
  Reflect: `Reflect.set(o, 'x', x); return x;`,
  'a write into the array that a callback gets at last': `xs.forEach((y, k, all) => { all[k] = x; }); return x;`,
  'a write into the array that a fold gets at last': `return xs.reduce((s, y, k, all) => { all[k] = s; return s; }, x);`,
  'a write in a function literal': `apply((a) => { a[0] = x; }, xs); return x;`,
  'a write in a function that an object holds': `handlers.put(xs); return x;`,
  'a write in a method that an object holds': `handlers.fill(xs); return x;`,
  'a write in a function that a list holds': `const [g] = [].concat((a) => { a[0] = x; }); g(xs); return x;`,
  'a write in a constructor of a parent': `new Derived(xs); return x;`,
  'a write by a function under its own name': `const g = function h(a, n) { if (n === 0) return h(xs, 1); a[0] = x; }; g([], 0); return x;`,
  'a write into a field that is called size': `const s = o.size; s[0] = x; return x;`,
  'a write into a number': `const ys = (m: Record<string, number>) => { const a = m.a; a.b = x; }; ys(o); return x;`,
  'a text of an object that changes': `return String(new Texts());`,
  'a method that the platform has, too': `new Task().call(x); [].push.call(xs, x); return x;`,
  'a method of the platform on another object': `[x].forEach([].push, xs); return x;`,
  'a method of the platform as a value': `const g = xs.push; return g === undefined ? 1 : x;`,
  'a pattern that is made with a memory': `return 'ab'.replace(remembering, '').length;`,
  'a pattern that it is given': `return 'ab'.replace(o, '').length;`,
  'a search by a name of its own': `return new Task().test(x) + (all.test('ab') ? 1 : 0);`,
  'a tag that it is given': 'return o.tag`a`;',
  'static data': `return Held.all[0];`,
  'static data by this': `return Held.up()[0];`,
  'a class as a value': `const C = Held; return C.two();`,
  'a class that others change': `return new Patched().get(x);`,
  'data that others fill': `const { g } = open; return g(x);`,
  'functions deep in data': `return inner.deep.g(x);`,
  call: `[].push.call(xs, x); return x;`,
};

describe('A function that changes nothing that was there before', () => {
  test.each(Object.entries(safe))('is known by %s.', (_, body) => {
    expect(verdict(`${around} function f(x, xs, o) { ${body} }`)).not.toBeNull();
  });

  test.each(Object.entries(harmful))('is not known by %s.', (_, body) => {
    expect(verdict(`${around} function f(x, xs, o) { ${body} }`)).toBeNull();
  });

  test('is none under a directive, and none that is async.', () => {
    expect(verdict(`function f(x) { 'use no grad'; return x; }`)).toBeNull();
    expect(verdict(`async function f(x) { return x; }`)).toBeNull();
  });

  test('gives new objects, or perhaps what it was given.', () => {
    const gives = (body: string) =>
      verdict(`function f(x: number, xs: number[]) { ${body} }`)!.givesNew;
    for (const body of [
      'return x;',
      'return xs.map((y) => 2 * y);',
      'return { x, y: [...xs] };',
      'return String(x);',
    ])
      expect([body, gives(body)]).toEqual([body, true]);
    for (const body of [
      'return xs;',
      'return { xs };',
      'return x > 1 ? [1] : xs;',
      'const y = []; y.push(xs); return y;',
    ])
      expect([body, gives(body)]).toEqual([body, false]);
  });

  test('may compare objects.', () => {
    const compares = (body: string) =>
      verdict(`const map = new Map(); function f(x: number, xs: number[], y) { ${body} }`)!
        .comparesObjects;
    for (const body of [
      'return xs === y;',
      'return map.get(xs);',
      'return [y].includes(xs);',
      'switch (xs) { case y: return 1; }',
      'return new Set([xs, y]).size;',
      'return new Map([[xs, 1], [y, 2]]).size;',
      'return Object.is(xs, y);',
      'return Map.groupBy([1, 2], (k) => (k > 1 ? xs : y)).size;',
    ])
      expect([body, compares(body)]).toEqual([body, true]);
    for (const body of [
      'return x === y;',
      'return map.get(x);',
      'return y === undefined;',
      'return xs.includes(1);',
      'return new Set(xs).size;',
      'return Object.is(x, y);',
    ])
      expect([body, compares(body)]).toEqual([body, false]);
  });

  test('may call what it is given.', () => {
    const calls = (body: string) => verdict(`${around} function f(x, o) { ${body} }`)!.callsGiven;
    expect(calls('const { g } = o; return g(x);')).toBe(true);
    expect(calls('return o.double(x) + ops.double(x);')).toBe(true);
    expect(calls('return [x].map((y) => y * 2)[0];')).toBe(false);
  });
});
