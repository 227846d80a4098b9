/**
 * Errors of a run where the function itself would go on: a dual where only numbers can be, or a tape
 * that is full. Code under differentiation may catch such an error, by `try`, a `finally` that returns,
 * or a promise, and then goes a way that the function never takes. So it is noted, and a run that would
 * give a result throws it instead.
 */
export interface Refusal {
  readonly error: Error;
  /** The run whose dual was refused; null if that is not known. */
  readonly of: object | null;
}

/**
 * The errors refused in the deepest run, which brings a list of its own (core/open-runs.ts); null if none is
 * open.
 */
export const noted: { refusals: Refusal[] | null } = { refusals: null };

/** Notes an error. Ten are enough: a program may catch them without an end. */
export function refusal<E extends Error>(error: E, of: object | null = null): E {
  const { refusals } = noted;
  if (refusals && !refusals[9]) refusals.push({ error, of });
  return error;
}

/** Takes an error back that the deepest run has noted. */
export function withdraw(error: Error): void {
  const { refusals } = noted;
  const k = refusals?.findIndex((one) => one.error === error) ?? -1;
  if (k >= 0) refusals!.splice(k, 1);
}

/** @throws what was refused meanwhile, of the run itself or of an unknown one. */
export function insistOnNone(refusals: readonly Refusal[], run: object): void {
  for (const { error, of } of refusals) if (!of || of === run) throw error;
}

/**
 * A run's own duals are the affair of its caller no more: without the runs around it, it would throw, too.
 */
export function passOn(refusals: readonly Refusal[], run: object): void {
  noted.refusals?.push(...refusals.filter(({ of }) => of !== run));
}

/** @throws what was refused meanwhile, if `body` gives a result all the same. */
export function noting<T>(run: object, body: () => T): T {
  const before = noted.refusals;
  const own: Refusal[] = (noted.refusals = []);
  try {
    const result = body();
    insistOnNone(own, run);
    return result;
  } finally {
    noted.refusals = before;
    passOn(own, run);
  }
}

/** Runs `work`, of which another way tells what is wrong if it throws. */
export function unnoted<T>(work: () => T): T {
  const before = noted.refusals;
  const own: Refusal[] = (noted.refusals = []);
  try {
    const result = work();
    before?.push(...own);
    return result;
  } finally {
    noted.refusals = before;
  }
}
