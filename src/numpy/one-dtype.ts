/**
 * Arrays of different dtypes in one function, and numbers beside arrays of whole numbers. numpy-ts takes the dtype of the first, or
 * reads the memory of one as that of the other: `np.concatenate([bytes, floats])` would cut the floats. Here all are converted
 * first to the dtype that holds them, as in NumPy.
 */
import type { NDArray } from './array-types.js';
import { ArrayDual } from './array-dual.js';
import { Dual } from '../core/real.js';
import { everything, isArray } from './library.js';

type AnyFace = (...args: readonly unknown[]) => unknown;

/** Their first two arguments are operands. */
const pairs: ReadonlySet<string> = new Set(
  `add divide divmod gcd lcm polyval floor_divide fmax fmin fmod maximum minimum mod multiply power pow remainder subtract true_divide equal greater
  greater_equal less less_equal not_equal isclose allclose dot inner outer kron vdot matmul vecdot cross tensordot convolve
  correlate polyadd polysub polymul polydiv append union1d intersect1d setdiff1d setxor1d isin in1d linalg.dot linalg.inner
  linalg.outer linalg.matmul linalg.cross linalg.tensordot linalg.vecdot`.split(/\s+/),
);
/** The same, which compute in floats. */
const ofFloats: ReadonlySet<string> = new Set(
  `arctan2 atan2 copysign float_power heaviside hypot i0 matvec vecmat cov corrcoef logaddexp logaddexp2 nextafter spacing trapezoid unwrap var variance std nanvar nanstd`.split(
    /\s+/,
  ),
);
/** The position of a list of arrays that become one. */
const joins: ReadonlyMap<string, number> = new Map([
  ...[
    'column_stack',
    'concat',
    'concatenate',
    'dstack',
    'hstack',
    'row_stack',
    'stack',
    'vstack',
  ].map((name) => [name, 0] as const),
  ['choose', 1],
  ['select', 1],
]);
/** The positions of arrays of which one becomes the result. */
const choices: ReadonlyMap<string, readonly number[]> = new Map([
  ['where', [1, 2]],
  ['clip', [0, 1, 2]],
]);

const promoted = everything.promote_types as (one: string, other: string) => string;
const isWhole = (dtype: string): boolean => dtype === 'bool' || dtype.includes('int');

/** True if an array of a dtype of whole numbers can hold a number. */
function holds(dtype: string, x: number): boolean {
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(dtype) ?? [];
  if (bits === undefined || !Number.isInteger(x)) return false;
  const half = 2 ** (Number(bits) - 1);
  return sign === 'u' ? x >= 0 && x < 2 * half : x >= -half && x < half;
}

/** The dtype that holds all arrays and numbers among values; undefined if nothing is to be converted. */
function commonOf(values: readonly unknown[]): string | undefined {
  const arrays = values.filter((x) => isArray(x) || ArrayDual.is(x)) as readonly NDArray[];
  if (!arrays.some(isArray)) return undefined;
  let common: string = arrays[0].dtype;
  for (const { dtype } of arrays) if (dtype !== common) common = promoted(common, dtype);
  const isTooNarrow = (x: unknown) =>
    typeof x === 'number' ? !holds(common, x) : x instanceof Dual && !ArrayDual.is(x);
  if (isWhole(common) && values.some(isTooNarrow)) common = 'float64';
  return arrays.every(({ dtype }) => dtype === common) ? undefined : common;
}

const as = (x: unknown, dtype: string): unknown =>
  isArray(x) && (x as NDArray).dtype !== dtype ? (x as NDArray).astype(dtype as never) : x;

function allAs(values: readonly unknown[]): readonly unknown[] {
  const dtype = commonOf(values);
  return dtype === undefined ? values : values.map((x) => as(x, dtype));
}
/** Whole numbers as floats. */
export const floats = (x: unknown): unknown =>
  isArray(x) && isWhole((x as NDArray).dtype) ? as(x, 'float64') : x;

/** The same function, on operands of one dtype. O(size) of what is converted. */
export function ofOneDtype(name: string, face: AnyFace): AnyFace {
  const at = joins.get(name);
  if (at !== undefined)
    return (...args) => {
      const list = args[at];
      if (!Array.isArray(list)) return face(...args);
      // The value where no condition holds has the same dtype.
      const all = name === 'select' ? [...(list as unknown[]), args[2] ?? 0] : list;
      return face(...args.with(at, allAs(all).slice(0, list.length)));
    };
  if (name === 'einsum') return (subscripts, ...operands) => face(subscripts, ...allAs(operands));
  const chosen = choices.get(name) ?? (pairs.has(name) ? [0, 1] : undefined);
  if (chosen !== undefined)
    return (...args) => {
      const values = chosen.map((k) => args[k]);
      const taken = allAs(values);
      return taken === values
        ? face(...args)
        : face(...args.map((x, k) => (chosen.includes(k) ? taken[chosen.indexOf(k)] : x)));
    };
  if (!ofFloats.has(name) && !name.startsWith('linalg.')) return face;
  return (x, y, ...others) =>
    face(floats(x), ...(y === undefined && others.length === 0 ? [] : [floats(y)]), ...others);
}
