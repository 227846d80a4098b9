/** The library of the language: numbers, text, lists, collections, reflection. */
import type { Group, Row } from '../row.js';

const on = (name: string, expression: string, more: Partial<Row> = {}): Row => ({
  name,
  source: `export function f(x: any) { const y = x * x, xs = [x, y, 3 * x, 2]; return ${expression}; }`,
  ...more,
});

const step = { remark: 'a step: its derivative is 0' };

const smooth = [
  'abs',
  'acos',
  'asin',
  'asinh',
  'atan',
  'atanh',
  'cbrt',
  'cos',
  'cosh',
  'exp',
  'expm1',
  'fround',
  'log',
  'log10',
  'log1p',
  'log2',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
];
const steps = ['ceil', 'clz32', 'floor', 'round', 'sign', 'trunc'];

export const math: Group = {
  title: '`Math` and numbers',
  rows: [
    ...smooth.map((name) =>
      on(`\`Math.${name}\``, `Math.${name}(x) * x + [x].map(Math.${name})[0]`),
    ),
    on('`Math.acosh`', 'Math.acosh(x + 1) * x'),
    ...steps.map((name) => on(`\`Math.${name}\``, `Math.${name}(x * 2.5) * x`, step)),
    on('`Math.imul`', 'Math.imul(x * 7, y * 9) * x', step),
    on('`Math.atan2`', 'Math.atan2(x, y + 1) * Math.atan2(2, x)'),
    on('`Math.pow`', 'Math.pow(x, y) + Math.pow(2, x) + Math.pow(x, 3)'),
    on('`Math.hypot`', 'Math.hypot(x, y, 3) + Math.hypot() * x + Math.hypot(...xs)'),
    on(
      '`Math.max`, `Math.min`',
      'Math.max(x, y, 0.1) * Math.min(x, 3) + Math.max(x) + Math.min(...xs)',
    ),
    on('`Math.random`', '(Math.random() < 2 ? x : 1) * x'),
    on('`Math.PI`, `Number.EPSILON`, …', 'x * Math.PI + Number.EPSILON * x + Math.E ** x'),
    on('`Number(x)`, `Number("3")`', 'Number(x) * Number("3") * Number(y)'),
    on(
      '`parseFloat`, `Number.parseFloat`',
      'parseFloat(x) * Number.parseFloat(y) * parseFloat("2.5")',
    ),
    on(
      '`parseInt`, `Number.parseInt`',
      'parseInt(x * 7) * x + Number.parseInt("12", 8) * x + parseInt("ff", 16) * x',
      step,
    ),
    on(
      '`isNaN`, `isFinite`, `Number.isNaN`, `Number.isFinite`',
      '(isNaN(x) ? 1 : x) * (isFinite(y) ? x : 1) * (Number.isNaN(x) ? 1 : y) * (Number.isFinite(x) ? y : 1) * xs.filter(Number.isFinite).length',
    ),
    on(
      '`Number.isInteger`, `Number.isSafeInteger`',
      '(Number.isInteger(x) ? 1 : x) * (Number.isSafeInteger(x) ? 1 : y)',
    ),
    on(
      '`x.toFixed`, `toPrecision`, `toExponential`, `toString`, `toLocaleString`',
      '(x.toFixed(2).length + x.toPrecision(3).length + x.toExponential(1).length + x.toString().slice(0, 2).length + x.toString(2).slice(0, 2).length + x.toLocaleString().slice(0, 2).length + x.toFixed?.(3).length + x?.toFixed(1).length) * x',
      { remark: 'the text of the primal' },
    ),
    on('`x.valueOf()`', 'x.valueOf() * y.valueOf()'),
    on(
      'numbers rounded by way of text to fewer digits: `Number(x.toFixed(2))`',
      'Number(x.toFixed(0)) * x',
      step,
    ),
    ...[
      'Number(String(x))',
      'parseFloat(`${x}px`)',
      '+(x + "")',
      'JSON.parse(`[${[x]}]`)[0]',
      'String(x) * 1',
      'Number(String(x).slice(0, 8))',
      'Number(x.toFixed(9))',
    ].map((read) =>
      on(
        `numbers by way of text of six digits or more: \`${read.replaceAll('`', "'")}\``,
        `${read} * x`,
        {
          status: 'refused',
          error: 'was read from a text',
          at: 0.7123456,
        },
      ),
    ),
    on(
      '`Boolean(x)`',
      '(Boolean(x) ? x : 1) * (Boolean(x - x) ? 1 : y) * xs.filter(Boolean).length',
    ),
    on('`Object.is`', '(Object.is(x, xs[0]) ? x : 1) * (Object.is(x, y) ? 1 : x)'),
    on(
      '`BigInt(x)`, `BigInt.asIntN`',
      'Number(BigInt(Math.round(x)) * 3n) * x + Number(10n ** 2n) * x + (2n > x ? x : 1) + Number(BigInt.asIntN(Math.round(x * 8) as number, BigInt(x * 0 + 5))) * x + new BigInt64Array(x * 0 + 2).length * x',
      { remark: 'a step: its derivative is 0' },
    ),
    on('bigint and real', 'x * (3n as any)', {
      status: 'refused',
      error: 'Cannot mix BigInt and other types',
      remark: 'a TypeError, as with a number',
    }),
    {
      name: '`new Number(x)`, `Object(x)`',
      source:
        'export function f(x: any) { const boxed: any = new Number(x); return boxed * x + Object(x) * x; }',
    },
    {
      name: '`Object(x) === x`, `Object.prototype.toString.call(x)`',
      source: `const toString = Object.prototype.toString; export function f(x: any) { const isObject = (v: any) => v === Object(v); return (isObject(x) ? 1 : x) * (Object.prototype.toString.call(x) === '[object Number]' ? x : 1) * (toString.call(x) === '[object Number]' ? x : 1) * (toString.call(new Float64Array([x])) === '[object Float64Array]' ? x : 1) * ({}.toString.call(x) === '[object Number]' ? x : 1); }`,
    },
  ],
};

