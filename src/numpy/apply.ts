/**
 * A row applied to operands: at the deepest level among them, as operators on reals are (core/open-runs.ts). In reverse
 * mode that is one binding, whose cotangent is kept apart from those of reals; in forward mode its tangent.
 */
import { asBlock, isBlock, type Block } from '../core/block.js';
import { finishedRun } from '../core/errors.js';
import { usable } from '../core/open-runs.js';
import { Dual, isReal, type Operation, type Real, type Run } from '../core/real.js';
import { ForwardRun } from '../tape/forward-run.js';
import type { Cotangents } from '../tape/cotangents.js';
import { tapeOf, type ReverseRun } from '../tape/reverse-run.js';
import { group } from '../tape/rules.js';
import { ArrayDual, MovingArray, type AnyArray, type Operand } from './array-dual.js';
import { BlockRun, asReal, usableBlock } from './block-run.js';
import { BatchRun, BatchedArray, BatchedReal, isBatched } from './batch-run.js';
import { copied, lasting, numbersOf, sizeOf } from './elements.js';
import { noBlocksHere, noExamples, notAnOperand, notFloats } from './errors.js';
import { fit, likeOf } from './fit.js';
import { switchTo, type Ledger } from './memory/ledger.js';
import { isAlone, ledgerOf, sweepLedger } from './memory/of-runs.js';
import { OutlineOnly, ops } from './ops.js';
import type { ArrayRow, Share } from './row.js';
import { sumsOf } from './sums.js';
import { isArray, type FloatType, type NDArray, type Storage } from './library.js';

const settledOperand = (name: string, x: unknown, k: number): Operand => {
  if (typeof x === 'number') return x;
  const place = () => `argument ${k + 1} of np.${name}`;
  if (isBlock(x)) {
    const array = usableBlock(asBlock(x), place) as AnyArray;
    if (array.dtype.startsWith('complex')) throw notFloats(place(), array.dtype);
    return array;
  }
  if (isReal(x)) return usable(x, place);
  throw notAnOperand(name, x);
};

/** The open run, or segment of one, that a dual belongs to. */
const homeOf = (x: Dual): Run => (x.isBlock ? (x as unknown as ArrayDual).run.owner : x.run);

export function applyRow<O>(row: ArrayRow<O>, xs: readonly unknown[], options: O): Operand {
  const operands: Operand[] = [];
  let deepest: Run | undefined;
  for (let k = 0; k < xs.length; k++) {
    const x = settledOperand(row.name, xs[k], k);
    operands.push(x);
    if (!(x instanceof Dual)) continue;
    const home = homeOf(x);
    if (deepest === undefined || home.level > deepest.level) deepest = home;
  }
  if (deepest === undefined) return row.value(operands as (NDArray | number)[], options);
  if (deepest.watcher !== null) watch(row, operands, options, deepest);
  const tape = tapeOf(deepest);
  if (tape !== null) return recorded(row, operands, options, tape);
  if (deepest instanceof BatchRun) return onExamples(row, operands, options, deepest);
  if (deepest instanceof ForwardRun) return pushed(row, operands, options, deepest);
  throw noBlocksHere(row.name);
}

function watch<O>(row: ArrayRow<O>, xs: readonly Operand[], options: O, run: Run): void {
  const boundary = () => {
    const active = xs.map((x) => x instanceof Dual && homeOf(x).level === run.level);
    return row.boundary?.(xs.map(plainOperand), active, options) ?? Infinity;
  };
  const value = () => {
    const result = row.value(xs.map(plainOperand), options);
    return typeof result === 'number' ? result : nonFiniteIn(result);
  };
  const name = `np.${row.name}`;
  const operation: Pick<Operation, 'name' | 'boundary' | 'value'> = { name, boundary, value };
  run.watcher!.applied(operation as Operation, [], run);
}

