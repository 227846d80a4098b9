import fc from 'fast-check';
import {
  Add,
  Let,
  Scale,
  Var,
  Zero,
  emptyMap,
  evalDelta,
  evalInto,
  lookupOrZero,
  meaning as meaningOf,
  showDelta,
  type Delta,
  type DeltaId,
  type DeltaMap,
} from '../../src/delta/index.js';
import { sampled } from '../support/sample.js';

/** A random Delta over the free ids 1 … 3; every Let binds an id of its own. */
function randomDelta(draw: (max: number) => number): Delta {
  let fresh = 4;
  const go = (scope: readonly DeltaId[], size: number): Delta => {
    const form = size <= 0 ? draw(3) : draw(7);
    if (form === 0) return Zero;
    if (form < 4) return Var(scope[draw(scope.length - 1)]);
    if (form === 4) return Scale((draw(16) - 8) / 4, go(scope, size - 1));
    if (form < 7) return Add(go(scope, size / 2), go(scope, size / 2));
    const id = fresh++;
    return Let(id, go(scope, size / 2), go([...scope, id], size / 2));
  };
  return go([1, 2, 3], 30);
}

const deltas = fc.gen().map((g) => randomDelta((max) => g(fc.nat, { max })));
const quarters = fc.integer({ min: -16, max: 16 }).map((n) => n / 4);
const vectors = fc.tuple(quarters, quarters);

type Vector = readonly number[];
type Environment = ReadonlyMap<DeltaId, Vector>;

/** ⟦u⟧γ: the usual meaning of an expression language, in R² (§9). */
function meaning(u: Delta, gamma: Environment): Vector {
  switch (u.tag) {
    case 'Zero':
      return [0, 0];
    case 'Var':
      return gamma.get(u.id)!;
    case 'Scale':
      return meaning(u.delta, gamma).map((x) => u.factor * x);
    case 'Add': {
      const right = meaning(u.right, gamma);
      return meaning(u.left, gamma).map((x, k) => x + right[k]);
    }
    case 'Let':
      return meaning(u.body, new Map(gamma).set(u.id, meaning(u.bound, gamma)));
  }
}

type Eval = (x: number, u: Delta, map: DeltaMap) => DeltaMap;

/** Lemma 6: s·⟦u⟧γ = Σ over free a of (lookup (eval s u m) a - lookup m a) · γ(a). */
const lemma6 = (evaluate: Eval) =>
  fc.property(
    deltas,
    quarters,
    fc.tuple(vectors, vectors, vectors),
    fc.tuple(quarters, quarters, quarters),
    (u, s, gammas, start) => {
      const gamma = new Map(gammas.map((vector, k) => [k + 1, vector] as const));
      const map: DeltaMap = emptyMap.merge(start.map((x, k) => [k + 1, x] as const));
      const result = evaluate(s, u, map);
      for (const axis of [0, 1]) {
        const right = [1, 2, 3].reduce(
          (sum, a) => sum + (lookupOrZero(a, result) - lookupOrZero(a, map)) * gamma.get(a)![axis],
          0,
        );
        expect(right).toBeCloseTo(s * meaning(u, gamma)[axis], 6);
      }
      expect(result.keySeq().every((id) => id <= 3)).toBe(true);
    },
  );

test('eval satisfies Lemma 6 on random Deltas', () => {
  fc.assert(lemma6(evalDelta), { numRuns: sampled(1000) });
});

test('the test of Lemma 6 objects to an eval that forgets the scale at Add', () => {
  const wrong: Eval = (x, u, map) =>
    u.tag === 'Add' ? evalDelta(x, u.left, evalDelta(1, u.right, map)) : evalDelta(x, u, map);
  expect(() => fc.assert(lemma6(wrong), { numRuns: 1000 })).toThrow();
});

test('eval visits the bound Delta of a Let once, however often its id is used', () => {
  // x1 = x0 + x0, x2 = x1 + x1, …: 2ⁿ uses of x0, n Lets.
  const doublings = (n: number): Delta => {
    let body: Delta = Var(n + 1);
    for (let id = n; id >= 1; id--) body = Let(id + 1, Add(Var(id), Var(id)), body);
    return body;
  };
  expect(lookupOrZero(1, evalDelta(1, doublings(50), emptyMap))).toBe(2 ** 50);
  expect(lookupOrZero(1, evalDelta(1, doublings(1000), emptyMap))).toBe(2 ** 1000);
});

test('eval and printing work at a depth of a hundred thousand in every direction', () => {
  const depth = 100_000;
  let left: Delta = Var(1);
  let right: Delta = Var(1);
  let scaled: Delta = Var(1);
  let nested: Delta = Var(1);
  for (let k = 0; k < depth; k++) {
    left = Add(left, Var(1));
    right = Add(Var(1), right);
    scaled = Scale(-1, scaled);
    nested = Let(k + 2, nested, Var(k + 2));
  }
  const at1 = (u: Delta) => lookupOrZero(1, evalDelta(1, u, emptyMap));
  expect([left, right, scaled, nested].map(at1)).toEqual([depth + 1, depth + 1, 1, 1]);
  for (const u of [left, right, scaled, nested]) {
    expect(showDelta(u, String).length).toBeGreaterThan(depth);
  }
});

test('a contribution of exactly 0 is not propagated, even into an infinite factor', () => {
  const u = Scale(0, Scale(Infinity, Var(1)));
  expect(evalDelta(1, u, emptyMap).size).toBe(0);
  expect(evalDelta(1, Scale(Infinity, Scale(0, Var(1))), emptyMap).size).toBe(0);
});

test('numbers are shown as in Fig. 12', () => {
  const show = (factor: number) => showDelta(Scale(factor, Var(1)), () => 'x');
  expect([2, -1, 9.680000000000001, -4.84, Infinity, NaN].map(show)).toEqual([
    'Scale 2 (Var x)',
    'Scale (-1.0) (Var x)',
    'Scale 9.68 (Var x)',
    'Scale (-4.84) (Var x)',
    'Scale Infinity (Var x)',
    'Scale NaN (Var x)',
  ]);
});

describe('eval into an array (§7.3)', () => {
  test('adds the same to each slot as Fig. 10 adds to the map, bit for bit.', () => {
    fc.assert(
      fc.property(deltas, quarters, quarters, (u, x, start) => {
        const expected = evalDelta(x, u, emptyMap.set(2, start));
        const slots = evalInto(
          x,
          u,
          Float64Array.of(0, 0, start, ...new Array<number>(60).fill(0)),
        );
        slots.forEach((share, id) => expect(share).toBe(lookupOrZero(id, expected)));
      }),
      { numRuns: sampled(1000) },
    );
  });

  test('refuses an id that has no slot, where a typed array would keep silent.', () => {
    expect(() => evalInto(1, Var(3), new Float64Array(3))).toThrow('none for id 3');
    expect(() => evalInto(1, Let(9, Var(1), Var(1)), new Float64Array(3))).toThrow('id 9');
  });
});

test('the public meaning of a Delta is that of §9', () => {
  fc.assert(
    fc.property(deltas, fc.tuple(quarters, quarters, quarters), (u, gamma) => {
      const environment = new Map(gamma.map((x, k) => [k + 1, [x, x]]));
      expect(meaningOf(u, (id) => gamma[id - 1])).toBeCloseTo(meaning(u, environment)[0], 9);
    }),
    { numRuns: sampled(1000) },
  );
});
