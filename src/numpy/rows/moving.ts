/**
 * Functions that only put elements into other places, leave some out, or repeat them. Such a function shows by itself
 * where each element of its result comes from: it is given the places themselves for numbers. So the table needs no
 * rule for any of them. Place 0 stands for elements that the function adds.
 */
import { applyRow } from '../apply.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { inOrder, made, numbersOf, sizeOf, spreadInto, zeros, zerosLike } from '../elements.js';
import { note } from '../memory/open-ledgers.js';
import { ops, type Outline } from '../ops.js';
import { spreadOver } from '../row-batch.js';
import type { ArrayRow, Batched, Examples } from '../row.js';
import { numpy, type FloatType, type NDArray } from '../library.js';

/** Of the arrays, the one that a function makes of them. */
type Mover = (xs: readonly NDArray[]) => NDArray;

/** Where elements come from: for each of the result the place among those of all operands, from 1 on. */
interface Places {
  readonly from: ArrayLike<number>;
  readonly shape: readonly number[];
}

function placesOf(move: Mover, shapes: readonly (readonly number[])[]): Places {
  let next = 1;
  const places = shapes.map((shape) => {
    const [array, numbers] = made(shape, 'float64');
    for (let k = 0; k < numbers.length; k++) numbers[k] = next++;
    return array;
  });
  const moved = move(places);
  // Whoever keeps the places keeps no array with their memory.
  return { from: Float64Array.from(numbersOf(moved)), shape: moved.shape };
}

/** Elements of an array at places, counted from 1 from `before` on; elsewhere 0. */
interface Gathering extends Outline {
  readonly from: ArrayLike<number>;
  readonly before: number;
}

/** The same places in each example. */
function inEach(gathering: Gathering, count: number, size: number): Gathering {
  const { from, before, shape, dtype } = gathering;
  const all = new Float64Array(size * from.length);
  for (let k = 0; k < from.length; k++) {
    const place = from[k] - before - 1;
    const isThere = place >= 0 && place < count;
    for (let e = 0; e < size; e++) all[e * from.length + k] = isThere ? e * count + place + 1 : 0;
  }
  return { from: all, before: 0, shape: [size, ...shape], dtype };
}

const gatherRow: ArrayRow<Gathering> = {
  name: 'gather',
  value([x], { from, before, shape, dtype }) {
    const [array, to] = made(shape, dtype);
    const numbers = numbersOf(x as NDArray);
    for (let k = 0; k < to.length; k++) {
      const place = from[k] - before - 1;
      to[k] = place >= 0 && place < numbers.length ? numbers[place] : 0;
    }
    return array;
  },
  pullback: (c, [x], _, __, options) => [
    applyRow(returnRow, [c], { ...options, to: x as NDArray }),
  ],
  pushforward: ([t], _, __, options) => applyRow(gatherRow, [t], options),
  batch: ({ xs: [x], shapes: [shape], size, options }) => ({
    array: applyRow(gatherRow, [x], inEach(options, sizeOf(shape), size)) as AnyArray,
    isReal: false,
  }),
};

/** The transpose: each element is added at its place. */
interface Return extends Gathering {
  readonly to: Pick<NDArray, 'shape' | 'dtype'>;
}

const returnRow: ArrayRow<Return> = {
  name: 'scatter',
  value([c], { from, before, to: { shape, dtype } }) {
    const [array, to] = zeros(shape, dtype as FloatType);
    const isNumber = typeof c === 'number';
    const numbers = isNumber ? [c] : numbersOf(c);
    for (let k = 0; k < from.length; k++) {
      const place = from[k] - before - 1;
      if (place >= 0 && place < to.length) to[place] += numbers[k];
    }
    return array;
  },
  pullback: (c, _, __, ___, options) => [applyRow(gatherRow, [c], options)],
  pushforward: ([t], _, __, options) => applyRow(returnRow, [t], options),
  batch({ xs: [c], size, options }) {
    const { shape, dtype } = options.to;
    const to = { shape: [size, ...shape], dtype } as Return['to'];
    const gathering = inEach(options, sizeOf(shape), size);
    return { array: applyRow(returnRow, [c], { ...gathering, to }) as AnyArray, isReal: false };
  },
};

interface Move {
  readonly name: string;
  readonly move: Mover;
  /** The pullback, where it is the function of arrays at hand; for one operand. */
  readonly back?: (c: Operand, x: Outline) => Operand;
  /** The same with a leading axis that stays, where it is the function of arrays at hand; for one operand. */
  readonly eachOf?: (x: AnyArray) => Operand;
  /** True if it gives a view, and takes any; kernels of numpy-ts may not. */
  readonly isView?: boolean;
  /** The distance of the operands from others for which elements would move otherwise. */
  readonly distance?: number;
}

const moveRow = (name: string): ArrayRow<Move> => ({
  name,
  value(xs, { move, isView = false }) {
    const arrays = xs as readonly NDArray[];
    return move(isView ? arrays : arrays.map(inOrder));
  },
  pullback(c, xs, z, active, { move, back }) {
    if (back !== undefined) return [back(c, xs[0] as unknown as Outline)];
    const arrays = xs as readonly AnyArray[];
    const { from } = placesOf(
      move,
      arrays.map(({ shape }) => shape),
    );
    const { shape, dtype } = z as AnyArray;
    let before = 0;
    return arrays.map((x, k) => {
      const options = { from, before, shape, dtype: dtype as FloatType, to: x as NDArray };
      before += sizeOf(x.shape);
      return active[k] ? applyRow(returnRow, [c], options) : 0;
    });
  },
  boundary: (_, __, { distance = Infinity }) => distance,
  batch: movedEach,
  pushforward(tangents, xs, _, options) {
    const all = tangents.map((t, k) => (t === 0 ? zerosLike(xs[k] as AnyArray) : t));
    return moved(options, all);
  },
});

