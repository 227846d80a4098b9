/**
 * Sparse Hessians: one Hessian-vector product for each colour of a star colouring of the pattern,
 * from which every entry is read off directly, in its own row or mirrored. O(passes · f + entries).
 */
import { outputNotReal } from '../../core/errors.js';
import { isReal, type Real } from '../../core/real.js';
import type { Shape } from '../../core/trees/tree.js';
import { productAlong } from '../hvp.js';
import { countOf, inputShapes } from '../argument-shapes.js';
import { idOf, seenBy } from '../output-reals.js';
import type { AnyFunction, Wrt } from '../signatures.js';
import { byColor, colorSymmetric } from './coloring.js';
import { givenPattern, type Pattern } from './pattern.js';
import { insistOnComplete, probe, sparseResult, type SparseOption } from './result.js';
import { structureOf } from './structure.js';

export function sparseHessian(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
  sparse: SparseOption['sparse'],
) {
  const inputs = inputShapes(args, wrt);
  const size = countOf(inputs);
  const pattern =
    sparse === true ? detected(f, args, wrt, inputs) : givenPattern(sparse, size, size, true);
  const times = (direction: number[]) => productAlong(f, args, wrt, direction);
  const groups = byColor(colorSymmetric(pattern));
  const values = recovered(pattern, groups, times);
  if (sparse === true) return sparseResult(pattern, values, groups.length);
  const product = times(Array.from({ length: size }, (_, k) => probe(k)));
  const { rows, columns } = pattern;
  insistOnComplete(columns, rows, values, product, (index) => `row ${index}`);
  return sparseResult(pattern, values, groups.length + 1);
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
 */
function recovered(
  pattern: Pattern,
  groups: readonly number[][],
  times: (direction: number[]) => readonly Real[],
): Real[] {
  const { count, width, starts, columns } = pattern;
  const { places } = pattern.transpose();
  const values = new Array<Real>(count).fill(0);
  const ofColor = new Int32Array(width);
  for (const group of groups) {
    const direction = new Array<number>(width).fill(0);
    for (const vertex of group) direction[vertex] = 1;
    const product = times(direction);
    ofColor.fill(0);
    eachEntry(group, (_, row) => ofColor[row]++);
    eachEntry(group, (k, row) => {
      if (ofColor[row] === 1) values[k] = values[places[k]] = product[row];
    });
  }
  return values;

  /** The entries of the rows in a group, which by symmetry are those of its columns. */
  function eachEntry(group: readonly number[], use: (k: number, column: number) => void): void {
    for (const vertex of group) {
      for (let k = starts[vertex]; k < starts[vertex + 1]; k++) use(k, columns[k]);
    }
  }
}
