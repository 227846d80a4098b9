/**
 * Errors of a run where the function itself would go on: a dual where only numbers can be, or a tape
 * that is full. Code under differentiation may catch such an error, by `try`, a `finally` that returns,
 * or a promise, and then goes a way that the function never takes. So it is noted, and a run that would
 * give a result throws it instead.
 */
interface Refusal {
  readonly error: Error;
  /** The run whose dual was refused; null if that is not known. */
  readonly of: object | null;
}

/** Those of the deepest run; null if none is open. */
let noted: Refusal[] | null = null;

/** Notes an error. Ten are enough: a program may catch them without an end. */
export function refusal<E extends Error>(error: E, of: object | null = null): E {
  if (noted && !noted[9]) noted.push({ error, of });
  return error;
}

/** The errors noted for a run, and for the code around it. */
interface Noting {
  readonly before: Refusal[] | null;
  readonly own: Refusal[];
}

export function beginNoting(): Noting {
  const before = noted;
  const own: Refusal[] = (noted = []);
  return { before, own };
}

/** @throws what was refused meanwhile, of the run itself or of an unknown one. */
export function insistOnNone({ own }: Noting, run: object): void {
  for (const { error, of } of own) if (!of || of === run) throw error;
}

/** A run's own duals are the affair of its caller no more: without the runs around it, it would throw, too. */
export function endNoting({ before, own }: Noting, run: object): void {
  noted = before;
  before?.push(...own.filter(({ of }) => of !== run));
}

/** @throws what was refused meanwhile, if `body` gives a result all the same. */
export function noting<T>(run: object, body: () => T): T {
  const begun = beginNoting();
  try {
    const result = body();
    insistOnNone(begun, run);
    return result;
  } finally {
    endNoting(begun, run);
  }
}

/** Runs `work`, of which another way tells what is wrong if it throws. */
export function unnoted<T>(work: () => T): T {
  const { before, own } = beginNoting();
  try {
    const result = work();
    before?.push(...own);
    return result;
  } finally {
    noted = before;
  }
}
