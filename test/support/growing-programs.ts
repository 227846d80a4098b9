/** Programs of many shapes that grow with `n`: what the translation of twice as much costs is compared. */
import { range } from './range.js';

/** A program of a size. */
export type Growing = (n: number) => string;

const each = (n: number, part: (k: number) => string, between = ' '): string =>
  range(n).map(part).join(between);
const sum = (n: number, part: (k: number) => string): string => each(n, part, ' + ');
const list = (n: number, part: (k: number) => string): string => each(n, part, ', ');

/** A function of two reals. */
const f = (body: string): string => `export function f(x: number, y: number): number { ${body} }`;
const returning = (expression: string): string => f(`return ${expression};`);

const straight: Readonly<Record<string, Growing>> = {
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
};

const expressions: Readonly<Record<string, Growing>> = {
  'a long sum': (n) => returning(sum(n, (k) => `x * ${k} * y`)),
  'a long sum of unknown kind': (n) =>
    `export function f(x, y) { return ${sum(n, (k) => `x * ${k} * y`)}; }`,
  'a long sum of calls of unknown functions': (n) =>
    `declare const g: any; ${returning(sum(n, (k) => `x * ${k} * g(y)`))}`,
  'a long product': (n) => returning(each(n, () => 'x', ' * ')),
  'functions of Math within each other': (n) =>
    returning(`${each(n, () => 'Math.sin(', '')}x${each(n, () => ')', '')}`),
  'functions of Math around an unknown function': (n) =>
    `declare const g: any; export function f(x: number): any { return [x * x * x, ${each(n, () => 'Math.sin(', '')}g(x)${each(n, () => ')', '')}]; }`,
  'parentheses and assertions': (n) =>
    returning(`${each(n, () => '(', '')}x${each(n, () => ' as number)', '')} * y`),
  'conditions within each other': (n) =>
    returning(`${each(n, (k) => `x > ${k} ? x * ${k} :`)} y * x`),
  'conditions within each other, on the other side': (n) =>
    returning(`${each(n, (k) => `x > ${k} ? `)} x * y ${each(n, (k) => `: y * ${k}`)}`),
  'choices of numbers as operands': (n) =>
    `export function f(xs: number[], i: number): number { return xs[0] * xs[1] * xs[2] + ${each(n, () => '(i > 1 ?', ' ')} 1 ${each(n, (k) => `: ${k}) + 1`)}; }`,
  'values of branches': (n) =>
    f(
      `let t = x; ${each(n, (k) => `const a${k} = t > ${k} ? t * x : t + y; t = t * a${k};`)} return t;`,
    ),
  conjunctions: (n) => returning(`(${each(n, () => 'x', ' && ')}) * y`),
  'disjunctions of unknown kind': (n) =>
    `export function f(x, y) { return ${each(n, () => 'x * y', ' || ')}; }`,
  'tests of many parts': (n) =>
    f(`if (${each(n, (k) => `x > ${k} || y * x < ${k}`, ' && ')}) return x * y * x; return y;`),
  'a sequence': (n) => `export function f(x, y) { return (${list(n, (k) => `x * ${k}`)}); }`,
  'a text made of parts': (n) =>
    `export function f(x: number): string { return \`${each(n, (k) => `\${x * ${k}} and `, '')}\`; }`,
  'texts within each other': (n) =>
    `export function f(x: number): string { return ${each(n, () => '`${', '')}x * 2${each(n, () => '}`', '')}; }`,
  'the largest of many': (n) => returning(`Math.max(${list(n, (k) => `x * ${k}`)}) * y`),
  'the largest of two, again and again': (n) =>
    f(`let m = x; ${each(n, (k) => `m = Math.max(m * y, x * ${k});`)} return m;`),
  signs: (n) => returning(`${each(n, () => '- ')} x * y`),
  'links of a chain': (n) =>
    `export function f(x: any): any { return x${each(n, () => '?.a', '')}; }`,
  'links of a chain of calls': (n) =>
    `export function f(x: any): any { return x${each(n, () => '?.a?.(x)', '')}; }`,
  'members of members': (n) =>
    `export function f(x: any): any { return x${each(n, () => '.a', '')} * 2; }`,
  'keys within each other': (n) =>
    `export function f(xs: number[], i: number): number { return xs[${each(n, () => 'xs[', '')}i${each(n, () => ']', '')}] * xs[0] * xs[1]; }`,
  'a long key': (n) =>
    `export function f(xs: Float64Array, i: number): number { return xs[${each(n, (k) => `i * ${k}`, ' + ')}] * xs[0] * xs[1]; }`,
  'assignments within each other': (n) =>
    `export function f(x, y) { let a; ${each(n, () => 'a = (', '')}x * y${each(n, () => ')', '')}; return a; }`,
  'compound assignments within each other': (n) =>
    `export function f(x, y) { let i = 0; const a = [x]; ${each(n, () => 'a[i] += (', '')}i++${each(n, () => ')', '')}; return a[0]; }`,
  'logical assignments within each other': (n) =>
    `export function f(x, y) { const a = [x]; ${each(n, () => 'a[0] ||= (', '')}y${each(n, () => ')', '')}; return a[0]; }`,
};

const calls: Readonly<Record<string, Growing>> = {
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

const data: Readonly<Record<string, Growing>> = {
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

const control: Readonly<Record<string, Growing>> = {
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
};

const functions: Readonly<Record<string, Growing>> = {
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
};

export const shapes: Readonly<Record<string, Growing>> = {
  ...straight,
  ...expressions,
  ...calls,
  ...data,
  ...control,
  ...functions,
};
