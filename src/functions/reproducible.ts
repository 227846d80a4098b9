/**
 * Tasks whose numbers depend on nothing but what they are given: neither on what ran before in this thread, nor on the clock.
 * Last digits of a slope depend on which code computes it. So what is learnt of a function while it is called, and which
 * code answers it then, begins anew in each task; code itself is made once.
 */

/** The task of all calls while a task waits for a promise: they might be anybody's, and nothing is learnt from them. */
export const unlearned: object = {};

export const reproducible = {
  /** Another object for each task; null where there is none. */
  task: null as object | null,
};

/** The tasks that wait. */
let waiting = 0;
const outside = (): object | null => (waiting > 0 ? unlearned : null);

/** Does a task, which may be a promise. */
export function reproducibly<T>(task: () => T): T {
  const before = reproducible.task;
  reproducible.task = {};
  try {
    const found = task();
    if (typeof (found as { then?: unknown } | null)?.then !== 'function') return found;
    waiting++;
    const end = () => {
      waiting--;
      reproducible.task = outside();
    };
    return Promise.resolve(found).finally(end) as T;
  } finally {
    reproducible.task = before === null || before === unlearned ? outside() : before;
  }
}

/** The state that was learnt in one task. */
export abstract class Learnt {
  private task: object | null = null;

  /** True if nothing may be learnt now. What was learnt in another task is forgotten. */
  protected isFresh(): boolean {
    const { task } = reproducible;
    if (task !== this.task) {
      this.task = task;
      this.forget();
    }
    return task === unlearned;
  }

  protected abstract forget(): void;
}
