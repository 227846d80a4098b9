/** The parts that tests of fitting share. */
import { DeltaTapeError } from 'delta-tape';

/** The code of the error that a call ends in. */
export function errorOf(f: () => unknown): string {
  try {
    f();
  } catch (error) {
    if (error instanceof DeltaTapeError) return error.code;
    throw error;
  }
  return 'none';
}
