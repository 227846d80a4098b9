/**
 * Native functions that call others later: timers, microtasks and promises. What they call, and what they give it, may hold
 * duals of a run that has ended by then: the run keeps its primals, and values become numbers before the call.
 */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { insideRun, mode } from '../../core/open-runs.js';
import { Dual, Run, keptNumber, primalOf } from '../../core/real.js';
import { noteLater, notePlace } from './noted-places.js';
import { apply, methods, type Native, type NativeVersion } from './native-versions.js';
import { settledNow } from './settling.js';

/**
 * Promises that are given duals are settled when no derivative is in progress any more, and then have the number. Engines
 * ask a value for `then` when a promise is given it, and call that later. Duals of arrays are given on as they are.
 */
Object.defineProperty(Dual.prototype, 'then', {
  configurable: true,
  get(this: Dual) {
    if (this.isBlock === true || !Run.isRun(this.run)) return undefined;
    const primal = this.run.status === 'finished' ? keptNumber(this) : primalOf(this);
    return primal === undefined ? undefined : (fulfil: (x: number) => void) => fulfil(primal);
  },
});

const calledLater = (f: unknown): unknown =>
  typeof f === 'function'
    ? function (this: unknown, ...args: unknown[]): unknown {
        return apply(f, this, mode.on ? args : args.map((x) => settledNow(x, !insideRun())));
      }
    : f;

/** The first `count` arguments are called. */
const calling =
  (count: number) =>
  (native: Native): NativeVersion =>
    function (...args) {
      noteLater();
      const given = args.map((x, k) => (k < count ? calledLater(x) : x));
      return apply(native, this, given);
    };

/** `Promise.resolve(x)`, and the like. */
const giving = (native: Native): NativeVersion =>
  function (x, ...rest) {
    notePlace((settle) => settle(x));
    return apply(native, this, [x, ...rest]);
  };

const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];

export const ofLater: FunctionVersions = [
  ...methods(globalThis, timers, calling(1)),
  ...methods(Promise.prototype, ['then'], calling(2)),
  ...methods(Promise.prototype, ['catch', 'finally'], calling(1)),
  ...methods(Promise, ['resolve', 'reject'], giving),
];
