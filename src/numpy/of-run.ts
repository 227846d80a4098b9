/**
 * Keeps what belongs to a run on the run itself. In a weak map it would survive the collections of young objects, and
 * a tape with all its arrays would survive with it.
 */
import type { Run } from '../core/real.js';
import type { Ledger } from './memory/ledger.js';

interface OfRun {
  /** Stands for the run in duals of arrays. */
  standing?: Run;
  /** The allocations made for it. */
  ledger?: Ledger;
  /** True if its tape outlives it, and the arrays with it. */
  isKept?: boolean;
}

export const ofRun = (run: Run): OfRun => (run.ofBlocks ??= {});
