/** The most time of a task. */
import { taskTimedOut } from './errors.js';

/** Milliseconds in which a thread must have started and loaded the module. */
const MOST_LOADING = 60_000;
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Counts from when the function is loaded: how long threads take to start is the machine's affair, and an attempt of a task that
 * was lost to it would say the wrong thing.
 */
export class Deadline {
  /** The time at which the task began, which its thread writes; 0 until then. */
  readonly began = new Float64Array(new SharedArrayBuffer(8));
  /** Is refused when the time has passed. */
  readonly passed: Promise<never>;
  private timer: NodeJS.Timeout | undefined;

  constructor(seconds: number) {
    const most = seconds * 1000;
    const sent = Date.now();
    this.passed = new Promise((_, reject) => {
      const look = () => {
        const now = Date.now();
        const [began] = this.began;
        if (began === 0 && now - sent > MOST_LOADING) reject(taskTimedOut(MOST_LOADING / 1000));
        else if (began > 0 && now - began >= most) reject(taskTimedOut(seconds));
        // What begins after now may take all its time from then on.
        else this.wait(look, began === 0 ? Math.min(most, MOST_LOADING) : began + most - now);
      };
      this.wait(look, most);
    });
    this.passed.catch(() => {});
  }

  private wait(look: () => void, milliseconds: number): void {
    this.timer = setTimeout(look, Math.min(milliseconds, LONGEST_TIMER));
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
