/**
 * Calls in runs that record, of functions that give arrays or objects: the reals of a result are a group of the run (tape/rules.ts).
 * The augmented primal runs at the call, and the reverse sweep when the sweep comes to the group, once for all cotangents.
 */
import type { Real } from '../../../core/real.js';
import { flatten } from '../../../core/trees/tree.js';
import type { ReverseRun } from '../../../tape/reverse-run.js';
import { group } from '../../../tape/rules.js';
import { OutsideOfTier } from '../../ir/leave.js';
import { LinearMap } from './linear-code.js';
import type { Version } from './specialised-version.js';

/** The point of a call, as a version gives it. */
type Kept = NonNullable<ReturnType<Version['keptAt']>>;

/** The value of a function at a point. */
export const valueOf = ({ point }: Kept): unknown => point.value;

/**
 * The result with duals for the reals that depend on the inputs.
 *
 * @param ids those of the inputs, in their order; 0 where one is constant
 */
export function recordedAs(
  run: ReverseRun,
  { point, areActive }: Kept,
  value: unknown,
  ids: Int32Array,
): unknown {
  const shape = flatten(value, 'the result');
  const reals = shape.reals as readonly number[];
  const places = [...reals.keys()].filter((k) => areActive[k]);
  if (places.length === 0) return value;
  const [pullback, pushforward] = LinearMap.pair(
    (cotangents) => {
      const vector = new Float64Array(reals.length);
      places.forEach((place, k) => (vector[place] = cotangents[k]));
      return there(point.pulled([vector]))[0];
    },
    (tangents) => {
      const [vector] = there(point.pushed([Float64Array.from(tangents)])).tangents;
      return places.map((place) => vector[place]);
    },
  );
  const numbers = places.map((place) => reals[place]);
  const duals = group(run, numbers, {
    pull: (cotangents, to) => {
      const slopes = pullback.of(cotangents);
      // An exact 0 wins.
      for (let k = 0; k < ids.length; k++)
        if (ids[k] !== 0 && slopes[k] !== 0) to.add(ids[k], slopes[k]);
    },
    push: (tangentOf) => {
      const tangents = Array.from(ids, tangentOf);
      // An exact 0 wins.
      return tangents.every((x) => x === 0) ? numbers.map(() => 0) : pushforward.of(tangents);
    },
  });
  const all: Real[] = [...reals];
  places.forEach((place, k) => (all[place] = duals[k]));
  return shape.rebuild(all);
}

/** The result of code that has run once; where it ends otherwise now, nothing can stand for it. */
function there<T>(found: T | null): T {
  if (found === null) throw new OutsideOfTier('a way back leaves where its way there did not');
  return found;
}
