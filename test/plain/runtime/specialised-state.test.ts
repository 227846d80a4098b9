/** Derivatives of functions that leave state, by specialised code: what a call leaves is what a run leaves, once for each. */
import * as lib from 'delta-tape';
import { withEffort } from '../../support/effort.js';
import { answerAtOnce, answerBehindRuns } from '../../support/compiled.js';
import { load } from '../../support/plain.js';

beforeAll(answerBehindRuns);
afterAll(answerAtOnce);

type F = (...args: unknown[]) => unknown;
type Operator = (f: F, options?: object) => (...args: unknown[]) => unknown;
const of = lib as unknown as Record<string, Operator>;

/** Lowering does not know what a computed key names. */
const source = `
  const pick = (o, k) => o[k];
  let seen = 0;
  const counts = [0, 0];
  const log = { last: 0 };
  exports.state = () => [seen, ...counts, { ...log }];
  exports.number = (xs, memo) => {
    seen = seen + 1; counts[1] = counts[0] + seen;
    log.last = pick({ s: xs[0] * xs[1] }, 's'); memo.calls = memo.calls + 1; memo.list[0] = xs[1];
    xs[0] = xs[0] * 2;
    return xs[0] * xs[1] * xs[1] + memo.weight * counts[0];
  };
  exports.list = (xs, memo) => { memo.calls += 1; memo.list[1] = xs[0]; return pick({ xs: xs.map((x) => x * x * memo.weight) }, 'xs'); };
  exports.inPlace = (xs) => { const own = pick({ xs }, 'xs'); for (let k = 1; k < own.length; k++) own[k] = own[k] * own[k - 1]; return own[own.length - 1]; };
  exports.drawn = (xs) => { const k = pick({ k: Math.random() }, 'k'); return [xs[0] * xs[1] * k, xs[1] * xs[1] * Math.random()]; };`;

const memo = () => ({ calls: 0, weight: 1.5, list: [0, 0] });
const xs = () => [1.5, -2, 0.75];

/** By what it does: the function, and the answer by an operator, with what was left in arguments. */
const rows: Readonly<Record<string, readonly [string, (f: F) => unknown]>> = {
  jvp: [
    'number',
    (f) => {
      const [x, m] = [xs(), memo()];
      return [of.jvp(f, { wrt: [0] })([x, m], [[1, 2, 3]]), x, m];
    },
  ],
  vjp: [
    'list',
    (f) => {
      const m = memo();
      const { value, pullback } = of.vjp(f)(xs(), m) as { value: unknown; pullback: F };
      return [value, pullback([1, 2, 3]), pullback([0, 1, 0]), m];
    },
  ],
  linearize: [
    'list',
    (f) => {
      const m = memo();
      const { value, pushforward } = of.linearize(f)(xs(), m) as { value: unknown; pushforward: F };
      return [value, pushforward([1, 2, 3]), m];
    },
  ],
  hvp: [
    'number',
    (f) => {
      const m = memo();
      return [of.hvp(f)(xs(), [1, 2, 3], m), m];
    },
  ],
  jacobian: [
    'list',
    (f) => {
      const m = memo();
      return [of.jacobian(f)(xs(), m), m];
    },
  ],
  'a Hessian in place': [
    'inPlace',
    (f) => {
      const x = xs();
      return [of.hessian(f)(x), x];
    },
  ],
  'a gradient in place': [
    'inPlace',
    (f) => {
      const x = Float64Array.from(xs());
      return [of.valueAndGrad(f)(x), x];
    },
  ],
};

const rounded = (_: string, x: unknown) => (typeof x === 'number' ? Number(x.toPrecision(10)) : x);
const text = (of: unknown): string => JSON.stringify(of, rounded);

interface Module extends Record<string, F> {
  readonly state: () => unknown;
}

test.each(Object.entries(rows))('%s leaves what a run leaves, held and not.', (_, [name, work]) => {
  const byRuns = load<Module>(source);
  const module = load<Module>(source);
  const told: unknown[] = [];
  withEffort({ patience: 0, held: 1, onDifference: (what) => told.push(what) }, () => {
    for (let call = 0; call < 3; call++) {
      const expected = withEffort({ isOn: false }, () =>
        text([work(byRuns[name]), byRuns.state()]),
      );
      expect(text([work(module[name]), module.state()])).toBe(expected);
      expect(told.length).toBeGreaterThan(0);
      expect(told.filter((what) => what !== null)).toEqual([]);
    }
  });
});

test('A Jacobian draws each number once, beside a run and without.', () => {
  const { drawn } = load<Module>(source);
  const native = Math.random;
  let count = 0;
  Math.random = () => (count++, 0.25 + 0.5 * (count % 2));
  try {
    withEffort({ patience: 0, held: 1, onDifference: null }, () => {
      for (let call = 1; call < 4; call++) {
        expect(of.jacobian(drawn)(xs())).toEqual([
          [-2 * 0.75, 1.5 * 0.75, 0],
          [0, -4 * 0.25, 0],
        ]);
        expect(count).toBe(2 * call);
      }
    });
  } finally {
    Math.random = native;
  }
});