const text = { remark: 'text of primals' };

export const texts: Group = {
  title: 'Text',
  rows: [
    {
      name: 'template strings',
      source:
        'export function f(x: any) { const s = `${x} and ${x * 2} and ${[x, [x]]}`; return s.split("and").length * x + (s.startsWith("0.") ? x : 1) * x; }',
      ...text,
    },
    on(
      '`String(x)`, `new String(x)`',
      '(String(x).slice(0, 2).length + new String(x).slice(0, 3).length + String([x, [y]]).split(",").length + String(Symbol("a")).length + String().length) * x',
      text,
    ),
    on(
      'methods of strings',
      '("abcdef".slice(x * 2).length + "abc".charCodeAt(x) + "a".repeat(3).padEnd(x * 9, "-").length + "a,b".split(",").length + "abc".indexOf("c", x) + "abc".at(x).length + "x".concat(x).slice(0, 3).length + "abc".substring(0, x * 3).length + "abc".includes("b", x)) * x',
    ),
    on('a text at a dual position', `'abc'[Math.round(x)] === 'b' ? x * x : x`),
    on('`"0.7" < x`', `('0.5' < x ? x : 1) * (x > '0.5' ? x : 1)`),
    {
      name: 'regular expressions',
      source: `export function f(x: any) { const m = /(\\d+)\\.(\\d+)/.exec('12.5')!; let s = +m[1] * x + Number(m[2]); 'a1b2'.replace(/\\d/g, (d) => { s += +d * x; return d; }); for (const n of 'a3b4'.matchAll(/(?<n>\\d)/g)) s += x * +n.groups!.n; return s * (/^0\\.\\d/.test(String(x)) ? x : 1); }`,
    },
    on('a dual given to a regular expression', '/0.7/.test(x) ? x : 1', {
      status: 'refused',
      error: 'a dual number met a native operator',
      remark: '`String(x)` is the text',
    }),
    {
      name: '`JSON.parse`, `JSON.stringify` of plain values',
      source: `export function f(x: number) { const o = JSON.parse('{"a": [1, 2.5]}'); return o.a[1] * x + JSON.stringify({ a: 1, b: [2] }).length * x + (JSON.stringify({ g: () => x }).length) * x; }`,
    },
    on('`JSON.stringify` of duals', 'JSON.stringify({ x, y }).length * x', {
      status: 'refused',
      error: 'a dual number was about to be serialised',
    }),
    on('`console.log`', '(console.assert(x > 0), x * x)', { status: 'passed through' }),
    on(
      'other native functions that convert to text or numbers',
      'encodeURIComponent(x).length * x',
      { status: 'refused', error: 'a dual number met a native operator' },
    ),
    {
      name: 'dates',
      source: `export function f(x: any) { const d = new Date(2020, 1, 1); const days = (+new Date(2020, 1, 2) - +d) / 864e5; return days * x + new Date(2000 + x).getFullYear() * x + (d > new Date(x) ? x : 1); }`,
      remark: 'a date is made of the primal, to the millisecond',
    },
  ],
};

