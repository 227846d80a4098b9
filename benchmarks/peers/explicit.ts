/** This library with explicit operators. */
import { add, div, exp, grad, jvp, log, mul, primalOf, sub, tanh, type Real } from 'delta-tape';
import type { Inputs } from './inputs.js';
import { loadOf, type Preparations } from './peer.js';
import { expressed, programs, type Operators, type Program } from './scalar-programs.js';

const operators: Operators<Real> = {
  add,
  sub,
  mul,
  div,
  exp,
  log,
  tanh,
  greatest: (xs) => xs.reduce<number>((most, x) => Math.max(most, primalOf(x)), -Infinity),
};

function gradient({ point, of }: Program) {
  const x = [...point];
  const g = grad((x: Real[]) => of(operators, x));
  return () => g(x);
}

/** The gradient divided by the Hessian, which is diagonal: its product with ones has it all. */
function kmeans(input: Inputs['kmeans']) {
  const { point, of } = programs.kmeansGradient(input);
  const x = [...point];
  const along = jvp(grad((x: Real[]) => of(operators, x)));
  const ones = x.map(() => 1);
  return () => {
    const { value, tangent } = along([x], [ones]);
    return value.map((g, k) => g / tangent[k]);
  };
}

export const preparations: Preparations = {
  ...expressed(gradient),
  kmeans,
};

export const load = loadOf(preparations);
