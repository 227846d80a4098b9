/** Arrays as inputs of runs, and as the start and the result of sweeps (tape/tape.ts). */
import { asBlock, isBlock } from '../core/block.js';
import type { Dual, Real } from '../core/real.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import type { Cotangents } from '../tape/cotangents.js';
import { sweepDown, sweeps, type Seed, type Tape } from '../tape/tape.js';
import { RecordedArray, type AnyArray } from './array-dual.js';
import { bare } from './bare.js';
import { BlockRun, asReal, usableBlock } from './block-run.js';
import { arraysNotTaken } from './errors.js';
import { zerosLike } from './elements.js';
import { isArray } from './library.js';
import { forRun, giveOut, inSweep, keepArraysOf } from './memory/of-runs.js';
import { own } from './owned.js';
import { sumsOf } from './sums.js';

/** An id has a column, in which an array has no number. */
const noNumber = 0;
const aCotangent = () => 'a cotangent';

const bind = (run: ReverseRun, xs: readonly Real[]): Dual[] => {
  const duals = run.bindDuals(xs.map((x) => (isBlock(x) ? noNumber : x)));
  return duals.map((dual, k) => {
    if (!isBlock(xs[k])) return dual;
    const primal = usableBlock(asBlock(xs[k]), () => 'an input') as AnyArray;
    const inner = isArray(primal) ? bare(primal) : primal;
    return new RecordedArray(BlockRun.of(run.owner, run), dual.id, inner);
  });
};

const dualiseReals = sweeps.dualise;
sweeps.during = (run, body) => inSweep(run as ReverseRun, body);
sweeps.keep = (run) => keepArraysOf(run as ReverseRun);

sweeps.dualise = (tape, xs) => {
  const run = tape as ReverseRun;
  if (xs instanceof Float64Array || !xs.some(isBlock)) return dualiseReals(tape, xs);
  const duals = bind(
    run,
    forRun(run, () => xs.map((x) => (isBlock(x) ? asReal(own(asBlock(x))) : x))),
  );
  const blockInputs = duals.filter((dual) => dual instanceof RecordedArray);
  run.inputs += xs.length;
  run.blockInputs = [
    ...(run.blockInputs ?? []),
    ...blockInputs.map(({ id, primalBlock }) => ({ id, primal: primalBlock })),
  ];
  return duals;
};

sweeps.blocks = {
  bind: (run, xs) => bind(run as ReverseRun, xs),
  primal: (run, x) =>
    asReal(
      x instanceof RecordedArray && x.run.host === (run as ReverseRun) ? giveOut(x.primalBlock) : x,
    ),
  giveOut,
  handle(tape, x) {
    const run = tape as ReverseRun;
    const { id, primalBlock } = x as RecordedArray;
    return new RecordedArray(BlockRun.of(run.owner, run), id, primalBlock);
  },
  add: (to, id, cotangent) => sumsOf(to).add(id, usableBlock(cotangent, aCotangent)),
  take(from, id) {
    const cotangent = sumsOf(from).take(id);
    if (cotangent === undefined) throw arraysNotTaken('what is recorded');
    return asReal(cotangent);
  },
};

const pullReals = sweeps.pull;
sweeps.pull = (tape, seeds, to) => {
  if (tape.blockInputs === undefined && !seeds.some(({ cotangent }) => isBlock(cotangent))) {
    return tape.groups.length === 0
      ? pullReals(tape, seeds, to)
      : inSweep(tape as ReverseRun, () => pullReals(tape, seeds, to));
  }
  return inSweep(tape as ReverseRun, () => pullAll(tape, seeds, to));
};

function pullAll(tape: Tape, seeds: readonly Seed[], to: Cotangents): Real[] {
  const { base, inputs, blockInputs } = tape;
  const sums = sumsOf(to);
  try {
    for (const { id, cotangent } of seeds) {
      if (!isBlock(cotangent)) to.add(id, cotangent);
      else if (id !== 0) sums.add(id, usableBlock(asBlock(cotangent), aCotangent));
    }
    sweepDown(tape, base + inputs, to);
    const all: Real[] = [...to.takeAll(base + 1, inputs)];
    for (const { id, primal } of blockInputs ?? []) {
      // Its slot was 0 where it has no sum: one that a failed sweep left is another run's.
      const sum = all[id - base - 1] === 0 ? undefined : sums.takeOwn(id);
      all[id - base - 1] = asReal(sum ?? zerosLike(primal as AnyArray));
    }
    return all;
  } finally {
    sums.clear(base);
  }
}

sweeps.insistOnReals = (cotangents) => {
  if (!sumsOf(cotangents).isEmpty) throw arraysNotTaken('what is recorded');
};
