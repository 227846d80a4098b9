/** Settings of code behind runs, for a test. */
import { effort } from '../../src/plain/runtime/specialised/specialised-function.js';

/** Does some work while specialised code takes other efforts. */
export function withEffort<T>(other: Partial<typeof effort>, work: () => T): T {
  const before = { ...effort };
  Object.assign(effort, other);
  try {
    return work();
  } finally {
    Object.assign(effort, before);
  }
}
