/** The callers of functions and steps of loops: at once, or so that reverse mode runs them again. */
import { checkpoint, loop, scan } from 'delta-tape';

export interface Tools {
  checkpoint: typeof checkpoint;
  loop: <S>(steps: number, step: (state: S, k: number) => S, state: S) => S;
  scan: <S, X, Y>(
    xs: readonly X[],
    step: (state: S, x: X, k: number) => readonly [S, Y],
    state: S,
  ) => { state: S; outputs: Y[] };
}

export const plainly: Tools = {
  checkpoint: (f) => f,
  loop(steps, step, state) {
    let now = state;
    for (let k = 0; k < steps; k++) now = step(now, k);
    return now;
  },
  scan(xs, step, state) {
    let now = state;
    const outputs = xs.map((x, k) => {
      const [next, output] = step(now, x, k);
      now = next;
      return output;
    });
    return { state: now, outputs };
  },
};

/** @param memory of loops, in bytes */
export const remembering = (memory: number): Tools => ({
  checkpoint,
  loop: (steps, step, state) => loop(steps, step, state, { memory }),
  scan: (xs, step, state) => scan(xs, step, state, { memory }),
});
