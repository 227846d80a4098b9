/** Zeros of polynomials, and quotients of polynomials. */
import type { AnyArray, Operand } from '../array-dual.js';
import { complex, ComplexArray, settledResult } from '../complex/complex-array.js';
import { numbersOf } from '../elements.js';
import { doesNotFit, wrongOption } from '../errors.js';
import { ops } from '../ops.js';
import { elementwise as e } from './elementwise.js';
import { eigen } from './linalg/eigen.js';
import { along, constantOf, dtypeOf, sameInAll } from './building-blocks.js';
import { pickedBy, type Choose } from './picked-lanes.js';
import { coefficients, type Coefficients } from './polynomials.js';
import { shapes } from './rearranging.js';

/** From the first coefficient that is more than `least`; the last stays. */
function withoutLeading(p: AnyArray, least: number): AnyArray {
  const from = sameInAll('polydiv', p, (numbers) => {
    const first = numbers.findIndex((a) => !(Math.abs(a) <= least));
    return first < 0 ? Math.max(0, numbers.length - 1) : first;
  });
  return along(p, 0, `${from}:`);
}

/** The largest first; of those of one size the one with the larger real part, then the larger imaginary part. */
const largestFirst: Choose = (parts) => {
  const [re, im] = parts.map((part) => numbersOf(part));
  const count = parts[0].shape[parts[0].shape.length - 1];
  const apart = (x: number, y: number) => (Math.abs(x - y) > 1e-10 ? y - x : 0);
  const places = Int32Array.from({ length: re.length }, (_, k) => k % count);
  for (let start = 0; start < places.length; start += count) {
    const size = (k: number) => Math.hypot(re[start + k], im[start + k]);
    places
      .subarray(start, start + count)
      .sort(
        (i, j) =>
          apart(size(i), size(j)) ||
          apart(re[start + i], re[start + j]) ||
          im[start + j] - im[start + i],
      );
  }
  return { places, gap: Infinity };
};

/**
 * The zeros of a polynomial, as complex numbers: the eigenvalues of its companion matrix. Zeros that occur twice have no
 * derivative. How many of the first and last coefficients are 0 does not change.
 */
export function roots(p: Coefficients): unknown {
  const all = coefficients(p);
  if (all.shape.length !== 1) throw doesNotFit('roots', [all.shape]);
  const first = sameInAll('roots', all, (numbers) => numbers.findIndex((a) => a !== 0));
  const last = sameInAll('roots', all, (numbers) => numbers.findLastIndex((a) => a !== 0));
  const dtype = dtypeOf(all);
  const zeros = (count: number) => constantOf([count], new Float64Array(count), dtype);
  if (first < 0) return settledResult(complex(zeros(0), zeros(0)));
  const a = along(all, 0, `${first}:${last + 1}`);
  const degree = last - first;
  const atZero = zeros(all.size - 1 - last);
  if (degree === 0) return settledResult(complex(atZero, atZero));
  const top = e.negative(e.divide(along(a, 0, '1:'), along(a, 0, ':1'))) as AnyArray;
  const below = constantOf(
    [degree - 1, degree],
    Array.from({ length: (degree - 1) * degree }, (_, k) =>
      Math.floor(k / degree) === k % degree ? 1 : 0,
    ),
    dtype,
  );
  const companion = shapes.concatenate([ops.reshape(top, [1, degree]), below], 0);
  const { w: found } = eigen(companion);
  const { re, im } = found instanceof ComplexArray ? found : { re: found, im: zeros(degree) };
  const ordered = (x: Operand) =>
    shapes.concatenate(
      [pickedBy('roots', x as AnyArray, [re, im], degree, largestFirst), atZero],
      0,
    );
  return settledResult(complex(ordered(re), ordered(im)));
}

/** Quotient and remainder, by long division. How many of the first coefficients are 0 does not change. */
export function polydiv(u: Coefficients, v: Coefficients): Operand[] {
  const [p, q] = [u, v].map((x) => withoutLeading(coefficients(x), 0));
  if (p.shape.length !== 1 || q.shape.length !== 1) throw doesNotFit('polydiv', [p.shape, q.shape]);
  if (q.size === 0 || sameInAll('polydiv', q, ([lead]) => (lead === 0 ? 1 : 0)) === 1)
    throw wrongOption('np.polydiv: the polynomial to divide by is 0.');
  const dtype = dtypeOf(p, q);
  const zero = constantOf([1], [0], dtype);
  const count = p.size - q.size + 1;
  if (count < 1) return [zero, p];
  const lead = along(q, 0, ':1');
  const quotients: Operand[] = [];
  let rest = p;
  for (let k = 0; k < count; k++) {
    const one = e.divide(along(rest, 0, ':1'), lead) as AnyArray;
    quotients.push(one);
    const next = along(rest, 0, `1:${q.size}`);
    const less = e.subtract(next, e.multiply(one, along(q, 0, '1:'))) as AnyArray;
    rest = shapes.concatenate([less, along(rest, 0, `${q.size}:`)], 0) as AnyArray;
  }
  const remainder = rest.size === 0 ? zero : withoutLeading(rest, 1e-15);
  return [shapes.concatenate(quotients, 0), remainder];
}
