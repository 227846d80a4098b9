/** Derivatives of compiled code at a point, each compared with that of runs. */
import { isDeepStrictEqual } from 'node:util';
import { hvp, jvp, taylor, vjp, type Real } from 'delta-tape';
import { flatten } from '../../src/core/trees/tree.js';
import { inputsWithBlocks, rebuildAll } from '../../src/derivatives/argument-shapes.js';
import { asWrt } from '../../src/derivatives/arguments/chosen.js';
import type { AnyFunction, Wrt } from '../../src/derivatives/signatures.js';
import type { AnyPoint } from '../../src/plain/runtime/compiled/answers/guarded-point.js';
import { isNested } from './nested.js';

type Vector = ArrayLike<number>;
type Loose = (f: unknown, options: object) => (...args: unknown[]) => unknown;

export interface Called {
  readonly f: AnyFunction;
  readonly args: readonly unknown[];
  readonly wrt: Wrt;
  readonly withoutCompiled: <T>(work: () => T) => T;
}

const reals = (tree: unknown): number[] => flatten(tree, 'a derivative').reals as number[];

function difference(what: string, found: Vector, expected: Vector): string | null {
  const size = Math.max(1e-300, ...Array.from(expected, Math.abs).filter(Number.isFinite));
  const isSame = (x: number, k: number) =>
    Object.is(x, expected[k]) || x === expected[k] || Math.abs(x - expected[k]) <= 1e-9 * size;
  const [one, other] = [Array.from(found), Array.from(expected)];
  return one.length === other.length && one.every(isSame)
    ? null
    : `the ${what} ${one.slice(0, 20).join()}, not ${other.slice(0, 20).join()}`;
}

