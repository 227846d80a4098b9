/**
 * Sparse Jacobians: rows that share no column are pulled back together, or columns that share no
 * row are pushed forward together, whichever are fewer. O(passes · f + entries).
 */
import type { Flat } from '../../core/trees/flat.js';
import type { Real } from '../../core/real.js';
import type { Shape } from '../../core/trees/tree.js';
import { sumOfUnits, type SparseVector } from '../../tape/lanes.js';
import { answered, type CompiledCode } from '../../functions/translated-functions.js';
import { isInColumns, reverseSweeps } from '../../tape/lane-sweep.js';
import { forwardSweeps } from '../../tape/forward-sweep.js';
import { Copies } from '../arguments/copies.js';
import { varyingSparseOutput } from './errors.js';
import { forwardPasses } from '../forward-pass.js';
import { countOf, inputShapes } from '../argument-shapes.js';
import { call, filledBy } from '../call.js';
import { seenBy } from '../../core/open-runs.js';
import { idOf } from '../../tape/columns.js';
import { idsOf, outputShape } from '../output-reals.js';
import { record } from '../record.js';
import type { AnyFunction, Wrt } from '../signatures.js';
import { recordedOnce } from '../record-once.js';
import { byColor, colorRows, type Coloring } from './coloring.js';
import { givenPattern, type Pattern } from './pattern.js';
import { Remembered } from './remembered.js';
import { insistOnComplete, probe, sparseResult, type SparseOption } from './result.js';
import { structureOf } from './structure.js';

type Plan = 'forward' | 'reverse';

interface Compressed {
  readonly plan: Plan;
  readonly coloring: Coloring;
}

interface Colored {
  readonly pattern: Pattern;
  readonly transposed: ReturnType<Pattern['transpose']>;
  readonly plan: Plan;
  /** Rows or columns that share a pass. */
  readonly groups: readonly (readonly number[])[];
}

function colored(pattern: Pattern, wanted: Plan | undefined): Colored {
  const transposed = pattern.transpose();
  const { plan, coloring } = cheapest(pattern, transposed.pattern, wanted);
  return { pattern, transposed, plan, groups: byColor(coloring) };
}

/** By the plan that is wanted. */
const remembered = {
  any: new Remembered<Colored>(),
  forward: new Remembered<Colored>(),
  reverse: new Remembered<Colored>(),
};

/** A Jacobian in compressed form, and its product with the probe if that is wanted as a check. */
interface Found {
  readonly values: Flat<Real>;
  readonly product: Flat<Real> | undefined;
}

/** Derivatives along directions by compiled code; null where runs have to answer. */
type Sweep = (
  plan: Plan,
  directions: readonly SparseVector[],
  size: number,
) => readonly Flat<Real>[] | null;

/** @param g the function for several runs; compiled code is that of `f` */
export function sparseJacobian(
  f: AnyFunction,
  g: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  plan: Plan | undefined,
  sparse: SparseOption['sparse'],
  options: object,
) {
  let known: Colored | undefined;
  return answered<NonNullable<ReturnType<typeof by>>>(f, 'sparse Jacobian', by, () => by(null)!);

  /** Null where code does not answer. */
  function by(compiled: CompiledCode | null) {
    const code = compiled?.structure(f, args, wrt, options) ?? null;
    if (compiled !== null && code === null) return null;
    const inputs = inputShapes(args, wrt);
    const width = countOf(inputs);
    const check = sparse !== true;
    const found = (known ??= check
      ? colored(givenPattern(sparse, heightOf(g, args, wrt, inputs), width, false), plan)
      : remembered[plan ?? 'any'].at(code?.same ?? null, () =>
          colored(detected(g, args, wrt, inputs), plan),
        ));
    const sweep: Sweep = (chosen, directions, size) =>
      (code && compiled!.swept(f, args, wrt, options, chosen, dense(directions, size)))?.vectors ??
      null;
    const { pattern, groups } = found;
    const { rows, columns } = pattern;
    const place = (what: string) => (index: number) => `${what} ${index}`;
    if (found.plan === 'reverse') {
      const { values, product } = byPulling(g, args, wrt, pattern, groups, check, sweep);
      if (product !== undefined) insistOnComplete(rows, columns, values, product, place('column'));
      return sparseResult(pattern, values, groups.length + Number(check));
    }
    const { values, product } = byPushing(g, args, wrt, inputs, found, check, sweep);
    if (product !== undefined) insistOnComplete(columns, rows, values, product, place('row'));
    return sparseResult(pattern, values, groups.length + Number(check));
  }
}