export const lists: Group = {
  title: 'Arrays',
  rows: [
    on(
      '`xs[k]`, `xs.length`',
      '(xs[0] * xs[1] + xs[xs.length - 1] + xs["length"] * x) * (xs[9] ?? x)',
    ),
    on('`xs[x]` at an integer', '[5, x ** 2, 7][Math.round(x)] * [1, x ** 3, 3][x] * x', {
      at: 1,
      partial: 6,
      remark: 'a step; counts as a kink',
    }),
    on('`xs[x]` between integers', 'xs[x] ?? x', {
      status: 'refused',
      error: 'was used as a property key, and only integers are positions',
    }),
    on('`at`', 'xs.at(0) * xs.at(-3)! * xs.at(x)!'),
    on('`concat`', 'xs.concat(x, [y, [1]] as any).length * xs.concat([y])[4]'),
    on('`copyWithin`', 'xs.copyWithin(0, 1, 2)[0] * xs[1] + xs.copyWithin(x, 1)[0]'),
    on(
      '`entries`, `keys`, `values`',
      '[...xs.entries()].reduce((s, [k, v]) => s + k * v * x, 0) + [...xs.keys()].length * x + [...xs.values()].reduce((s, v) => s * v)',
    ),
    on(
      '`every`, `some`',
      '(xs.every((v) => v) ? x : 1) * (xs.some((v) => v - 2) ? y : 1) * (xs.every((v: any) => v > 0.1) ? x : 1) * (xs.some(Number.isNaN) ? 1 : x)',
    ),
    on(
      '`fill`',
      'xs.fill(y)[3] * new Array(3).fill(x).length * [0, 0, 0].fill(x, x, 2)[1] * x + [0, 1].fill(x * x, -1)[1]',
    ),
    on(
      '`filter`',
      'xs.filter((v) => v > 0.6).reduce((a, b) => a + b * x, 0) + xs.filter((v) => v - v).length + [x - x, x].filter(Boolean).length * x',
    ),
    on(
      '`find`, `findLast`, `findIndex`, `findLastIndex`',
      'xs.find((v) => v === y)! * xs.findLast((v) => v > 1)! * (xs.findIndex((v) => v - x) + 2) * (xs.findLastIndex((v) => v === x) + 3) * x',
    ),
    on(
      '`flat`, `flatMap`',
      '[[x, [y]], 2].flat(2).length * [x, y].flatMap((v) => [v, v * v]).reduce((a, b) => a + b)',
    ),
    {
      name: '`forEach`',
      source:
        'export function f(x: number) { let s = 0; [x, x * x].forEach((v, k) => { s += v * (k + 1); }); return s * x; }',
    },
    on(
      '`includes`, `indexOf`, `lastIndexOf`',
      '(xs.includes(x) ? x : 1) * (xs.indexOf(y) + 2) * (xs.lastIndexOf(2) + 1) * (xs.includes(99) ? 1 : y) * (xs.indexOf(x, 1) + 3) * (["a"].includes(x) ? 5 : x) * ([0.5, 1].indexOf(x) + 2)',
    ),
    on(
      '`join`, `toString`',
      '(xs.join("-").split("-").length + xs.toString().split(",").length + [x, null, [y]].join().split(",").length) * x',
      text,
    ),
    on(
      '`map`',
      'xs.map((v, k) => v * k + x).map(Math.sin).reduce((a, b) => a + b) + ["1", "2"].map(Number).map((v) => v * x)[1]',
    ),
    on(
      '`pop`, `push`, `shift`, `unshift`',
      'xs.push(y, 5) * xs.pop()! * xs.pop()! * xs.unshift(7) * xs.shift()! * xs.shift()! * xs.length',
    ),
    on(
      '`reduce`, `reduceRight`',
      'xs.reduce((a, b) => a * b) + xs.reduceRight((a, b, k) => a - b * k, x) + xs.reduce((a, b) => Math.max(a, b))',
    ),
    on('`reverse`, `toReversed`', 'xs.reverse()[0] * xs[3] + (xs as any).toReversed()[1]'),
    on(
      '`slice`, `splice`, `toSpliced`',
      'xs.slice(1, 3)[0] * xs.splice(0, 2, x, y, 1)[0] * xs.length * (xs as any).toSpliced(x, 1)[0] + xs.slice(x)[0]',
    ),
    on(
      '`sort`, `toSorted`',
      'xs.sort((a, b) => b - a)[0] * xs[1] + [3, x, 10].sort()[0] * x + (xs as any).toSorted((a: any, b: any) => a - b)[0] + [x, y].sort()[1]',
      { remark: 'the default order is by the text of primals' },
    ),
    on('`with`', '(xs as any).with(1, x * 5)[1] * (xs as any).with(x, 2)[0]'),
    on(
      '`Array.isArray`, `Array.from`, `Array.of`, `Array(n)`',
      '(Array.isArray(xs) ? x : 1) * (Array.isArray(x) ? 1 : x) * Array.from(xs, (v) => v * x)[1] * Array.of(x, y)[1] * Array(3).length * new Array(x, y)[0] * Array.from({ length: 3 }, (_, k) => k * x)[2] * Array.from("12", Number)[1]',
    ),
    on(
      'a dual as a length',
      '(Array(x / x + 1).length + new Array(2 * x / x).length + Array.from({ length: x / x + 2 }).length) * x',
      { remark: 'a step' },
    ),
    on(
      'holes',
      '([, x] as any).length * [, x, y].reduce((a: any, b: any) => a * b)! * (0 in [, x] ? 1 : x)',
    ),
    {
      name: '`xs.length = n`',
      source:
        'export function f(x: number) { const xs = [x, x * x, 3]; xs.length = 2; const k = "length"; xs[k] = 1; return xs.reduce((a, b) => a + b) * xs.length * x; }',
    },
  ],
};

