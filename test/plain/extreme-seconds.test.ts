/**
 * Second derivatives of the rows at arguments from 1e-200 to 1e200: wherever the true one is an ordinary number, all
 * steps to it are, in compiled code, in derivatives within compiled code, and in runs.
 */
import fc from 'fast-check';
import { hessian } from 'delta-tape';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { modules } from '../support/linked-modules.js';
import { sampled } from '../support/sample.js';
import { ordinary, over, plus, power, scaled, times, type Scaled } from '../support/scaled.js';

type F = (...args: readonly number[]) => number;

interface Row {
  readonly text: string;
  /** The second derivative by two arguments. */
  readonly second: (xs: readonly Scaled[], j: number, k: number) => Scaled;
  /** The exponents to the base 10 between which arguments are drawn; from -200 to 200, unless said. */
  readonly from?: number;
  readonly to?: number;
  /** True if arguments may be negative. */
  readonly isSigned?: boolean;
  /** Added to the argument. */
  readonly shift?: number;
}

const number = scaled;
const one = number(1);
const minus = (x: Scaled): Scaled => times(number(-1), x);
const square = (x: Scaled): Scaled => times(x, x);
const radius = (xs: readonly Scaled[]): Scaled =>
  power(
    xs.map(square).reduce((x, y) => plus(x, y)),
    0.5,
  );
/** 1 + a x², and others like it, where nothing cancels. */
const beside = (a: number, b: number, x: Scaled): Scaled =>
  plus(number(a), times(number(b), square(x)));

const ofOne = (text: string, second: (x: Scaled) => Scaled, more: Partial<Row> = {}): Row => ({
  text: `(x: number) => ${text}`,
  second: ([x]) => second(x),
  ...more,
});
const negative =
  (scale: number) =>
  (x: Scaled): Scaled =>
    over(number(-scale), square(x));

const rows: Readonly<Record<string, Row>> = {
  div: {
    text: '(x: number, y: number) => x / y',
    isSigned: true,
    second: ([x, y], j, k) =>
      j + k === 0
        ? number(0)
        : j + k === 1
          ? over(number(-1), square(y))
          : over(times(number(2), x), power3(y)),
  },
  hypot: {
    text: '(x: number, y: number) => Math.hypot(x, y)',
    isSigned: true,
    second: secondOfHypot,
  },
  'hypot of three': {
    text: '(x: number, y: number, w: number) => Math.hypot(x, y, w)',
    isSigned: true,
    second: secondOfHypot,
  },
  atan2: {
    text: '(y: number, x: number) => Math.atan2(y, x)',
    second([y, x], j, k) {
      const fourth = square(square(radius([x, y])));
      const pure = over(times(number(j === 0 ? -2 : 2), x, y), fourth);
      return j === k ? pure : over(times(plus(y, minus(x)), plus(y, x)), fourth);
    },
  },
  pow: {
    text: '(x: number, y: number) => x ** y',
    second([x, y], j, k) {
      const exponent = ordinary(y);
      const logarithm = number(Math.log(ordinary(x)));
      const at = (less: number) => power(x, exponent - less);
      if (j + k === 0) return times(y, plus(y, number(-1)), at(2));
      return j + k === 2
        ? times(at(0), square(logarithm))
        : times(at(1), plus(one, times(y, logarithm)));
    },
  },
  mul: {
    text: '(x: number, y: number) => x * y',
    isSigned: true,
    second: (_, j, k) => number(j === k ? 0 : 1),
  },
  sqrt: ofOne('Math.sqrt(x)', (x) => over(number(-0.25), power(x, 1.5))),
  cbrt: ofOne('Math.cbrt(x)', (x) => over(number(-2 / 9), power(x, 5 / 3))),
  log: ofOne('Math.log(x)', negative(1)),
  log2: ofOne('Math.log2(x)', negative(Math.LOG2E)),
  log10: ofOne('Math.log10(x)', negative(Math.LOG10E)),
  log1p: ofOne('Math.log1p(x)', (x) => over(number(-1), square(plus(one, x)))),
  atan: ofOne('Math.atan(x)', (x) => over(times(number(-2), x), square(beside(1, 1, x))), {
    isSigned: true,
  }),
  asinh: ofOne('Math.asinh(x)', (x) => over(minus(x), power(beside(1, 1, x), 1.5)), {
    isSigned: true,
  }),
  acosh: ofOne('Math.acosh(x)', (x) => over(minus(x), power(beside(-1, 1, x), 1.5)), {
    from: 0,
    shift: 1,
  }),
  asin: ofOne('Math.asin(x)', (x) => over(x, power(beside(1, -1, x), 1.5)), { to: -0.3 }),
  acos: ofOne('Math.acos(x)', (x) => over(minus(x), power(beside(1, -1, x), 1.5)), { to: -0.3 }),
  atanh: ofOne('Math.atanh(x)', (x) => over(times(number(2), x), square(beside(1, -1, x))), {
    to: -0.3,
  }),
  tan: ofOne(
    'Math.tan(x)',
    (x) => {
      const slope = number(Math.tan(ordinary(x)) || 0);
      return times(number(2), slope, beside(1, 1, slope));
    },
    { to: 0 },
  ),
  tanh: ofOne(
    'Math.tanh(x)',
    (x) => {
      const slope = number(Math.tanh(ordinary(x)));
      return times(number(-2), slope, beside(1, -1, slope));
    },
    { to: -0.3 },
  ),
  reciprocal: ofOne('1 / x', (x) => over(number(2), power3(x)), { isSigned: true }),
  cube: ofOne('x ** 3', (x) => times(number(6), x)),
  'power -2': ofOne('x ** -2', (x) => over(number(6), square(square(x)))),
  'power 1.5': ofOne('x ** 1.5', (x) => times(number(0.75), power(x, -0.5))),
};

