/** Traces as programs: evaluated elsewhere, differentiated, printed, compared and kept. */
import fc from 'fast-check';
import {
  add,
  compareTraces,
  customGradient,
  definePrimitive,
  differentiateTrace,
  evaluateTrace,
  floor,
  grad,
  jvp,
  loop,
  lt,
  max,
  mul,
  primalOf,
  showTrace,
  sin,
  traceFromJSON,
  traceTerm,
  traceToJSON,
  type Real,
  type TraceTerm,
} from 'delta-tape';
import { N, P } from '../numpy/support.js';
import { asFunction } from '../support/interpret.js';
import { evaluate } from '../support/plain.js';
import { programs } from '../support/programs.js';
import { sampled } from '../support/sample.js';

const at = (term: TraceTerm, xs: readonly number[]) => evaluateTrace(term)(xs);
const kept = (term: TraceTerm): TraceTerm => traceFromJSON(traceToJSON(term));
const relu = (x: Real): Real => (lt(x, 0) ? 0 : x);

function expectClose(found: readonly Real[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.map(primalOf).forEach((x, k) => {
    const y = expected[k];
    if (!(Number.isNaN(x) && Number.isNaN(y)))
      expect(Math.abs(x - y)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(y)));
  });
}

describe('A trace', () => {
  test('has operations, their arguments, and what the run asked.', () => {
    const f = ({ x, y }: { x: Real; y: Real }) => [mul(2, sin(x)), lt(y, 3) ? y : 0];
    expect(showTrace(traceTerm(f)({ x: 1, y: 2 }))).toMatch(
      /^let x1 = sin\(s\.x\) in\nlet x2 = mul\(2, x1\) in\n-- lt\(s\.y, 3\) is true.*\n\(x2, s\.y\)$/,
    );
    const { inputs, bindings, outputs } = traceTerm(f)({ x: 1, y: 2 });
    expect(inputs).toEqual([
      { name: 's.x', primal: 1 },
      { name: 's.y', primal: 2 },
    ]);
    expect(bindings.map(({ operation, args }) => [operation, args])).toEqual([
      [sin.primitive, [{ id: 1 }]],
      [mul.primitive, [2, { id: 3 }]],
    ]);
    expect(outputs).toEqual([{ id: 4 }, { id: 2 }]);
  });

  test('of ReLU at 1 is x, and no constant (§3).', () => {
    const { bindings, outputs, guards } = traceTerm(relu)(1);
    expect([bindings, outputs]).toEqual([[], [{ id: 1 }]]);
    expect(guards).toMatchObject([
      { question: 'lt', args: [{ id: 1 }, 0], answer: false, after: 0 },
    ]);
  });

  test('tells at other inputs where the program goes another way.', () => {
    const term = traceTerm(relu)(1);
    expect(at(term, [5])).toEqual({ values: [5], departures: [] });
    expect(at(term, [-5])).toMatchObject({
      values: [-5],
      departures: [{ guard: { question: 'lt' }, found: true }],
    });
    const steps = traceTerm((x: Real) => mul(x, primalOf(floor(x))))(2.5);
    expect(at(steps, [2.75]).departures).toEqual([]);
    expect(at(steps, [3.5]).departures).toMatchObject([{ guard: { question: 'value' }, found: 3 }]);
    expect(() => at(term, [1, 2])).toThrow('1 inputs');
  });

  test('goes through loops, calls, arrays and steps of plain code.', () => {
    const f = evaluate<(xs: number[]) => number>(
      '(xs) => { let s = 0; for (const x of xs) if (x > 1) s += Math.floor(x) * x; return s * xs[Math.round(xs[0])]; }',
    );
    const term = traceTerm(f)([1, 2.5, 3]);
    expect(term.guards.map(({ question }) => question)).toEqual([
      'gt',
      'gt',
      'floor',
      'gt',
      'floor',
      'round',
    ]);
    expect(at(term, [0.9, 2.9, 3.5])).toEqual({ values: [f([0.9, 2.9, 3.5])], departures: [] });
    expect(at(term, [1.7, 2.9, 3.5]).departures.map(({ guard }) => guard.question)).toEqual([
      'gt',
      'round',
    ]);
  });

  test('holds the number of an index, a text or a condition.', () => {
    const f = evaluate<(xs: number[]) => number>(
      '(xs) => (xs[2] ? xs[xs[0]] * xs[1].toFixed(1).length : 0)',
    );
    const term = traceTerm(f)([1, 2, 3]);
    expect(term.guards.map(({ question }) => question)).toEqual(['eq', 'value', 'value']);
    expect(at(term, [1, 2, 4]).departures).toEqual([]);
    expect(at(term, [1, 5, 4]).departures).toHaveLength(1);
  });

  test('has the operations of derivatives inside (Fig. 4), and of loops that the library runs.', () => {
    const nested = (x: Real): Real => mul(x, grad((y: Real) => add(x, y))(x));
    expect(showTrace(traceTerm(nested)(1))).toBe(
      'let x1 = add(s, s) in\nlet x2 = mul(s, 1) in\n(x2)',
    );
    const cube = (x: Real) => grad((y: Real) => mul(mul(y, y), x))(x);
    expect(at(traceTerm(cube)(2), [5]).values).toEqual([50]);
    const term = traceTerm((x: Real) => loop(3, (y: Real) => sin(y), x))(2);
    expect(term.bindings).toHaveLength(3);
  });

  test('inside of another derivative has numbers, and may be differentiated.', () => {
    const f = (x: Real): Real => evaluateTrace(traceTerm((y: Real) => mul(y, y))(3))([x]).values[0];
    expect(grad(f)(4)).toBe(8);
    expect(jvp(f)([4], [1]).tangent).toBe(8);
    const seen: unknown[] = [];
    grad((x: Real) => {
      seen.push(traceTerm((y: Real) => mul(x, y))(x).inputs);
      return x;
    })(2);
    expect(seen).toEqual([[{ name: 's', primal: 2 }]]);
  });

  test('refuses arrays of numpy-ts, and says so.', () => {
    expect(() => traceTerm((x: Real) => P.sum(x) as Real)(N.array([1, 2]) as never)).toThrow(
      'array',
    );
    expect(() => traceTerm((x: Real) => P.sum(P.stack([x, x])) as Real)(1)).toThrow();
  });
});

