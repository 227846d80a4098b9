/**
 * The arrays that derivatives allocate for themselves: copies of inputs, results of recorded operations, results of
 * pullbacks. No user holds these arrays, because duals of finished runs are refused. If an operator returns an
 * array, or hands it to a user's rule, the array is given out, and not freed. The others are freed when the
 * outermost run ends. Those that only one operation or one sweep needs are freed with it, unless a run around it may
 * hold them.
 */
import { finishedRun } from '../../errors/errors.js';
import { insideRun, nextLevel, outermostRun } from '../../core/open-runs.js';
import type { Run } from '../../core/real.js';
import { bare } from '../bare.js';
import { dressed, isArray, type Storage } from '../library.js';
import { ofRun } from '../of-run.js';
import { weigh, weighAll } from './ballast.js';
import { Ledger } from './ledger.js';
import { notedIn, tidyLedger, withSweepLedger } from './open-ledgers.js';

/** Of arrays that users have. */
const givenOut = new WeakSet<Storage>();
const newLedger = (): Ledger => new Ledger(finishedRun, (storage) => givenOut.has(storage), true);

const nothing = () => false;

/** The ledger of the outermost run. */
export function ledgerOf(run: Run): Ledger {
  const outermost = outermostRun() ?? run;
  const own = ofRun(outermost);
  if (own.ledger !== undefined) return own.ledger;
  const ledger = (own.ledger = newLedger());
  outermost.atEnd = () => {
    if (own.isKept === true) kept(ledger);
    else ledger.freeAfter(0, nothing);
  };
  return ledger;
}

/** Gives the arrays of a tape that is copied to the `tidy` around it, or to the collector. */
function kept(ledger: Ledger): void {
  const tidy = tidyLedger();
  if (tidy === null) weighAll(ledger);
  ledger.handOver(tidy);
}

/** Leaves the arrays of a run to the collector, since its tape is copied. */
export const keepArraysOf = (run: Run): void => {
  ofRun(outermostRun() ?? run).isKept = true;
};

/** True if no other run is open, which could hold arrays made for this one. */
export const isAlone = (run: Run): boolean =>
  !insideRun() || (nextLevel() === 2 && outermostRun() === run);

/** An array that the user has from now on, as the user gets it. */
export function giveOut<T>(x: T): T {
  if (!isArray(x)) return x;
  const { storage } = bare(x);
  if (!givenOut.has(storage)) {
    givenOut.add(storage);
    const tidy = tidyLedger();
    if (tidy === null) weigh(storage);
    else tidy.add(storage);
  }
  return dressed(x) as T;
}

/** Runs `body`, whose new arrays belong to the run. */
export const forRun = <T>(run: Run, body: () => T): T => notedIn(ledgerOf(run), body);

/** Sweeps; what was made meanwhile and not given out is freed, unless a run around may hold it. */
export function inSweep<T>(run: Run, body: () => T): T {
  const ledger = insideRun() ? ledgerOf(run) : newLedger();
  const { mark } = ledger;
  try {
    return withSweepLedger(ledger, body);
  } finally {
    if (isAlone(run)) ledger.freeAfter(mark, nothing);
  }
}
