/** Expressions. */
import { each, f, list, returning, sum, type Shapes } from './parts.js';

export const expressions: Shapes = {
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
  'choices in a sum': (n) => returning(sum(n, (k) => `(x > ${k} ? x * y : y * ${k})`)),
  powers: (n) => returning(each(n, () => 'x', ' ** ')),
  quotients: (n) => returning(`${each(n, () => 'x / (', '')}y${each(n, () => ')', '')}`),
  'extremes within each other': (n) =>
    returning(`${each(n, () => 'Math.max(x, Math.min(y, ', '')}y${each(n, () => '))', '')}`),
  'calls of results': (n) =>
    `const g = (x: number): any => x * 2; export function f(x: number): any { return g${each(n, () => '(x)', '')}; }`,
  'arguments in spread lists': (n) =>
    `export function f(g: any, x: number) { return ${each(n, () => 'g(...[', '')}x * x${each(n, () => '])', '')}; }`,
};
