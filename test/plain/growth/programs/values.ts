/** Straight-line code, calls and data. */
import { each, f, list, returning, sum, type Shapes } from './parts.js';

export const straight: Shapes = {
  'variables, each of the one before': (n) =>
    f(`const a0 = x * y; ${each(n, (k) => `const a${k + 1} = a${k} * x + ${k};`)} return a${n};`),
  'variables in the reverse order': (n) =>
    f(
      `${each(n + 1, (k) => `let a${k} = 1;`)} for (let i = 0; i < 3; i++) { ${each(n, (k) => `a${k} = a${k + 1};`)} a${n} = x * y; } return a0 * x;`,
    ),
  'variables that are all needed': (n) =>
    f(
      `let t = x; ${each(n, (k) => `const a${k} = t + 2; t = t * x;`)} if (a0 > 0) return ${sum(n, (k) => `a${k}`)}; return t;`,
    ),
  'variables that are needed in the reverse order': (n) =>
    f(
      `const t0 = x * y; ${each(n, (k) => `const t${k + 1} = t${k} * Math.sin(x);`)} ${each(n, (k) => `const a${n - k} = t${n - k} * 2;`)} if (x > 0) return ${sum(n, (k) => `a${k + 1}`)}; return x;`,
    ),
  'sums of all before': (n) =>
    `export function f(xs: Float64Array): number { let s = 0; ${each(n, (k) => `s += xs[${k}]; const a${k} = s * s;`)} if (s > 0) return ${sum(n, (k) => `a${k}`)}; return s; }`,
  squarings: (n) =>
    f(
      `let s = y; for (let i = 0; i < 3; i++) { const a0 = x * 0.1; ${each(n, (k) => `const a${k + 1} = a${k} * a${k};`)} s += a${n}; } return s;`,
    ),
  'assignments to one variable': (n) =>
    f(`let s = x; ${each(n, () => 's = s * y + x;')} return s;`),
  'assignments to one variable of any kind': (n) =>
    `export function f(x, y) { let s = 0; ${each(n, (k) => `s = s + y * ${k};`)} return s; }`,
  'elements of an array of floats': (n) =>
    `export function f(xs: Float64Array): number { const ys = new Float64Array(${n}); ${each(n, (k) => `ys[${k}] = xs[${k}] * xs[${k}];`)} return ${sum(n, (k) => `ys[${k}]`)}; }`,
  'elements of any array': (n) =>
    `export function f(xs: number[]): number { const ys = []; ${each(n, (k) => `ys[${k}] = xs[${k}] * xs[0];`)} return ${sum(n, (k) => `ys[${k}]`)}; }`,
  aliases: (n) =>
    f(`const a0 = x; ${each(n, (k) => `const a${k + 1} = a${k};`)} return a${n} * y;`),
  'aliases of a function of Math': (n) =>
    `const a0 = Math.sin; ${each(n, (k) => `const a${k + 1} = a${k};`)} ${f(`return ${sum(n, (k) => `a${k}(x)`)} + y;`)}`,
  'aliases of Math': (n) =>
    `const a0 = Math; ${each(n, (k) => `const a${k + 1} = a${k};`)} ${f(`return ${sum(n, (k) => `a${k}.sin(x)`)} + y;`)}`,
  'aliases of numbers, and sums of them': (n) =>
    `let a0 = 3; ${each(n, (k) => `let a${k + 1} = a${k};`)} ${f(`let s = x * y; ${each(n, (k) => `s += x * o.v(a${k}); s = s * y;`)} return s;`)}`,
  'aliases of arrays of floats': (n) =>
    `export function f(a0: Float64Array): number { ${each(n, (k) => `const a${k + 1} = a${k};`)} return ${sum(n, (k) => `a${k}[0] * a${k}[1]`)}; }`,
  'aliases that are used by functions': (n) =>
    `let a0 = 3; ${each(n, (k) => `let a${k + 1} = a${k}; export function f${k}(x: number): number { a${k + 1}++; const t = x * a${k}; return t * t * a${k}; }`)}`,
  'inputs of many values': (n) =>
    `export function f(${list(n, (k) => `x${k}: number`)}): number { const s = ${sum(n, (k) => `x${k} * x0`)}; ${each(n, (k) => `const r${k} = s * ${k};`)} if (s > 0) return ${sum(n, (k) => `r${k}`)}; return s; }`,
  'products that are stored': (n) =>
    `export function f(xs: number[]): number[] { const out = []; let p = 1; ${each(n, (k) => `p = p * xs[${k}]; out.push(p);`)} return out; }`,
  'changes of members': (n) =>
    `export function f(o: any, xs: number[], x: number) { ${each(n, (k) => `o.a[${k}] += x; xs[${k}] *= x; o.b.c -= x;`)} return o; }`,
  'a counter as a key': (n) =>
    `export function f(xs: Float64Array): number { let k = 0; let s = 0; ${each(n, () => 's += xs[k] * xs[k + 1]; k = k + 2; k++;')} return s; }`,
  'variables of the module, each of the next one': (n) =>
    `${each(n, (k) => `let a${k} = ${k};`)} ${each(n, (k) => `export function g${k}(x: number) { a${k} = a${(k + 1) % n} * x; return a${k}; }`)}`,
};

