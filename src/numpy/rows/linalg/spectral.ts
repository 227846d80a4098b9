/**
 * `V diag(c) Vᵀ` of the eigenvectors `V` of a symmetric matrix: what the eigenvalues hand back to it. Along `T`, with
 * `S = Vᵀ T V`, this changes by `V (F ∘ S + diag(ċ)) Vᵀ`, where `F` has `(c_j - c_i) / (λ_j - λ_i)` beside the diagonal.
 *
 * Vectors of equal eigenvalues can be chosen. Those for which `S` is diagonal between equal eigenvalues are the limits of
 * the vectors along `T`, so `F` is not needed there, and `ċ` comes from the changes of the single eigenvalues. This
 * needs equal `c` of equal eigenvalues, which symmetric functions of all eigenvalues have; others get NaN. Forward mode
 * knows `T` in time. A choice has no derivative: what depends on it to a higher order is NaN, too.
 */
import { applyRow } from '../../apply.js';
import type { AnyArray, Operand } from '../../array-dual.js';
import { inOrder, numbersOf } from '../../elements.js';
import type { NDArray } from '../../library.js';
import type { ArrayRow } from '../../row.js';
import { fromNumbers, inFront } from '../../row-batch.js';
import { along, constantOf, dtypeOf } from '../building-blocks.js';
import { elementwise as e } from '../elementwise.js';
import { shapes } from '../rearranging.js';
import { sum } from '../reductions.js';
import {
  asColumn,
  asFactor,
  asRow,
  diagonal,
  eachMatrix,
  identity,
  kernels,
  matrixShape,
  minus,
  pattern,
  plus,
  product,
  times,
  transposed,
} from './matrices.js';

/**
 * The distance below which eigenvalues count as equal, relative to the largest: rounding then spoils most
 * of the digits of their vectors.
 */
const closeness = (x: NDArray): number =>
  (dtypeOf(x) === 'float32' ? 2 ** -23 : Number.EPSILON) ** 0.75;

/** The number of the group of equal ones, of ascending numbers. */
function groups(ascending: ArrayLike<number>, share: number): number[] {
  const n = ascending.length;
  const least = share * Math.max(0, ...Array.from(ascending, Math.abs));
  const result: number[] = [];
  for (let k = 0; k < n; k++)
    result.push(k === 0 ? 0 : result[k - 1] + (ascending[k] - ascending[k - 1] > least ? 1 : 0));
  return result;
}

/** A number for each pair of numbers of each vector. */
function ofPairs(
  x: NDArray,
  f: (own: readonly number[], k: number) => (i: number, j: number) => number,
): NDArray {
  const n = x.shape[x.shape.length - 1];
  const all = Array.from(numbersOf(inOrder(x)));
  const numbers: number[] = [];
  for (let from = 0; from < all.length; from += n) {
    const entry = f(all.slice(from, from + n), from);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) numbers.push(entry(i, j));
  }
  return constantOf([...x.shape, n], numbers, dtypeOf(x));
}

/** 1 where two eigenvalues are equal, also on the diagonal. */
const equalPairs = (w: AnyArray): AnyArray =>
  fromNumbers([w], ([plain]) =>
    ofPairs(plain, (own) => {
      const group = groups(own, closeness(plain));
      return (i, j) => (group[i] === group[j] ? 1 : 0);
    }),
  );

/** NaN where two eigenvalues are equal and their `c` are not; 0 elsewhere. */
const torn = (w: AnyArray, c: AnyArray): AnyArray =>
  fromNumbers([w, c], ([plain, plainC]) => {
    const all = numbersOf(inOrder(plainC));
    return ofPairs(plain, (own, from) => {
      const group = groups(own, closeness(plain));
      const ofC = own.map((_, k) => all[from + k]);
      const least = closeness(plainC) * Math.max(0, ...ofC.map(Math.abs));
      return (i, j) => (group[i] === group[j] && Math.abs(ofC[i] - ofC[j]) > least ? NaN : 0);
    });
  });

/** Of `S` in one matrix: vectors in columns that make it diagonal in each group, with ascending entries. */
function turnOf(w: NDArray, s: NDArray): NDArray {
  const n = s.shape[0];
  const group = groups(numbersOf(inOrder(w)), closeness(w));
  const inside = numbersOf(inOrder(s));
  const turn = new Array<number>(n * n).fill(0);
  for (let from = 0, to = 1; from < n; from = to++) {
    while (to < n && group[to] === group[from]) to++;
    const size = to - from;
    const part = Array.from({ length: size * size }, (_, k) => {
      const [i, j] = [from + Math.floor(k / size), from + (k % size)];
      return (inside[i * n + j] + inside[j * n + i]) / 2;
    });
    const isDiagonal = size === 1 || !part.every(Number.isFinite);
    const own = isDiagonal
      ? [...part.keys()].map((k) => (k % (size + 1) === 0 ? 1 : 0))
      : numbersOf(inOrder((kernels.eigh(constantOf([size, size], part)) as { v: NDArray }).v));
    for (let k = 0; k < size * size; k++)
      turn[(from + Math.floor(k / size)) * n + from + (k % size)] = own[k];
  }
  return constantOf([n, n], turn, dtypeOf(s));
}

