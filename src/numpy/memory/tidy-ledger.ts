/** The ledger of the innermost `tidy` in progress. */
import { switchTo, type Ledger } from './ledger.js';

let innermost: Ledger | null = null;

export const tidyLedger = (): Ledger | null => innermost;

/** Runs `body` with a ledger of its own for the user's arrays. */
export function withTidyLedger<T>(ledger: Ledger, body: () => T): T {
  const outer = innermost;
  const before = switchTo(ledger);
  innermost = ledger;
  try {
    return body();
  } finally {
    innermost = outer;
    switchTo(before);
  }
}
