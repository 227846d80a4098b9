/** ad.js: reverse mode on a tape of scalars, first derivatives only, which is its fastest mode. */
import { loadOf } from './peer.js';
import { packaged } from './project.js';
import { expressed, type Operators, type Program } from './scalar-programs.js';

/** A tape, or a number. */
type Tape = object | number;

interface AdJs extends Pick<Operators<Tape>, 'add' | 'sub' | 'mul' | 'div'> {
  readonly maths: Pick<Operators<Tape>, 'exp' | 'log'>;
  gradientR(this: void, f: (x: Tape[]) => Tape): (x: readonly number[]) => number[];
  untapify(this: void, x: Tape): number;
}

const make = await packaged<(options: object) => AdJs>('ad.js');
const { add, sub, mul, div, maths, gradientR, untapify } = make({ mode: 'r', noHigher: true });

const operators: Operators<Tape> = {
  add,
  sub,
  mul,
  div,
  exp: maths.exp,
  log: maths.log,
  // By exponentials, as there is no other.
  tanh: (x) => sub(1, div(2, add(1, maths.exp(mul(2, x))))),
  greatest: (xs) => xs.reduce<number>((most, x) => Math.max(most, untapify(x)), -Infinity),
};

const gradient = ({ point, of }: Program) => {
  const g = gradientR((x) => of(operators, x));
  return () => g(point);
};

export const load = loadOf(expressed(gradient));
