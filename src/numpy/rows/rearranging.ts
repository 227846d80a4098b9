/** The functions of NumPy that move elements, by name: of one array, of two, and of lists of arrays. */
import type { AnyArray, Operand } from '../array-dual.js';
import { applyRow, plainOperand } from '../apply.js';
import { holdsExamples, passive } from '../batch-run.js';
import { numbersOf, sizeOf } from '../elements.js';
import { perExample } from '../errors.js';
import { copiedOption } from '../copied-option.js';
import { ops } from '../ops.js';
import { Dual, isReal } from '../../core/real.js';
import { elementByElement } from '../row-batch.js';
import type { ArrayRow } from '../row.js';
import { moved } from './moving.js';
import { along, asOperand, flat, oneAxis } from './building-blocks.js';
import { type NDArray, numpy, everything } from '../library.js';
import { takenByExamples } from './taken-by-examples.js';

type Kernel = (...args: readonly unknown[]) => NDArray;
type Kernels = Readonly<Record<string, Kernel>>;
const kernels = everything as Kernels;

/** A function whose first argument is the array, and the others say how. */
const ofOne =
  (name: string, at = 0) =>
  (...args: readonly unknown[]): Operand => {
    const x = args[at];
    const others = args.filter((_, k) => k !== at);
    if (others.some(holdsExamples)) throw perExample(`np.${name}`);
    const options = others.map(copiedOption);
    const move = ([a]: readonly NDArray[]) =>
      kernels[name](...options.slice(0, at), a, ...options.slice(at));
    return moved({ name, move }, [x as Operand]);
  };

/** A function of a list of arrays. */
const ofList =
  (name: string) =>
  (xs: readonly Operand[], ...given: readonly unknown[]): Operand => {
    const options = given.map(copiedOption);
    return moved({ name, move: (arrays) => kernels[name]([...arrays], ...options) }, xs);
  };

/** A function that cuts an array along an axis, as slices: so all pieces together take linear time. */
const toList =
  (name: string, axisOf: (x: AnyArray, axis?: number) => number) =>
  (x: AnyArray, sections: unknown, axis?: number): Operand[] => {
    const cut = kernels[name] as unknown as (...args: readonly unknown[]) => readonly NDArray[];
    // Kernels refuse what does not fit in their own words.
    const count = cut(numpy.empty([...x.shape]), sections, axis).length;
    const at = oneAxis(name, x.shape, axisOf(x, axis));
    const line = numpy.array(Array.from({ length: x.shape[at] }, (_, k) => k));
    const pieces = kernels.array_split(line, sections, 0) as unknown as readonly NDArray[];
    return Array.from({ length: count }, (_, k) => {
      const places = numbersOf(pieces[k]);
      const from = places.length === 0 ? 0 : places[0];
      return along(x, at, `${from}:${from + places.length}`);
    });
  };

const unstack = (x: AnyArray, axis = 0): Operand[] => {
  const at = oneAxis('unstack', x.shape, axis);
  return Array.from({ length: x.shape[at] }, (_, k) => along(x, at, String(k)));
};

const one = [
  ...[
    'swapaxes',
    'moveaxis',
    'rollaxis',
    'expand_dims',
    'squeeze',
    'flip',
    'fliplr',
    'flipud',
    'rot90',
    'roll',
  ],
  ...[
    'tile',
    'repeat',
    'diagonal',
    'diag',
    'diagflat',
    'tril',
    'triu',
    'take',
    'take_along_axis',
    'iindex',
    'bindex',
    'vindex',
  ],
  ...['matrix_transpose', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'copy'],
] as const;
const second = ['compress', 'extract'] as const;
const lists = [
  ...([
    'concatenate',
    'concat',
    'stack',
    'hstack',
    'vstack',
    'dstack',
    'column_stack',
    'row_stack',
  ] as const),
];

const byName = <N extends string, F>(names: readonly N[], make: (name: N) => F) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, F>;

