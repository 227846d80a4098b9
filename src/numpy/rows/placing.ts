/** Functions that join arrays, or leave out parts of them. */
import type { AnyArray, Operand } from '../array-dual.js';
import { isBlock } from '../../core/block.js';
import { Dual, isReal } from '../../core/real.js';
import { broadcast, isFloat } from '../elements.js';
import { badOption, noBroadcast, notDifferentiable, outsideOf } from '../errors.js';
import { ops } from '../ops.js';
import { everything, type NDArray } from '../library.js';
import { elementwise as e } from './elementwise.js';
import {
  asOperand,
  asVector,
  constantFrom,
  constantOf,
  dtypeOf,
  flat,
  numbersIn,
  oneAxis,
  shapeOf,
} from './building-blocks.js';
import { shapes } from './rearranging.js';

const kernels = everything as Readonly<Record<string, (...args: readonly unknown[]) => NDArray>>;

type Places = number | readonly number[] | NDArray;
const listOf = (places: Places): number[] =>
  typeof places === 'number'
    ? [places]
    : Array.isArray(places)
      ? [...(places as number[])]
      : Array.from(numbersIn(places as NDArray));

/** At places along an axis, negative ones from the end. */
const inside = (places: readonly number[], count: number): number[] =>
  places.map((k) => {
    const place = k < 0 ? k + count : k;
    if (!Number.isInteger(place) || place < 0 || place >= count) throw outsideOf([k], [count]);
    return place;
  });

const taken = (x: AnyArray, places: readonly number[], axis: number): AnyArray =>
  shapes.take(x, places, axis) as AnyArray;

/** An array and the axis that is meant; flat without one. */
const onAxis = (name: string, x: Operand, axis: number | null | undefined): [AnyArray, number] =>
  axis === undefined || axis === null
    ? [flat(x), 0]
    : [asVector(x), oneAxis(name, shapeOf(x), axis)];

function remove(x: Operand, places: Places, axis?: number | null): Operand {
  const [array, at] = onAxis('delete', x, axis);
  const count = array.shape[at];
  const gone = new Set(inside(listOf(places), count));
  return taken(
    array,
    Array.from({ length: count }, (_, k) => k).filter((k) => !gone.has(k)),
    at,
  );
}

export function insert(
  x: Operand,
  places: Places,
  values: Operand | readonly number[],
  axis?: number | null,
): Operand {
  const [array, at] = onAxis('insert', x, axis);
  const count = array.shape[at];
  const isOne = typeof places === 'number';
  let given = Array.isArray(values)
    ? constantOf([values.length], values as number[], dtypeOf(array))
    : asOperand(values as Operand);
  const dimensions = array.shape.length;
  if (isOne) {
    const missing = Math.max(0, dimensions - given.shape.length);
    given = ops.reshape(given, [...new Array<number>(missing).fill(1), ...given.shape]);
    given = shapes.moveaxis(given, 0, at) as AnyArray;
  }
  // Negative places count from the end of what is there: -1 is before the last.
  const before = listOf(places).map((k) =>
    k < 0 ? inside([k], count)[0] : inside([k], count + 1)[0],
  );
  const length = isOne ? given.shape[at] : before.length;
  const shape = array.shape.map((d: number, k: number) => (k === at ? length : d));
  const both = broadcast(given.shape, shape);
  if (both === null || String(both) !== String(shape))
    throw noBroadcast('insert', [array.shape, given.shape]);
  const spread = ops.spread(given, shape, dtypeOf(array));
  const where = isOne ? new Array<number>(length).fill(before[0]) : before;
  const order = [
    ...Array.from({ length: count }, (_, k) => ({ before: k, isNew: 0, place: k })),
    ...where.map((k, i) => ({ before: k, isNew: 1, place: count + i })),
  ].sort((a, b) => a.before - b.before || b.isNew - a.isNew || a.place - b.place);
  const all = shapes.concatenate([array, spread], at) as AnyArray;
  return taken(
    all,
    order.map(({ place }) => place),
    at,
  );
}

type Nested = Operand | readonly Nested[];

/** Lists of lists: the innermost go along the last axis. */
function block(parts: Nested): Operand {
  const depthOf = (part: Nested): number =>
    Array.isArray(part) ? 1 + Math.max(0, ...(part as Nested[]).map(depthOf)) : 0;
  const arrays = (part: Nested): Operand[] =>
    Array.isArray(part) ? (part as Nested[]).flatMap(arrays) : [part as Operand];
  const depth = depthOf(parts);
  const dimensions = Math.max(depth, ...arrays(parts).map((x) => shapeOf(x).length));
  const joined = (part: Nested, level: number): AnyArray => {
    if (Array.isArray(part)) {
      const inner = (part as Nested[]).map((one) => joined(one, level - 1));
      return shapes.concatenate(inner, dimensions - level) as AnyArray;
    }
    const x = asOperand(part as Operand);
    return ops.reshape(x, [...new Array<number>(dimensions - x.shape.length).fill(1), ...x.shape]);
  };
  return joined(parts, depth);
}