/** A value is the same to the last bit, with its types. */
function differentValue({ f, args }: Called, found: unknown, expected: unknown): string | null {
  if (isDeepStrictEqual(found, expected)) return null;
  const zeros = (of: unknown) => {
    const shape = flatten(of, 'the value');
    return shape.rebuild(shape.reals.map(() => 0));
  };
  if (isNested(f, args) && isDeepStrictEqual(zeros(found), zeros(expected)))
    return difference('value', reals(found), reals(expected));
  return `the value ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
}

/** An object that does what a point does, of which a comparison replaces parts. */
const asItIs = (point: AnyPoint): AnyPoint => ({
  width: point.width,
  writes: point.writes,
  keys: point.keys,
  leavesAny: point.leavesAny,
  structure: () => point.structure(),
  height: () => point.height(),
  value: () => point.value(),
  finish: () => point.finish(),
  again: () => point.again(),
  kept: (isPulled) => point.kept(isPulled),
  held: (args) => point.held(args),
  pushed: (directions) => point.pushed(directions),
  pulled: (cotangents) => point.pulled(cotangents),
  products: (directions) => point.products(directions),
  series: (order, scale) => point.series(order, scale),
});

/** @param tell gets what is wrong, or null, once for each comparison */
export function comparedPoint(
  point: AnyPoint,
  called: Called,
  tell: (complaint: string | null) => void,
): AnyPoint {
  const { f, args, wrt, withoutCompiled } = called;
  const treeOf = (vector: Vector): unknown =>
    asWrt(wrt, rebuildAll(inputsWithBlocks(args, wrt), Array.from(vector)));
  /** Compares the first of several with what a run gives. */
  const compare = (what: string, found: Vector, work: () => unknown): void => {
    let expected: number[];
    point.again();
    try {
      expected = reals(withoutCompiled(work));
    } catch (error) {
      tell(`an answer where a run throws ${String(error)}`);
      return;
    }
    tell(difference(what, found, expected));
  };
  const by = (operator: unknown) => (operator as Loose)(f, { wrt });
  return {
    ...asItIs(point),
    // Later the arguments may be others.
    kept: (isPulled) => {
      const own = point.kept(isPulled);
      return (
        own && {
          ...comparedKept(own, called, tell),
          kept: (forPullbacks: boolean) => own.kept(forPullbacks),
        }
      );
    },
    value: () => point.value(),
    pushed: (directions) => {
      const found = point.pushed(directions);
      if (found === null || directions.length === 0) return found;
      compare('tangent', found.tangents[0], () => {
        const { value, tangent } = by(jvp)(args, treeOf(directions[0])) as Record<string, unknown>;
        tell(differentValue(called, found.value, value));
        return tangent;
      });
      return found;
    },
    pulled: (cotangents) => {
      const found = point.pulled(cotangents);
      if (found === null || cotangents.length === 0) return found;
      compare('cotangent', found[0], () => pulledByRun(by, args, cotangents[0]));
      return found;
    },
    products: (directions) => {
      const found = point.products(directions);
      if (found === null) return found;
      compare('product', found[0], () => {
        const [first, ...others] = args;
        return by(hvp)(first, treeOf(directions[0]), ...others);
      });
      return found;
    },
    series: (order, scale) => {
      const found = point.series(order, scale);
      if (found === null) return null;
      let expected: unknown[] = [];
      compare(
        'series',
        found.coefficients.flatMap((vector) => Array.from(vector)),
        () => {
          expected = taylor(f as (x: Real) => unknown, order)(args[0] as number);
          return expected.slice(1).map((tree, k) => reals(tree).map((c) => c * scale ** (k + 1)));
        },
      );
      tell(differentValue(called, found.value, expected[0]));
      return found;
    },
  };
}

type By = (operator: unknown) => (...args: unknown[]) => unknown;

interface WithPullback {
  readonly value: unknown;
  readonly pullback: (cotangent: unknown) => unknown;
}

function pulledByRun(by: By, args: readonly unknown[], cotangent: Vector): unknown {
  const { value, pullback } = by(vjp)(...args) as WithPullback;
  return pullback(flatten(value, 'the value').rebuild(Array.from(cotangent)));
}

/** The same for later, when the arguments may have changed: what a run says now counts. */
function comparedKept(
  point: AnyPoint,
  called: Called,
  tell: (complaint: string | null) => void,
): AnyPoint {
  const { f, args, wrt, withoutCompiled } = called;
  let run: WithPullback | null = null;
  // The run is given what code has drawn.
  point.value();
  point.again();
  try {
    run = withoutCompiled(() => (vjp as unknown as Loose)(f, { wrt })(...args) as WithPullback);
  } catch {
    // What a run refuses is seen where the value is asked for.
  }
  return {
    ...asItIs(point),
    value: () => {
      const found = point.value();
      if (found !== null)
        tell(
          run === null
            ? 'a value where a run throws'
            : differentValue(called, found.tree, run.value),
        );
      return found;
    },
    // By the adjoint law both are compared through one pullback.
    pushed: (directions) => {
      const found = point.pushed(directions);
      if (found !== null && run !== null && found.tangents[0].length > 0) {
        const ones = flatten(run.value, 'the value').reals.map(() => 1);
        const slopes = reals(run.pullback(flatten(run.value, 'the value').rebuild(ones)));
        const sum = found.tangents[0].reduce((total, x) => total + x, 0);
        const size = slopes.reduce((total, x, k) => total + Math.abs(x * directions[0][k]), 1);
        const expected = slopes.reduce((total, x, k) => total + x * directions[0][k], 0);
        if (Number.isFinite(size))
          tell(
            Math.abs(sum - expected) <= 1e-9 * size
              ? null
              : `the tangents' sum ${sum}, not ${expected}`,
          );
      }
      return found;
    },
    pulled: (cotangents) => {
      const found = point.pulled(cotangents);
      if (found !== null && run !== null) {
        const tree = flatten(run.value, 'the value').rebuild(Array.from(cotangents[0]));
        tell(difference('cotangent', found[0], reals(run.pullback(tree))));
      }
      return found;
    },
  };
}
