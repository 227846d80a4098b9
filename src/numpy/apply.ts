/**
 * Applies a row to operands, at the deepest level among them, as operators on reals do (core/open-runs.ts). In reverse
 * mode this makes one binding, whose cotangent is kept apart from the cotangents of reals. In forward mode the result
 * has a tangent.
 */
import { asBlock, isBlock } from '../core/block.js';
import { finishedRun } from '../errors/errors.js';
import { usable } from '../core/open-runs.js';
import { Dual, isReal, type Operation, type Real, type Run } from '../core/real.js';
import { ForwardRun } from '../tape/forward-run.js';
import { tapeOf, type ReverseRun } from '../tape/reverse-run.js';
import { ArrayDual, MovingArray, type AnyArray, type Operand } from './array-dual.js';
import { bare } from './bare.js';
import { BlockRun, asReal, usableBlock } from './block-run.js';
import { BatchRun, BatchedArray, BatchedReal, isBatched } from './batch-run.js';
import { lasting, numbersOf } from './elements.js';
import { noBlocksHere, noExamples, notAnOperand, notFloats } from './errors.js';
import { changeOf, likeOf } from './in-shape.js';
import { weigh } from './memory/ballast.js';
import type { Ledger } from './memory/ledger.js';
import { notedIn, openLedger } from './memory/open-ledgers.js';
import { isAlone, ledgerOf } from './memory/of-runs.js';
import { RecordedRow, type Seen } from './recorded-row.js';
import type { ArrayRow, Share } from './row.js';
import { dressed, type NDArray } from './library.js';

/** An operand that may be used now, bare if it is plain. */
function settledOperand(name: string, x: unknown, k: number): Operand {
  if (typeof x === 'number') return x;
  if (ArrayDual.is(x) && x.run.owner.status === 'open') return x;
  const place = () => `argument ${k + 1} of np.${name}`;
  if (isBlock(x)) {
    const array = usableBlock(asBlock(x), place) as AnyArray;
    if (ArrayDual.is(array)) return array;
    const inner = bare(array);
    if (inner.dtype.startsWith('complex')) throw notFloats(place(), inner.dtype);
    return inner;
  }
  if (isReal(x)) return usable(x, place);
  throw notAnOperand(name, x);
}

/** The open run, or segment of one, that an operand belongs to, if it is under differentiation. */
const homeOf = (x: Operand): Run | null => {
  if (typeof x === 'number') return null;
  if (ArrayDual.is(x)) return x.run.owner;
  return (x as unknown) instanceof Dual ? (x as unknown as Dual).run : null;
};

export function applyRow<O>(row: ArrayRow<O>, xs: readonly unknown[], options: O): Operand {
  const operands = new Array<Operand>(xs.length);
  let deepest: Run | null = null;
  for (let k = 0; k < xs.length; k++) {
    const x = (operands[k] = settledOperand(row.name, xs[k], k));
    const home = homeOf(x);
    if (home !== null && (deepest === null || home.level > deepest.level)) deepest = home;
  }
  if (deepest === null) return given(row.value(operands as (NDArray | number)[], options));
  if (deepest.watcher !== null) watch(row, operands, options, deepest);
  const tape = tapeOf(deepest);
  if (tape !== null) return recorded(row, operands, options, tape);
  if (deepest instanceof BatchRun) return onExamples(row, operands, options, deepest);
  if (deepest instanceof ForwardRun) return pushed(row, operands, options, deepest);
  throw noBlocksHere(row.name);
}

/** Returns the result of a row on plain operands as an array that belongs to whoever asked for it. */
function given(z: NDArray | number): NDArray | number {
  const ledger = openLedger();
  if (typeof z === 'number' || ledger?.isOfRuns === true) return z;
  if (ledger === null) weigh(z.storage);
  return dressed(z);
}

function watch<O>(row: ArrayRow<O>, xs: readonly Operand[], options: O, run: Run): void {
  const boundary = () => {
    const active = xs.map((x) => homeOf(x)?.level === run.level);
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

/** An element that is not a finite number, NaN before others; 0 if there is none. */
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

/** A dual from the view of the enclosing level. */
const belowOf = (x: Dual): Operand => (ArrayDual.is(x) ? x.primalBlock : x.run.primalOf(x));

function recorded<O>(
  row: ArrayRow<O>,
  xs: readonly Operand[],
  options: O,
  tape: ReverseRun,
): Operand {
  const count = xs.length;
  const ids = new Array<number>(count);
  const active = new Array<boolean>(count);
  const primals = new Array<Operand>(count);
  for (let k = 0; k < count; k++) {
    const x = xs[k];
    ids[k] = homeOf(x) === null ? 0 : tape.idOf(asReal(x));
    active[k] = ids[k] > 0;
    primals[k] = active[k] ? belowOf(x as Dual) : x;
  }
  const ledger = ledgerOf(tape);
  const seen = { ids, active, primals };
  return notedIn(ledger, bound<O>, row, seen, options, tape, ledger);
}

/** Records the result of a row as one binding. */
function bound<O>(
  row: ArrayRow<O>,
  seen: Seen,
  options: O,
  tape: ReverseRun,
  ledger: Ledger,
): Operand {
  const z = valueOf(row, seen.primals, options, ledger, isAlone(tape));
  return new RecordedRow(tape, row, options, seen, z).dual;
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
  // Nobody is inside of a run that is alone, so all primals are plain.
  const z = lasting(
    alone ? row.value(primals as (NDArray | number)[], options) : applyRow(row, primals, options),
  );
  if (alone) ledger.freeAllBut(mark, z);
  return z;
}

function pushed<O>(row: ArrayRow<O>, xs: readonly Operand[], options: O, run: ForwardRun): Operand {
  const isOwn = xs.map((x) => homeOf(x) === run);
  const primals = xs.map((x, k) => (isOwn[k] ? belowOf(x as Dual) : x));
  const tangents = xs.map((x, k): Share => (isOwn[k] ? (x as unknown as MovingArray).tangent : 0));
  const ledger = ledgerOf(run);
  const [z, change] = notedIn(ledger, (): [Operand, Operand] => {
    const { mark } = ledger;
    const value = lasting(applyRow(row, primals, options));
    const moved = row.pushforward(tangents, primals, value, options);
    const tangent = lasting(changeOf(moved, likeOf(value)));
    if (isAlone(run)) ledger.freeAllBut(mark, value, tangent);
    return [value, tangent];
  });
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
