/** The law checker: it accepts what is right, and every law of it objects to something wrong. */
import { List, Map as ImmutableMap } from 'immutable';
import fc from 'fast-check';
import * as library from '../../src/index.js';
import {
  DeltaTapeError,
  Dual,
  abs,
  add,
  assertGradient,
  checkGradient,
  cos,
  customGradient,
  customTangent,
  definePrimitive,
  div,
  eq,
  exp,
  floor,
  grad,
  log,
  lt,
  max,
  mul,
  pow,
  primalOf,
  relu,
  sin,
  sqrt,
  sub,
  sum,
  tanh,
  vjp,
  type AnyOperator,
  type CheckOptions,
  type GradientReport,
  type Real,
} from '../../src/index.js';
import { linear } from '../../src/derivatives/check/linear-law.js';
import { Tally } from '../../src/derivatives/check/report.js';
import { onList } from '../support/check-row.js';
import { asFunction } from '../support/interpret.js';
import { programs } from '../support/programs.js';
import { sampled } from '../support/sample.js';
import { expectError, untyped } from '../support/untyped.js';

/** The laws that a report says are broken. */
const broken = ({ laws }: GradientReport): string[] =>
  laws.filter(({ status }) => status === 'fails').map(({ law }) => law);

const lawOf = ({ laws }: GradientReport, name: string) => laws.find(({ law }) => law === name)!;

function expectAccepted(report: GradientReport): void {
  expect(report.ok ? '' : report.toString()).toBe('');
}

/** A row that is right but for what a test changes. */
type Rule = (x: Real, z: Real) => Real;
const square = (partial: Rule, value = (x: number) => x * x) =>
  definePrimitive({
    name: 'square',
    value,
    partials: [partial],
    formula: ['2x'],
    domain: { text: 'all x', points: [] },
    conventions: [],
  });