describe('The derivative of a trace', () => {
  test('is a trace (Fig. 6), which can be differentiated again.', () => {
    const term = traceTerm((x: Real) => mul(sin(x), 2))(1);
    const slope = differentiateTrace(term);
    expect(showTrace(slope)).toBe(
      [
        'let x1 = sin(s) in',
        'let x2 = mul(x1, 2) in',
        'let x3 = mul(2, w) in',
        'let x4 = cos(s) in',
        'let x5 = mul(x4, x3) in',
        '(x5)',
      ].join('\n'),
    );
    expect(at(slope, [3, 5]).values).toEqual([Math.cos(3) * 10]);
    const curvature = differentiateTrace(slope);
    expect(curvature.inputs.map(({ name }) => name)).toEqual(['s', 'w', 'ww']);
    expectClose(at(curvature, [3, 1, 1]).values, [-2 * Math.sin(3), 2 * Math.cos(3)]);
  });

  test('asks what rows ask to choose their partials.', () => {
    const slope = differentiateTrace(
      traceTerm((x: Real, y: Real) => max(x, y), { wrt: [0, 1] })(3, 4),
    );
    expect(at(slope, [1, 2, 7])).toEqual({ values: [0, 7], departures: [] });
    expect(at(slope, [2, 1, 7]).departures).not.toEqual([]);
  });

  test('is as long as the trace, however deep it is, where the rule of Fig. 6 is not.', () => {
    const tower = (n: number) => (x: Real) => {
      let z = x;
      for (let k = 0; k < n; k++) z = mul(z, z);
      return z;
    };
    const lengths = [10, 20, 40, 1000].map((n) => {
      const term = traceTerm(tower(n))(1);
      return [term.bindings.length, differentiateTrace(term).bindings.length];
    });
    expect(lengths).toEqual([
      [10, 40],
      [20, 80],
      [40, 160],
      [1000, 4000],
    ]);
  });

  test('has the derivative of a custom rule.', () => {
    const double = customGradient((x: Real) => ({
      value: mul(x, x),
      pullback: (c) => [mul(c, 7)],
    }));
    const term = traceTerm((x: Real) => sin(double(x)))(2);
    expectClose(at(differentiateTrace(term), [2, 1]).values, [7 * Math.cos(4)]);
    expect(() => traceToJSON(term)).toThrow('no row of its own');
  });
});

