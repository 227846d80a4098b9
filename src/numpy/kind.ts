/** Tells the floors below what arrays are (core/block.ts). */
import { asBlock, blocks, countIn, isBlock, type Block } from '../core/block.js';
import { finishedRun, outputNotReal } from '../errors/errors.js';
import { isReal, type Real } from '../core/real.js';
import type { ContainerKind } from '../core/trees/container-kind.js';
import { kinds } from '../core/trees/containers.js';
import { onlyReals, realsAndBlocks } from '../core/trees/flat.js';
import { ArrayDual, MovingArray, plainOf, type AnyArray, type Operand } from './array-dual.js';
import { holdsExamples, ofPlain } from './batch-run.js';
import { BlockRun, asReal, usableBlock } from './block-run.js';
import { areEqual, copied, floatTypeOf, holdSame, made, numbersOf, zerosLike } from './elements.js';
import { bare } from './bare.js';
import { primalOf } from './creation.js';
import { arraysNotTaken } from './errors.js';
import { fit, likeOf } from './in-shape.js';
import { joined } from './joined.js';
import { type NDArray, isArray } from './library.js';
import { forRun, giveOut } from './memory/of-runs.js';
import { ops } from './ops.js';
import { own } from './owned.js';
import { elementAt } from './rows/views.js';

/** Numbers that are whole may stand in an array of integers. */
const changeFor = (block: Block, like: Block): AnyArray =>
  fit(own(isArray(block) ? ofFloats(block) : block), likeOf(like as AnyArray)) as AnyArray;

const ofFloats = (x: NDArray): NDArray => (/^u?int/.test(x.dtype) ? x.astype(floatTypeOf(x)) : x);

blocks.kind = {
  isPlain: isArray,
  seenBy(run, block) {
    if (!(block instanceof ArrayDual)) return { primal: asReal(block), dual: null };
    if (block.run.status === 'finished') throw finishedRun();
    if (block.run.owner !== run) return { primal: asReal(block), dual: null };
    const primal = giveOut(block.primalBlock);
    const dual =
      block instanceof MovingArray
        ? new MovingArray(block.run, primal, giveOut(block.tangent))
        : block;
    return { primal: asReal(primal), dual };
  },
  moving: (run, primal, tangent) =>
    forRun(run, () =>
      asReal(new MovingArray(BlockRun.of(run, run), own(primal), changeFor(tangent, primal))),
    ),
  copy: (block) => (block instanceof ArrayDual ? block : copied(block as NDArray)),
  areSame: (one, other) => holdSame(one as NDArray, other as NDArray),
  primal: (block) => primalOf(block as AnyArray) as NDArray,
  changedIn: (originals, duals, from) =>
    originals instanceof Float64Array
      ? -1
      : Array.from(originals).findIndex(
          (x, k) => isArray(x) && !areEqual(bare(x), plainOf(asBlock(duals[from + k]))),
        ),
  change: changeFor,
  zeros: (like) => zerosLike(like as AnyArray),
  numbers: (block) => numbersOf(plainOf(block)),
  holdsExamples,
  allNumbers(x) {
    let numbers: ArrayLike<number> = [];
    ofPlain(x as Operand, (plain) => {
      numbers = typeof plain === 'number' ? [plain] : numbersOf(plain as NDArray);
      return plain;
    });
    return numbers;
  },
  of(like, numbers) {
    const [array, to] = made(like.shape, floatTypeOf(like as AnyArray));
    to.set(numbers);
    return array;
  },
  real(block, what) {
    if (block.shape.length > 0) throw outputNotReal(plainOf(block), what);
    return elementAt(block as AnyArray, 0) as Real;
  },
  holdsNaN: (block) => Array.from(numbersOf(plainOf(block))).some(Number.isNaN),
  usable: (block, place) => giveOut(usableBlock(block, place)),
  inner: (one, other) => ops.sum(ops.times(one as AnyArray, other as AnyArray)) as unknown as Real,
  reals: (block) =>
    Array.from({ length: countIn(block) }, (_, k) => elementAt(block as AnyArray, k) as Real),
  ofReals: ({ shape }, reals) => ops.scatter(reals, [...reals.keys()], { shape, dtype: 'float64' }),
  widened: (block) => ops.cast(own(block), 'float64'),
  joined,
  notTaken: arraysNotTaken,
};

/** A part without parts of its own, in trees where it is not refused. */
const blockKind: ContainerKind = {
  noun: 'an array of numpy-ts',
  is: isBlock,
  keys: () => [],
  reader: () => () => undefined,
  build: (original) => original,
};
kinds.unshift(blockKind);

Object.assign(onlyReals, {
  is: (value: unknown): value is Real => {
    if (isBlock(value)) throw arraysNotTaken('a part of an argument or a result');
    return isReal(value);
  },
});

/** The text of a shape, as an array is written. */
const shapeText = (atom: unknown): string => `[${asBlock(atom).shape.join(', ')}]`;

Object.assign(realsAndBlocks, {
  is: (value: unknown): value is Real => isReal(value) || isBlock(value),
  /** A real for a real, an array for one of its shape. */
  accepts: (atom: Real, other: unknown): other is Real =>
    isBlock(atom) ? isBlock(other) && shapeText(atom) === shapeText(other) : isReal(other),
  noun: (atom: Real) => (isBlock(atom) ? `an array of shape ${shapeText(atom)}` : 'a real'),
});
