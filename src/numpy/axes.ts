/**
 * Axes that there are, each once. numpy-ts ignores others where an array has no axes or no elements, and it ignores `keepdims`
 * where a function reduces all axes.
 */
import { badAxis, repeatedAxis, noAxisToReduce } from './errors.js';
import { Dual, isReal } from '../core/real.js';
import { isArray, numpy } from './library.js';
import { ArrayDual, type AnyArray } from './array-dual.js';

type AnyFace = (...args: readonly unknown[]) => unknown;

interface Places {
  /** The array, by its position, or the list that holds it. */
  readonly of: number;
  readonly axes: readonly number[];
  readonly keepdims?: number;
  /** So many more axes than the array. */
  readonly more?: number;
}

const groups: readonly (readonly [names: string, places: Places])[] = [
  [
    'sum prod max amax min amin any all mean median ptp nansum nanprod nanmax nanmin nanmean nanmedian argmax argmin',
    { of: 0, axes: [1], keepdims: 2 },
  ],
  ['std var variance nanstd nanvar average', { of: 0, axes: [1], keepdims: 3 }],
  ['percentile quantile nanpercentile nanquantile', { of: 0, axes: [2], keepdims: 3 }],
  ['linalg.norm', { of: 0, axes: [2] }],
  ['linalg.vector_norm', { of: 0, axes: [2], keepdims: 3 }],
  [
    'cumsum cumprod nancumsum nancumprod nanargmax nanargmin sort argsort count_nonzero flip unstack packbits unpackbits',
    { of: 0, axes: [1] },
  ],
  [
    'partition argpartition array_split split delete append repeat roll take diff',
    { of: 0, axes: [2] },
  ],
  ['take_along_axis gradient unwrap', { of: 0, axes: [2] }],
  ['insert trapezoid', { of: 0, axes: [3] }],
  ['diagonal trace', { of: 0, axes: [2, 3] }],
  ['moveaxis swapaxes', { of: 0, axes: [1, 2] }],
  ['compress', { of: 1, axes: [2] }],
  ['concatenate concat', { of: 0, axes: [1] }],
  ['stack', { of: 0, axes: [1], more: 1 }],
];
const known: ReadonlyMap<string, Places> = new Map(
  groups.flatMap(([names, places]) => names.split(' ').map((name) => [name, places] as const)),
);
/** Their axes are two different ones. */
const ofTwo: ReadonlySet<string> = new Set(['diagonal', 'trace']);
/** Of these an empty list of axes leaves the array as it is, as in NumPy. */
const ofNone: ReadonlySet<string> = new Set([
  'sum',
  'prod',
  'max',
  'amax',
  'min',
  'amin',
  'flip',
  'roll',
]);

function insistOnAxes(
  name: string,
  { shape }: { readonly shape: readonly number[] },
  given: unknown,
  more: number,
): void {
  if (typeof given !== 'number' && !Array.isArray(given)) return;
  const axes = (Array.isArray(given) ? given : [given]) as readonly number[];
  // A number counts as one axis.
  const count = shape.length + more || (typeof given === 'number' ? 1 : 0);
  const bad = axes.find((axis) => typeof axis === 'number' && !(axis >= -count && axis < count));
  if (bad !== undefined) throw badAxis(`np.${name}`, bad, shape);
  if (new Set(axes.map((axis) => (axis < 0 ? axis + count : axis))).size < axes.length)
    throw repeatedAxis(name, axes);
  if (axes.length === 0 && shape.length > 0 && !ofNone.has(name)) throw noAxisToReduce(name);
}

const isAnyArray = (x: unknown): x is AnyArray => ArrayDual.is(x) || isArray(x);

/** The same function, which refuses axes that there are not. O(axes) for a call. */
export function onAxes(name: string, face: AnyFace): AnyFace {
  const places = known.get(name);
  if (places === undefined) return face;
  const { of, axes, keepdims = -1, more = 0 } = places;
  return (...args) => {
    const given = args[of];
    const x: unknown = Array.isArray(given) ? given[0] : given;
    if (!isAnyArray(x)) {
      if (isReal(x)) for (const k of axes) insistOnAxes(name, { shape: [] }, args[k], more);
      return face(...args);
    }
    for (const k of axes) insistOnAxes(name, x, args[k], more);
    if (ofTwo.has(name)) insistOnAxes(name, x, [args[axes[0]] ?? 0, args[axes[1]] ?? 1], more);
    const keepsAll = args[keepdims] === true && (args[axes[0]] ?? null) === null;
    if (!keepsAll) return face(...args);
    const answer = face(...args.with(keepdims, false));
    if (answer instanceof Dual) return face(...args);
    const whole = isArray(answer) ? answer : numpy.array(answer as number);
    return numpy.reshape(
      whole,
      x.shape.map(() => 1),
    );
  };
}
