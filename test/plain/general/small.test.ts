/** Small code: functions have no recording versions, and the same derivatives. */
import * as library from 'delta-tape';
import { hessian, jvp, valueAndGrad } from 'delta-tape';
import * as runtime from '../../../src/plain/runtime/index.js';
import { compile } from '../../../src/plain/translate.js';

const text = `
  import { grad } from 'delta-tape';
  function length(x: Float64Array) { let s = 0; for (let i = 0; i < x.length; i++) s += x[i] * x[i]; return s; }
  function shared(x: Float64Array) { let s = 1; for (let i = 0; i < x.length; i++) for (let j = 0; j < x.length; j++) s += Math.sin(x[i]) * x[j]; return s; }
  function first(x: Float64Array) { let s = 0; for (let i = 0; i < 2; i++) s += x[i] * x[i]; return s; }
  export function loss(x: Float64Array) { return Math.exp(length(x)) + shared(x); }
  export function odd(x: Float64Array) { return /a/.test('a') ? shared(x) * first(x) : 0; }
  export const slope = grad(loss);
`;

const codeOf = (isSmall: boolean): string =>
  compile(text, { filename: 'small.ts' }, { translated: true, commonjs: true, isSmall }).code;

type Loss = (x: Float64Array) => number;
function load(code: string): { loss: Loss; odd: Loss; slope: (x: Float64Array) => Float64Array } {
  const exports = {} as ReturnType<typeof load>;
  const modules: Record<string, unknown> = { 'delta-tape': library, 'delta-tape/runtime': runtime };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that the translator made
  const run = new Function('exports', 'require', code) as (of: object, need: unknown) => void;
  run(exports, (name: string) => modules[name]);
  return exports;
}

const recording = (code: string): string[] =>
  [...code.matchAll(/function (\w+)\$tape/g)].map(([, name]) => name).sort();

test('There are no recording versions.', () => {
  expect(recording(codeOf(false))).toEqual(['first', 'length', 'shared']);
  expect(recording(codeOf(true))).toEqual([]);
});

test('The derivatives are the same, where compiled code answers, and where runs do.', () => {
  const [small, large] = [load(codeOf(true)), load(codeOf(false))];
  const x = Float64Array.of(0.3, -0.7, 1.1);
  for (const name of ['loss', 'odd'] as const) {
    const found = [small, large].map((of) => valueAndGrad(of[name])(x));
    expect(found[0].value).toBe(found[1].value);
    found[0].gradient.forEach((slope, k) => expect(slope).toBeCloseTo(found[1].gradient[k], 12));
    const [one, other] = [small, large].map((of) => hessian(of[name])(x));
    const entries = other.flatMap((row) => [...row]);
    one.flatMap((row) => [...row]).forEach((entry, k) => expect(entry).toBeCloseTo(entries[k], 10));
    const pushed = [small, large].map((of) => jvp(of[name])([x], [x]).tangent);
    expect(pushed[0]).toBeCloseTo(pushed[1], 12);
  }
  expect(small.slope(x)).toEqual(large.slope(x));
});

test('The lowered form of a function that the library is given is there once.', () => {
  expect(codeOf(false).match(/lowered\)?\(loss,/g)).toHaveLength(1);
});

const exported = `
  import { grad } from 'delta-tape';
  export const loss = (x: number) => x * x;
  export const other = (x: number) => x ** 3;
  export const data = () => [1, 2, 3];
  export const rate = () => 0.1;
  export const slope = (x: number) => grad(loss)(x);
  export const train = (x: number) => [x - rate() * grad(loss)(x)];
`;

/** The names of functions with lowered forms. */
const reached = (gradients?: readonly string[]): string[] => {
  const steps = { translated: true, commonjs: false, isSmall: true, gradients };
  const { code } = compile(exported, { filename: 'exported.ts' }, steps);
  return [...code.matchAll(/\$bundled\((\w+)/g)].map(([, name]) => name).sort();
};

test('What is exported has a lowered form, unless it trains or makes data and gives no number.', () => {
  expect(reached()).toEqual(['loss', 'other', 'rate', 'slope']);
});

test('What the option names has a lowered form, and what the file itself gives the library.', () => {
  expect(reached(['other'])).toEqual(['loss', 'other']);
  expect(reached([])).toEqual(['loss']);
  expect(() => reached(['lost'])).toThrow(
    'the option gradients names lost, which this file has not',
  );
});
