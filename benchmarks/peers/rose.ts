/** rose: functions without loops, which are compiled to WebAssembly before they are called. */
import { loadOf, type Run } from './peer.js';
import { packaged } from './project.js';
import { expressed, type Operators, type Program } from './scalar-programs.js';

/** A real, a vector, or a type of such, of a program that is being recorded. */
type Term = object | number;

interface Opaque {
  (x: Term): Term;
  jvp?: unknown;
}

interface Rose extends Record<'add' | 'sub' | 'mul' | 'div' | 'gt', (x: Term, y: Term) => Term> {
  readonly Real: Term;
  readonly Dual: Term;
  Vec(length: number, element: Term): Term;
  select(condition: Term, type: Term, then: Term, otherwise: Term): Term;
  fn<A extends unknown[]>(parameters: Term[], result: Term, f: (...args: A) => unknown): object;
  vjp(f: object): (x: Term) => { grad(cotangent: number): Term };
  opaque(parameters: Term[], result: Term, f: (x: number) => number): Opaque;
  compile(f: object): Promise<(x: readonly number[]) => number[]>;
}

const rose = await packaged<Rose>('rose');
const { Real, Dual, add, sub, mul, div } = rose;

type Pair = { readonly re: Term; readonly du: Term };

/** A function of Math with its derivative, from its argument and its value. */
function lifted(
  f: (x: number) => number,
  derivative: (x: Term, y: Term, dx: Term) => Term,
): Opaque {
  const own = rose.opaque([Real], Real, f);
  own.jvp = rose.fn([Dual], Dual, ({ re, du }: Pair) => {
    const y = own(re);
    return { re: y, du: derivative(re, y, du) };
  });
  return own;
}

const operators: Operators<Term> = {
  add,
  sub,
  mul,
  div,
  exp: lifted(Math.exp, (_, y, dx) => mul(dx, y)),
  log: lifted(Math.log, (x, _, dx) => div(dx, x)),
  tanh: lifted(Math.tanh, (_, y, dx) => mul(dx, sub(1, mul(y, y)))),
  greatest: (xs) => xs.reduce((most, x) => rose.select(rose.gt(x, most), Real, x, most)),
};

async function gradient({ point, of }: Program): Promise<Run> {
  const vector = rose.Vec(point.length, Real);
  const f = rose.fn([vector], Real, (x: Term[]) =>
    of(
      operators,
      point.map((_, k) => x[k]),
    ),
  );
  const g = rose.fn([vector], vector, (x: Term) => rose.vjp(f)(x).grad(1));
  const compiled = await rose.compile(g);
  return () => compiled(point);
}

// Which centroid is the nearest would be settled when the function is compiled.
export const load = loadOf({
  ...expressed(gradient),
  kmeansGradient: () => {
    throw new Error('cannot express');
  },
});
