/**
 * Parts of an array: elements and views. In the reverse sweep, the cotangent of a part is kept as it is
 * (sums.ts). When the sweep comes to the array, all parts are put into one array. So it takes linear time to
 * read an array part by part, at every level.
 */
import { applyRow } from '../apply.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { likeOf } from '../in-shape.js';
import { addInto, numberAt, zeros } from '../elements.js';
import { isReal } from '../../core/real.js';
import type { NDArray } from '../library.js';
import { note } from '../memory/open-ledgers.js';
import { ops, type Outline } from '../ops.js';
import type { ArrayRow, Part, View } from '../row.js';

/** The view that NumPy writes between brackets. */
export const viewOf = (text: readonly string[]): View =>
  Object.defineProperty(
    (x: NDArray): NDArray => {
      const view = x.slice(...text);
      return view === x ? x : note(view);
    },
    'eachOf',
    { get: () => viewOf([':', ...text]) },
  ) as View;

/** The same part of each example. */
function inEach(part: Part, shape: readonly number[]): View {
  if (typeof part !== 'number') return part.eachOf;
  const indices: string[] = [];
  let left = part;
  for (let k = shape.length - 1; k >= 0; k--) {
    indices.unshift(String(left % shape[k]));
    left = Math.floor(left / shape[k]);
  }
  return viewOf([':', ...indices]);
}

/** Reals and arrays added up as parts of an array of zeros. */
interface Assembly extends Outline {
  readonly parts: readonly Part[];
}

const assemblyRow: ArrayRow<Assembly> = {
  name: 'array',
  value(xs, { parts, shape, dtype }) {
    const [array, to] = zeros(shape, dtype);
    for (let k = 0; k < xs.length; k++) {
      const part = parts[k];
      const x = xs[k];
      if (typeof part === 'number') to[part] += typeof x === 'number' ? x : x.item();
      else {
        const view = part(array);
        addInto(view, x);
        if (view !== array) view.dispose();
      }
    }
    return array;
  },
  pullback: (c, xs, _, active, { parts }) =>
    xs.map((__, k) => (active[k] ? partOf(c as AnyArray, parts[k]) : 0)),
  pushforward: (tangents, _, __, options) => applyRow(assemblyRow, tangents, options),
  batch({ xs, size, options: { parts, shape, dtype } }) {
    const all = parts.map((part) => inEach(part, shape));
    return { array: ops.scatter(xs, all, { shape: [size, ...shape], dtype }), isReal: false };
  },
};

ops.scatter = (xs, parts, { shape, dtype }) =>
  applyRow(assemblyRow, xs, { shape, dtype, parts }) as AnyArray;

const partRow = (name: string): ArrayRow<Part> => ({
  name,
  value([x], part) {
    const array = x as NDArray;
    return typeof part === 'number' ? numberAt(array, part) : part(array);
  },
  pullback: (c, [x], _, __, part) => [ops.scatter([c], [part], likeOf(x)!)],
  pushforward: ([t], _, __, part) => (t === 0 ? 0 : partOf(t as AnyArray, part)),
  part: (part) => part,
  batch: ({ xs: [x], shapes: [shape], options }) => ({
    array: partOf(x as AnyArray, inEach(options, shape)) as AnyArray,
    isReal: typeof options === 'number',
  }),
});

const elementRow = partRow('get');
const viewRow = partRow('slice');

const partOf = (x: AnyArray, part: Part): Operand =>
  applyRow(typeof part === 'number' ? elementRow : viewRow, [x], part);

/** The element at a place, counted in order from 0. O(1) also in the reverse sweep. */
export const elementAt = (x: AnyArray, place: number): Operand => partOf(x, place);

/** `x.slice(...)`: a part of an array, as NumPy writes it between brackets. O(part) in the reverse sweep. */
export const sliced = (x: Operand, text: readonly string[]): Operand =>
  partOf(isReal(x) ? ops.spread(x, [], 'float64') : x, viewOf(text));
