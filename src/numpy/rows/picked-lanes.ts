/** Elements of lanes that are chosen by the numbers of the lanes. A lane is a list along the last axis. */
import { applyRow } from '../apply.js';
import type { AnyArray } from '../array-dual.js';
import { floatTypeOf, made, numbersOf, zeros } from '../elements.js';
import type { NDArray } from '../library.js';
import { inFront } from '../row-batch.js';
import type { ArrayRow } from '../row.js';

export interface Chosen {
  /** As many of each lane, counted through all lanes. */
  readonly places: Int32Array;
  /** How far others are that would be taken instead. */
  readonly gap: number;
}

/** What is chosen of lanes. */
interface Choice {
  readonly name: string;
  readonly choose: (numbers: ArrayLike<number>, width: number) => Chosen;
  /** How many of each lane; null for one, which leaves no axis. */
  readonly count: number | null;
  /** By arrays that are looked at again. */
  readonly known: WeakMap<object, Chosen>;
}

function chosenBy(by: NDArray, { choose, known }: Choice): Chosen {
  let chosen = known.get(by);
  if (chosen === undefined) {
    chosen = choose(numbersOf(by), by.shape[by.shape.length - 1]);
    known.set(by, chosen);
  }
  return chosen;
}

interface Put {
  readonly choice: Choice;
  readonly width: number;
}

const rows = new Map<string, ArrayRow<Choice>>();

/** Elements of the first by the numbers of the second. */
const pickRow = (name: string): ArrayRow<Choice> => {
  const row: ArrayRow<Choice> = {
    name,
    value([x, by], choice) {
      const { places } = chosenBy(by as NDArray, choice);
      const from = numbersOf(x as NDArray);
      const { shape } = x as NDArray;
      const rest = shape.slice(0, -1);
      const [array, to] = made(
        choice.count === null ? rest : [...rest, choice.count],
        floatTypeOf(x as NDArray),
      );
      for (let k = 0; k < to.length; k++) to[k] = from[places[k]];
      return array;
    },
    keeps: () => [1],
    pullback(c, [x, by], _, __, choice) {
      const { shape } = x as AnyArray;
      return [applyRow(putRow, [c, by], { choice, width: shape[shape.length - 1] }), 0];
    },
    pushforward: ([t], [, by], _, choice) => (t === 0 ? 0 : applyRow(row, [t, by], choice)),
    boundary: ([, by], _, choice) => chosenBy(by as NDArray, choice).gap,
    batch: inFront((xs, choice) => applyRow(row, xs, choice)),
  };
  return row;
};

/** The transpose: elements put where they were taken from. */
const putRow: ArrayRow<Put> = {
  name: 'put',
  value([c, by], { choice }) {
    const { places } = chosenBy(by as NDArray, choice);
    const [array, to] = zeros((by as NDArray).shape, floatTypeOf(by as NDArray));
    const isNumber = typeof c === 'number';
    const from = isNumber ? [] : numbersOf(c);
    for (let k = 0; k < places.length; k++) to[places[k]] += isNumber ? c : from[k];
    return array;
  },
  keeps: () => [1],
  pullback: (c, [, by], _, __, { choice }) => [pick(c as AnyArray, by as AnyArray, choice), 0],
  pushforward: ([t], [, by], _, options) => (t === 0 ? 0 : applyRow(putRow, [t, by], options)),
  batch: inFront((xs, options) => applyRow(putRow, xs, options)),
};

function pick(x: AnyArray, by: AnyArray, choice: Choice): AnyArray {
  let row = rows.get(choice.name);
  if (row === undefined) rows.set(choice.name, (row = pickRow(choice.name)));
  return applyRow(row, [x, by], choice) as AnyArray;
}

/** Of each lane the elements that its numbers choose. */
export const pickedOf = (
  name: string,
  lanes: AnyArray,
  count: number | null,
  choose: Choice['choose'],
): AnyArray => pick(lanes, lanes, { name, choose, count, known: new WeakMap() });
