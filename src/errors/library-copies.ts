/**
 * Copies of this library in one program. Packages that depend on other versions bring them along. One copy
 * takes the dual numbers of another for objects, so errors that this may cause mention it.
 */
const key = Symbol.for('delta-tape.copies');
const shared = globalThis as { [key]?: number };
shared[key] = (shared[key] ?? 0) + 1;

/** Text that is added to an error that may come from there. */
export const copiesLoaded = (): string =>
  shared[key] === 1
    ? ''
    : ` The program has loaded ${shared[key]} copies of delta-tape: keep one (npm dedupe).`;
