/** Pauses in which timers, signals and screens get their turn. */

interface Host {
  readonly setImmediate?: (then: () => void) => unknown;
  readonly setTimeout?: (then: () => void, milliseconds: number) => unknown;
}

/** The most milliseconds that steps may take together without a pause. */
const MILLISECONDS = 15;

/** A function to call after each step, which makes a pause if the last one was some time ago. */
export function breathing(): () => Promise<void> {
  let last = Date.now();
  return async () => {
    if (Date.now() - last < MILLISECONDS) return;
    await new Promise<void>((resolve) => {
      const { setImmediate, setTimeout } = globalThis as Host;
      if (setImmediate !== undefined) setImmediate(resolve);
      else if (setTimeout !== undefined) setTimeout(resolve, 0);
      else resolve();
    });
    last = Date.now();
  };
}