/** An element that is no finite number, NaN before others; 0 if there is none. */
function nonFiniteIn(x: NDArray): number {
  const found = Array.from(numbersOf(x)).filter((element) => !Number.isFinite(element));
  return found.find(Number.isNaN) ?? found[0] ?? 0;
}

/** The number or plain array inside. */
export function plainOperand(x: Operand): NDArray | number {
  let inner: Operand = x;
  while (inner instanceof Dual) {
    if (inner.run.status === 'finished') throw finishedRun();
    inner = belowOf(inner);
  }
  return inner;
}

function recorded<O>(row: ArrayRow<O>, xs: Operand[], options: O, tape: ReverseRun): Operand {
  const ids = xs.map((x) => (x instanceof Dual ? tape.idOf(x as unknown as Real) : 0));
  const primals = xs.map((x, k) => (ids[k] > 0 ? belowOf(x as Dual) : x));
  const active = ids.map((id) => id > 0);
  const likes = primals.map(likeOf);
  const ledger = ledgerOf(tape);
  const before = switchTo(ledger);
  let z: Operand;
  let [kept, output]: [Operand[], Operand] = [[], 0];
  try {
    z = valueOf(row, primals, options, ledger, isAlone(tape));
    if (!tape.isDry) [kept, output] = keptOf(row, primals, active, z, tape.isPushed === true);
  } finally {
    switchTo(before);
  }
  tape.blockBytes = (tape.blockBytes ?? 0) + bytesIn(z);
  const part = row.part?.(options);
  const pull = ([c]: readonly Real[], to: Cotangents): void => {
    const cotangent = c as Operand;
    if (part !== undefined) {
      sumsOf(to).addPart(ids[0], part, cotangent, likes[0]!);
      return;
    }
    const pulled = sweepLedger();
    const sums = sumsOf(to);
    const isLoose = sums.loose === (c as unknown as Block);
    const mark = pulled?.mark ?? 0;
    const outer = switchTo(pulled);
    try {
      const shares = row.pullback(cotangent, kept, output, active, options);
      for (let k = 0; k < ids.length; k++) {
        if (ids[k] === 0 || shares[k] === 0) continue;
        const fitted = lasting(fit(shares[k], likes[k]));
        if (fitted === 0) continue;
        if (likes[k] === null) to.add(ids[k], fitted as Real);
        else sums.add(ids[k], fitted as Block, isOwn(fitted, shares, pulled, mark));
      }
    } finally {
      switchTo(outer);
    }
    if (pulled === null || !isAlone(tape)) return;
    const isHeld = (storage: Storage) => sums.holds(ids, storage);
    pulled.freeAfter(mark, isHeld);
    if (isLoose) pulled.free((c as unknown as NDArray).storage, isHeld);
  };
  const push = (tangentOf: (id: number) => Real): Real[] => {
    const tangents = ids.map((id): Share => tangentOf(id));
    const isStill = tangents.every((tangent) => tangent === 0);
    return [isStill ? 0 : asReal(changeOf(row, tangents, kept, output, options))];
  };
  const [dual] = group(tape, [asReal(z)], {
    pull,
    push,
    call: { name: `np.${row.name}`, args: ids },
  });
  return dual;
}

/** The value of a row; what it needed by the way is freed where nobody else can hold it. */
function valueOf<O>(
  row: ArrayRow<O>,
  primals: readonly Operand[],
  options: O,
  ledger: Ledger,
  alone: boolean,
): Operand {
  const { mark } = ledger;
  const z = lasting(applyRow(row, primals, options));
  if (alone && ledger.mark > mark) freeAllBut(ledger, mark, [z]);
  return z;
}

function freeAllBut(ledger: Ledger, mark: number, xs: readonly Operand[]): void {
  const storages = xs.flatMap((x) => (isArray(x) ? [x.storage] : []));
  ledger.freeAfter(mark, (storage) => storages.includes(storage));
}