describe('A report', () => {
  test('says of each law whether it holds.', () => {
    const report = checkGradient((x: Real) => mul(x, sin(x)))(3);
    expect(report.ok).toBe(true);
    expect(report.laws.map(({ law, status }) => [law, status])).toEqual([
      ['same primal', 'holds'],
      ['independent of calls', 'holds'],
      ['linear pullback', 'holds'],
      ['linear pushforward', 'holds'],
      ['adjoint law', 'holds'],
      ['finite differences', 'holds'],
      ['symmetric Hessian', 'holds'],
      ['every nesting', 'holds'],
      ['second differences', 'holds'],
    ]);
    expect(report.toString()).toMatch(/^The derivatives obey the laws \(inputs: 1, outputs: 1,/);
  });

  test('does not speak for laws that could not be checked.', () => {
    const text = String(checkGradient((x: Real) => mul(x, NaN))(0));
    expect(text).toMatch(
      /^The derivatives obey \d of 9 laws; the others could not be checked here/,
    );
  });

  test('of order 1 leaves the second derivatives out.', () => {
    const { laws, order } = checkGradient((x: Real) => sin(x))(3, { order: 1 });
    expect(order).toBe(1);
    expect(laws).toHaveLength(6);
  });

  test('names the worst leaf by its path, with what was expected and what was found.', () => {
    const wrong = square((x) => mul(2.0002, x));
    const f = ({ weights, bias }: { weights: Real[]; bias: Real }) =>
      add(bias, sum(weights.map((w, k) => (k === 3 ? wrong(w) : mul(w, w)))));
    const report = checkGradient(f)({ weights: [1, 2, 3, 4, 5], bias: 7 });
    expect(broken(report)).toEqual(['finite differences']);
    const { worst } = lawOf(report, 'finite differences');
    expect(worst).toMatchObject({ path: 'argument 0.weights[3]', actual: 4 * 2.0002 });
    expect(worst!.expected).toBeCloseTo(8, 9);
    expect(report.toString()).toContain('✗ finite differences: fails at argument 0.weights[3]');
  });

  test('names output and input where there are several outputs.', () => {
    const wrong = square((x) => mul(3, x));
    const report = checkGradient(({ a, b }: { a: Real; b: Real }) => ({ p: a, q: wrong(b) }))({
      a: 1,
      b: 2,
    });
    expect(lawOf(report, 'finite differences').worst!.path).toBe('the output.q by argument 0.b');
  });

  test('is the same for the same seed, and tells its seed.', () => {
    const f = (x: Real[]) => mul(sin(x[0]), exp(x[1]));
    const text = (options?: CheckOptions) => checkGradient(f)([1, 2], options).toString();
    expect(text()).toBe(text({ seed: 1 }));
    expect(text({ seed: 5 })).toContain('seed: 5');
  });
});

describe('assertGradient', () => {
  test('accepts what is right, and throws the report of what is wrong.', () => {
    expect(() => assertGradient((x: Real) => sin(x))(3)).not.toThrow();
    const wrong = square((x) => mul(3, x));
    expectError(
      () => assertGradient((x: Real) => wrong(x))(3, { order: 1 }),
      /✗ finite differences: fails at argument 0: expected (5\.99999|6)/,
    );
  });
});

describe('The checker accepts', () => {
  const operators = Object.entries(library).filter(
    (entry): entry is [string, AnyOperator] =>
      typeof entry[1] === 'function' && 'primitive' in entry[1],
  );

  test.each(operators)('%s, at the points of its row.', (_, operator) => {
    const { points } = operator.primitive.row.domain;
    for (const point of points) expectAccepted(checkGradient(onList(operator))([...point]));
  });

  test('random programs.', () => {
    fc.assert(
      fc.property(programs(), ({ term, point }) => {
        expectAccepted(checkGradient(asFunction(term))(point));
      }),
      { numRuns: sampled(150) },
    );
  });

  const scales = [1e-12, 1e-6, 1, 1e6, 1e12];
  const pairs = scales.flatMap((a) => scales.map((b): [number, number] => [a, b]));
  test.each(pairs)('functions with values near %p of inputs near %p, and nothing less.', (a, b) => {
    const slanted = square(
      () => 1.0001,
      (x) => x,
    );
    const f = (x: Real) => mul(a, sin(add(div(x, b), 0.3)));
    for (const x of [0, 0.7 * b, -b]) {
      const report = checkGradient(f)(x);
      expectAccepted(report);
      expect(lawOf(report, 'finite differences').status).toBe('holds');
      const wrong = checkGradient((y: Real) => f(slanted(y)))(x, { order: 1 });
      expect(broken(wrong)).toEqual(['finite differences']);
    }
  });

  test('inputs and outputs of many scales at once.', () => {
    const f = ([x, y, z]: Real[]) => [mul(x, y), mul(1e9, sin(mul(z, y))), exp(mul(x, 1e12))];
    const report = checkGradient(f)([1e-12, 3, 1e-6]);
    expectAccepted(report);
    expect(lawOf(report, 'finite differences')).toMatchObject({ checks: 9, notes: [] });
  });

  test('stiff functions.', () => {
    const decay = (rate: number) => (x: Real) => {
      let y: Real = x;
      for (let k = 0; k < 50; k++) y = sub(y, mul(0.01 * rate, sub(y, cos(mul(0.02, k)))));
      return y;
    };
    expectAccepted(checkGradient(decay(100))(1.5));
    expectAccepted(checkGradient((x: Real) => tanh(mul(1e6, sub(x, 0.3))))(0.3000001));
    expectAccepted(checkGradient((x: Real) => exp(mul(-1e4, mul(x, x))))(0.02));
  });

  test('300 inputs.', () => {
    const xs = Float64Array.from({ length: 300 }, (_, k) => Math.sin(k + 1));
    const f = (x: ArrayLike<Real>) =>
      sum(Array.from(x, (xi, k) => mul(xi, sin(mul(xi, x[(k + 1) % 300])))));
    const report = checkGradient(f)(xs, { order: 1 });
    expectAccepted(report);
    expect(lawOf(report, 'finite differences')).toMatchObject({ checks: 300, notes: [] });
  });

  test('trees of every kind, as input and as output.', () => {
    const input = {
      list: List([1.5, 2]),
      map: new Map([['a', 0.5]]),
      table: ImmutableMap([['k', 3]]),
      floats: new Float64Array([1, 2]),
      name: 'leaf',
    };
    const f = ({ list, map, table, floats, name }: library.D<typeof input>) => ({
      first: List([mul(list.get(0)!, table.get('k')!), sin(list.get(1)!)]),
      second: new Map([[name, exp(map.get('a')!)]]),
      third: [mul(floats[0], floats[1]), 4],
      name,
    });
    expectAccepted(checkGradient(f)(input));
  });

  test('the functions of the README.', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 1, y: 3 },
    ];
    const loss = (line: { slope: Real; offset: Real }): Real =>
      sum(
        points.map(({ x, y }) => {
          const miss = sub(add(mul(line.slope, x), line.offset), y);
          return mul(miss, miss);
        }),
      );
    expectAccepted(checkGradient(loss)({ slope: 1, offset: 1 }));
    const unit = ({ weights, bias }: { name: string; weights: library.Reals; bias: Real }): Real =>
      tanh(add(add(mul(weights[0], 0.5), mul(weights[1], -1)), bias));
    expectAccepted(
      checkGradient(unit)({ name: 'first', weights: new Float64Array([2, 1]), bias: 0 }),
    );
    expectAccepted(checkGradient(([x, y]: readonly [Real, Real]) => mul(x, sin(y)))([2, 0]));
    expectAccepted(checkGradient((x: Real) => [mul(x, x), sin(x)])(0));
    expectAccepted(checkGradient(([x, y]: Real[]) => [mul(x, y), mul(x, x)])([2, 3]));
    const sinc = definePrimitive({
      name: 'sinc',
      value: (x) => Math.sin(x) / x,
      partials: [(x, z) => div(sub(cos(x), z), x)],
      formula: ['(cos x - z) / x'],
      domain: { text: 'x ≠ 0', points: [[-1.2], [0.7]] },
      conventions: [],
    });
    expectAccepted(checkGradient((x: Real) => sinc(x))(1));
  });

  test('single-precision inputs, with the steps and digits that they have.', () => {
    const f = (x: ArrayLike<Real>) => mul(sin(x[0]), mul(x[1], x[1]));
    const report = checkGradient(f)(new Float32Array([0.7, 1.3]));
    expectAccepted(report);
    expect(lawOf(report, 'finite differences').status).toBe('holds');
  });

  test('gradients that are rounded to single precision, whatever the directions; wrong ones beside them are found.', () => {
    const row = (name: string, value: (x: number) => number, partial: (x: Real) => Real) =>
      definePrimitive({
        ...{ name, value, partials: [partial], formula: ['?'], conventions: [] },
        domain: { text: 'all x', points: [[0.4]] },
      });
    const bent = row('bent', Math.cos, (x) => sin(x));
    const wave = row('wave', Math.sin, (x) => bent(x));
    const at = new Float32Array([0.7, 1.3]);
    for (let seed = 0; seed < 12; seed++) {
      const right = (x: ArrayLike<Real>) => mul(sin(x[0]), mul(x[1], x[1]));
      expectAccepted(checkGradient(right)(at, { seed }));
      const wrong = (x: ArrayLike<Real>) => mul(wave(x[0]), mul(x[1], x[1]));
      expect(broken(checkGradient(wrong)(at, { seed }))).toEqual(['second differences']);
    }
  });

  test('an input without reals, and says that nothing was checked.', () => {
    const report = checkGradient((xs: Real[]) => sum(xs))([]);
    expect(report.ok).toBe(true);
    expect(report.laws.map(({ law }) => law)).toEqual(['same primal']);
  });

  test('derivatives inside the function, and being inside a derivative.', () => {
    const f = (x: Real) => mul(x, grad((y: Real) => mul(mul(y, y), x))(sin(x)));
    expectAccepted(checkGradient(f)(0.7));
    const outer = grad((x: Real) => {
      expectAccepted(checkGradient(f)(x));
      return mul(x, x);
    });
    expect(outer(3)).toBe(6);
  });
});

