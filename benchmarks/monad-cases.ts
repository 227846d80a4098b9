/** The chain in the monad, in the two ways of writing it. */
import { Do, operators, pure, type M, type MReal } from 'delta-tape/monad';
import { OPERATIONS_PER_STEP } from './chain.js';

export interface MonadLaunch {
  /** Milliseconds of a gradient. */
  readonly engine: number;
  readonly monad: number;
}

export interface MonadCase {
  readonly name: string;
  readonly style: string;
  readonly bindings: number;
  readonly steps: number;
  readonly program: (x: MReal) => M<MReal>;
}

const { add, mul, sin } = operators;

const inDoNotation = (steps: number) => (x: MReal) =>
  Do(function* () {
    let y = x;
    let total: MReal = 0;
    for (let i = 0; i < steps; i++) {
      y = yield* add(yield* mul(yield* sin(y), y), 0.1);
      total = yield* add(total, y);
    }
    return total;
  });

const byBind = (steps: number) => (x: MReal) => {
  const go = (i: number, y: MReal, total: MReal): M<MReal> =>
    i === steps
      ? pure(total)
      : sin(y)
          .bind((s) => mul(s, y))
          .bind((product) => add(product, 0.1))
          .bind((next) => add(total, next).bind((sum) => go(i + 1, next, sum)));
  return go(0, x, 0);
};

const styles = { 'do-notation': inDoNotation, bind: byBind };

export const monadCases: readonly MonadCase[] = Object.entries(styles).flatMap(([style, write]) =>
  [10_000, 100_000, 1_000_000].map((bindings) => {
    const steps = bindings / OPERATIONS_PER_STEP;
    return { name: `${style} ${bindings}`, style, bindings, steps, program: write(steps) };
  }),
);
