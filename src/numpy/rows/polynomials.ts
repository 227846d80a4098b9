/** Convolutions, and polynomials as vectors of coefficients, the highest power first. */
import type { AnyArray, Operand } from '../array-dual.js';
import { applyRow } from '../apply.js';
import { array } from '../creation.js';
import { made, numbersOf } from '../elements.js';
import { badOption, doesNotFit } from '../errors.js';
import { ops } from '../ops.js';
import type { ArrayRow } from '../row.js';
import { inFront } from '../row-batch.js';
import { isReal } from '../../core/real.js';
import type { NDArray } from '../library.js';
import { elementwise as e } from './elementwise.js';
import {
  along,
  asVector,
  constantOf,
  dtypeOf,
  flat,
  sameInAll,
  settled,
} from './building-blocks.js';
import { shapes } from './rearranging.js';

export type Coefficients = Operand | readonly number[];
export const coefficients = (p: Coefficients): AnyArray =>
  asVector(Array.isArray(p) ? array(p) : (p as Operand));

const reversed = (x: Operand): AnyArray => shapes.flip(x, -1) as AnyArray;
const part = (x: Operand, from: number, count: number): AnyArray =>
  along(x as AnyArray, (x as AnyArray).shape.length - 1, `${from}:${from + count}`);
const lengthOf = (x: Operand): number => (x as AnyArray).shape[(x as AnyArray).shape.length - 1];

/** All sums of products, of two vectors, or of those along the last axes of both. */
const convolveRow = (zeroWins: boolean): ArrayRow => ({
  name: 'convolve',
  value([x, y]) {
    const [a, b] = [x as NDArray, y as NDArray];
    const [p, q] = [numbersOf(a), numbersOf(b)];
    const [m, n] = [lengthOf(a), lengthOf(b)];
    const [z, to] = made([...a.shape.slice(0, -1), m + n - 1], dtypeOf(a, b));
    const sums = new Float64Array(to.length);
    for (
      let from = 0, at = 0, start = 0;
      at < sums.length;
      at += m + n - 1, from += m, start += n
    ) {
      for (let i = 0; i < m; i++) {
        const u = p[from + i];
        if (zeroWins && u === 0) continue;
        for (let j = 0; j < n; j++) {
          const v = q[start + j];
          if (!zeroWins || v !== 0) sums[at + i + j] += u * v;
        }
      }
    }
    to.set(sums);
    return z;
  },
  keeps: (k) => [1 - k],
  pullback(c, [x, y], _, active) {
    const [m, n] = [lengthOf(x), lengthOf(y)];
    return [
      active[0] ? part(careful(c, reversed(y)), n - 1, m) : 0,
      active[1] ? part(careful(c, reversed(x)), m - 1, n) : 0,
    ];
  },
  pushforward([s, t], [x, y]) {
    const one = s === 0 ? 0 : careful(s, y);
    const other = t === 0 ? 0 : careful(x, t);
    return one === 0 ? other : other === 0 ? one : ops.add(one, other);
  },
  batch: inFront(zeroWins ? ([x, y]) => careful(x, y) : ([x, y]) => full(x, y)),
});
const [plainRow, carefulRow] = [convolveRow(false), convolveRow(true)];
const full = (x: Operand, y: Operand): Operand => applyRow(plainRow, [x, y], undefined);
/** A factor of 0 wins. */
const careful = (x: Operand, y: Operand): Operand => applyRow(carefulRow, [x, y], undefined);

type Mode = 'full' | 'same' | 'valid';

function convolve(x: Coefficients, y: Coefficients, mode: Mode = 'full'): Operand {
  const [a, b] = [coefficients(x), coefficients(y)];
  if (a.shape.length !== 1 || b.shape.length !== 1 || a.size === 0 || b.size === 0)
    throw doesNotFit('convolve', [a.shape, b.shape]);
  const [m, n] = [Math.max(a.size, b.size), Math.min(a.size, b.size)];
  const all = full(a, b);
  if (mode === 'full') return all;
  if (mode === 'same') return part(all, (n - 1) >> 1, m);
  if (mode === 'valid') return part(all, n - 1, m - n + 1);
  throw badOption('convolve', 'mode', mode, "'full', 'same' or 'valid'");
}