describe('The same primal', () => {
  test('objects to another value on duals.', () => {
    const f = (x: Real) => (x instanceof Dual ? mul(x, 2) : 2 * x + 1e-15);
    const report = checkGradient(f)(1);
    expect(broken(report)).toEqual(['same primal']);
    expect(lawOf(report, 'same primal').worst!.because).toMatch('reverse mode');
  });

  test('objects to a result of another shape on duals.', () => {
    const f = (x: Real) => (x instanceof Dual ? [x, x] : [x]);
    expect(broken(checkGradient(f)(1))).toEqual(['same primal']);
  });

  test('objects to a function that is not deterministic, and says so.', () => {
    let calls = 0;
    const report = checkGradient((x: Real) => add(x, calls++))(1);
    expect(broken(report)).toEqual(['same primal']);
    expect(report.toString()).toContain('not deterministic');
  });

  test('takes NaN for NaN.', () => {
    const report = checkGradient((x: Real) => log(x))(-1);
    expect(lawOf(report, 'same primal').status).toBe('holds');
    expect(lawOf(report, 'finite differences')).toMatchObject({
      status: 'not checked',
      notes: ['argument 0: not checked, since the value is NaN here; the derivative here is -1'],
    });
  });
});

describe('The adjoint law', () => {
  test('objects to a partial that is another one in forward than in reverse mode.', () => {
    // Runs in turn: reverse mode asks for all partials once, forward mode for each leaf again.
    let asked = 0;
    const unsteady = square((x) => mul(asked++ === 3 ? 2.0002 : 2, x));
    const report = checkGradient((xs: Real[]) => unsteady(xs[0]))([3], { order: 1 });
    expect(report.ok).toBe(false);
  });

  test('objects to one leaf of many by its path.', () => {
    const modeOf = (x: Dual) => ('tangent' in x ? 'forward' : 'reverse');
    const f = (xs: Real[]) =>
      sum(
        xs.map((x, k) =>
          k === 7 && x instanceof Dual && modeOf(x) === 'reverse'
            ? add(mul(1.0001, x), -0.0001 * primalOf(x))
            : x,
        ),
      );
    const xs = Array.from({ length: 20 }, (_, k) => 2 ** k);
    const report = checkGradient(f)(xs, { order: 1 });
    expect(lawOf(report, 'adjoint law')).toMatchObject({
      status: 'fails',
      worst: { path: 'argument 0[7]', actual: expect.any(Number) as number },
    });
    expect(lawOf(report, 'finite differences').status).toBe('holds');
  });
});