function broadcastAll(...xs: readonly Operand[]): Operand[] {
  let shape: readonly number[] = [];
  for (const x of xs) {
    const both = broadcast(shape, shapeOf(x));
    if (both === null) throw noBroadcast('broadcast_arrays', xs.map(shapeOf));
    shape = both;
  }
  return xs.map((x) => shapes.broadcast_to(x, shape));
}

interface MeshOptions {
  readonly indexing?: 'xy' | 'ij';
  readonly sparse?: boolean;
}
const isOptions = (x: unknown): x is MeshOptions =>
  typeof x === 'object' && x !== null && Object.getPrototypeOf(x) === Object.prototype;

function meshgrid(...args: readonly (Operand | MeshOptions)[]): Operand[] {
  const { indexing = 'xy', sparse = false } = args.find(isOptions) ?? {};
  const vectors = args.filter((x) => !isOptions(x)).map((x) => flat(x as Operand));
  const count = vectors.length;
  const axisOf = (k: number) => (indexing === 'xy' && count > 1 && k < 2 ? 1 - k : k);
  const open = vectors.map((x, k) =>
    ops.reshape(
      x,
      Array.from({ length: count }, (_, at) => (at === axisOf(k) ? x.shape[0] : 1)),
    ),
  );
  return sparse ? open : broadcastAll(...open);
}

/** Of the choices the one that the number at each place says. */
function choose(which: Operand, choices: readonly Operand[]): Operand {
  const [numbers, ...all] = broadcastAll(which, ...choices);
  const isAt = (place: number) =>
    constantFrom(numbers, (k) => {
      if (!(Number.isInteger(k) && k >= 0 && k < all.length)) throw outsideOf([k], [all.length]);
      return k === place ? 1 : 0;
    });
  return all.reduceRight<Operand>((z, choice, k) => shapes.where(isAt(k), choice, z), all[0]);
}

/** The first choice whose condition holds. */
function select(
  conditions: readonly NDArray[],
  choices: readonly Operand[],
  otherwise: Operand = 0,
): Operand {
  if (conditions.length !== choices.length || choices.length === 0)
    throw badOption(
      'select',
      'the number of choices',
      choices.length,
      'as many choices as conditions',
    );
  let z = otherwise;
  for (let k = choices.length - 1; k >= 0; k--) z = shapes.where(conditions[k], choices[k], z);
  return z;
}

/** As often from the start as it takes to fill a shape. */
function resize(x: Operand, shape: number | readonly number[]): Operand {
  const array = flat(x);
  const lengths = [shape].flat();
  const size = lengths.reduce((p, d) => p * d, 1);
  const count = array.shape[0];
  if (count === 0) return ops.spread(0, lengths, dtypeOf(array));
  return ops.reshape(
    taken(
      array,
      Array.from({ length: size }, (_, k) => k % count),
      0,
    ),
    lengths,
  );
}

/** Of one array, or of several, which come as a list. */
const several =
  (f: (x: Operand) => Operand) =>
  (...xs: readonly Operand[]): Operand | Operand[] =>
    xs.length === 1 ? f(xs[0]) : xs.map(f);

const same = (x: Operand): Operand => shapes.copy(asOperand(x));

/** Of floats unless another type is asked for: that of numpy-ts 1.7 depends on whether the number is whole. */
export function full(
  shape: number | readonly number[],
  value: unknown,
  dtype: string | undefined,
): Operand {
  const lengths = [shape].flat();
  const isOfReals = isReal(value) || isBlock(value);
  if (isOfReals && (dtype === undefined || isFloat(dtype)))
    return ops.spread(value as Operand, lengths, dtype ?? dtypeOf(value as Operand));
  if (value instanceof Dual) throw notDifferentiable(`full of ${dtype}`);
  return kernels.full(lengths, value, dtype);
}

export const placing = {
  delete: remove,
  delete_: remove,
  block,
  broadcast_arrays: broadcastAll,
  meshgrid,
  choose,
  select,
  resize,
  atleast_1d: several((x) => shapes.atleast_1d(asOperand(x))),
  atleast_2d: several((x) => shapes.atleast_2d(asOperand(x))),
  atleast_3d: several((x) => shapes.atleast_3d(asOperand(x))),
  ascontiguousarray: same,
  asfortranarray: same,
  real_if_close: (x: Operand) => e.positive(x),
  full,
  full_like: (like: Operand, value: unknown, dtype?: string) =>
    full(shapeOf(like), value, dtype ?? (isReal(like) ? 'float64' : like.dtype)),
};
