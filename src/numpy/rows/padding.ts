/** `pad`: one axis after the other, in every mode of NumPy. */
import type { AnyArray, Operand } from '../array-dual.js';
import { badOption } from '../errors.js';
import { ops } from '../ops.js';
import { isReal } from '../../core/real.js';
import { elementwise as e } from './elementwise.js';
import { max, min } from './extremes.js';
import { ordering } from './ordering.js';
import { along, asVector, constantOf, dtypeOf } from './building-blocks.js';
import { mean } from './reductions.js';
import { shapes } from './rearranging.js';

type Pair<T> = readonly [before: T, after: T];
type PerAxis<T> = T | readonly T[] | readonly (readonly T[])[];

/** For each axis what comes before it and after it, of one of NumPy's shorter forms. */
function pairs<T extends Operand>(name: string, given: PerAxis<T>, count: number): Pair<T>[] {
  const all = (pair: readonly T[]): Pair<T>[] =>
    Array.from({ length: count }, () => [pair[0], pair[pair.length - 1]]);
  if (!Array.isArray(given)) return all([given as T]);
  const list = given as readonly (T | readonly T[])[];
  if (!list.some(Array.isArray)) return all(list as readonly T[]);
  const each = list as readonly (readonly T[])[];
  if (each.length === 1) return all(each[0]);
  if (each.length !== count)
    throw badOption('pad', name, given, `a pair for each of the ${count} axes`);
  return each.map((pair) => [pair[0], pair[pair.length - 1]]);
}

type Repeating = 'edge' | 'reflect' | 'symmetric' | 'wrap';

/** Where the element at a place comes from, of `n`; places before the first are negative. */
const sources: Readonly<Record<Repeating, (k: number, n: number) => number>> = {
  edge: (k, n) => Math.min(Math.max(k, 0), n - 1),
  wrap: (k, n) => ((k % n) + n) % n,
  symmetric(k, n) {
    const at = sources.wrap(k, 2 * n);
    return at < n ? at : 2 * n - 1 - at;
  },
  reflect(k, n) {
    if (n === 1) return 0;
    const at = sources.wrap(k, 2 * n - 2);
    return at < n ? at : 2 * n - 2 - at;
  },
};

/** One element along the axis, of all along it. */
const statistics: Readonly<
  Record<string, (x: Operand, axis: number, keepdims: boolean) => Operand>
> = {
  maximum: max,
  minimum: min,
  mean,
  median: (x, axis, keepdims) => ordering.median(x, axis, keepdims),
};

const isRepeating = (mode: string): mode is Repeating => mode in sources;

export function pad(
  x: Operand,
  width: PerAxis<number>,
  mode = 'constant',
  values: PerAxis<Operand> = 0,
): Operand {
  let z = asVector(x);
  const widths = pairs('pad_width', width, z.shape.length);
  const constants = pairs('constant_values', values, z.shape.length);
  widths.forEach(([before, after], axis) => {
    if (!(Number.isInteger(before) && Number.isInteger(after) && before >= 0 && after >= 0))
      throw badOption('pad', 'pad_width', [before, after], 'natural numbers');
    if (before + after > 0) z = padded(z, axis, [before, after], mode, constants[axis]);
  });
  return z;
}

function padded(
  x: AnyArray,
  axis: number,
  [before, after]: Pair<number>,
  mode: string,
  values: Pair<Operand>,
): AnyArray {
  const count = x.shape[axis];
  if (isRepeating(mode)) {
    if (count === 0)
      throw badOption('pad', 'an axis', count, `at least one element along it, with mode ${mode},`);
    const places = Array.from({ length: before + count + after }, (_, k) =>
      sources[mode](k - before, count),
    );
    return shapes.take(x, places, axis) as AnyArray;
  }
  const shape = (length: number) =>
    x.shape.map((d: number, k: number) => (k === axis ? length : d));
  const spread = (value: Operand, length: number) => ops.spread(value, shape(length), dtypeOf(x));
  const joined = (first: Operand, last: Operand) =>
    shapes.concatenate([first, x, last], axis) as AnyArray;
  if (mode === 'constant' || mode === 'empty') {
    const [first, last] = mode === 'empty' ? [0, 0] : values;
    return joined(spread(first, before), spread(last, after));
  }
  if (mode === 'linear_ramp') {
    const ramp = (edge: AnyArray, value: Operand, length: number, isFirst: boolean): Operand => {
      const shares = Array.from({ length }, (_, k) => (isFirst ? k : length - 1 - k) / length);
      const share = constantOf(
        x.shape.map((_: number, k: number) => (k === axis ? length : 1)),
        shares,
        dtypeOf(x),
      );
      return e.add(value, e.multiply(e.subtract(edge, value), share));
    };
    return joined(
      ramp(along(x, axis, ':1'), values[0], before, true),
      ramp(along(x, axis, '-1:'), values[1], after, false),
    );
  }
  const statistic = statistics[mode];
  if (statistic === undefined)
    throw badOption(
      'pad',
      'mode',
      mode,
      `${['constant', 'linear_ramp', ...Object.keys(sources), ...Object.keys(statistics)].join(', ')}`,
    );
  const found = statistic(x, axis, true);
  const array = isReal(found) ? ops.spread(found, shape(1), dtypeOf(x)) : found;
  return joined(spread(array, before), spread(array, after));
}
