/**
 * Comparisons of arrays. They are computed from primals and shown to watchers, because a mask is a choice of the
 * program.
 */
import { isBlock } from '../core/block.js';
import { Dual, isReal, type Run } from '../core/real.js';
import { runsAreWatched } from '../core/watcher.js';
import { homeOf } from '../tape/with-blocks.js';
import { plainOperand } from './apply.js';
import type { ArrayDual, Operand } from './array-dual.js';
import { broadcast, numbersOf } from './elements.js';
import { isArray, numpy, type NDArray } from './library.js';

export const comparisons: readonly string[] = [
  ...['greater', 'greater_equal', 'less', 'less_equal', 'equal', 'not_equal'],
];

/** Shows a comparison of two operands to the watchers of all levels that they depend on. */
export function watchArrays(name: string, [x, y]: readonly unknown[]): void {
  if (!runsAreWatched() || x === y || !isOperand(x) || !isOperand(y)) return;
  const runs = new Set<Run>([...runsOf(x), ...runsOf(y)]);
  const watchers = [...runs].filter(({ status, watcher }) => status === 'open' && watcher !== null);
  if (watchers.length === 0) return;
  const pair = nearest(plainOperand(x), plainOperand(y));
  if (pair === null) return;
  for (const { watcher } of watchers) watcher!.compared(`np.${name}`, pair, []);
}

const isOperand = (x: unknown): x is Operand => isReal(x) || isBlock(x);

/** The runs of an operand at all levels. */
function runsOf(x: Operand): Run[] {
  const runs: Run[] = [];
  for (let inner: Operand = x; inner instanceof Dual;) {
    const home = homeOf(inner);
    runs.push(home);
    inner = inner.isBlock ? (inner as unknown as ArrayDual).primalBlock : home.primalOf(inner);
  }
  return runs;
}

/** The elements that are nearest to each other; null if there are none. */
function nearest(x: NDArray | number, y: NDArray | number): [number, number] | null {
  const [one, other] = [x, y].map((z) => (isArray(z) ? z : numpy.array(z)));
  const shape = broadcast(one.shape, other.shape);
  // The function itself says what is wrong.
  if (shape === null) return null;
  const [xs, ys] = [numbersOf(one, shape), numbersOf(other, shape)];
  let least = Infinity;
  let at = -1;
  for (let k = 0; k < xs.length; k++) {
    const distance = Math.abs(xs[k] - ys[k]);
    if (!(distance < least)) continue;
    least = distance;
    at = k;
  }
  return at < 0 ? null : [xs[at], ys[at]];
}
