/** Reals taken out of differentiation. */
import { Map as ImmutableMap } from 'immutable';
import {
  add,
  derivative,
  grad,
  jvp,
  mul,
  primalOf,
  sin,
  stopGradient,
  trace,
  type Real,
} from 'delta-tape';
import { claim, type Same } from '../support/types/claims.js';

test('A primal is a plain number that nothing is differentiated through.', () => {
  expect(primalOf(3)).toBe(3);
  expect(grad((x: Real) => mul(primalOf(x), x))(3)).toBe(3);
  expect(jvp((x: Real) => mul(primalOf(x), x))([3], [1]).tangent).toBe(3);
  expect(trace((x: Real) => sin(primalOf(mul(x, x))))(3).outputs).toEqual([0]);
});

test('It is constant for derivatives of every level.', () => {
  const f = (x: Real) => grad((y: Real) => mul(primalOf(mul(x, y)), y))(x);
  expect([grad(f)(3), derivative(f)(3)]).toEqual([0, 0]);
  expect(grad((x: Real) => grad((y: Real) => mul(mul(x, primalOf(y)), y))(x))(3)).toBe(3);
});

test('A stopped tree has the shape of the tree, with numbers.', () => {
  const f = (tree: { a: Real[]; name: string; m: ImmutableMap<string, Real> }) => {
    const stopped = stopGradient(tree);
    claim<[Same<typeof stopped, { a: number[]; name: string; m: ImmutableMap<string, number> }>]>();
    expect(stopped).toEqual({ a: [2, 3], name: 'n', m: ImmutableMap({ k: 5 }) });
    return add(mul(stopped.a[0], tree.a[1]), mul(tree.m.get('k')!, stopped.m.get('k')!));
  };
  expect(grad(f)({ a: [2, 3], name: 'n', m: ImmutableMap({ k: 5 }) })).toEqual({
    a: [0, 2],
    name: 'n',
    m: ImmutableMap({ k: 5 }),
  });
});

test('What holds no reals is itself.', () => {
  const leaves = { s: 'a', f: Math.sin, none: null };
  expect(stopGradient(leaves)).toBe(leaves);
  expect(stopGradient('a')).toBe('a');
  expect(stopGradient(4)).toBe(4);
});

test('What is no real, or real no longer, is refused.', () => {
  for (const x of ['1', null, undefined, {}, [1], 1n]) {
    expect(() => primalOf(x as never)).toThrow(/must be a real/);
  }
  const escaped: Real[] = [];
  grad((x: Real) => {
    escaped.push(x);
    return x;
  })(1);
  expect(() => primalOf(escaped[0])).toThrow(/after its derivative had ended/);
  expect(() => stopGradient({ escaped })).toThrow(/after its derivative had ended/);
});
