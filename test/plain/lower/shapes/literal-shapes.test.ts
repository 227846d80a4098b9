/** Constants without types have the shapes of what is written down: compiled code reads them. */
import { answers, modules, type F } from '../../../support/linked-modules.js';

const f = (constant: string, body: string): F =>
  modules({ f: `${constant}\nexport const f = (w: number[]): number => { ${body} };` })('f').f as F;

const sum =
  'let s = 0; for (const [text, y] of rows) s += text.length * w[0] - y * w[1]; return s * w[0];';
const piped =
  'const twice = (g: (x: number[]) => number[]) => (x: number[]) => g(g(x)); return twice((x) => x.map((v) => v * w[0]))(signal).reduce((s, v) => s + v * w[1], 0);';

test.each([
  ['tuples of texts and numbers', "const rows = [['good', 1], ['bad', 0]] as const;", sum],
  ['the same without an assertion', "const rows = [['good', 1], ['bad', 0]];", sum],
  [
    'a tuple of different things',
    "const row = ['sin', 2, true] as const;",
    "return (row[0] === 'sin' ? Math.sin(w[0]) : w[0]) * row[1] * (row[2] ? w[1] : 1);",
  ],
  [
    'numbers that a function makes',
    'const signal = Array.from({ length: 8 }, (_, i) => Math.sin(i / 5) + i);',
    piped,
  ],
  [
    'numbers that functions of Math give',
    'const signal = Array.from({ length: 8 }, (_, i) => Math.cos(i));',
    piped,
  ],
])('%s', (_, constant, body) => {
  expect(answers(f(constant, body), [[0.5, 0.25]])).toBe(true);
});

test.each([
  ['a text in the place of a number', "const rows: any = [['good', 1], ['bad', '0']];", sum],
  ['a longer row', "const rows: any = [['good', 1], ['bad', 0]]; rows.push(['more']);", sum],
  [
    'an array that is none any more',
    'let signal: any = Array.from({ length: 8 }, (_, i) => Math.cos(i)); signal = { map: () => [1] };',
    piped,
  ],
])('Where there is %s, a run answers, and rightly.', (_, constant, body) => {
  expect(answers(f(constant, body), [[0.5, 0.25]])).toBe(false);
});
