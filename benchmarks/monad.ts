/** The chain in the monad, whose state are columns: what a gradient costs beside that of the engine. */
import { grad, type Real } from 'delta-tape';
import { Do, grad as monadicGrad, operators, type MReal } from 'delta-tape/monad';
import { chain, OPERATIONS_PER_STEP } from './chain.js';
import type { Order } from './orders.js';

const { add, mul, sin } = operators;

const monadic = (steps: number) => (x: MReal) =>
  Do(function* () {
    let y = x;
    let total: MReal = 0;
    for (let i = 0; i < steps; i++) {
      y = yield* add(yield* mul(yield* sin(y), y), 0.1);
      total = yield* add(total, y);
    }
    return total;
  });

export function monad(bindings: number): Order {
  const steps = bindings / OPERATIONS_PER_STEP;
  const name = `gradient in the monad, ${bindings.toLocaleString('en')} bindings`;
  const { library } = chain(steps);
  const f = (x: Real): Real => library([x]);
  const engine = grad(f);
  const derivative = monadicGrad(monadic(steps));
  return {
    name,
    beside: 'engine',
    of: f,
    basis: () => engine(0.7),
    derivative: () => derivative(0.7),
    check() {
      const [found, expected] = [derivative(0.7), engine(0.7)];
      if (found !== expected) throw new Error(`${name}: ${found} where ${expected} should be`);
      return 1;
    },
  };
}
