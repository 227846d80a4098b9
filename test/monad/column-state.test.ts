/** Both states of the monad: persistent data, which define what is right, and columns, which are fast. */
import fc from 'fast-check';
import {
  Add,
  Let,
  Scale,
  Var,
  Zero,
  bindDelta,
  columnState,
  initialState,
  type Delta,
  type DeltaState,
} from '../../src/delta/index.js';
import { primalOf } from '../../src/index.js';
import type { ColumnState } from '../../src/delta/column-state.js';
import { pullBack, pushForward } from '../../src/delta/delta-state.js';
import {
  Do,
  deltaLet,
  dual,
  foldM,
  grad,
  jvp,
  operators,
  pure,
  reverse,
  runState,
  state,
  traverse,
  type M,
  type MReal,
} from '../../src/monad/index.js';
import { asMonadic } from '../support/interpret.js';
import { programs } from '../support/programs.js';
import { sampled } from '../support/sample.js';

const { add, mul, sin } = operators;
const dualOf = (x: number) => dual(x, Var(1));

/** Steps that bind any Delta over what is bound so far; every Let binds an id that nothing else has. */
const deltas = (
  draw: (max: number) => number,
  ids: number,
  depth: number,
  fresh: { id: number },
): Delta => {
  const part = () => deltas(draw, ids, depth - 1, fresh);
  switch (depth <= 0 ? draw(2) : draw(6)) {
    case 0:
      return Zero;
    case 1:
    case 2:
      return Var(1 + draw(ids - 1));
    case 3:
    case 4:
      return Scale((draw(16) - 8) / 4, part());
    case 5:
      return Add(part(), part());
    default: {
      const id = fresh.id++;
      return Let(id, part(), Add(Var(id), part()));
    }
  }
};

const inputs = 2;

const manyDeltas = fc.gen().map((g) => {
  const draw = (max: number) => g(fc.nat, { max });
  const fresh = { id: 1000 };
  return Array.from({ length: 1 + draw(6) }, (_, k) => deltas(draw, inputs + k, draw(4), fresh));
});

describe('Columns and persistent data', () => {
  test('give the same bits for random programs, backwards and forwards.', () => {
    fc.assert(
      fc.property(programs(), fc.double({ noNaN: true }), ({ term, point }, dt) => {
        const f = asMonadic(term) as (xs: MReal[]) => M<MReal>;
        expect(reverse(f)([...point], dt)).toEqual(reverse(f, initialState)([...point], dt));
        const along = point.map((_, k) => k + dt);
        expect(jvp(f)([...point], along)).toEqual(jvp(f, initialState)([...point], along));
      }),
      { numRuns: sampled(300) },
    );
  });

  test('give the same bits for Deltas that are bound by hand.', () => {
    fc.assert(
      fc.property(manyDeltas, (bound) => {
        const gradients = [initialState, columnState].map((from) => {
          let [id, s]: readonly [number, DeltaState] = [0, from(inputs + 1)];
          for (const delta of bound) [id, s] = bindDelta(s, delta);
          // Twice, since columns use one accumulator for both.
          const pulled = [1, 2].map(() => pullBack(Add(Var(id), Var(inputs)), s, inputs));
          return { pulled, pushed: pushForward([0.5, -3], s)(Var(id)) };
        });
        expect(gradients[1]).toEqual(gradients[0]);
      }),
      { numRuns: sampled(500) },
    );
  });

  test('have the same bindings, but for edges to Zero.', () => {
    const program = Do(function* () {
      const one = yield* deltaLet(Scale(2, Var(1)));
      const two = yield* deltaLet(Add(Var(one), Scale(3, Var(2))));
      yield* deltaLet(Add(Add(Var(two), Var(one)), Scale(0.5, Var(1))));
      yield* deltaLet(Scale(2, Scale(3, Var(two))));
      return yield* deltaLet(Zero);
    });
    const [persistent, columns] = [initialState, columnState].map(
      (from) => runState(program, from(3))[1],
    );
    expect(columns.binds.toArray()).toEqual(persistent.binds.toArray());
    expect(columns.nextId).toBe(persistent.nextId);
  });
});

