/** Functions of TypeScript that are read as programs: by their texts, and translated ones as they were written. */
import { gradientTerm, read, run, show } from '../../src/functional/index.js';
import { compile } from '../../src/plain/translate.js';
import { run as runCode } from '../support/plain.js';

type AnyFunction = (...args: never[]) => unknown;

/** Exports of a module that a loader translates. */
const translated = (code: string): Record<string, AnyFunction> =>
  runCode(
    compile(
      code,
      { filename: 'program.ts' },
      { translated: true, commonjs: true, keepsTexts: true },
    ).code,
  );
const text = (...args: Parameters<typeof read>): string => show(read(...args).term);

describe('A translated function', () => {
  test('is read as it was written, with the functions and constants of its module.', () => {
    const { f } = translated(`
      const half: number = 0.5;
      const square = (x: number): number => x * x;
      function scaled(A: number[]) { return A.map((x) => half * square(x)); }
      export const f = (A: number[]) => scaled(A).reduce((s, x) => s + x, 0);`);
    expect(String(f)).toContain('reduce');
    const program = read(f);
    expect(run(program, [[1, 2, 3]])).toBe(7);
    expect(run(program, [[1, 2, 3]])).toBe((f as (A: number[]) => number)([1, 2, 3]));
  });

  test('that stands in another function is refused where it captures.', () => {
    const { outer } = translated(`
      const k = 2;
      export const outer = (k: number) => { const inner = (x: number) => x * k; return inner; };`);
    const inner = (outer as (k: number) => AnyFunction)(3);
    expect(() => read(inner)).toThrow('line 3: k is a variable of the function around');
  });

  test('may end where the one around it ends.', () => {
    const { f, g } = translated(`export const f = (x: number) => (y: number) => x * y;
      export const g = (x: number) => x * x;`);
    expect(show(read(g).term)).toBe('x * x');
    expect(() => read(f)).toThrow('ArrowFunctionExpression');
    expect(() => read((f as (x: number) => AnyFunction)(2))).toThrow(
      'x is a variable of the function',
    );
  });

  test('is refused with the line of its module.', () => {
    const { f } = translated(`let count = 1;
      export const f = (x: number) => {
        const y = x * 2;
        return y * count;
      };`);
    expect(() => read(f)).toThrow('line 4: count is a variable that may change');
  });
});

describe('The text of a module', () => {
  test('has functions that are read by name.', () => {
    const module = `import { reduce as joined } from 'delta-tape/functional';
      const unit = 1;
      export function prod(A: readonly number[]) { return joined((x, y) => x * y, unit, A); }
      const other = (x: number) => x;`;
    expect(text(module, undefined, 'prod')).toBe('reduce * 1 A');
    expect(() => read(module)).toThrow('the text has 2 functions at its top');
    expect(() => read(module, undefined, 'sum')).toThrow('the text has no function sum');
  });

  test('may import operators of the library only.', () => {
    const by = (from: string) =>
      `import { reduce } from '${from}'; export const f = (A: number[]) => reduce((x, y) => x + y, 0, A);`;
    expect(text(by('delta-tape/functional'))).toBe('reduce + 0 A');
    expect(() => read(by('./mine.js'))).toThrow('a call of reduce');
    expect(() =>
      read('import * as mine from "./mine.js"; export const f = (x: number) => mine.sin(x);'),
    ).toThrow('a call of sin');
  });

  test('cannot hold recursion.', () => {
    expect(() => read('function f(x: number): number { return x < 0 ? 0 : f(x - 1); }')).toThrow(
      'recursion',
    );
    expect(() => read('const a = b; const b = a; const f = (x: number) => x * a;')).toThrow(
      'recursion',
    );
  });
});

describe('Variables are those of the place where a function was written:', () => {
  test.each([
    [
      'a constant outside, though the caller has a parameter of its name',
      'const k = 2; const f = (x) => x * k; return ((k) => f(k))(c);',
      10,
    ],
    [
      'a function outside, though the caller has one of its name',
      'const g = (x) => 3 * x; const f = (x) => g(x); const h = (x) => { const g = (y) => y; return f(x) + g(x); }; return h(c);',
      20,
    ],
    [
      'a parameter, in a map inside a map',
      'return sum(map((x) => sum(map((y) => x * y, A)), A)) + c;',
      14,
    ],
    [
      'an argument with the name of another parameter',
      'const f = (x, y) => x - y; const g = (y, x) => f(y, x); return g(c, 1);',
      4,
    ],
  ])('%s.', (_, body, expected) => {
    expect(run(read(`(c: number, A: number[]) => { ${body} }`), [5, [1, 2]])).toBe(expected);
  });

  test('patterns take tuples apart.', () => {
    const program = read(
      '(A: [number, number][]) => { const g = ([a, b]) => a * b; return sum(map(([a, b]) => a + g([a, b]), A)); }',
    );
    expect(
      run(program, [
        [
          [2, 3],
          [4, 5],
        ],
      ]),
    ).toBe(32);
  });

  test('lengths are numbers of elements, and have no gradient.', () => {
    const mean = read('(A) => sum(A) / A.length');
    expect(run(mean, [[1, 2, 6]])).toBe(3);
    expect(run(gradientTerm(mean), [[1, 2, 4, 5]])).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(run(read('(p: [number, number]) => p.length'), [[5, 6]])).toBe(2);
  });

  test('constants of Math are numbers.', () => {
    expect(run(read('(x) => x * Math.PI'), [1])).toBe(Math.PI);
  });
});

test.each([
  ['(x) => { let y = x; y = 2; return y; }', 'line 1: a statement of the kind VariableDeclaration'],
  ['(x) => {\n  for (;;) {}\n}', 'line 2: a statement of the kind ForStatement'],
  ['(x) => x.size', 'the member size'],
  ['(x: number) => x.length', 'an argument of map should be an array, but it is R'],
  ['(x) => ({ x })', 'ObjectExpression'],
  ['(A) => map(async (x) => x, A)', 'a suspended function'],
  ['(A) => map((x, k) => x, A)', 'a function of 2 parameters here'],
  ['({ x }) => x', 'a parameter that is not a name'],
  ['(x) => unknown(x)', 'a call of unknown'],
])('%j is refused: %s.', (source, message) => {
  expect(() => read(source)).toThrow(message);
});