export const typedArrays: Group = {
  title: 'Typed arrays',
  rows: [
    {
      name: '`Float64Array`, `Float32Array`',
      source:
        'export function f(x: number) { const a = new Float64Array(3); a[0] = x; a[1] = x * x; a[9] = 5; const b = new Float64Array([x, 2]); const c = Float64Array.of(x, 1); const d = Float64Array.from([x, 2], (v) => v * v); return a[0] * a[1] + a[2] + b[0] * c[0] * d[0] * a.length * (new Float32Array([0.5])[0]); }',
    },
    {
      name: 'methods of typed arrays',
      source:
        'export function f(x: number) { const a = Float64Array.of(x, x * x, 3, 2); const view = a.subarray(1, 3); view[0] *= 2; a.set([x], 3); return a.map((v) => v * x).reduce((s, v) => s + v) + a.sort()[0] * a.slice(1).length + a.fill(x, 2)[3] + (a.includes(x) ? x : 1) + a.indexOf(x) * x + a.filter((v) => v > 0.5).length * x + a.reverse()[0] + a.at(-1)! * [...a.entries()][1][1] + a.join().split(",").length * x; }',
    },
    {
      name: 'integer typed arrays',
      source:
        'export function f(x: number) { const a = new Int32Array(2); a[0] = x * 10.3; a[1] += 3.7; const b = Int16Array.from([x * 20.3, 300]); b[1] = x * 3.33; b[0] += x * 3; return a[0] * x + a[1] * x + b[0] * x + b[1] * x + new Uint8ClampedArray([410.3 * x])[0] * x; }',
      remark: 'a store is a step',
    },
    {
      name: 'typed arrays as arguments',
      source:
        'export function f(xs: any) { const ys = new Float64Array(xs); ys[0] *= 2; return ys[0] * xs[1] + xs.length * xs[2] * (xs instanceof Float64Array ? xs[0] : 1) * (Array.isArray(xs) ? 1 : xs[1]) * (ArrayBuffer.isView(xs) ? xs[0] : 1); }',
      at: new Float64Array([0.7, 1.3, 2]),
    },
    {
      name: 'copies of a float array from outside',
      source:
        'const data = new Float64Array([3, 1, 2]); export function f(x: number) { const copies = [data.slice(1), data.map((v) => v + 1), data.filter((v) => v > 1), (data as any).with(0, 5), (data as any).toSorted(), (data as any).toReversed()]; return copies.reduce((sum, copy, k) => { copy[0] = x ** k; return sum + copy[0] * copy[1]; }, data[0]); }',
    },
    {
      name: 'a float array made outside of the function under differentiation',
      status: 'supported',
      source:
        'const scratch = new Float64Array(2); export function f(x: number) { scratch[0] = x * x; return scratch[0]; }',
    },
    {
      name: 'a float array on a buffer',
      status: 'supported',
      source:
        'export function f(x: number) { const a = new Float64Array(new ArrayBuffer(16)); a[0] = x * x; return a[0]; }',
    },
    {
      name: 'a float array in memory that threads share',
      status: 'refused',
      source:
        'const shared = new Float64Array(new SharedArrayBuffer(8)); export function f(x: number) { shared[0] = x * x; return shared[0]; }',
      error: 'was about to be stored in a Float64Array of length 1 that threads share',
    },
    {
      name: '`DataView`, `Atomics`',
      status: 'refused',
      source:
        'export function f(x: number) { const v = new DataView(new ArrayBuffer(8)); v.setFloat64(0, x); return v.getFloat64(0); }',
      error: 'a dual number met a native operator',
    },
  ],
};