/** The number of reals that the function returns, found by a call with numbers. */
function heightOf(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
): number {
  const leaves = inputs.map(({ reals }) => reals);
  const copies = new Copies(args, filledBy(wrt, inputs, leaves));
  return outputShape(call(f, copies.args)).count;
}

const detected = (
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
): Pattern =>
  structureOf(1, f, args, wrt, inputs, (run, output) =>
    run.jacobianPattern(outputShape(output).reals.map((x) => idOf(seenBy(run, x).dual))),
  );

/**
 * A row's entries need as many forward passes, a column's as many sweeps:
 * mostly one side is enough.
 */
function cheapest(pattern: Pattern, transposed: Pattern, plan: Plan | undefined): Compressed {
  const color: Record<Plan, () => Compressed> = {
    reverse: () => ({ plan: 'reverse', coloring: colorRows(pattern, transposed) }),
    forward: () => ({ plan: 'forward', coloring: colorRows(transposed, pattern) }),
  };
  if (plan !== undefined) return color[plan]();
  const least: Record<Plan, number> = { reverse: transposed.fullest, forward: pattern.fullest };
  const [first, second]: Plan[] =
    least.reverse <= least.forward ? ['reverse', 'forward'] : ['forward', 'reverse'];
  const one = color[first]();
  if (one.coloring.count <= least[second]) return one;
  const other = color[second]();
  return other.coloring.count < one.coloring.count ? other : one;
}

/** A direction for each colour, and one for the check if it is wanted. */
function directionsOf(
  groups: readonly (readonly number[])[],
  size: number,
  check: boolean,
): SparseVector[] {
  const directions = groups.map(sumOfUnits);
  if (check) {
    directions.push(Array.from({ length: size }, (_, index) => ({ index, value: probe(index) })));
  }
  return directions;
}

const dense = (directions: readonly SparseVector[], size: number): Float64Array[] =>
  directions.map((direction) => {
    const all = new Float64Array(size);
    for (const { index, value } of direction) all[index] = value;
    return all;
  });

function byPulling(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  pattern: Pattern,
  groups: Colored['groups'],
  check: boolean,
  sweep: Sweep,
): Found {
  const { height, count, starts, columns } = pattern;
  const directions = directionsOf(groups, height, check);
  const swept = sweep('reverse', directions, height);
  const cotangents =
    swept ??
    record(f, args, wrt, ({ run, output }): Flat<Real>[] => {
      const shape = outputShape(output);
      if (shape.count !== height) throw varyingSparseOutput(height, shape.count);
      return reverseSweeps(run, idsOf(run, shape), directions);
    });
  const values = swept === null ? new Array<Real>(count).fill(0) : new Float64Array(count);
  groups.forEach((rows, color) => {
    for (const row of rows) {
      for (let k = starts[row]; k < starts[row + 1]; k++) values[k] = cotangents[color][columns[k]];
    }
  });
  return { values, product: check ? cotangents[groups.length] : undefined };
}

function byPushing(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
  { pattern, transposed, groups }: Colored,
  check: boolean,
  sweep: Sweep,
): Found {
  const { height, width, count } = pattern;
  const directions = directionsOf(groups, width, check);
  const insistOnHeight = (found: number) => {
    if (found !== height) throw varyingSparseOutput(height, found);
  };
  const byCode = sweep('forward', directions, width);
  if (byCode !== null) insistOnHeight(byCode[0].length);
  const swept =
    byCode ??
    recordedOnce(f, args, wrt, ({ run, ids }) => {
      insistOnHeight(ids.length);
      return isInColumns(run) ? forwardSweeps(run, ids, directions) : null;
    });
  const pass = forwardPasses(f, args, wrt, inputs);
  const along = (direction: SparseVector): readonly Real[] => {
    const sizes = new Float64Array(width);
    for (const { index, value } of direction) sizes[index] = value;
    const { tangents } = pass((k) => sizes[k]);
    insistOnHeight(tangents.length);
    return tangents;
  };
  const tangents: readonly Flat<Real>[] = swept ?? directions.map(along);
  const values = byCode === null ? new Array<Real>(count).fill(0) : new Float64Array(count);
  const { starts, columns: rowsOf } = transposed.pattern;
  groups.forEach((columns, color) => {
    for (const column of columns) {
      for (let k = starts[column]; k < starts[column + 1]; k++) {
        values[transposed.places[k]] = tangents[color][rowsOf[k]];
      }
    }
  });
  return { values, product: check ? tangents[groups.length] : undefined };
}