function correlate(x: Coefficients, y: Coefficients, mode: Mode = 'valid'): Operand {
  const [a, b] = [coefficients(x), coefficients(y)];
  if (a.shape.length !== 1 || b.shape.length !== 1)
    throw doesNotFit('correlate', [a.shape, b.shape]);
  // The shorter one moves along the longer one.
  if (a.size >= b.size) return convolve(a, reversed(b), mode);
  return reversed(convolve(b, reversed(a), mode));
}

const lengthened = (p: AnyArray, length: number): Operand =>
  p.size === length
    ? p
    : shapes.concatenate(
        [constantOf([length - p.size], new Float64Array(length - p.size), dtypeOf(p)), p],
        0,
      );

const together =
  (f: (x: Operand, y: Operand) => Operand) =>
  (p: Coefficients, q: Coefficients): Operand => {
    const [a, b] = [coefficients(p), coefficients(q)];
    const length = Math.max(a.size, b.size);
    return f(lengthened(a, length), lengthened(b, length));
  };

/** By Horner's rule. */
function polyval(p: Coefficients, x: Coefficients): Operand {
  const a = coefficients(p);
  const at = Array.isArray(x) ? coefficients(x) : (x as Operand);
  if (a.size === 0) return isReal(at) ? 0 : ops.spread(0, at.shape, dtypeOf(at));
  const coefficient = (k: number) => settled(ops.reshape(part(a, k, 1), []));
  let z = isReal(at) ? coefficient(0) : ops.spread(coefficient(0), at.shape, dtypeOf(at));
  for (let k = 1; k < a.size; k++) z = e.add(e.multiply(z, at), coefficient(k));
  return z;
}

function polyder(p: Coefficients, m = 1): Operand {
  let a = coefficients(p);
  for (let k = 0; k < m && a.size > 0; k++) {
    const count = a.size - 1;
    const powers = constantOf(
      [count],
      Array.from({ length: count }, (_, i) => count - i),
      dtypeOf(a),
    );
    a = e.multiply(part(a, 0, count), powers) as AnyArray;
  }
  return a;
}

function polyint(p: Coefficients, m = 1, k: number | readonly number[] = 0): Operand {
  let a = coefficients(p);
  const constants = typeof k === 'number' ? new Array<number>(m).fill(k) : k;
  for (let order = 0; order < m; order++) {
    const powers = constantOf(
      [a.size],
      Array.from({ length: a.size }, (_, i) => a.size - i),
      dtypeOf(a),
    );
    a = shapes.concatenate(
      [e.divide(a, powers), constantOf([1], [constants[order] ?? constants[0]], dtypeOf(a))],
      0,
    ) as AnyArray;
  }
  return a;
}

/** With given zeros. */
function poly(zeros: Coefficients): Operand {
  const roots = coefficients(zeros);
  if (roots.shape.length !== 1)
    throw badOption('poly', 'its argument', roots.shape, 'a vector of zeros');
  let a: Operand = constantOf([1], [1], dtypeOf(roots));
  const one = a;
  for (let k = 0; k < roots.size; k++)
    a = convolve(a, shapes.concatenate([one, e.negative(part(roots, k, 1))], 0));
  return a;
}

function vander(x: Operand, count?: number, increasing = false): Operand {
  const a = flat(x);
  const length = count ?? a.size;
  if (length === 0) return ops.spread(0, [a.size, 0], dtypeOf(a));
  const columns: Operand[] = [ops.spread(1, a.shape, dtypeOf(a))];
  for (let k = 1; k < length; k++) columns.push(e.multiply(columns[k - 1], a));
  return shapes.stack(increasing ? columns : columns.reverse(), 1);
}

/** Leading and trailing zeros, as they stand in the primal, are left out. */
function trimZeros(x: Operand, trim = 'fb'): Operand {
  const array = x as AnyArray;
  const isFrom = trim.includes('f');
  const from = sameInAll('trim_zeros', array, (numbers) => {
    const first = numbers.findIndex((a) => a !== 0);
    return !isFrom ? 0 : first < 0 ? numbers.length : first;
  });
  const to = sameInAll('trim_zeros', array, (numbers) =>
    trim.includes('b') ? numbers.findLastIndex((a) => a !== 0) + 1 : numbers.length,
  );
  return along(array, 0, `${from}:${Math.max(from, to)}`);
}

export const polynomials = {
  convolve,
  correlate,
  polyval,
  polyadd: together(e.add),
  polysub: together(e.subtract),
  polymul: (p: Coefficients, q: Coefficients) => convolve(p, q),
  polyder,
  polyint,
  poly,
  vander,
  trim_zeros: trimZeros,
};