export const collections: Group = {
  title: 'Collections and objects',
  rows: [
    {
      name: '`Map`, `WeakMap` with reals as values',
      source: `export function f(x: number) { const m = new Map<any, any>([['a', x], ['b', x * x]]); m.set('c', x + 1); const w = new WeakMap<any, any>(); const key = {}; w.set(key, x * 3); let s = w.get(key) * m.size; m.forEach((v) => { s += v; }); for (const [, v] of m) s *= v; return s + m.get('a') * (m.has('b') ? x : 1) + [...m.values()].length; }`,
    },
    {
      name: 'a dual as a key of a `Map`',
      status: 'refused',
      source:
        'const memo = new Map<any, any>(); export function f(x: number) { if (!memo.has(x)) memo.set(x, x * x); return memo.get(x); }',
      error: 'was used as a key of a Map',
    },
    {
      name: 'a dual as a member of a `Set`',
      status: 'refused',
      source: 'export const f = (x: number) => new Set([x, x]).size * x;',
      error: 'was used as a member of a Set',
    },
    {
      name: '`Set` of other things',
      source:
        'export function f(x: number) { const s = new Set(["a", 1]); s.add("b"); return s.size * x * (s.has("a") ? x : 1); }',
    },
    {
      name: '`o[x]` of an object',
      status: 'refused',
      source:
        'const memo: any = {}; export function f(x: number) { const n = Math.abs(x) / x; return (memo[n] ??= x * x); }',
      error: 'was used as a property key of an object',
    },
    {
      name: '`o[key]` with text and symbols',
      source: `export function f(x: number) { const s = Symbol('s'); const o: any = { a: x, [s]: x * x, [1 + 1]: 3 * x }; const k: any = 'a'; return o[k] * o[s] * o[2] * o['2']; }`,
    },
    {
      name: '`Object.keys`, `values`, `entries`, `fromEntries`',
      source:
        'export function f(x: any) { const o: any = { a: x, b: x * x }; return Object.keys(o).length * Object.values<any>(o).reduce((a, b) => a * b) + Object.entries<any>(o).reduce((s, [k, v]) => s + v * k.length, x) + Object.fromEntries([["q", x]]).q * (Object.keys(x).length + 1) + Object.entries(x).length + Object.values(x).length; }',
    },
    {
      name: '`Object.assign`, `freeze`, `create`, `defineProperty`, …',
      source:
        'export function f(x: any) { const o: any = Object.assign({ a: 1 }, { a: x }, x); Object.freeze(o); const p: any = Object.create(o, { b: { value: x * x } }); Object.defineProperty(p, "c", { get() { return x * 3; } }); return p.a * p.b * p.c * Object.keys(o).length * (Object.isFrozen(x) ? x : 1) * (Object.hasOwn(x, "run") ? 1 : x) * (Object.getOwnPropertyNames(x).length + 1) * (Object.getPrototypeOf(x) === Number.prototype ? x : 1) * Object.freeze(x); }',
    },
    {
      name: '`o.constructor === Array`, `g === Math.tanh`',
      source:
        'const known = Math.tanh; const by = (g: any, x: any) => (g === Math.tanh ? g(x) * 2 : g(x)); export const f = (x: any) => { const xs: any = [x]; const kinds: any[] = [Object, Array, Number]; const C: any = Array; return by(known, x) * by(Math.tanh, x) * (xs.constructor === Array ? x : 1) * (xs.constructor == C ? x : 1) * (kinds[2] === x.constructor ? x : 1) * (({} as any).constructor !== Object ? 1 : x) * (new C(2).length); };',
    },
    {
      name: '`structuredClone`',
      source:
        'export function f(x: any) { const o = { a: [x, { b: x * x }], d: new Date(0) }; const c = structuredClone(o); (c.a as any)[0] = 5; return (o.a as any)[0] * (c.a as any)[1].b * structuredClone(x) * (c.d.getTime() + 1); }',
    },
    {
      name: '`Reflect`',
      source:
        'export function f(x: any) { const o: any = { a: x, m(y: number) { return this.a * y; } }; Reflect.set(o, "b", x * x); return Reflect.get(o, "a") * Reflect.apply(o.m, o, [x]) * Reflect.ownKeys(o).length * (Reflect.has(o, "b") ? o.b : 1) * Reflect.apply(Math.max, null, [x, 0.1]) * Reflect.construct(Array, [x, 1])[0]; }',
    },
    {
      name: '`Proxy`',
      source:
        'export function f(x: any) { const p: any = new Proxy({ a: x } as any, { get: (t, k) => (k in t ? t[k] * 2 : x * x), set: (t, k, v) => { t[k] = v * 3; return true; } }); p.b = x; return p.a * p.b * p.c; }',
    },
    {
      name: '`Symbol`',
      source:
        'export function f(x: number) { const s = Symbol.for("x"); class T { get [Symbol.toStringTag]() { return "T"; } [s](y: number) { return y * x; } } return (new T() as any)[s](x) * String(new T()).length; }',
    },
    {
      name: '`Map.groupBy` and the like, by a dual',
      status: 'refused',
      source: `export const f = (x: number) => { const g: any = (Map as any).groupBy ?? ((list: any[], by: any) => new Map(list.map((v) => [by(v), v]))); return g([x, 1], (v: any) => v).size * x; };`,
      error: 'was used as a key of a Map',
    },
    {
      name: 'getters and setters defined later',
      source:
        'export function f(x: number) { const o: any = {}; Object.defineProperties(o, { v: { get: () => x * x, enumerable: true } }); return Object.values<any>(o)[0] * o.v; }',
    },
  ],
};

