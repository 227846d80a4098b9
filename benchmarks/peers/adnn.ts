/** adnn: a tape of scalars (its tensors have no broadcasting). */
import { loadOf } from './peer.js';
import { packaged } from './project.js';
import { expressed, type Operators, type Program } from './scalar-programs.js';

interface Lifted {
  backprop(): void;
}

interface Adnn {
  readonly scalar: Omit<Operators<Lifted>, 'greatest'>;
  lift(this: void, x: number): Lifted;
  value(this: void, x: Lifted): number;
  derivative(this: void, x: Lifted): number;
}

const { scalar, lift, value, derivative } = await packaged<Adnn>('adnn/ad/index.js');

const operators: Operators<Lifted> = {
  add: scalar.add,
  sub: scalar.sub,
  mul: scalar.mul,
  div: scalar.div,
  exp: scalar.exp,
  log: scalar.log,
  tanh: scalar.tanh,
  greatest: (xs) => xs.reduce((most, x) => Math.max(most, value(x)), -Infinity),
};

const gradient =
  ({ point, of }: Program) =>
  () => {
    const x = point.map((xi) => lift(xi));
    of(operators, x).backprop();
    return x.map(derivative);
  };

export const load = loadOf(expressed(gradient));
