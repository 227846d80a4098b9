/** Odd functions to each kind of derivative: the bits of the library's, in strict TypeScript. */
import { transformSync } from 'esbuild';
import * as library from 'delta-tape';
import { gradientSource, type GradientSourceOptions } from 'delta-tape/compile';
import { compile } from '../../../src/plain/translate.js';
import { compiled } from '../../../src/plain/runtime/compiled/lowered.js';
import { run } from '../../support/plain.js';
import * as tiers from '../../support/tiers.js';
import { isWhole } from '../../support/sample.js';
import { oddFunctions, type Odd } from './odd-functions.js';
import { oddPrograms } from './odd-programs.js';
import { oddSyntax } from './odd-syntax.js';
import { complaints } from './strict.js';
import { effort } from '../../../src/plain/runtime/compiled/answers/usual-lengths.js';

// Files have the bits of code for any length.
const { untilMade } = effort;
beforeAll(() => void (effort.untilMade = Infinity));
afterAll(() => void (effort.untilMade = untilMade));

type F = (...args: unknown[]) => unknown;
type Operator = (f: F, options: object) => F;
const { hvp, jacobian, jvp, valueAndGrad, vjp } = library as unknown as Record<string, Operator>;

const functionOf = ({ text, name, modules = {} }: Odd): F => {
  const steps = { translated: true, commonjs: true };
  const known: Record<string, unknown> = {};
  const evaluated = <T>(module: string): T =>
    run<T>(
      compile(module, { filename: 'program.ts' }, steps).code,
      (name) => (known[name] ??= evaluated(modules[name])),
    );
  type Members = { readonly [name: string]: Members } & F;
  const found = evaluated<Members>(text);
  if (name === undefined) return found.f ?? found.default;
  return name.split('.').reduce((of, member) => of[member], found);
};

/** A tree with other numbers. */
function mapped(tree: unknown, next: (x: number) => number): unknown {
  if (typeof tree === 'number') return next(tree);
  if (tree instanceof Float64Array || tree instanceof Float32Array) return tree.map(next);
  if (tree instanceof Int32Array) return tree.slice();
  if (Array.isArray(tree)) return tree.map((inner) => mapped(inner, next));
  if (tree === null || typeof tree !== 'object' || tree instanceof Map) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, of]) => [key, mapped(of, next)]));
}

const copied = <T>(tree: T): T => mapped(tree, (x) => x) as T;

/** A direction with the shape of a tree. */
function directionLike(tree: unknown): unknown {
  let k = 0;
  return mapped(tree, () => Math.sin(++k * 1.3));
}

interface Asked {
  readonly f: F;
  readonly odd: Odd;
  readonly options: GradientSourceOptions;
}

/** The arguments of stand-alone code after those of the function, and the answer of the library. */
function expected({ f, odd, options }: Asked): { more: unknown[]; answer: unknown } {
  const { wrt = 0 } = odd;
  const args = () => [...copied(odd.args)];
  const [value, by] = [f(...args()), { wrt }];
  const directions = [wrt].flat().map((place) => directionLike(odd.args[place]));
  const direction = typeof wrt === 'number' ? directions[0] : directions;
  const gradient = () => valueAndGrad(f, by)(...args()) as object;
  switch (options.kind) {
    case 'jvp':
      return { more: directions, answer: jvp(f, by)(args(), direction) };
    case 'vjp': {
      const cotangent = directionLike(value);
      const { pullback } = vjp(f, by)(...args()) as { pullback: F };
      return { more: [cotangent], answer: pullback(cotangent) };
    }
    case 'hvp': {
      const [first, ...others] = args();
      const product = hvp(f, by)(first, direction, ...others);
      return { more: directions, answer: { ...gradient(), product } };
    }
    case 'jacobian': {
      const { plan } = options;
      const whole = jacobian(f, { ...by, ...(plan && { plan }) })(...args());
      return { more: [], answer: { value, jacobian: whole } };
    }
    default:
      return { more: [], answer: gradient() };
  }
}

const kinds: readonly GradientSourceOptions[] = [
  { kind: 'gradient' },
  { kind: 'jvp' },
  { kind: 'vjp' },
  { kind: 'hvp' },
  { kind: 'jacobian' },
  { kind: 'jacobian', plan: 'forward' },
  { kind: 'jacobian', plan: 'reverse' },
];

/** Why some kinds are not there. */
const refusals =
  /the result is not one number|plan needs one (argument|result)|Jacobian .* writes into its argument/;