export const chaining: Group = {
  title: 'Optional chaining',
  rows: [
    {
      name: '`o?.a`, `o?.[k]`, `o.a?.b.c`',
      source:
        'export function f(x: any) { const o: any = { a: { b: x, list: [x, x * x] } }; const none: any = null; let k = 0; return o?.a.b * o.a?.list[1] * o?.["a"]?.list?.[k] + (none?.a.b.c ?? x) + (none?.[k++] ?? x) + (o.zzz?.b.c[0] ?? 2) * (k + 1) + (x?.a ?? x) + (o.zzz?.b!.c ?? x) * (none?.a!.b!.c[0] ?? 2); }',
    },
    {
      name: '`o?.m()`, `o.m?.()`, `f?.()`',
      source:
        'export function f(x: any) { const o: any = { v: x, m(y: number) { return this.v * y; }, in: { w: x * x, n() { return this.w; } } }; const none: any = undefined; const g: any = (y: number) => y * y; let calls = 0; return o?.m(x) * o.m?.(2) * o?.["m"]?.(x) * o.in?.n() * o?.in.n?.() * g?.(x) * (o?.m)(3) * (o.in?.n)() * (none?.m(calls++) ?? x) * (o.zzz?.(calls++) ?? x) * (calls + 1) * (Math?.sin(x)) * Math.cos?.(x); }',
    },
    {
      name: 'native methods in chains',
      source:
        'export function f(x: any) { const xs: any = [x, x * x, 0.5]; const o: any = { xs }; return (xs.includes?.(x) ? x : 1) * (o?.xs.includes(x) ? x : 1) * (o.xs?.indexOf?.(x * x) + 2) * xs?.map((v: any) => v * x)?.filter((v: any) => v - v || v > 0.1).length * (o.xs?.["lastIndexOf"](x) + 3); }',
    },
    {
      name: '`super.m?.()`, `this?.#m()`',
      source:
        'class A { v: any; constructor(x: number) { this.v = x; } m(y: number) { return this.v * y; } } class B extends A { #p(y: number) { return this.v + y; } run(x: number): any { return super.m?.(x) * this?.#p(x) * (this.#p?.(2)) * ((super.m as any)?.call(this, x)) * ((this as any)?.zzz?.() ?? x); } } export const f = (x: number) => new B(x).run(x);',
    },
  ],
};
