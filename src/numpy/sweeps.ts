/** Arrays among the inputs of runs, and among what sweeps start from and come to (tape/tape.ts). */
import { asBlock, isBlock } from '../core/block.js';
import type { Real } from '../core/real.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import { sweepDown, sweeps } from '../tape/tape.js';
import { RecordedArray, type AnyArray } from './array-dual.js';
import { BlockRun, asReal, usableBlock } from './block-run.js';
import { arraysNotTaken } from './errors.js';
import { own, zerosLike } from './owned.js';
import { sumsOf } from './sums.js';

/** An id has a column, in which an array has no number. */
const noNumber = 0;

const dualiseReals = sweeps.dualise;
sweeps.dualise = (tape, xs) => {
  const run = tape as ReverseRun;
  if (xs instanceof Float64Array || !xs.some(isBlock)) return dualiseReals(tape, xs);
  const duals = dualiseReals(
    run,
    xs.map((x) => (isBlock(x) ? noNumber : x)),
  ) as RecordedArray[];
  const inputs = [...(run.blockInputs ?? [])];
  const all = duals.map((dual, k): Real => {
    if (!isBlock(xs[k])) return dual;
    const primal = own(asBlock(xs[k]));
    inputs.push({ id: dual.id, primal });
    return asReal(new RecordedArray(BlockRun.of(run.owner, run), dual.id, primal));
  });
  run.blockInputs = inputs;
  return all;
};

const pullReals = sweeps.pull;
sweeps.pull = (tape, seeds, to) => {
  const { base, inputs, blockInputs } = tape;
  if (blockInputs === undefined && !seeds.some(({ cotangent }) => isBlock(cotangent))) {
    return pullReals(tape, seeds, to);
  }
  const sums = sumsOf(to);
  try {
    for (const { id, cotangent } of seeds) {
      if (!isBlock(cotangent)) to.add(id, cotangent);
      else if (id !== 0)
        sums.add(
          id,
          usableBlock(asBlock(cotangent), () => 'a cotangent'),
        );
    }
    sweepDown(tape, base + inputs, to);
    const all: Real[] = [...to.takeAll(base + 1, inputs)];
    for (const { id, primal } of blockInputs ?? []) {
      all[id - base - 1] = asReal(sums.takeOwn(id) ?? zerosLike(primal as AnyArray));
    }
    return all;
  } finally {
    sums.clear(base);
  }
};

sweeps.insistOnReals = (cotangents) => {
  if (!sumsOf(cotangents).isEmpty) throw arraysNotTaken('what is recorded');
};