/** The texts that are written of a function, for each kind that it has. */
function* written(odd: Odd) {
  for (const kind of kinds) {
    const options = {
      ...kind,
      name: odd.name ?? 'f',
      noUncheckedIndexedAccess: true,
      modules: (source: string) => {
        const text = odd.modules?.[source];
        return text === undefined ? undefined : { text, filename: source };
      },
      ...(odd.wrt !== undefined && { wrt: odd.wrt }),
    };
    try {
      yield { options, text: gradientSource(odd.text, options) };
    } catch (error) {
      expect(String(error)).toMatch(refusals);
    }
  }
}

const texts = new Map<string, string>();

afterEach(() => {
  Object.assign(compiled, { answer: tiers.compared, at: tiers.comparedAt });
});

/** `npm test` takes a sixth of them. */
const some = [...oddFunctions, ...oddPrograms, ...oddSyntax].filter(
  (_, k) => isWhole || k % 6 === 0,
);

test.each(some)('A function with $what has the bits of the library.', (odd) => {
  const f = functionOf(odd);
  Object.assign(compiled, { answer: tiers.answer, at: tiers.at });
  for (const { options, text } of written(odd)) {
    const { kind, plan = '' } = options;
    texts.set(`${odd.what.replace(/\W+/g, '-')}-${kind}-${plan}.ts`, text);
    const name = /export function ([^\s(]+)\(/.exec(text)![1];
    const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
    const { [name]: made } = run<Record<string, F>>(code);
    const { more, answer } = expected({ f, odd, options });
    const all = [...copied(odd.args), ...(odd.captured ?? []), ...more];
    const found = made(...all);
    if (odd.isByRuns === true)
      expect(JSON.stringify(found, digits)).toBe(JSON.stringify(answer, digits));
    else expect(found).toStrictEqual(answer);
    // Nothing that a call gives is used by the next.
    const before = copied(found);
    made(...all);
    expect(found).toStrictEqual(before);
    if (odd.isWriting === true && kind !== 'vjp') {
      const [given, own] = [copied(odd.args), copied(odd.args)];
      f(...given);
      made(...own, ...more);
      expect(own).toStrictEqual(given);
    }
  }
});

const digits = (_: string, x: unknown) => (typeof x === 'number' ? x.toPrecision(12) : x);

test('All of it compiles in strict projects.', () => {
  expect(texts.size).toBeGreaterThan(isWhole ? 500 : 70);
  expect(complaints(texts, true)).toEqual([]);
});

test('What does not compile is noticed.', () => {
  const wrong = new Map([['wrong.ts', 'export const f = (xs: number[]): number => xs[0];']]);
  expect(complaints(wrong, true)).toHaveLength(1);
  expect(complaints(wrong, false)).toEqual([]);
});

test('Of a function whose products meet zeros, exactZeros asks; hvp has no such option.', () => {
  const text = 'export const f = (x: number, y: number) => Math.sqrt(x) * y;';
  const tangentOf = (options: GradientSourceOptions) => {
    const source = gradientSource(text, { ...options, kind: 'jvp', wrt: [0, 1] });
    const { fJvp } = run<Record<string, F>>(
      transformSync(source, { loader: 'ts', format: 'cjs' }).code,
    );
    return () => fJvp(0, 0, 1, 1);
  };
  expect(tangentOf({})).toThrow(/option exactZeros/);
  expect(tangentOf({ exactZeros: true })()).toEqual({ value: 0, tangent: 0 });
  expect(() => gradientSource(text, { kind: 'hvp', exactZeros: true })).toThrow(/exactZeros/);
  expect(() => gradientSource(text, { kind: 'hessian' as never })).toThrow(/one of gradient, jvp/);
});

test.each([
  [
    'it writes into an argument',
    'function f(x: number, y: number[]) { y[0] = x; return x; }',
    /copy/,
  ],
  [
    'a function of another module is not there',
    "import { g } from 'vectors';\nexport const f = (x: number) => g(x) * 2;",
    /option modules/,
  ],
  [
    'a row is not written down',
    "import { definePrimitive } from 'delta-tape';\nimport { row } from './row';\n" +
      'const bell = definePrimitive(row);\nexport const f = (x: number) => Number(bell(x)) * x;',
    /functions of numbers/,
  ],
])('Each kind is refused in one sentence if %s.', (_, text, instead) => {
  for (const kind of kinds)
    expect(() => gradientSource(text, { ...kind, name: 'f' })).toThrow(
      new RegExp(`cannot be written as source: [^.]*\\. To change that, [^.]*${instead.source}`),
    );
});