/** The operands of each example one after another in a row, of which the elements are taken. */
function movedEach(examples: Examples<Move>): Batched {
  const { shapes, size, options } = examples;
  const { move, eachOf } = options;
  if (eachOf !== undefined)
    return { array: eachOf(examples.xs[0] as AnyArray) as AnyArray, isReal: false };
  const flat = shapes.map((shape, k) =>
    ops.reshape(spreadOver(examples, k), [size, sizeOf(shape)]),
  );
  const { from, shape } = placesOf(move, shapes);
  const ofZeros = move(flat.map(({ dtype }, k) => zerosLike({ shape: shapes[k], dtype })));
  const all = flat.length === 1 ? flat[0] : joined(flat, size);
  const width = all.shape[1];
  const gathering = inEach(
    { from, before: 0, shape, dtype: ofZeros.dtype as FloatType },
    width,
    size,
  );
  const taken = applyRow(gatherRow, [all], gathering) as AnyArray;
  return { array: withFilling(taken, ofZeros, from), isReal: false };
}

/** Vectors of each example, one after another. */
function joined(parts: readonly AnyArray[], size: number): AnyArray {
  const width = parts.reduce((total, { shape }) => total + shape[1], 0);
  const move = (xs: readonly NDArray[]): NDArray => {
    const [array, to] = made([size, width], xs[0].dtype === 'float32' ? 'float32' : 'float64');
    let start = 0;
    for (const x of xs) {
      const numbers = numbersOf(x);
      const own = x.shape[1];
      for (let e = 0; e < size; e++)
        for (let j = 0; j < own; j++) to[e * width + start + j] = numbers[e * own + j];
      start += own;
    }
    return array;
  };
  return moved({ name: 'concatenate', move }, parts) as AnyArray;
}

/** Fills in the values that a function puts in by itself, if these are not 0. */
function withFilling(x: AnyArray, ofZeros: NDArray, from: ArrayLike<number>): AnyArray {
  const numbers = numbersOf(ofZeros);
  for (let k = 0; k < from.length; k++)
    if (from[k] === 0 && numbers[k] !== 0) return ops.add(x, ofZeros) as AnyArray;
  return x;
}

const rows = new Map<string, ArrayRow<Move>>();

/** A function that moves elements of arrays, applied to arrays of any kind. Numbers count as arrays of one. */
export function moved(move: Move, xs: readonly Operand[]): Operand {
  let row = rows.get(move.name);
  if (row === undefined) rows.set(move.name, (row = moveRow(move.name)));
  const arrays = xs.map((x) =>
    typeof x === 'object' && 'shape' in x ? x : ops.spread(x, [], 'float64'),
  );
  return applyRow(row, arrays, move);
}

const spreadRow: ArrayRow<Outline> = {
  name: 'broadcast_to',
  value([x], { shape, dtype }) {
    const [array, to] = made(shape, dtype);
    if (typeof x === 'number') to.fill(x);
    else spreadInto(to, x.storage, shape);
    return array;
  },
  // What is summed over is seen by the shapes.
  pullback: (c) => [c],
  pushforward: ([t]) => t,
  batch({ xs: [x], shapes: [own], size, options: { shape, dtype } }) {
    const missing = new Array<number>(shape.length - own.length).fill(1);
    const wide = ops.reshape(x as AnyArray, [size, ...missing, ...own]);
    return { array: ops.spread(wide, [size, ...shape], dtype), isReal: false };
  },
};

ops.spread = (x, shape, dtype) => applyRow(spreadRow, [x], { shape, dtype }) as AnyArray;

const castRow: ArrayRow<FloatType> = {
  name: 'astype',
  // Of a view numpy-ts 1.7 takes what stands in its memory.
  value: ([x], dtype) => note(inOrder(x as NDArray).astype(dtype)),
  pullback: (c) => [c],
  pushforward: ([t]) => t,
  batch: ({ xs: [x], options }) => ({ array: ops.cast(x as AnyArray, options), isReal: false }),
};

ops.cast = (x, dtype) => applyRow(castRow, [x], dtype) as AnyArray;

ops.reshape = (x, shape) =>
  moved(
    {
      name: 'reshape',
      move: ([a]) => numpy.reshape(a, [...shape]),
      eachOf: (all) => ops.reshape(all, [all.shape[0], ...shape]),
      back: (c, { shape: before }) =>
        typeof c === 'object' && 'shape' in c ? ops.reshape(c, before) : c,
    },
    [x],
  ) as AnyArray;

ops.transpose = (x, axes) => {
  const order = axes ?? [...x.shape.keys()].reverse();
  const count = x.shape.length;
  const places = order.map((axis: number) => (axis < 0 ? axis + count : axis));
  const inverse = [...places.keys()].map((k) => places.indexOf(k));
  return moved(
    {
      name: 'transpose',
      isView: true,
      move: ([a]) => numpy.transpose(a, [...places]),
      eachOf: (all) => ops.transpose(all, [0, ...places.map((k: number) => k + 1)]),
      back: (c) => ops.transpose(c as AnyArray, inverse),
    },
    [x],
  ) as AnyArray;
};
