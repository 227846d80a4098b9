/**
 * What is kept for a run. It is kept on the run itself: what a weak map holds survives the collections of young
 * objects, and a tape with all its arrays would survive with it.
 */
import type { Run } from '../core/real.js';
import type { Ledger } from './memory/ledger.js';

interface OfRun {
  /** Stands for the run in duals of arrays. */
  standing?: Run;
  /** What was allocated for it. */
  ledger?: Ledger;
  /** Whether its tape outlives it, and the arrays with it. */
  isKept?: boolean;
}

export const ofRun = (run: Run): OfRun => (run.ofBlocks ??= {});
