/**
 * Sparse Jacobians: rows that share no column are pulled back in one sweep, or columns that share
 * no row are pushed forward in one pass, whichever needs fewer. O(passes · f + entries).
 */
import type { Row } from '../../core/atoms.js';
import type { Real } from '../../core/real.js';
import type { Shape } from '../../core/tree.js';
import { outputsVary } from '../errors.js';
import { passes } from '../pass.js';
import {
  call,
  countOf,
  idOf,
  inputShapes,
  outputShape,
  record,
  seenBy,
  type AnyFunction,
  type Wrt,
} from '../record.js';
import { byColor, colorRows, type Coloring } from './coloring.js';
import { givenPattern, type Pattern } from './pattern.js';
import { insistOnComplete, probe, sparseResult, type SparseOption } from './result.js';
import { structureOf } from './structure.js';

type Plan = 'forward' | 'reverse';

interface Compressed {
  readonly plan: Plan;
  readonly coloring: Coloring;
}

/** A Jacobian in compressed form, and its product with the probe if that is wanted as a check. */
interface Found {
  readonly values: readonly Real[];
  readonly product: Row<Real> | undefined;
}

export function sparseJacobian(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  plan: Plan | undefined,
  sparse: SparseOption['sparse'],
) {
  const inputs = inputShapes(args, wrt);
  const width = countOf(inputs);
  const check = sparse !== true;
  const pattern = check
    ? givenPattern(sparse, outputShape(call(f, args)).count, width, false)
    : detected(f, args, wrt, inputs);
  const transposed = pattern.transpose();
  const chosen = cheapest(pattern, transposed.pattern, plan);
  const groups = byColor(chosen.coloring);
  const { rows, columns } = pattern;
  const place = (what: string) => (index: number) => `${what} ${index}`;
  if (chosen.plan === 'reverse') {
    const { values, product } = pulled(f, args, wrt, pattern, groups, check);
    if (product !== undefined) insistOnComplete(rows, columns, values, product, place('column'));
    return sparseResult(pattern, values, groups.length + Number(check));
  }
  const { values, product } = pushed(f, args, wrt, inputs, pattern, transposed, groups, check);
  if (product !== undefined) insistOnComplete(columns, rows, values, product, place('row'));
  return sparseResult(pattern, values, groups.length + Number(check));
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

function pulled(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  pattern: Pattern,
  groups: readonly number[][],
  check: boolean,
): Found {
  return record(f, args, wrt, ({ run, output }) => {
    const { reals } = outputShape(output);
    if (reals.length !== pattern.height) throw outputsVary(pattern.height, reals.length);
    const ids = reals.map((x) => idOf(seenBy(run, x).dual));
    const values = new Array<Real>(pattern.count).fill(0);
    for (const rows of groups) {
      const cotangents = run.pull(rows.map((row) => ({ id: ids[row], cotangent: 1 })));
      for (const row of rows) {
        for (let k = pattern.starts[row]; k < pattern.starts[row + 1]; k++) {
          values[k] = cotangents[pattern.columns[k]];
        }
      }
    }
    const seeds = () => ids.map((id, row) => ({ id, cotangent: probe(row) }));
    return { values, product: check ? run.pull(seeds()) : undefined };
  });
}

function pushed(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
  pattern: Pattern,
  transposed: ReturnType<Pattern['transpose']>,
  groups: readonly number[][],
  check: boolean,
): Found {
  const pass = passes(f, args, wrt, inputs);
  const along = (direction: (k: number) => number): readonly Real[] => {
    const { tangents } = pass(direction);
    if (tangents.length !== pattern.height) throw outputsVary(pattern.height, tangents.length);
    return tangents;
  };
  const values = new Array<Real>(pattern.count).fill(0);
  const { starts, columns: rowsOf } = transposed.pattern;
  for (const columns of groups) {
    const chosen = new Uint8Array(pattern.width);
    for (const column of columns) chosen[column] = 1;
    const tangents = along((k) => chosen[k]);
    for (const column of columns) {
      for (let k = starts[column]; k < starts[column + 1]; k++) {
        values[transposed.places[k]] = tangents[rowsOf[k]];
      }
    }
  }
  return { values, product: check ? along(probe) : undefined };
}