/** Lengths of which one may be left out, as -1. */
function completeShape(shape: readonly number[], size: number): number[] {
  const known = shape.reduce((p, d) => (d === -1 ? p : p * d), 1);
  return shape.map((d) => (d === -1 ? size / known : d));
}

const reshape = (x: Operand, shape: number | readonly number[]): AnyArray => {
  const array = asOperand(x);
  return ops.reshape(array, completeShape([shape].flat(), sizeOf(array.shape)));
};
const transpose = (x: Operand, axes?: readonly number[]): AnyArray =>
  ops.transpose(asOperand(x), axes);

const spreadTo = (x: Operand, given: readonly number[]): Operand => {
  const shape = [...given];
  return moved(
    {
      name: 'broadcast_to',
      move: ([a]) => numpy.broadcast_to(a, shape),
      back: (c) => c,
    },
    [x],
  );
};

const asArray = (x: unknown): unknown => (typeof x === 'number' ? numpy.array(x) : x);

/** A condition, and what is chosen by it. */
const choiceRow: ArrayRow = {
  name: 'where',
  value: (xs) => kernels.where(...xs.map(asArray)),
  keeps: () => [0],
  pullback: (c, [condition], _, active) => [
    0,
    active[1] ? chosen(condition, c, 0) : 0,
    active[2] ? chosen(condition, 0, c) : 0,
  ],
  pushforward: ([, dx, dy], [condition]) => chosen(condition, dx, dy),
  batch: elementByElement((xs) => applyRow(choiceRow, xs, undefined)),
};
const chosen = (condition: Operand, x: Operand, y: Operand): Operand =>
  applyRow(choiceRow, [condition, x, y], undefined);

/** `x` where the condition holds, `y` elsewhere. */
const where = (condition: unknown, x?: Operand, y?: Operand): Operand => {
  if (x !== undefined && y !== undefined && holdsExamples(condition))
    return chosen(passive(condition as Operand), x, y);
  const given = asArray(condition instanceof Dual ? plainOperand(condition) : condition) as NDArray;
  // NaN is not 0.
  const plain = given.dtype.startsWith('float') ? kernels.not_equal(given, 0) : given;
  if (x === undefined || y === undefined) return kernels.where(plain);
  const copied = copiedOption(plain);
  return moved({ name: 'where', move: ([a, b]) => kernels.where(copied, a, b) }, [x, y]);
};

const append = (x: Operand, y: Operand, axis?: number): Operand => {
  const arrays = [x, y].map((z) => (isReal(z) ? ops.spread(z, [1], 'float64') : z));
  return axis === undefined
    ? shapes.concatenate(arrays.map(flat), 0)
    : shapes.concatenate(arrays, axis);
};

const takes = (name: 'take' | 'take_along_axis') => {
  const byPlaces = ofOne(name);
  return (x: Operand, places: unknown, axis?: number): Operand =>
    holdsExamples(places)
      ? takenByExamples(name, asOperand(x), places as Operand, axis)
      : byPlaces(x, places, axis);
};

export const shapes = {
  ...byName(one, (name) => ofOne(name)),
  take: takes('take'),
  take_along_axis: takes('take_along_axis'),
  ...byName(second, (name) => ofOne(name, 1)),
  ...byName(lists, ofList),
  split: toList('split', (_, axis = 0) => axis),
  array_split: toList('array_split', (_, axis = 0) => axis),
  hsplit: toList('hsplit', ({ shape }) => (shape.length === 1 ? 0 : 1)),
  vsplit: toList('vsplit', () => 0),
  dsplit: toList('dsplit', () => 2),
  unstack,
  reshape,
  ravel: flat,
  flatten: flat,
  transpose,
  permute_dims: transpose,
  broadcast_to: spreadTo,
  where,
  append,
};

/** Which arguments are the arrays whose elements move. Of other functions it is the first. */
export const arraysOf: Readonly<Record<string, readonly number[] | undefined>> = {
  ...byName(second, () => [1]),
  append: [0, 1],
  where: [1, 2],
};
