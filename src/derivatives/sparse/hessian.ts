/**
 * Sparse Hessians: one Hessian-vector product for each colour of a star colouring of the pattern,
 * from which every entry is read off directly, in its own row or mirrored. O(passes · f + entries).
 */
import { outputNotReal } from '../../errors/errors.js';
import { isReal, type Real } from '../../core/real.js';
import { answered, type CompiledCode } from '../../functions/translated-functions.js';
import type { Flat } from '../../core/trees/flat.js';
import type { Shape } from '../../core/trees/tree.js';
import { productAlong } from '../hvp.js';
import { countOf, inputShapes } from '../argument-shapes.js';
import { seenBy } from '../../core/open-runs.js';
import { idOf } from '../../tape/columns.js';
import type { AnyFunction, Wrt } from '../signatures.js';
import { byColor, colorSymmetric } from './coloring.js';
import { givenPattern, type Pattern } from './pattern.js';
import { Remembered } from './remembered.js';
import { insistOnComplete, probe, sparseResult, type SparseOption } from './result.js';
import { structureOf } from './structure.js';

interface Colored {
  readonly pattern: Pattern;
  /** Of each entry, the place of the one that mirrors it. */
  readonly mirrored: Int32Array;
  /** Columns that share a product. */
  readonly groups: readonly (readonly number[])[];
}

const remembered = new Remembered<Colored>();
const colored = (pattern: Pattern): Colored => ({
  pattern,
  mirrored: pattern.transpose().places,
  groups: byColor(colorSymmetric(pattern)),
});

/** @param g the function for several runs; compiled code is that of `f` */
export function sparseHessian(
  f: AnyFunction,
  g: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  sparse: SparseOption['sparse'],
  options: object,
) {
  let known: Colored | undefined;
  return answered<NonNullable<ReturnType<typeof by>>>(f, 'sparse Hessian', by, () => by(null)!);

  /** Null where code does not answer. */
  function by(compiled: CompiledCode | null) {
    const code = compiled?.structure(f, args, wrt, options) ?? null;
    if (compiled !== null && code === null) return null;
    const inputs = inputShapes(args, wrt);
    const size = countOf(inputs);
    known ??=
      sparse === true
        ? remembered.at(code?.same ?? null, () => colored(detected(g, args, wrt, inputs)))
        : colored(givenPattern(sparse, size, size, true));
    const { pattern, groups } = known;
    const directions = groups.map((group) => sumOfColumns(group, size));
    if (sparse !== true) directions.push(Float64Array.from({ length: size }, (_, k) => probe(k)));
    const found = code && compiled!.products(f, args, wrt, options, directions);
    if (compiled !== null && found === null) return null;
    const times = (k: number) =>
      found === null
        ? productAlong(g, args, wrt, Array.from(directions[k]), 'a Hessian')
        : found[k];
    const values = recovered(
      known,
      found === null ? new Array<Real>(pattern.count).fill(0) : new Float64Array(pattern.count),
      times,
    );
    if (sparse === true) return sparseResult(pattern, values, groups.length);
    const { rows, columns } = pattern;
    insistOnComplete(columns, rows, values, times(groups.length), (index) => `row ${index}`);
    return sparseResult(pattern, values, groups.length + 1);
  }
}

/**
 * The rows of a Hessian, most of which is known to be 0, by compiled code. Null where that is not known, or
 * a whole one costs no more.
 */
export function compressedRows(
  code: CompiledCode,
  f: AnyFunction,
  g: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  options: object,
): Float64Array[] | null {
  const same = code.structure(f, args, wrt, options)?.same ?? null;
  const known =
    same && remembered.later(same, () => colored(detected(g, args, wrt, inputShapes(args, wrt))));
  if (known === null || known === undefined) return null;
  const { pattern, groups } = known;
  const size = pattern.height;
  if (2 * groups.length > size) return null;
  const directions = groups.map((group) => sumOfColumns(group, size));
  const products = code.products(f, args, wrt, options, directions);
  if (products === null) return null;
  const { starts, columns, count } = pattern;
  const values = recovered(known, new Float64Array(count), (k) => products[k]);
  return Array.from({ length: size }, (_, k) => {
    const row = new Float64Array(size);
    for (let entry = starts[k]; entry < starts[k + 1]; entry++) row[columns[entry]] = values[entry];
    return row;
  });
}

function sumOfColumns(group: readonly number[], size: number): Float64Array {
  const direction = new Float64Array(size);
  for (const column of group) direction[column] = 1;
  return direction;
}

const detected = (
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
): Pattern =>
  structureOf(2, f, args, wrt, inputs, (run, output) => {
    if (!isReal(output)) throw outputNotReal(output, 'a Hessian');
    return run.hessianPattern(idOf(seenBy(run, output).dual));
  });

/**
 * Entry (i, j) is in the product of j's colour if j is the only column of row i with that colour.
 *
 * @param values takes the entries; those of no product stay 0
 */
function recovered<V extends Float64Array | Real[]>(
  { pattern, mirrored, groups }: Colored,
  values: V,
  times: (group: number) => Flat<Real>,
): V {
  const { width, starts, columns } = pattern;
  const ofColor = new Int32Array(width);
  groups.forEach((group, color) => {
    const product = times(color);
    ofColor.fill(0);
    eachEntry(group, (_, row) => ofColor[row]++);
    eachEntry(group, (k, row) => {
      if (ofColor[row] === 1) values[k] = values[mirrored[k]] = product[row];
    });
  });
  return values;

  /** The entries of the rows in a group, which by symmetry are those of its columns. */
  function eachEntry(group: readonly number[], use: (k: number, column: number) => void): void {
    for (const vertex of group) {
      for (let k = starts[vertex]; k < starts[vertex + 1]; k++) use(k, columns[k]);
    }
  }
}
