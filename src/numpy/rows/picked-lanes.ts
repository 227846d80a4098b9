/** Elements of lanes that are chosen by numbers. A lane is a list along the last axis. */
import { applyRow } from '../apply.js';
import type { AnyArray, Operand } from '../array-dual.js';
import { passive } from '../batch-run.js';
import { floatTypeOf, made, numbersOf, sizeOf, zeros } from '../elements.js';
import type { NDArray } from '../library.js';
import type { Outline } from '../ops.js';
import { inFront, spreadOver } from '../row-batch.js';
import type { ArrayRow } from '../row.js';

export interface Chosen {
  /** As many for each lane of numbers, counted within the lane that they are taken from. */
  readonly places: Int32Array;
  /** The distance to others that would be taken instead. */
  readonly gap: number;
}

/** Of arrays of numbers with the same axes in front of their lanes. */
export type Choose = (by: readonly NDArray[]) => Chosen;

/** The elements that are chosen from lanes. */
interface Choice {
  readonly name: string;
  readonly choose: Choose;
  /** The number of elements of each lane; null for one, which leaves no axis. */
  readonly count: number | null;
  /** By the first of the arrays that are looked at again. */
  readonly known: WeakMap<NDArray, { readonly by: readonly NDArray[]; readonly chosen: Chosen }>;
}

function chosenBy(by: readonly NDArray[], { choose, known }: Choice): Chosen {
  const found = known.get(by[0]);
  if (found !== undefined && by.every((x, k) => x === found.by[k])) return found.chosen;
  const chosen = choose(by);
  known.set(by[0], { by, chosen });
  return chosen;
}

const lanesIn = ({ shape }: Pick<NDArray, 'shape'>): number => sizeOf(shape.slice(0, -1));

/**
 * Visits what is chosen: its number, and its place among all elements. Of the lanes that are taken from each serves as many
 * lanes of numbers.
 */
function forEachPlace(
  from: Pick<NDArray, 'shape'>,
  by: readonly NDArray[],
  choice: Choice,
  visit: (k: number, place: number) => void,
): void {
  const { places } = chosenBy(by, choice);
  const lanes = lanesIn(by[0]);
  const each = choice.count ?? 1;
  const width = from.shape[from.shape.length - 1];
  const serves = lanes / lanesIn(from);
  for (let lane = 0, k = 0; lane < lanes; lane++) {
    const start = Math.floor(lane / serves) * width;
    for (let j = 0; j < each; j++, k++) visit(k, start + places[k]);
  }
}

interface Put extends Outline {
  readonly choice: Choice;
}

const rows = new Map<string, ArrayRow<Choice>>();

/** Elements of the first by the numbers of the others. */
const pickRow = (name: string): ArrayRow<Choice> => {
  const row: ArrayRow<Choice> = {
    name,
    value([x, ...by], choice) {
      const source = x as NDArray;
      const from = numbersOf(source);
      const rest = (by[0] as NDArray).shape.slice(0, -1);
      const shape = choice.count === null ? rest : [...rest, choice.count];
      const [array, to] = made(shape, floatTypeOf(source));
      forEachPlace(source, by as NDArray[], choice, (k, place) => {
        to[k] = from[place];
      });
      return array;
    },
    keeps: (_, count) => Array.from({ length: count - 1 }, (__, k) => k + 1),
    pullback: (c, [x, ...by], _, __, choice) => [
      put(c, by, { choice, shape: (x as AnyArray).shape, dtype: floatTypeOf(x as AnyArray) }),
      ...by.map(() => 0),
    ],
    pushforward: ([t], [, ...by], _, choice) => (t === 0 ? 0 : applyRow(row, [t, ...by], choice)),
    boundary: ([, ...by], _, choice) => chosenBy(by as NDArray[], choice).gap,
    batch(examples) {
      const { xs, isOwn, shapes, options } = examples;
      // One lane for all examples is not copied.
      const isShared = !isOwn[0] && lanesIn({ shape: shapes[0] }) === 1;
      const all = xs.map((x, k) => (k === 0 && isShared ? x : spreadOver(examples, k)));
      return { array: applyRow(row, all, options) as AnyArray, isReal: false };
    },
  };
  return row;
};

/** The transpose: elements added where they were taken from. */
const putRow: ArrayRow<Put> = {
  name: 'put',
  value([c, ...by], { choice, shape, dtype }) {
    const [array, to] = zeros(shape, dtype);
    const from = typeof c === 'number' ? null : numbersOf(c);
    forEachPlace(array, by as NDArray[], choice, (k, place) => {
      to[place] += from === null ? (c as number) : from[k];
    });
    return array;
  },
  keeps: (_, count) => Array.from({ length: count - 1 }, (__, k) => k + 1),
  pullback: (c, [, ...by], _, __, { choice }) => [pick(c, by, choice), ...by.map(() => 0)],
  pushforward: ([t], [, ...by], _, options) => (t === 0 ? 0 : put(t, by, options)),
  batch: (examples) => {
    const { size, options } = examples;
    const shape = [size, ...options.shape];
    return inFront<Put>((xs) => applyRow(putRow, xs, { ...options, shape }))(examples);
  },
};
const put = (c: Operand, by: readonly Operand[], options: Put): AnyArray =>
  applyRow(putRow, [c, ...by], options) as AnyArray;

function pick(x: Operand, by: readonly Operand[], choice: Choice): AnyArray {
  let row = rows.get(choice.name);
  if (row === undefined) rows.set(choice.name, (row = pickRow(choice.name)));
  return applyRow(row, [x, ...by], choice) as AnyArray;
}

/** Of each lane the elements that its numbers choose. */
export const pickedOf = (
  name: string,
  lanes: AnyArray,
  count: number | null,
  choose: Choose,
): AnyArray => pick(lanes, [lanes], { name, choose, count, known: new WeakMap() });

/** Elements of lanes that the numbers of other lanes choose: of as many lanes, or of one. */
export const pickedBy = (
  name: string,
  source: AnyArray,
  by: readonly Operand[],
  count: number,
  choose: Choose,
): AnyArray => pick(source, by.map(passive), { name, choose, count, known: new WeakMap() });

/** Elements added up at the places, in a lane of some width, that other numbers choose. */
export const putBy = (
  name: string,
  lanes: AnyArray,
  by: readonly Operand[],
  width: number,
  choose: Choose,
): AnyArray => {
  const count = lanes.shape[lanes.shape.length - 1];
  const choice = { name, choose, count, known: new WeakMap() };
  const shape = [...lanes.shape.slice(0, -1), width];
  return put(lanes, by.map(passive), { choice, shape, dtype: floatTypeOf(lanes) });
};