/** Memory of an array. What is kept of passive arrays is not counted. */
export const bytesIn = (x: Operand): number =>
  isReal(x) ? 0 : sizeOf(x.shape) * (x.dtype === 'float32' ? 4 : 8);

/** What the enclosing level sees of a dual. */
const belowOf = (x: Dual): Operand => (x instanceof ArrayDual ? x.primalBlock : x.run.primalOf(x));

/** Whether a pullback made an array, and gives it to one operand only. */
const isOwn = (x: Operand, shares: readonly Share[], made: Ledger | null, mark: number): boolean =>
  made !== null &&
  isArray(x) &&
  shares.indexOf(x) === shares.lastIndexOf(x) &&
  made.hasAfter(mark, x.storage);

/**
 * What the pullback reads of operands and output: numbers where it says so, else outlines. Arrays from outside are
 * copied, since whoever has them may write into them before the sweep.
 */
function keptOf<O>(
  row: ArrayRow<O>,
  xs: readonly Operand[],
  active: readonly boolean[],
  z: Operand,
  isPushed: boolean,
): [xs: Operand[], output: Operand] {
  const count = xs.length;
  // A pushforward may read all of them.
  const needed = new Set<number>(isPushed ? [...xs.keys(), count] : []);
  for (let k = 0; k < count; k++) {
    if (active[k]) for (const index of row.keeps?.(k, count) ?? []) needed.add(index);
  }
  const kept = xs.map((x, k) => {
    if (!needed.has(k)) return outlineOf(x);
    return active[k] || typeof x === 'number' || x instanceof Dual ? x : copied(x);
  });
  return [kept, needed.has(count) ? z : outlineOf(z)];
}

const outlineOf = (x: Operand): Operand =>
  isReal(x) ? NaN : (new OutlineOnly(x.shape, x.dtype as FloatType) as unknown as NDArray);

function pushed<O>(row: ArrayRow<O>, xs: readonly Operand[], options: O, run: ForwardRun): Operand {
  const isOwn = xs.map((x) => x instanceof Dual && homeOf(x) === run);
  const primals = xs.map((x, k) => (isOwn[k] ? belowOf(x as Dual) : x));
  const tangents = xs.map((x, k): Share => (isOwn[k] ? (x as unknown as MovingArray).tangent : 0));
  const ledger = ledgerOf(run);
  const before = switchTo(ledger);
  let z: Operand;
  let change: Operand;
  try {
    const { mark } = ledger;
    z = lasting(applyRow(row, primals, options));
    change = lasting(changeOf(row, tangents, primals, z, options));
    if (isAlone(run)) freeAllBut(ledger, mark, [z, change]);
  } finally {
    switchTo(before);
  }
  if (isReal(z)) return run.dual(z, change as Real);
  return new MovingArray(BlockRun.of(run, run), z, change as AnyArray);
}

/** On the examples of a run at once. */
function onExamples<O>(row: ArrayRow<O>, xs: Operand[], options: O, run: BatchRun): Operand {
  if (row.batch === undefined) throw noExamples(`np.${row.name}`);
  const isOwn = xs.map((x) => isBatched(x) && homeOf(x) === run);
  const { array, isReal: isOfReals } = row.batch({
    xs: xs.map((x, k) => (isOwn[k] ? (x as unknown as BatchedArray).batch : x)),
    isOwn,
    shapes: xs.map((x) => (isReal(x) ? [] : x.shape)),
    areReals: xs.map(isReal),
    size: run.size,
    options,
  });
  return isOfReals ? new BatchedReal(run, array) : new BatchedArray(run, array);
}

/** The tangent of an output, in its shape. */
function changeOf<O>(
  row: ArrayRow<O>,
  tangents: readonly Share[],
  xs: readonly Operand[],
  z: Operand,
  options: O,
): Operand {
  const change = row.pushforward(tangents, xs, z, options);
  const like = likeOf(z);
  if (change !== 0) return fit(change, like);
  return like === null ? 0 : ops.spread(0, like.shape, like.dtype);
}