describe('A map is refused as a pullback', () => {
  type Map1 = (z: number) => number;
  const check = (map: Map1, at = [0.8, -1.25]) => {
    const tally = new Tally('linear pullback');
    const onVector = (zs: readonly number[]) => zs.map(map);
    linear(
      tally,
      onVector,
      ['here'],
      at.map((z) => [z]),
    );
    return tally.report();
  };

  test.each<[string, Map1, RegExp]>([
    ['z*z', (z) => z * z, /homogeneous/],
    ['sin z', (z) => Math.sin(z), /homogeneous/],
    ['z+1', (z) => z + 1, /homogeneous|zero at zero/],
    ['|z|', (z) => Math.abs(z), /homogeneous: -1/],
    ['z + 0.0001 z z', (z) => z + 1e-4 * z * z, /homogeneous/],
    ['NaN at zero', (z) => (z === 0 ? NaN : z), /zero at zero/],
  ])('if it is %s.', (_, map, because) => {
    const { status, worst } = check(map);
    expect(status).toBe('fails');
    expect(worst!.because).toMatch(because);
  });

  test('if it is homogeneous but not additive.', () => {
    const tally = new Tally('linear pullback');
    const median = (zs: readonly number[]) => [[...zs].sort((a, b) => a - b)[1]];
    const at = [
      [3, 1, -2],
      [-1, 5, 2],
    ];
    linear(tally, median, ['here'], at);
    expect(tally.report().worst!.because).toMatch('additive');
    expect(tally.fails).toBe(true);
  });

  test('if it adds up what it is asked for one time after the other.', () => {
    let total = 0;
    expect(check((z) => (total += z)).status).toBe('fails');
  });

  test.each<[string, Map1]>([
    ['z+z', (z) => z + z],
    ['c*z', (z) => -3.7e11 * z],
    ['0', () => 0],
    ['(0.1 + 0.2 - 0.3) z, which is nothing but rounding', (z) => 0.1 * z + 0.2 * z - 0.3 * z],
    ['z in single precision', (z) => Math.fround(0.3 * z)],
  ])('but not if it is %s.', (_, map) => {
    expect(check(map).status).toBe('holds');
  });

  test('and infinite ones are said not to be checked.', () => {
    expect(check((z) => z * Infinity)).toMatchObject({
      status: 'not checked',
      notes: ['here: not checked, since the derivative is not finite'],
    });
  });
});

