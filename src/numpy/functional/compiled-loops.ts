/**
 * Functional operators whose function is translated, numeric, and captures nothing under differentiation: the whole loop is
 * compiled, with its way back, and is one binding. Everything else is recorded (recorded.ts).
 */
import { Dual, type Real } from '../../core/real.js';
import { unrecorded } from '../../core/open-runs.js';
import { areHeld } from '../../core/floats/held-elements.js';
import { compiledCode, type LoopKind } from '../../functions/translated-functions.js';
import { remembering } from '../../derivatives/checkpointing/checkpoint.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import { group } from '../../tape/rules.js';
import { primalIn } from '../../tape/with-blocks.js';
import { isBlock } from '../../core/block.js';
import { ArrayDual, RecordedArray, type AnyArray, type Operand } from '../array-dual.js';
import { asReal } from '../block-run.js';
import { bytesOf } from '../recorded-row.js';
import { likeOf } from '../in-shape.js';
import { made, numbersOf, zeros as zerosOf } from '../elements.js';
import { pin } from '../memory/ballast.js';
import { forRun } from '../memory/of-runs.js';
import { notedIn, sweepLedger } from '../memory/open-ledgers.js';
import { sumsOf } from '../sums.js';
import { isArray, type NDArray } from '../library.js';

const kinds: ReadonlySet<string> = new Set<LoopKind>(['map', 'map2', 'fold', 'scanl', 'scanr']);

/** The numbers of a vector of floats; null for other values. */
function vectorOf(x: Operand): Float64Array | null {
  if (!isArray(x) || x.dtype !== 'float64' || x.shape.length !== 1) return null;
  const numbers = numbersOf(x);
  return numbers instanceof Float64Array ? numbers : null;
}

function arrayFrom(numbers: ArrayLike<number>): NDArray {
  const [array, to] = made([numbers.length], 'float64');
  to.set(numbers as Float64Array);
  return array;
}

/** Loops with the places that derivatives are taken by: true if their adjoint was compiled, once it was asked for. */
const wayBack = new WeakMap<AnyFunction, Map<string, boolean>>();

function hasWayBack(loop: AnyFunction, wrt: readonly number[], pull: () => unknown): boolean {
  let own = wayBack.get(loop);
  if (own === undefined) wayBack.set(loop, (own = new Map<string, boolean>()));
  const key = wrt.join();
  let found = own.get(key);
  if (found === undefined) own.set(key, (found = pull() !== null));
  return found;
}

/**
 * The result of an operator by compiled code, as one binding of a run that nothing is around; null where it is to be
 * recorded.
 */
export function byLoop(
  name: string,
  f: AnyFunction,
  xs: readonly AnyArray[],
  start: Operand | null,
): AnyArray | Real | null {
  const run = remembering();
  if (run?.level !== 1 || compiledCode === null || !kinds.has(name) || areHeld()) return null;
  if (run.watcher !== null || run.isPushed === true) return null;
  const given: readonly Operand[] = start === null ? xs : [...xs, start];
  const ids = given.map((x) =>
    x instanceof Dual || x instanceof ArrayDual ? run.idOf(asReal(x)) : 0,
  );
  const wrt = ids.flatMap((id, place) => (id > 0 ? [place] : []));
  const loop = wrt.length === 0 ? null : compiledCode.loop(name as LoopKind, f);
  if (loop === null) return null;
  // Nobody writes into arrays of the run, which the way back reads again.
  const held = given.map((x) =>
    x instanceof RecordedArray ? (x.primalBlock as NDArray) : primalIn(run, asReal(x)),
  ) as Operand[];
  const args = held.map((x, place) => {
    if (typeof x === 'number') return x;
    const vector = vectorOf(x);
    if (!(given[place] instanceof ArrayDual)) return vector?.slice() ?? null;
    if (vector !== null) pin(x as NDArray);
    return vector;
  });
  if (args.includes(null)) return null;
  const point = unrecorded(() => compiledCode!.held(loop, args, wrt));
  if (point === null) return null;
  const pulled = (arrays: readonly Float64Array[], cotangent: Float64Array) =>
    unrecorded(() => point.pullInto(arrays, cotangent));
  const ofArrays = wrt.filter((place) => typeof args[place] !== 'number');
  const ofNumbers = wrt.filter((place) => typeof args[place] === 'number');
  const { value } = point;
  const size = typeof value === 'number' ? 1 : value.length;
  const lengths = () => ofArrays.map((place) => (held[place] as NDArray).size);
  const zeros = () => lengths().map((length) => new Float64Array(length));
  if (!hasWayBack(loop, wrt, () => pulled(zeros(), new Float64Array(size)))) return null;
  const primal = typeof value === 'number' ? value : forRun(run, () => arrayFrom(value));
  if (typeof primal !== 'number') run.blockBytes = (run.blockBytes ?? 0) + bytesOf(likeOf(primal));
  const [dual] = group(run, [asReal(primal)], {
    push: null,
    call: { name: `np.${name}`, args: ids.filter((id) => id > 0) },
    pull: ([c], to) => {
      const vector = isBlock(c) ? vectorOf(c as unknown as NDArray)! : Float64Array.of(c as number);
      const shares = notedIn(sweepLedger(), () =>
        lengths().map((length) => zerosOf([length], 'float64')),
      );
      const numbers = pulled(
        shares.map(([, memory]) => memory as Float64Array),
        vector,
      )!;
      shares.forEach(([share], k) => sumsOf(to).add(ids[ofArrays[k]], share, true));
      numbers.forEach((share, k) => {
        if (share !== 0) to.add(ids[ofNumbers[k]], share);
      });
    },
  });
  return dual as unknown as AnyArray;
}
