/**
 * Where the bindings of a run come from in the source, while somebody asks (`trace`, `explain`).
 * Translated code tells; the question costs it one load for each binding.
 */
import { DeltaDual } from './columns.js';
import type { Run } from '../core/real.js';
import { callSite } from '../core/source.js';

/** What is asked about a run: the places of its bindings by id. */
export interface Origins {
  readonly places: Map<number, string>;
  /** Whether versions recorded that watchers do not see. */
  unseen: boolean;
}

export const asked: { run: Run | null; origins: Origins | null } = { run: null, origins: null };

/** Tells the place of a binding of the run in question. */
export function tell(id: number): void {
  const place = callSite();
  if (place !== undefined) asked.origins?.places.set(id, place);
}

/** The same for the result of an operation. */
export function told<T>(result: T): T {
  if (asked.origins !== null && result instanceof DeltaDual && result.run === asked.run) {
    tell(result.id);
  }
  return result;
}
