/** Reals and blocks, one element at a time: the directions along which whole Jacobians are computed. */
import { asBlock, blocks, countIn, isBlock } from '../core/block.js';
import type { Flat } from '../core/trees/flat.js';
import { mul } from '../core/primitives/table.js';
import { primalOf, type Real } from '../core/real.js';
import { units } from '../tape/lanes.js';
import { reverseSweeps } from '../tape/lane-sweep.js';
import type { DeltaId } from '../delta/delta.js';
import type { ReverseRun } from '../tape/reverse-run.js';

/** The number of elements in all. */
export const elementsIn = (atoms: Flat<Real>): number =>
  atoms instanceof Float64Array
    ? atoms.length
    : atoms.reduce<number>((total, x) => total + countIn(x), 0);

/** The numbers of reals and blocks, element by element. */
export const numbersIn = (reals: readonly Real[]): number[] =>
  reals.flatMap((x) => (isBlock(x) ? Array.from(blocks.kind!.numbers(asBlock(x))) : primalOf(x)));

/** A one for one element; `of` says which of the atoms that is in. */
interface Unit {
  readonly of: number;
  readonly one: Real;
}

/** A one for each element in turn. */
export function* unitsOf(atoms: readonly Real[]): Generator<Unit> {
  for (let of = 0; of < atoms.length; of++) {
    const x = atoms[of];
    if (!isBlock(x)) yield { of, one: 1 };
    else {
      const count = countIn(x);
      for (let k = 0; k < count; k++) yield { of, one: blockUnit(x, k, count) };
    }
  }
}

function blockUnit(x: Real, k: number, count: number): Real {
  const numbers = new Float64Array(count);
  numbers[k] = 1;
  return blocks.kind!.of(asBlock(x), numbers) as unknown as Real;
}

/** A zero in the place of a real or block. */
export const zeroOf = (x: Real): Real =>
  isBlock(x) ? (blocks.kind!.zeros(asBlock(x)) as unknown as Real) : 0;

/** The product of two reals, or the sum of products of the elements of two blocks. */
export const productOf = (x: Real, y: Real): Real =>
  isBlock(x) ? blocks.kind!.inner(asBlock(x), asBlock(y)) : mul(x, y);

/** The cotangents of the inputs for each element of the outputs. */
export function rowsOf(
  run: ReverseRun,
  ids: readonly DeltaId[],
  outputs: readonly Real[],
): Flat<Real>[] {
  if (!outputs.some(isBlock)) return reverseSweeps(run, ids, units(ids.length));
  return Array.from(unitsOf(outputs), ({ of, one }) => run.pull([{ id: ids[of], cotangent: one }]));
}

/**
 * Of all rows of a Jacobian, or of all its columns, a block for each two atoms: how the first changes with
 * the second. O(elements).
 */
export function blocksOf(
  outputs: readonly Real[],
  inputs: Flat<Real>,
  parts: readonly Flat<Real>[],
  byColumns: boolean,
): Flat<Real>[] {
  const hasBlocks =
    outputs.some(isBlock) || (!(inputs instanceof Float64Array) && inputs.some(isBlock));
  if (!hasBlocks)
    return byColumns ? outputs.map((_, i) => parts.map((part) => part[i])) : [...parts];
  const split = splitBy(byColumns ? inputs : outputs, parts);
  const at = (i: number, j: number): Real => {
    const entries = split[byColumns ? j : i].map((part) => part[byColumns ? i : j]);
    return blocks.kind!.joined(outputs[i], inputs[j], entries, byColumns);
  };
  return outputs.map((_, i) => Array.from(inputs, (__, j) => at(i, j)));
}

/** The parts that belong to each atom. */
function splitBy(atoms: Flat<Real>, parts: readonly Flat<Real>[]): (readonly Flat<Real>[])[] {
  let next = 0;
  return Array.from(atoms, (x) => parts.slice(next, (next += countIn(x))));
}