function power3(x: Scaled): Scaled {
  return times(x, x, x);
}

function secondOfHypot(xs: readonly Scaled[], j: number, k: number): Scaled {
  const length = radius(xs);
  const third = power3(length);
  if (j !== k) return over(minus(times(xs[j], xs[k])), third);
  const others = xs.filter((_, i) => i !== j).map(square);
  return over(
    others.reduce((x, y) => plus(x, y), number(0)),
    third,
  );
}

const namesOf = (text: string): string[] => [...text.matchAll(/(\w): number/g)].map(([, x]) => x);

const moduleOf = (row: string): unknown => modules({ row })('row');

interface Loaded {
  readonly f: F;
  /** Derivatives within translated code, by two arguments in one order. */
  readonly within: readonly (readonly F[])[];
}

function loaded({ text }: Row): Loaded {
  const names = namesOf(text);
  const [params, body] = text.split(' => ');
  const nested = (j: number, k: number) =>
    `${params} => derivative((${names[k]}: number) => derivative((${names[j]}: number) => ${body})(${names[j]}))(${names[k]})`;
  const within = names.map((_, j) => `[${names.map((__, k) => nested(j, k)).join()}]`);
  return moduleOf(
    `import { derivative } from 'delta-tape';
    export const f = ${text};
    export const within = [${within.join()}];`,
  ) as Loaded;
}

/** Arguments; the exponent of a power is a multiple of 1/8, so that exponents are exact. */
const argumentsOf = (name: string, { text, from = -200, to = 200, isSigned, shift = 0 }: Row) =>
  fc.tuple(
    ...namesOf(text).map((_, k) =>
      name === 'pow' && k === 1
        ? fc
            .integer({ min: -30, max: 30 })
            .filter((n) => n !== 0)
            .map((n) => n / 8)
        : fc
            .tuple(fc.double({ min: from, max: to, noNaN: true }), fc.boolean())
            .map(([e, isNegative]) => (isSigned && isNegative ? -1 : 1) * 10 ** e + shift),
    ),
  );

/** Lists what is wrong with second derivatives at some arguments. */
function complaints(row: Row, { f, within }: Loaded, args: readonly number[]): string[] {
  const wrt = args.map((_, k) => k);
  const matrix = (options: object) =>
    (hessian as unknown as (f: F, options: object) => (...xs: readonly number[]) => number[][])(f, {
      wrt,
      ...options,
    })(...args);
  // What only runs can do is left to them.
  const both = { compiled: matrix({}), run: matrix({ maxOperations: 1e9 }) };
  const xs = args.map(scaled);
  return wrt.flatMap((j) =>
    wrt.flatMap((k) => {
      const expected = ordinary(row.second(xs, Math.min(j, k), Math.max(j, k)));
      if (Number.isNaN(expected)) return [];
      const found = {
        'compiled code': both.compiled[j][k],
        'a run': both.run[j][k],
        'a derivative in translated code': within[j][k](...args),
      };
      return Object.entries(found)
        .filter(([, x]) => !(Math.abs(x - expected) <= 1e-11 * Math.abs(expected)))
        .map(([way, x]) => `by ${j}, ${k} at ${args.join()}: ${x} by ${way}, not ${expected}`);
    }),
  );
}

test.each(Object.entries(rows))(
  'Second derivatives of %s neither overflow nor vanish on the way.',
  (name, row) => {
    const made = loaded(row);
    fc.assert(
      fc.property(argumentsOf(name, row), (args) => {
        // Where 1 + y log x cancels, the row has a limit.
        if (name === 'pow' && Math.abs(1 + args[1] * Math.log(args[0])) < 0.01) return;
        expect(complaints(row, made, args)).toEqual([]);
      }),
      { numRuns: sampled(300), examples: name in examples ? [[examples[name]]] : [] },
    );
  },
);

const examples: Readonly<Record<string, [number, number]>> = {
  div: [1e-300, 1e-160],
  hypot: [1e-300, 1e-100],
  atan2: [5e-193, 1.4e-157],
  pow: [1e-182, 2.375],
};

test('The comparison notices a step that overflows.', () => {
  const made = loaded(rows.div);
  const { f } = moduleOf('export const f = (x: number, y: number) => x * (1 / y);') as Loaded;
  expect(complaints(rows.div, { ...made, f }, [1e-200, 1e-120])).not.toEqual([]);
});

test('Compiled code answers for these rows.', () => {
  for (const row of Object.values(rows)) {
    const { f } = loaded(row);
    const args = namesOf(row.text).map(() => 0.25);
    const at = row.shift === undefined ? args : [1.25];
    const wrt = at.map((_, k) => k);
    expect(compiled.answer(f as never, at, wrt)).not.toBeNull();
  }
});
