/** Groups of parameters, each with its own optimizer. */
import { unknownGroup } from './errors.js';
import { optimizerOf, type Optimizer } from './optimizer.js';
import type { Place } from '../trees/parts.js';
import { stateIn, type Transform, stateOf } from './transform.js';

interface Group {
  readonly name: string;
  readonly transform: Transform;
  readonly places: readonly Place[];
  /** The places of the group one after another, as its own optimizer sees them. */
  readonly own: readonly Place[];
  readonly size: number;
}

/**
 * An optimizer that treats groups of parameters in different ways. A step costs the steps of all groups, and calls `groupOf`
 * for each part of the parameters.
 *
 * @param optimizers by the name of the group; `frozen()` leaves parameters as they are
 * @param groupOf the group of a part of the parameters, by a name such as `layers.0.weights`, as `tensorsOf` gives it
 * @throws DeltaTapeError if there is no optimizer for a group.
 * @example
 * const optimizer = groups({ slow: sgd({ learningRate: 0.1 }), none: frozen() }, (name) => (name === 'a' ? 'slow' : 'none'));
 * optimizer.step({ a: 1, b: 1 }, { a: 1, b: 1 }, optimizer.init({ a: 1, b: 1 })).params // { a: 0.9, b: 1 }
 */
export function groups(
  optimizers: Readonly<Record<string, Optimizer>>,
  groupOf: (name: string) => string,
): Optimizer {
  const groupsIn = (places: readonly Place[]): Group[] => {
    const found = new Map<string, Place[]>(Object.keys(optimizers).map((name) => [name, []]));
    for (const place of places) {
      const group = found.get(groupOf(place.name));
      if (group === undefined)
        throw unknownGroup(groupOf(place.name), place.name, [...found.keys()]);
      group.push(place);
    }
    return [...found].map(([name, members]) => {
      let size = 0;
      const own = members.map((place) => ({ ...place, start: (size += place.size) - place.size }));
      return { name, transform: optimizers[name].transform, places: members, own, size };
    });
  };
  return optimizerOf({
    start: (params, places) =>
      stateOf(
        Object.fromEntries(
          groupsIn(places).map((group) => [
            group.name,
            group.transform.start(gathered(group, params), group.own),
          ]),
        ),
      ),
    apply(gradient, before, params, places) {
      let state = before;
      for (const group of groupsIn(places)) {
        const { update, state: own } = group.transform.apply(
          gathered(group, gradient),
          stateIn(before, group.name),
          gathered(group, params),
          group.own,
        );
        group.places.forEach(({ start, size }, k) => {
          const from = group.own[k].start;
          gradient.set(update.subarray(from, from + size), start);
        });
        state = state.set(group.name, own);
      }
      return { update: gradient, state };
    },
  });
}

function gathered({ places, own, size }: Group, vector: Float64Array): Float64Array {
  const found = new Float64Array(size);
  places.forEach((place, k) => {
    found.set(vector.subarray(place.start, place.start + place.size), own[k].start);
  });
  return found;
}
