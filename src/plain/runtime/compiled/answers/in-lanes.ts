/** Takes derivatives along several directions at once, as many as code takes. */
import type { Derivative } from './derivatives.js';
import { holdsNaN, type Vector } from './lane-values.js';

/** The most directions that are taken at once. */
const MOST = 8;

type Code = (lanes: number, asksForZeros: boolean) => Derivative | null;

/** Code for a number of directions at once, or for fewer where that would be too large. */
function widest(code: Code, lanes: number): Derivative | null {
  for (const some of [lanes, 4, 2, 1]) {
    const found = some <= lanes ? code(some, false) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Runs code on some directions at a time, and with questions for zeros where it finds what is not a number.
 *
 * @param canAsk whether there is code that asks for zeros
 */
export function inLanes(
  directions: readonly Vector[],
  canAsk: boolean,
  code: Code,
  run: (derivative: Derivative, directions: readonly Vector[]) => readonly Float64Array[] | null,
): Float64Array[] | null {
  const found: Float64Array[] = [];
  // As few times as possible, with as few lanes as then suffice; more than one number of lanes is not worth its code.
  const lanes = Math.ceil(directions.length / Math.ceil(directions.length / MOST));
  while (found.length < directions.length) {
    const derivative = widest(code, lanes);
    if (derivative === null) return null;
    const some = directions.slice(found.length, found.length + derivative.lanes);
    const count = some.length;
    while (some.length < derivative.lanes) some.push(new Float64Array(some[0].length));
    const parts = (of: Derivative) => run(of, some)?.slice(0, count) ?? null;
    let all = parts(derivative);
    if (all?.some(holdsNaN) === true) {
      const asking = canAsk ? code(derivative.lanes, true) : null;
      all = asking && parts(asking);
    }
    if (all === null) return null;
    found.push(...all);
  }
  return found;
}