export const calls: Shapes = {
  'many arguments': (n) =>
    `function g(...xs: number[]): number { return xs[0] * xs[1]; } ${returning(`g(${list(n, () => 'x')}) * y`)}`,
  'many arguments that are calls': (n) =>
    `declare const g: any; ${returning(`x * y * g(${list(n, () => 'g(x * y)')})`)}`,
  'many parameters': (n) =>
    `export function g(${list(n, (k) => `a${k}: number`)}): number { return ${sum(n, (k) => `a${k} * a0`)}; } ${returning(`g(${list(n, (k) => `x * ${k}`)}) * y`)}`,
  'many parameters that are indices': (n) =>
    `export function g(xs: Float64Array, ${list(n, (k) => `a${k}: number`)}): number { return ${sum(n, (k) => `xs[a${k}] * xs[0]`)}; } export function f(xs: Float64Array): number { return g(xs, ${list(n, (k) => `${k}`)}) * 2; }`,
  'many parameters that are arrays of floats': (n) =>
    `export function g(${list(n, (k) => `a${k}: Float64Array`)}): number { return ${sum(n, (k) => `a${k}[0] * a0[1]`)}; } export function f(${list(n, (k) => `a${k}: Float64Array`)}): number { return g(${list(n, (k) => `a${k}`)}) * 2; }`,
  'calls within each other': (n) =>
    `const g = (x: number): number => { const z = x * x; return z * 2; }; ${returning(`${each(n, () => 'g(', '')}x${each(n, () => ')', '')}`)}`,
  'calls of unknown functions within each other': (n) =>
    `declare const g: any; ${returning(`x * y * ${each(n, () => 'g(x * ', '')}x${each(n, () => ')', '')}`)}`,
  'a big formula, called often': (n) =>
    `const g = (x: number, y: number): number => ${sum(n, (k) => `x * ${k}`)} + y; ${returning(sum(n, () => 'g(x, y)'))}`,
  'a formula, called often': (n) =>
    `const g = (x: number): number => 1 / (1 + Math.exp(-x)); ${returning(sum(n, (k) => `g(x * ${k}) * y`))}`,
  'methods one after the other': (n) =>
    returning(`[x]${each(n, () => '.map((z) => z * y)', '')}[0]`),
  'methods of a builder': (n) =>
    `export function f(o: any, x: number): any { return o${each(n, (k) => `.add(x * ${k})`, '')}; }`,
  'callbacks within each other': (n) =>
    `export function f(xs: number[]): number[] { return ${each(n, () => 'xs.map((x) => x * x).concat(', '')}xs${each(n, () => ')', '')}; }`,
};

export const data: Shapes = {
  'an array of literals': (n) =>
    `const table = [${list(n, (k) => `${k}.5`)}]; ${returning('table[Math.round(x)] * x * y')}`,
  'an array of reals': (n) =>
    returning(`[${list(n, (k) => `x * ${k}`)}].reduce((s, t) => s + t * y, 0)`),
  'arrays within each other': (n) =>
    `export function f(x: number): any { return ${each(n, () => '[', '')}x * 2${each(n, () => ']', '')}; }`,
  'an object': (n) =>
    f(`const o = { ${list(n, (k) => `a${k}: x * ${k}`)} }; return ${sum(n, (k) => `o.a${k}`)};`),
  'objects within each other': (n) =>
    `export function f(x: number): any { return ${each(n, () => '{ a: ', '')}x * 2${each(n, () => ' }', '')}; }`,
  'a list of declared members': (n) =>
    `interface O { ${each(n, (k) => `a${k}: number;`)} } export function f(o: O): number { return ${sum(n, (k) => `o.a${k} * o.a0`)}; }`,
  'aliases of types': (n) =>
    `type A0 = number[]; ${each(n, (k) => `type A${k + 1} = A${k};`)} ${each(n, (k) => `export function f${k}(x: A${k}): number { return x[0] * x[1]; }`)}`,
  'types of many cases': (n) =>
    `export function f(x: ${each(n, (k) => `'${k}'`, ' | ')} | number): any { return [x * 2, x + 1]; }`,
  'destructuring of an object': (n) =>
    f(
      `const { ${list(n, (k) => `a${k}`)} } = { ${list(n, (k) => `a${k}: x * ${k}`)} }; return ${sum(n, (k) => `a${k}`)};`,
    ),
  'destructuring of an array': (n) =>
    f(
      `const [${list(n, (k) => `a${k}`)}] = [${list(n, (k) => `x * ${k}`)}]; return ${sum(n, (k) => `a${k}`)};`,
    ),
  'patterns within each other': (n) =>
    `export function f(o: any): any { const ${each(n, (k) => `[a${k}, `, '')}b${each(n, () => ']', '')} = o; return b * a0; }`,
  'defaults within each other': (n) =>
    `export function f(o: any, x: number): any { const ${each(n, () => '{ a: ', '')}{ b = x * 2 } = {}${each(n, () => ' } = {}', '')} = o; return b * x; }`,
  'parameters that are patterns': (n) =>
    `export function f({ ${list(n, (k) => `a${k} = ${k}`)} }: any): any { return ${sum(n, (k) => `a${k} * a0`)}; }`,
  spreads: (n) =>
    `export function f(x: number, o: any): any { return { ${list(n, () => '...o, x')} }; }`,
};
