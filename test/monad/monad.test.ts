import fc from 'fast-check';
import { List } from 'immutable';
import { Scale, Var, initialState, type DeltaId } from '../../src/delta/index.js';
import {
  Do,
  M,
  build,
  deltaLet,
  pure,
  runState,
  sequence,
  state,
  traverse,
} from '../../src/monad/index.js';

/** The outcome of a computation, as plain data: its result, the next id and the bindings. */
const outcome = <A>(m: M<A>) => {
  const [value, { nextId, binds }] = runState(m, initialState(1));
  return { value, nextId, binds: binds.toArray() };
};

const step = (factor: number) => (x: number) =>
  deltaLet(Scale(factor, Var(x))).map((id: DeltaId) => id * 10 + x);

type Equal = (one: M<number>, other: M<number>) => void;
const equal: Equal = (one, other) => expect(outcome(one)).toEqual(outcome(other));

const laws: Record<string, (a: number, k: number, h: number) => void> = {
  'left identity: pure a >>= k is k a': (a: number, k: number) =>
    equal(pure(a).bind(step(k)), step(k)(a)),
  'right identity: m >>= pure is m': (a: number, k: number) =>
    equal(step(k)(a).bind(pure), step(k)(a)),
  'associativity: (m >>= k) >>= h is m >>= (x → k x >>= h)': (a: number, k: number, h: number) =>
    equal(
      step(a)(k).bind(step(k)).bind(step(h)),
      step(a)(k).bind((x) => step(k)(x).bind(step(h))),
    ),
  'map is bind with pure': (a: number, k: number) =>
    equal(
      step(k)(a).map((x) => x + 1),
      step(k)(a).bind((x) => pure(x + 1)),
    ),
};

describe('M obeys the monad laws', () => {
  test.each(Object.entries(laws))('%s', (_, law) => {
    fc.assert(fc.property(fc.nat(), fc.nat(), fc.nat(), (a, k, h) => law(a, k, h)));
  });

  test('and the laws object to a bind that runs its first computation twice', () => {
    const wrong = <A, B>(m: M<A>, k: (x: A) => M<B>) => m.bind(() => m.bind(k));
    expect(() => equal(wrong(step(2)(1), pure), step(2)(1))).toThrow();
  });
});

describe('A million binds do not touch the stack', () => {
  const million = 1_000_000;

  test('nested to the left', () => {
    let m = pure(0);
    for (let k = 0; k < million; k++) m = m.bind((x) => pure(x + 1));
    expect(runState(m, initialState(1))[0]).toBe(million);
  });

  test('nested to the right', () => {
    const count = (n: number): M<number> =>
      n === 0 ? pure(million) : pure(n).bind((x) => count(x - 1));
    expect(runState(count(million), initialState(1))[0]).toBe(million);
  });

  test('in do-notation and in sequence', () => {
    const loop = Do(function* () {
      let total = 0;
      for (let k = 0; k < million; k++) total += yield* pure(1);
      return total;
    });
    expect(runState(loop, initialState(1))[0]).toBe(million);
    const ones = Array.from({ length: 100_000 }, () => pure(1));
    expect(runState(sequence(ones), initialState(1))[0].size).toBe(100_000);
  });
});

describe('Do', () => {
  const twice = Do(function* () {
    const one = yield* deltaLet(Scale(2, Var(7)));
    const two = yield* deltaLet(Scale(3, Var(one)));
    return [one, two];
  });

  test('runs its statements in order', () => {
    expect(outcome(twice)).toMatchObject({ value: [1, 2], nextId: 3 });
  });

  test('describes a computation that can be run again, and inside another', () => {
    expect(outcome(twice)).toEqual(outcome(twice));
    const both = twice.bind((first) => twice.map((second) => [...first, ...second]));
    expect(outcome(both).value).toEqual([1, 2, 3, 4]);
  });

  test('refuses yield without a star on something that is no computation', () => {
    const wrong = Do(function* () {
      yield 3 as never;
      return 1;
    });
    expect(() => outcome(wrong)).toThrow('yield*');
    expect(() => outcome(pure(1).bind(() => 2 as never))).toThrow('pure(x)');
  });

  test('lets exceptions of the body through', () => {
    const failing = Do(function* () {
      yield* pure(1);
      throw new Error('mine');
    });
    expect(() => outcome(failing)).toThrow('mine');
  });
});

describe('Collections', () => {
  const label = (x: string) => state<string>((s) => [x + s.nextId, { ...s, nextId: s.nextId + 1 }]);

  test('sequence and traverse go from left to right and give a List', () => {
    const expected = List(['a1', 'b2', 'c3']);
    expect(outcome(sequence(['a', 'b', 'c'].map(label))).value).toEqual(expected);
    expect(outcome(traverse(List(['a', 'b', 'c']), label)).value).toEqual(expected);
    expect(outcome(sequence([])).value).toEqual(List());
  });

  test('build makes a vector through sequence', () => {
    expect(outcome(build(3, (k) => pure(k * k))).value).toEqual(List([0, 1, 4]));
  });
});
