/** Gradients of functional programs as files: what the paper prints, as functional TypeScript that runs. */
import fc from 'fast-check';
import ts from 'typescript';
import * as functional from '../../src/functional/index.js';
import { gradientFile } from '../../src/functional/gradient-file.js';
import type { Program, Value } from '../../src/functional/index.js';
import { compile } from '../../src/plain/translate.js';
import { gradientSource } from '../../src/plain/source/index.js';
import { run as runCode } from '../support/plain.js';
import { sampled } from '../support/sample.js';
import { Library } from '../support/typescript.js';
import { expected, flat, near } from './compared.js';
import { functionalPrograms, points } from './programs.js';

type AnyFunction = (...args: never[]) => unknown;
type Gradient = (...args: readonly Value[]) => { value: number; gradient: Value };

/** The function that a file exports. */
function loaded(text: string): Gradient {
  const { module, target } = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module, target } });
  const exports = runCode<Record<string, Gradient>>(outputText, () => functional);
  return Object.values(exports).find((one) => typeof one === 'function')!;
}
const gradientOf = (body: string, wrt: number | readonly number[] = 0): string =>
  gradientSource(
    `import { map, map2, reduce, foldl, scanl, scanr, build, shift1L } from 'delta-tape/functional';\nexport const f = ${body};`,
    { wrt },
  );

test('The gradient of prod is the program of the paper.', () => {
  const text = gradientOf('(A: number[]) => reduce((x, y) => x * y, 1, A)');
  expect(text).toBe(`// The gradient of f, written by delta-tape.
import { map2, reduce, scanl, scanr, shift1L, shift1R } from 'delta-tape/functional';

/**
 * The value of f, and its gradient with respect to A:
 * map2 * (scanr * 1 (shift1L A)) (shift1R (scanl * 1 A))
 */
export function fGradient(A: readonly number[]): {
  readonly value: number;
  readonly gradient: readonly number[];
} {
  return {
    value: reduce((x, y) => x * y, 1, A),
    gradient: map2(
      (a, b) => a * b,
      scanr((x, y) => x * y, 1, shift1L(A)),
      shift1R(scanl((x, y) => x * y, 1, A)),
    ),
  };
}
`);
  expect(loaded(text)([2, 0, 4])).toEqual({ value: 0, gradient: [0, 8, 0] });
  expect(loaded(text)([])).toEqual({ value: 1, gradient: [] });
});

test.each([
  ['sum', '(A: number[]) => reduce((x, y) => x + y, 0, A)', 0, 'gradient: map(() => 1, A),'],
  [
    'dot',
    '(A: number[], B: number[]) => reduce((x, y) => x + y, 0, map2((x, y) => x * y, A, B))',
    [0, 1],
    'gradient: [B, A],',
  ],
  [
    'Example 1.1',
    '(x1: number, x2: number, x3: number) => { const w1 = x1 * x2; const w2 = w1 * x1; return build(1, () => w2)[0]; }',
    [0, 1, 2],
    'gradient: [',
  ],
] as const)('The gradient of %s is that of the paper.', (_, body, wrt, line) => {
  expect(gradientOf(body, wrt)).toContain(line);
});

test('Straight-line code shares what the value and the gradient need.', () => {
  const program = functional.read(
    '(x1, x2, x3) => { const w1 = x1 * x2; const w2 = w1 * x1; return w2; }',
  );
  const text = gradientFile(program, { name: 'f', filename: undefined, wrt: [0, 1, 2] });
  expect(text).toContain(`  const w1 = x1 * x2;
  const w2 = w1 * x1;
  return {
    value: w2,
    gradient: [w1 + x2 * x1, x1 * x1, 0],
  };`);
});

test('A translated function gets the gradient of what was written.', () => {
  const code = `
    import { reduce, map } from 'delta-tape/functional';
    const square = (x: number) => x * x;
    export const total = (A: number[]) => reduce((x, y) => x + y, 0, map(square, A));`;
  const steps = { translated: true, commonjs: true, keepsTexts: true } as const;
  const { total } = runCode<{ total: AnyFunction }>(
    compile(code, { filename: 'program.ts' }, steps).code,
    () => functional,
  );
  const text = gradientSource(total);
  expect(text).toContain('map((x) => x + x, A)');
  expect(loaded(text)([1, 2])).toEqual({ value: 5, gradient: [2, 4] });
});

test('A function by its own text is functional by what it calls.', () => {
  const total = (xs: number[]): number =>
    functional.reduce(
      (x, y) => x + y,
      0,
      functional.map((x) => x * x, xs),
    );
  expect(gradientSource(total)).toContain('gradient: map((x) => x + x, xs)');
});

test('Other functions get the gradients that they had.', () => {
  expect(
    gradientSource(
      'const data = [1, 2]; const f = (x: number) => data.map((d) => d * x).reduce((s, d) => s + d, 0);',
      { name: 'f' },
    ),
  ).not.toContain('delta-tape/functional');
  expect(gradientSource('const f = (xs: number[]) => xs.reduce((x, y) => x * y, 1);')).toContain(
    'The reverse sweep',
  );
  expect(
    gradientSource('const map = (x: number) => x * x; const f = (x: number) => map(x);', {
      name: 'f',
    }),
  ).not.toContain('delta-tape/functional');
});

test('What has no such gradient is refused.', () => {
  const prod = '(A: number[]) => reduce((x, y) => x * y, 1, A)';
  const source = `const f = ${prod};`;
  expect(() => gradientSource(source, { kind: 'hvp' })).toThrow('the option kind must be gradient');
  expect(() => gradientSource(source, { wrt: 1 })).toThrow('places of its 1 arguments');
  expect(() => gradientSource(source, { cost: true })).toThrow('the option cost must be left out');
  expect(() =>
    gradientSource(
      'const f = (A: number[]) => {\n let s = 1;\n return reduce((x, y) => x * y, s, A); };',
    ),
  ).toThrow('line 2: a statement of the kind VariableDeclaration');
});

test('Partials without a formula are taken by the library.', () => {
  const text = gradientOf(
    '(A: number[]) => reduce((x, y) => x + y, 0, map((x) => softplus(x), A))',
  );
  expect(loaded(text)([0]).gradient).toEqual([0.5]);
});

const wrt = [0, 1, 2];
const fileOf = (program: Program): string =>
  gradientFile(program, { name: 'f', filename: undefined, wrt });

test.each([
  { folds: false, general: false },
  { folds: true, general: false },
  { folds: true, general: true },
])('Random programs (%o) run as files, and give the gradients of the engine.', (beyond) => {
  fc.assert(
    fc.property(functionalPrograms(3, beyond), points, (program, at) => {
      const { value, gradient } = loaded(fileOf(program))(...at);
      near(flat(gradient), expected(program, at));
      near([value], flat(functional.run(program, at)));
    }),
    { numRuns: sampled(80) },
  );
});

test('Files of random programs are strict TypeScript.', () => {
  const programs = fc.sample(functionalPrograms(3, { folds: true, general: true }), {
    numRuns: 40,
    seed: 11,
  });
  const texts = new Map(programs.map((program, k) => [`gradient-${k}`, fileOf(program)]));
  const wrong = fileOf(programs[0]).replace('value: ', 'value: "" + ');
  const library = new Library(process.cwd(), [], new Map([...texts, ['wrong', wrong]]));
  expect([...texts.keys()].flatMap((name) => library.errorsOf(name))).toEqual([]);
  expect(library.errorsOf('wrong')).not.toEqual([]);
});
