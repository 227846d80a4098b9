/** Control and functions. */
import { each, f, list, returning, sum, type Shapes } from './parts.js';

export const control: Shapes = {
  'loops one after the other': (n) =>
    f(
      `let s = x; ${each(n, (k) => `for (let i = 0; i < 3; i++) { s += x * y * ${k}; }`)} return s;`,
    ),
  'loops within each other': (n) =>
    f(
      `let s = x; ${each(n, (k) => `for (let i${k} = 0; i${k} < 1; i${k}++) { s = s * y;`)} s += x * y; ${each(n, () => '}')} return s;`,
    ),
  'a loop of a long body': (n) =>
    f(
      `let s = x; for (let i = 0; i < 3; i++) { ${each(n, (k) => `const a${k} = x * i + ${k}; s += a${k} * y;`)} } return s;`,
    ),
  'returns one after the other': (n) =>
    f(`${each(n, (k) => `if (x > ${k}) return x * ${k};`)} return y;`),
  'branches one after the other': (n) =>
    f(`let s = x; ${each(n, (k) => `if (s > ${k}) s = s * y; else s = s + x;`)} return s * y;`),
  'branches within each other': (n) =>
    f(`let s = x; ${each(n, (k) => `if (s > ${k}) { s = s * y;`)} ${each(n, () => '}')} return s;`),
  alternatives: (n) => f(`${each(n, (k) => `if (x > ${k}) return x * ${k}; else`)} return y;`),
  cases: (n) =>
    f(
      `switch (Math.round(x)) { ${each(n, (k) => `case ${k}: return x * y * ${k};`)} default: return x; }`,
    ),
  'cases of unknown kind': (n) =>
    `export function f(x: any, y: any): any { switch (x) { ${each(n, (k) => `case y * ${k}: return x * y;`)} default: return x; } }`,
  'blocks within each other': (n) =>
    f(
      `let s = x; ${each(n, (k) => `{ const a${k} = s * y; s = a${k};`)} ${each(n, () => '}')} return s;`,
    ),
  labels: (n) =>
    f(`let s = x; ${each(n, (k) => `l${k}: for (;;) { s = s * y; break l${k}; }`)} return s;`),
  'variables that a loop changes': (n) =>
    f(
      `${each(n, (k) => `let a${k} = x * ${k};`)} for (let i = 0; i < 3; i++) { ${each(n, (k) => `a${k} += a${(k + 1) % n} * y;`)} } return ${sum(n, (k) => `a${k}`)};`,
    ),
  'variables that branches change': (n) =>
    f(
      `${each(n, (k) => `let a${k} = x * ${k};`)} ${each(n, (k) => `if (a${k} > 0) a${k} = a${k} * y;`)} return ${sum(n, (k) => `a${k}`)};`,
    ),
  'attempts within each other': (n) =>
    f(
      `let s = x; ${each(n, () => 'try { s = s * y;')} ${each(n, (k) => `} catch (e${k}) { s = e${k}; }`)} return s;`,
    ),
};

export const functions: Shapes = {
  'functions that call the next one': (n) =>
    each(
      n,
      (k) =>
        `export function f${k}(x: number, y: number): number { return x > ${k} ? f${(k + 1) % n}(x * y, y) * 2 : x * y + y; }`,
    ),
  'functions that call the one before': (n) =>
    each(
      n,
      (k) =>
        `export const f${k} = (x: number, y: number): number => { const z = ${k === 0 ? 'x' : `f${k - 1}(x, y)`} * y; return z * x; };`,
    ),
  'functions that hand an index to the one before': (n) =>
    each(
      n,
      (k) =>
        `export function f${k}(xs: number[], i: number): number { const z = ${k === 0 ? 'xs[i]' : `f${k - 1}(xs, i)`} * 2; return z * z; }`,
    ),
  'functions that hand an index to the next one': (n) =>
    each(
      n,
      (k) =>
        `export function f${k}(xs: number[], i: number): number { const z = ${k === n - 1 ? 'xs[i]' : `f${k + 1}(xs, i)`} * 2; return z * z; }`,
    ),
  'functions without types that call the next one': (n) =>
    each(
      n,
      (k) =>
        `export function f${k}(x, y) { const z = ${k === n - 1 ? 'x * 2' : `f${k + 1}(x, y)`}; return z; }`,
    ),
  'functions that return an array of the next one': (n) =>
    each(
      n,
      (k) =>
        `export function f${k}(x: Float64Array) { return ${k === n - 1 ? 'x' : `f${k + 1}(x)`}; }  export function g${k}(x: Float64Array) { const y = f${k}(x); return y[0] * y[1]; }`,
    ),
  'functions without a name': (n) =>
    `export const fs = [${list(n, (k) => `(x: number) => x * ${k}`)}];`,
  'functions of the same name': (n) =>
    each(n, (k) => `export const o${k} = { g(x: number) { return x * ${k}; } };`),
  'functions within each other': (n) =>
    `export function f(x: number): any { return ${each(n, (k) => `(a${k}: number) => { const b${k} = a${k} * x; return `, '')} x ${each(n, () => '; }', '')}; }`,
  'functions within each other that are called': (n) =>
    returning(
      `${each(n, (k) => `((a${k}: number): any => { const b${k} = a${k} * x; return b${k} + `, '')} x ${each(n, () => '; })(2)', '')}`,
    ),
  'arrow functions within each other': (n) =>
    returning(`(${each(n, (k) => `(a${k}: number) => `, '')} x * y)${each(n, () => '(1)', '')}`),
  'declarations of functions within each other': (n) =>
    `${each(n, (k) => `function f${k}(a${k}: number) { const b${k} = a${k} * 2 || a0;`)} return a0 * 2; ${each(n, (k) => `return f${n - k}(b${n - k - 1}); }`).replace(/return f\d+\(b\d+\);/, '')}`,
  'methods within each other': (n) =>
    `export const o = ${each(n, (k) => `{ m${k}(x: number) { this.s = x * ${k} || x; return `, '')} this.x * x ${each(n, () => '; } }', '')};`,
  'classes within each other': (n) =>
    `export const C = ${each(n, (k) => `class { #v = x * ${k} || 1; m(x: number) { return this.#v * x + `, '')} 1 ${each(n, () => '; } }', '')};`,
  'fields that hold functions within each other': (n) =>
    `export const C = ${each(n, (k) => `class { v = (x: number) => x * ${k} + `, '')} 1 ${each(n, () => '; }', '')};`,
  'defaults that are functions within each other': (n) =>
    `export const f = ${each(n, (k) => `(a${k} = (x: number) => x * ${k}, g${k} = `, '')} 1 ${each(n, (k) => `) => a${n - 1 - k}(2) * 3`, '')};`,
  'functions within a wrapper': (n) =>
    `export const api = (() => { const s = 2; ${each(n, (k) => `function f${k}(x: number): number { return x * s * ${k}; }`)} return { ${list(n, (k) => `f${k}`)} }; })();`,
  'functions within wrappers': (n) =>
    `(() => { (() => { (() => { (() => { const s = 2; ${each(n, (k) => `function f${k}(x: number): number { return x * s * ${k}; }`)} })(); })(); })(); })();`,
  'closures of one variable': (n) =>
    f(
      `let t = x; const fs = [${list(n, (k) => `(z: number) => { t = t * z * ${k}; return t; }`)}]; return fs.reduce((s, g) => s + g(y), 0);`,
    ),
  classes: (n) =>
    each(
      n,
      (k) =>
        `export class C${k} { v = 2; m(x: number): number { return this.v * x * ${k}; } get w() { return this.v * 2; } }`,
    ),
  'methods of a class': (n) =>
    `export class C { ${each(n, (k) => `v${k} = 2; m${k}(x: number): number { return this.v${k} * x * ${k}; }`)} }`,
  'private methods of a class': (n) =>
    `export class C { ${each(n, (k) => `#v${k} = 2; #m${k}(x: number): number { return this.#v${k} * x * ${k}; }`)} }`,
  'exports of a module': (n) =>
    `${each(n, (k) => `import { g${k} } from './m${k}';`)} ${each(n, (k) => `export const c${k} = ${k}; export const f${k} = (x: number) => x * c${k} * g${k};`)} export { ${list(n, (k) => `f${k} as h${k}`)} };`,
  'functions handed to the library': (n) =>
    `import { grad } from 'delta-tape'; ${each(n, (k) => `export const g${k} = grad((x: number) => x * x * ${k});`)}`,
  'folds within each other': (n) =>
    `export function f(xs: number[]): number { return ${each(n, (k) => `xs.reduce((s${k}, x${k}) => s${k} + x${k} * `, '')} 2 ${each(n, () => ', 0)', '')}; }`,
  'functions in blocks within each other': (n) =>
    f(
      `let s = x; ${each(n, (k) => `{ const g${k} = (z: number) => z * s; s = g${k}(s);`)} ${each(n, () => '}')} return s;`,
    ),
  'functions that return each other in a circle': (n) =>
    each(
      n,
      (k) => `export function f${k}(x, c) { return c > 0 ? f${(k + 1) % n}(x, c - 1) : [x * 2]; }`,
    ),
};