describe('A rule of customGradient', () => {
  const withPullback = (pull: (c: Real, x: Real) => Real) =>
    customGradient((x: Real) => ({ value: mul(3, x), pullback: (c: Real) => [pull(c, x)] }));

  test.each<[string, (c: Real) => Real]>([
    ['z*z', (c) => mul(c, c)],
    ['sin z', (c) => sin(c)],
    ['z+1', (c) => add(c, 1)],
  ])('is refused if its pullback is %s.', (_, pull) => {
    const f = withPullback(pull);
    const report = checkGradient((x: Real) => mul(1e-6, f(mul(x, x))))(1.5, { order: 1 });
    expect(lawOf(report, 'linear pullback').status).toBe('fails');
  });

  test('is refused if its pullback is linear, but another map.', () => {
    const f = withPullback((c) => mul(3.0003, c));
    const report = checkGradient((x: Real) => f(mul(x, x)))(1.5);
    expect(broken(report)).toContain('finite differences');
    expect(lawOf(report, 'linear pullback').status).toBe('holds');
  });

  test('is accepted if it is right, to the second order if it is written in operators.', () => {
    const cube = customGradient((x: Real) => ({
      value: mul(x, mul(x, x)),
      pullback: (c: Real) => [mul(c, mul(3, mul(x, x)))],
    }));
    expectAccepted(checkGradient((x: Real) => sin(cube(x)))(0.8));
    const once = customGradient((x: Real) => ({
      value: mul(x, mul(x, x)),
      pullback: (c: Real) => [mul(c, 3 * primalOf(x) ** 2)],
    }));
    expectAccepted(checkGradient((x: Real) => sin(once(x)))(0.8, { order: 1 }));
    expect(broken(checkGradient((x: Real) => sin(once(x)))(0.8))).toContain('second differences');
  });

  test('that goes forward is refused if it is not linear.', () => {
    const f = customTangent((x: Real) => ({
      value: x,
      pushforward: ([dx]: readonly Real[]) => mul(dx, dx),
    }));
    const report = checkGradient((x: Real) => f(x))(1.5, { order: 1 });
    expect(broken(report)).toContain('linear pushforward');
  });
});