describe('A random program', () => {
  test('has a trace, whose values and derivatives are those of the program where it goes the same way.', () => {
    const counts = { same: 0, other: 0 };
    fc.assert(
      fc.property(
        programs(2, 20, 2),
        fc.double({ min: -3, max: 3, noNaN: true }),
        ({ term, point }, by) => {
          const f = asFunction(term);
          const traced = traceTerm((xs: readonly Real[]) => f(xs))([...point]);
          expect(at(traced, point)).toEqual({ values: [f(point)], departures: [] });
          const slope = differentiateTrace(traced);
          expectClose(at(slope, [...point, 1]).values, grad(f)([...point]));
          const there = point.map((x) => x + by);
          const { values, departures } = at(traced, there);
          counts[departures.length === 0 ? 'same' : 'other']++;
          if (departures.length === 0) expect(values).toEqual([f(there)]);
          const found = at(slope, [...there, 1]);
          if (found.departures.length === 0) expectClose(found.values, grad(f)([...there]));
          for (const one of [traced, slope]) {
            expect(compareTraces(kept(one), one)).toBeNull();
            expect(
              at(
                kept(one),
                one.inputs.map(({ primal }) => primal),
              ).departures,
            ).toEqual([]);
          }
        },
      ),
      { numRuns: sampled(300) },
    );
    expect(counts.same).toBeGreaterThan(sampled(300) / 4);
    expect(counts.other).toBeGreaterThan(0);
  });
});

describe('Two traces', () => {
  test('are the same if the runs went the same way, wherever they began.', () => {
    const f = (x: Real) => sin(relu(x));
    expect(compareTraces(traceTerm(f)(1), traceTerm(f)(2))).toBeNull();
    expect(compareTraces(traceTerm(f)(1), traceTerm(f)(-2))).toMatchObject({
      line: 1,
      one: '-- lt(s, 0) is false',
      other: '-- lt(s, 0) is true',
    });
    const g = (x: Real) => mul(x, -0);
    expect(compareTraces(traceTerm(g)(1), traceTerm((x: Real) => mul(x, 0))(1))).not.toBeNull();
  });
});

describe('JSON', () => {
  test('keeps every number, and the names of inputs.', () => {
    const term = traceTerm((x: Real) => [mul(x, Infinity), mul(x, NaN), mul(x, -0), 0.1])(-0);
    expect(kept(term)).toEqual(term);
  });

  test('keeps primitives of the user by their names.', () => {
    const cube = definePrimitive({
      name: 'cube',
      value: (x) => x * x * x,
      partials: [(x) => mul(3, mul(x, x))],
      formula: ['3x²'],
      domain: { text: 'all x', points: [[1]] },
      conventions: [],
    });
    const text = traceToJSON(traceTerm((x: Real) => cube(x))(2));
    expect(at(traceFromJSON(text, [cube]), [3]).values).toEqual([27]);
    expect(() => traceFromJSON(text)).toThrow('the operation cube');
  });

  test.each([
    ['no JSON', '{', 'the text is not JSON'],
    ['no object', '3', 'the text is not an object'],
    ['no lists', '{}', 'inputs is not a list'],
    [
      'an id that is bound later',
      '{"inputs":[{"name":"s","primal":1}],"bindings":[{"operation":"sin","args":[{"id":2}]}],"guards":[],"outputs":[]}',
      'bindings[0].args[0] is not an id from 1 to 1',
    ],
    [
      'no number',
      '{"inputs":[{"name":"s","primal":"one"}],"bindings":[],"guards":[],"outputs":[]}',
      'inputs[0].primal is not a number',
    ],
    [
      'an unknown question',
      '{"inputs":[],"bindings":[],"guards":[{"question":"is","args":[],"answer":1,"after":0}],"outputs":[]}',
      'the operation is',
    ],
  ])('is refused if it is no trace: %s.', (_, text, message) => {
    expect(() => traceFromJSON(text)).toThrow(message);
  });
});