describe('A state over columns', () => {
  test('is used once: binding from an old one is refused, and does not give another id.', () => {
    const old = columnState(2);
    const [id] = bindDelta(old, Scale(2, Var(1)));
    expect(id).toBe(2);
    expect(() => bindDelta(old, Scale(3, Var(1)))).toThrow('used again');
    let kept: DeltaState | undefined;
    const keeps = state((s) => [void (kept = s), s] as const).bind(() => deltaLet(Var(1)));
    runState(keeps, columnState(2));
    expect(() => bindDelta(kept!, Var(1))).toThrow('used again');
    const twice = state((s) => [bindDelta(s, Var(1)), bindDelta(s, Var(1))[1]] as const);
    expect(() => runState(twice, columnState(2))).toThrow('used again');
    expect(runState(twice, initialState(2))[1].nextId).toBe(3);
  });

  test('refuses a Delta that mentions an id which is not bound yet.', () => {
    expect(() => bindDelta(columnState(2), Var(2))).toThrow('not bound before it');
    expect(() => bindDelta(columnState(2), Add(Add(Var(1), Var(1)), Var(7)))).toThrow('id 7');
  });

  test('is not a plain object: what a step spreads is refused.', () => {
    const spread = state((s) => [0, { ...s, nextId: s.nextId + 1 }] as const);
    expect(() => grad((x: MReal) => spread.bind(() => sin(x)))(1)).toThrow('not a state');
    expect(grad((x: MReal) => spread.bind(() => sin(x)), initialState)(0)).toBe(1);
  });

  test('is what a step returns: anything else is refused.', () => {
    for (const returned of [undefined, [1], [1, undefined], [1, null], 3]) {
      const step = state(() => returned as never);
      for (const from of [columnState, initialState])
        expect(() => runState(step, from(1))).toThrow('not a state');
    }
  });

  test('binds as often as the program has operations on duals.', () => {
    const chain = (n: number) => (x: MReal) =>
      Do(function* () {
        let y = x;
        for (let k = 0; k < n; k++) y = yield* add(yield* mul(yield* sin(y), 0.5), 1);
        return y;
      });
    for (const n of [10, 100, 1000]) {
      const bound = runState(chain(n)(dualOf(1)), columnState(2))[1].nextId - 2;
      expect(bound).toBe(3 * n);
    }
  });

  test('holds a million bindings, made in every shape of bind.', () => {
    const million = 1_000_000;
    const step = (x: MReal): M<MReal> => add(x, 1e-6);
    const left = (x: MReal) => {
      let m = pure(x);
      for (let k = 0; k < million; k++) m = m.bind(step);
      return m;
    };
    const right = (x: MReal) => {
      const go = (y: MReal, n: number): M<MReal> =>
        n === 0 ? pure(y) : step(y).bind((z) => go(z, n - 1));
      return go(x, million);
    };
    const notation = (x: MReal) =>
      Do(function* () {
        let y = x;
        for (let k = 0; k < million; k++) y = yield* step(y);
        return y;
      });
    const nested = (x: MReal) => {
      const go = (y: MReal, n: number): M<MReal> =>
        Do(function* () {
          return n === 0 ? y : yield* go(yield* step(y), n - 1);
        });
      return go(x, million);
    };
    const mapped = (x: MReal) => {
      const go = (y: MReal, n: number): M<MReal> =>
        step(y)
          .map((z) => z)
          .bind((z) => (n === 1 ? pure(z) : go(z, n - 1)));
      return go(x, million);
    };
    const folded = (x: MReal) => foldM((y: MReal) => step(y), x, Array(million).keys());
    const traversed = (x: MReal) =>
      traverse(Array(million).keys(), () => step(x)).map((list) => list.last()!);
    const programs = { left, right, notation, nested, mapped, folded, traversed };
    for (const [shape, program] of Object.entries(programs))
      expect({ shape, slope: grad(program)(2) }).toEqual({ shape, slope: 1 });
  });

  test('takes 24 bytes a binding of one edge or two, and 12 more an edge beyond.', () => {
    const bytesOf = (program: M<unknown>) => {
      const [, after] = runState(program, columnState(3));
      return [(after as ColumnState).bytes, after.nextId - 3];
    };
    const narrow = foldM((x: MReal) => sin(x), dualOf(1), Array(1000).keys());
    expect(bytesOf(narrow)).toEqual([24_000, 1000]);
    const wide = deltaLet(Add(Add(Var(1), Var(2)), Scale(3, Var(1))));
    expect(bytesOf(wide)).toEqual([24 + 3 * 12, 1]);
  });

  test('goes on with a computation that is run inside of itself.', () => {
    let depth = 0;
    const m: M<MReal> = Do(function* () {
      const x: MReal = depth++ < 5 ? yield* m : dualOf(3);
      return yield* mul(x, 2);
    });
    const [x, after] = runState(m, columnState(2));
    expect([primalOf(x), after.nextId - 2]).toEqual([3 * 2 ** 6, 6]);
  });
});
