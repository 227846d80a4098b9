/**
 * Cases that other implementations got wrong, and this one gets right; and the cases object to each of
 * them.
 */
import {
  add,
  customGradient,
  div,
  grad,
  jvp,
  lt,
  mul,
  sqrt,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import {
  cases,
  complaints,
  type Implementation,
  type Scalar,
  type X,
} from './support/conformance.js';
import { mutants } from './support/mutants.js';
import { Tiny } from './support/tiny.js';

type List = readonly Real[];
type RealScalar = (xs: List) => Real;

/** The library as the cases see it; gradients are taken by `take`. */
class Library implements Implementation {
  propagations = 0;

  constructor(private readonly take: (f: RealScalar, xs: List) => readonly Real[]) {}

  add = add as Implementation['add'];
  mul = mul as Implementation['mul'];
  div = div as Implementation['div'];
  sqrt = sqrt as Implementation['sqrt'];
  probe = customGradient((x: Real) => ({
    value: x,
    pullback: (c: Real) => {
      this.propagations++;
      return [c];
    },
  })) as Implementation['probe'];
  ifLess = (x: X, y: X, then: () => X, otherwise: () => X) =>
    lt(x as Real, y as Real) ? then() : otherwise();
  bind = (bound: X, body: (x: X) => X) => body(bound);
  grad = (f: Scalar) => (xs: readonly X[]) => this.take(f as RealScalar, xs as List);
  pullback = (f: Scalar, xs: readonly number[]) => vjp(f as RealScalar)(xs).pullback;
  gradOfTree = <T>(f: (tree: T) => X, tree: T): unknown =>
    (grad as (f: unknown) => (tree: unknown) => unknown)(f)(tree);
  steps = (f: Scalar, xs: readonly number[]) => trace(f as RealScalar)(xs).counts.edges;
}

const reverse = new Library((f, xs) => grad(f)(xs));
const byPullback = new Library((f, xs) => vjp(f)(xs).pullback(1));

describe('Nothing that others got wrong is wrong', () => {
  test.each(Object.entries(cases))('in reverse mode: %s.', (_, put) => {
    expect(put(reverse)).toBeNull();
    expect(put(byPullback)).toBeNull();
  });

  const ofOneInput = [
    'nested gradients are kept apart',
    'what is used twice counts once for each use',
    'a long chain needs no stack',
    'a let differentiates its body once',
    'n-fold nesting runs the function once',
    'nothing comes from the branch not taken',
    'an infinite derivative is not swallowed',
    'a real of a finished derivative is refused or constant',
  ];
  test.each(ofOneInput)('in forward mode: %s.', (name) => {
    const single = new Library((f, xs) => [jvp(f)([xs], [[1]]).tangent]);
    expect(cases[name](single)).toBeNull();
  });

  test('in a small implementation made to be got wrong.', () => {
    expect(complaints(new Tiny())).toEqual({});
  });
});

describe('The cases object to an implementation', () => {
  test.each(mutants.map(([name, Mutant]) => [Mutant.name, name, Mutant] as const))(
    'that is %s: %s.',
    (_, name, Mutant) => {
      expect(Object.keys(complaints(new Mutant()))).toContain(name);
    },
  );

  test('in every case there is.', () => {
    expect(new Set(mutants.map(([name]) => name))).toEqual(new Set(Object.keys(cases)));
  });
});
