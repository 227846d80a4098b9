/**
 * The functions that compiled code calls where it meets values of the host. Code with calls of
 * functions of arrays runs inside of one run, which records these calls, and no others. Cotangents go
 * to and from its tape by ids.
 */
import { Dual, type Real, type Run } from '../../../../core/real.js';
import type { Flat } from '../../../../core/trees/flat.js';
import { Stepwise } from '../../../../tape/stepwise.js';
import { given, listed, numberIn, truthIn } from '../../../ir/host-values.js';
import { OutsideOfTier } from '../../../ir/leave.js';
import { realArray, type Floats } from '../../../../core/floats/real-array.js';
import { draw } from '../../random-numbers.js';
import { applied, plainly, type Called } from './calls-of-program.js';

let steps: Stepwise | null = null;
/** The objects that the run has found to be data. */
let met = new WeakSet<object>();

const open = (): Stepwise => {
  if (steps === null)
    throw new OutsideOfTier('functions of arrays are called outside of a gradient');
  return steps;
};

const isOfRun = (of: unknown): of is Dual => of instanceof Dual && of.isBlock !== true;

export const host = {
  /** The id of what was met last. */
  id: 0,
  real(of: unknown): number {
    if (!isOfRun(of)) {
      host.id = 0;
      return numberIn(of);
    }
    const { run: own } = open();
    host.id = own.idOf(of);
    return numberIn(own.primalOfReal(of));
  },
  number: numberIn,
  truth(of: unknown): boolean {
    return isOfRun(of) ? Boolean(host.real(of)) : truthIn(of);
  },
  /** @param floats the kind of typed array that is to stand for an array */
  lift(of: number | Flat<number>, floats?: Floats): unknown {
    const duals = open().run.bindDuals(typeof of === 'object' ? of : [numberIn(of)]);
    host.id = duals.length === 0 ? 0 : duals[0].id;
    if (floats !== undefined) return realArray(floats, duals);
    return typeof of === 'object' ? duals : duals[0];
  },
  draw,
  apply: (f: Called, args: readonly unknown[]): unknown => applied(met, f, args),
  plainly: (f: Called, args: readonly unknown[]): unknown => plainly(met, f, args),
  /** True if code gave it a cotangent that is NaN. */
  metNaN: false,
  push(id: number, cotangent: number): void {
    host.metNaN ||= cotangent !== cotangent;
    open().push(id, cotangent);
  },
  pull: (id: number): number => open().pullAt(id),
  given,
  listed,
  /** A copy of a list of arrays, which are those of JavaScript in the program if `isListed`. */
  rows: (of: readonly ArrayLike<number>[], isListed: boolean): unknown =>
    of.map(isListed ? listed : given),
};

/**
 * Runs code whose calls of the host are recorded.
 *
 * @param inputs the values of the host that derivatives are taken by; `code` is given their duals
 * @param beside finds what else is wanted of what was made, once it was swept
 */
export function recordingHost<T, Aux>(
  inputs: readonly unknown[],
  code: (duals: readonly unknown[]) => T,
  beside: (made: T, run: Run) => Aux,
): {
  readonly made: T;
  readonly cotangents: Flat<Real>;
  readonly metNaN: boolean;
  readonly aux: Aux;
} {
  const before = [steps, met] as const;
  const own = new Stepwise();
  [steps, met] = [own, new WeakSet()];
  host.metNaN = false;
  try {
    return own.open(inputs as readonly Real[], (duals) => {
      const made = code(duals);
      const cotangents = own.finish();
      return { made, cotangents, metNaN: host.metNaN, aux: beside(made, own.run) };
    });
  } finally {
    [steps, met] = before;
  }
}