/** The sum of the absolute entries, as a factor of matrices. */
const amount = (t: AnyArray): AnyArray => asFactor(sum(e.abs(t), [-2, -1])) as AnyArray;

/** 0, or NaN between equal eigenvalues if there is a change. */
function unknown(w: AnyArray, change: AnyArray): AnyArray {
  const nan = fromNumbers([w], ([plain]) =>
    ofPairs(plain, (own) => {
      const group = groups(own, closeness(plain));
      return (i, j) => (i !== j && group[i] === group[j] ? NaN : 0);
    }),
  );
  return times(nan, amount(change));
}

/** From eigenvalues, in one row, and `S`: the turn, and below it zeros, whose change is unknown where the turn's is. */
const turnRow: ArrayRow = {
  name: 'linalg.eigh',
  value([w, s]) {
    const inside = s as NDArray;
    const { n, stack } = matrixShape(inside);
    const zeros = pattern(n, n, () => 0);
    return eachMatrix([w as NDArray, inside], [...stack, 2 * n, n], (one, own) => [
      turnOf(one, own),
      zeros,
    ]);
  },
  keeps: () => [0],
  pullback(c, [w]) {
    const lost = unknown(rowless(w), c as AnyArray);
    return [sum(lost, -2, true), lost];
  },
  pushforward([tw, ts], [w]) {
    const changes = [tw, ts].filter((t) => t !== 0) as AnyArray[];
    const lost = changes.map((t) => unknown(rowless(w), t)).reduce((x, y) => plus(x, y));
    return shapes.concatenate([lost, lost], -2);
  },
  batch: inFront((xs) => applyRow(turnRow, xs, undefined)),
};
const rowless = (w: Operand): AnyArray => sum(w, -2) as AnyArray;

/** An orthogonal matrix; `S` turned by it, which is diagonal between equal eigenvalues then; and the zeros. */
function turned(w: AnyArray, s: AnyArray): Readonly<Record<'turn' | 'inside' | 'lost', AnyArray>> {
  const n = w.shape[w.shape.length - 1];
  const both = applyRow(turnRow, [asRow(w), s], undefined) as AnyArray;
  const part = (text: string) => along(both, both.shape.length - 2, text);
  const turn = part(`:${n}`);
  return { turn, inside: product(transposed(turn), s, turn), lost: part(`${n}:`) };
}

/** The derivatives of the eigenvalues, in one row. */
export function changeOfValues(w: AnyArray, s: AnyArray): AnyArray {
  const { inside, lost } = turned(w, s);
  const own = times(inside, identity(w.shape[w.shape.length - 1], w));
  return sum(plus(own, lost), -2, true) as AnyArray;
}

/** `F`, with 0 between equal eigenvalues. */
function quotients(w: AnyArray, c: AnyArray): AnyArray {
  const equal = equalPairs(w);
  const distance = plus(minus(asRow(w), asColumn(w)), equal);
  const quotient = times(minus(asRow(c), asColumn(c)), e.reciprocal(distance));
  return times(quotient, minus(1, equal));
}

/** `F ∘ S`. */
const changeOf = (w: AnyArray, c: AnyArray, inside: AnyArray): AnyArray =>
  plus(times(inside, quotients(w, c)), times(torn(w, c), amount(inside)));

/** Of the matrix, through which it is differentiated; `c`; the eigenvalues; the vectors. */
const spectralRow: ArrayRow = {
  name: 'linalg.eigh',
  value([, c, , v]) {
    return product(v as NDArray, diagonal(c as NDArray), transposed(v as NDArray)) as NDArray;
  },
  keeps: () => [1, 2, 3],
  pullback(g, [, c, w, v]) {
    const [ofC, ofW, vectors] = [c as AnyArray, w as AnyArray, v as AnyArray];
    const one = identity(ofW.shape[ofW.shape.length - 1], ofW);
    const inside = product(transposed(vectors), g, vectors);
    const lost = unknown(ofW, times(inside, minus(equalPairs(ofW), one)));
    const share = plus(changeOf(ofW, ofC, inside), lost);
    return [product(vectors, share, transposed(vectors)), sum(times(inside, one), -2), 0, 0];
  },
  pushforward([t, tc], [, c, w, v]) {
    const [ofC, ofW, vectors] = [c as AnyArray, w as AnyArray, v as AnyArray];
    if (t === 0)
      return tc === 0 ? 0 : product(vectors, diagonal(tc as AnyArray), transposed(vectors));
    const first = product(transposed(vectors), t, vectors);
    const { turn, inside, lost } = turned(ofW, first);
    const u = product(vectors, turn);
    let change = plus(changeOf(ofW, ofC, inside), lost);
    if (tc !== 0) change = plus(change, diagonal(tc as AnyArray));
    return product(u, change, transposed(u));
  },
  batch: inFront((xs) => applyRow(spectralRow, xs, undefined)),
};

/** `V diag(c) Vᵀ` as a function of the matrix and of `c`. */
export const spectral = (x: AnyArray, c: AnyArray, w: AnyArray, v: AnyArray): AnyArray =>
  applyRow(spectralRow, [x, c, w, v], undefined) as AnyArray;