describe('Finite differences', () => {
  test.each([1.0001, 1e6, 1e-6, -1, 0, NaN, Infinity])(
    'object to a partial %p times too large.',
    (by) => {
      const wrong = square((x) => mul(2 * by, x));
      expect(broken(checkGradient((x: Real) => wrong(x))(3, { order: 1 }))).toContain(
        'finite differences',
      );
    },
  );

  test('object to swapped partials.', () => {
    const swapped = definePrimitive({
      name: 'swapped',
      value: (x, y) => x * x * y,
      partials: [(x) => mul(x, x), (x, y) => mul(2, mul(x, y))],
      formula: ['x x', '2 x y'],
      domain: { text: '', points: [] },
      conventions: [],
    });
    const report = checkGradient(([x, y]: Real[]) => swapped(x, y))([1.5, 2]);
    expect(broken(report)).toContain('finite differences');
  });

  test('object to a dependence that was lost.', () => {
    expect(broken(checkGradient((x: Real) => mul(x, primalOf(x)))(3))).toContain(
      'finite differences',
    );
  });

  test('object to a branch that holds at one point only.', () => {
    const report = checkGradient((x: Real) => (eq(x, 0) ? 0 : x))(0);
    expect(broken(report)).toEqual(['finite differences']);
  });

  test('say where x may sit on a kink, and take any slope between the sides.', () => {
    const scaledMax = (by: Real) => (x: Real) => mul(by, max(0, x));
    for (const f of [abs, relu, scaledMax(1e-9), (x: Real) => (lt(x, 0) ? 0 : mul(3, x))]) {
      const report = checkGradient((x: Real) => f(x))(0);
      expectAccepted(report);
      const { notes, status } = lawOf(report, 'finite differences');
      expect(status).toBe('not checked');
      expect(notes.join()).toMatch(
        /the one-sided differences disagree: x may sit on a kink \(left/,
      );
    }
    const outside = square(() => 1.5, Math.abs);
    expect(broken(checkGradient((x: Real) => outside(x))(0, { order: 1 }))).toEqual([
      'finite differences',
    ]);
  });

  test('are not misled by a kink that is near.', () => {
    const f = (x: Real) => abs(sub(x, 1));
    for (const x of [1 + 1e-6, 1 - 1e-9]) {
      const report = checkGradient(f)(x);
      expectAccepted(report);
      expect(lawOf(report, 'finite differences').status).toBe('holds');
    }
  });

  const larger = ([x, y]: Real[]) => max(mul(x, x), y);

  test('are not misled by a kink that larger steps cross, in first and second derivatives.', () => {
    for (let seed = 1; seed <= 20; seed++) {
      expectAccepted(checkGradient(larger)([-0.92, 1.01], { seed }));
    }
  });

  // Points that are as near to the kink as one likes, of functions of several sizes, on both sides.
  const besideKinks = fc.record({
    x: fc.constantFrom(-1.7, -0.92, 0.3, 1.1, 4),
    beside: fc
      .tuple(fc.double({ min: -9, max: 0, noNaN: true }), fc.constantFrom(-1, 1))
      .map(([exponent, side]) => side * 10 ** exponent),
    size: fc.constantFrom(1e-6, 1, 1e6),
    // What is added to the function, so that its last places drown what is near to the kink.
    added: fc.constantFrom(0, 1, 1e4, 1e8),
    seed: fc.nat(1000),
  });

  test('accept what is right beside kinks at any distance.', () => {
    fc.assert(
      fc.property(besideKinks, ({ x, beside, size, seed, added }) => {
        const distance = ([a, b]: Real[]) => abs(sub(mul(a, a), b));
        for (const f of [larger, distance]) {
          const g = (xs: Real[]) => mul(size, add(f(xs), mul(added, sin(xs[2]))));
          expectAccepted(checkGradient(g)([x, x * x + beside, 1.3], { seed }));
        }
      }),
      { numRuns: sampled(200) },
    );
  });

  test('object to what is wrong beside kinks.', () => {
    const slanted = square((x) => mul(2.0002, x));
    const lost = square((x) => 2 * primalOf(x));
    fc.assert(
      fc.property(besideKinks, ({ x, beside, size, seed }) => {
        const by = (wrong: (x: Real) => Real) =>
          broken(
            checkGradient(([a, b]: Real[]) => mul(size, max(wrong(a), b)))(
              // On the side of the square.
              [x, x * x - Math.max(Math.abs(beside), 1e-3)],
              { seed },
            ),
          );
        expect(by(slanted)).toContain('finite differences');
        expect(by(lost)).toContain('second differences');
      }),
      { numRuns: sampled(60) },
    );
  });

  test.each<[string, (x: Real) => Real, number, RegExp]>([
    ['jumps', (x) => floor(x), 2, /the function jumps/],
    ['poles', (x) => sqrt(x), 0, /do not settle/],
    ['values that are infinite', (x) => div(1, x), 0, /the value is Infinity here/],
    ['noise', (x) => add(sin(x), 1e-3 * Math.sin(1e30 * primalOf(x))), 1, /do not settle|jumps/],
  ])('do not judge %s, and say so.', (_, f, x, remark) => {
    const { status, notes } = lawOf(checkGradient(f)(x, { order: 1 }), 'finite differences');
    expect(status).toBe('not checked');
    expect(notes.join()).toMatch(remark);
  });

  test('go to one side where the other is outside the domain, also by an exception.', () => {
    const radius = (x: Real) => {
      if (lt(x, 0)) throw new RangeError('negative');
      return mul(x, add(x, 2));
    };
    for (const f of [radius, (x: Real) => mul(pow(x, 1.5), sqrt(x))]) {
      const report = checkGradient(f)(0, { order: 1 });
      expectAccepted(report);
    }
    const report = checkGradient(radius)(0, { order: 1 });
    expect(lawOf(report, 'finite differences').status).toBe('holds');
    const wrong = (x: Real) => add(radius(x), square(() => 3)(x));
    expect(broken(checkGradient(wrong)(0, { order: 1 }))).toEqual(['finite differences']);
  });
});

describe('The laws of second order object to', () => {
  test('a right partial whose own derivative is lost.', () => {
    const lost = square((x) => 2 * primalOf(x));
    const report = checkGradient((x: Real) => lost(x))(3);
    expect(broken(report)).toEqual(['second differences']);
    expect(checkGradient((x: Real) => lost(x))(3, { order: 1 }).ok).toBe(true);
  });

  test('a Hessian that is not symmetric.', () => {
    // Right first derivatives, but the derivative of the first partial by y is lost.
    const skew = definePrimitive({
      name: 'skew',
      value: (x, y) => x * y * y,
      partials: [(_, y) => primalOf(y) ** 2, (x, y) => mul(2, mul(x, y))],
      formula: ['y y', '2 x y'],
      domain: { text: '', points: [] },
      conventions: [],
    });
    const report = checkGradient(([x, y]: Real[]) => skew(x, y))([1.5, 2]);
    expect(broken(report)).toEqual(expect.arrayContaining(['symmetric Hessian', 'every nesting']));
    expect(lawOf(report, 'second differences').worst!.path).toBe('argument 0[0]');
  });

  test('a rule that is another one inside a derivative.', () => {
    const nested = square((x) => (x instanceof Dual ? mul(2.0002, x) : 2 * x));
    const report = checkGradient((x: Real) => nested(x))(3);
    expect(lawOf(report, 'second differences').status).toBe('fails');
  });

  test('a second derivative that is wrong in one leaf of many.', () => {
    const lost = square((x) => 2 * primalOf(x));
    const f = (xs: Real[]) => sum(xs.map((x, k) => (k === 5 ? lost(x) : mul(1e6, mul(x, x)))));
    const report = checkGradient(f)([1, 2, 3, 4, 5, 1e-3, 7]);
    expect(lawOf(report, 'second differences').worst!.path).toBe('argument 0[5]');
  });

  test('nothing where second derivatives are infinite, and say so.', () => {
    const report = checkGradient((x: Real) => pow(x, 1.5))(0);
    expectAccepted(report);
    expect(lawOf(report, 'symmetric Hessian').notes.join()).toMatch('not finite');
  });
});

describe('An argument is refused:', () => {
  test('an input that cannot hold reals, a result that holds none, options that are none.', () => {
    expectError(() => untyped.checkGradient((x: Real) => x)('text'), /holds no real/);
    expectError(() => untyped.checkGradient(() => undefined)(1), /result .* holds no real/);
    expectError(
      () => untyped.checkGradient((x: Real) => x)(1, { order: 3 }),
      /order must be 1 or 2/,
    );
    expectError(
      () => untyped.checkGradient((x: Real) => x)(1, { seed: 0.5 }),
      /seed must be an int/,
    );
    expectError(() => untyped.checkGradient((x: Real) => x)(1, 2), /function of a tuple/);
    expectError(() => untyped.checkGradient(3)(1), /takes the function/);
  });

  test('exceptions of the function at x itself come through.', () => {
    const fails = () => {
      throw new RangeError('the user gives up');
    };
    expect(() => checkGradient(fails)(1 as never)).toThrow(RangeError);
    expect(() => checkGradient((x: Real) => (x as number) * 2)(1)).toThrow(DeltaTapeError);
    expect(vjp((x: Real) => mul(x, x))(3).pullback(1)).toBe(6);
  });
});
