/** Custom rules that are not linear: reports of the law checker, and the option `onNonlinear`. */
import {
  add,
  checkGradient,
  customGradient,
  customTangent,
  grad,
  jvp,
  mul,
  sin,
  vjp,
  type Real,
} from '../../src/index.js';
import { errorOf } from '../support/untyped.js';

const rule = (pullback: (c: Real) => Real) =>
  customGradient(function squared(x: Real) {
    return { value: mul(x, x), pullback: (c: Real) => [mul(mul(2, x), pullback(c))] };
  });
const square = (x: Real) => mul(x, x);

/** Seed cases of Brunel, Mazza and Pagani: z·z, sin z and z + 1 are refused, z + z, 3z and 0 are not. */
describe('A backpropagator', () => {
  test.each<[string, (c: Real) => Real]>([
    ['z · z', square],
    ['sin z', (c) => sin(c)],
    ['z + 1', (c) => add(c, 1)],
  ])('%s is refused where its rule is first used.', (_, pullback) => {
    const own = rule(pullback);
    const error = errorOf(() =>
      grad((x: Real) => add(own(x), own(x)), { onNonlinear: 'throw' })(3),
    );
    expect(error.code).toBe('nonlinear-rule');
    expect(error.message).toMatch(
      /linear pullback of squared \(.*nonlinear-rules\.test\.ts:\d+:\d+\)/,
    );
    const { ok, laws } = checkGradient((x: Real) => own(x))(3, { order: 1 });
    expect(ok).toBe(false);
    expect(laws.find(({ status }) => status === 'fails')!.law).toContain(
      'linear pullback of squared',
    );
  });

  test.each<[string, (c: Real) => Real]>([
    ['z + z', (c) => add(c, c)],
    ['3z', (c) => mul(3, c)],
    ['0', () => 0],
  ])('%s is accepted.', (_, pullback) => {
    const own = rule(pullback);
    expect(() => grad((x: Real) => own(x), { onNonlinear: 'throw' })(3)).not.toThrow();
  });
});

describe('The option onNonlinear', () => {
  const own = rule(square);

  test('is asked in every mode, and at every level.', () => {
    const f = (x: Real) => own(x);
    const asked = { onNonlinear: 'throw' } as const;
    expect(errorOf(() => jvp(f, asked)([3], [1])).code).toBe('nonlinear-rule');
    expect(errorOf(() => vjp(f, asked)(3)).code).toBe('nonlinear-rule');
    const inner = (x: Real) => grad(f)(x);
    expect(errorOf(() => grad(inner, asked)(3)).code).toBe('nonlinear-rule');
  });

  test('checks a rule once in a call of a derivative.', () => {
    let calls = 0;
    const counted = customGradient((x: Real) => {
      calls++;
      return { value: x, pullback: (c: Real) => [c] };
    });
    const f = (x: Real) => add(counted(x), counted(mul(2, x)));
    grad(f)(1);
    expect(calls).toBe(2);
    grad(f, { onNonlinear: 'throw' })(1);
    expect(calls).toBe(5);
  });

  test('writes warnings, and leaves the answer as it is.', () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(grad((x: Real) => own(x), { onNonlinear: 'warn' })(3)).toBe(
      grad((x: Real) => own(x))(3),
    );
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('also asks pushforwards.', () => {
    const forward = customTangent((x: Real) => ({
      value: x,
      pushforward: ([dx]: readonly Real[]) => mul(dx, dx),
    }));
    const error = errorOf(() => jvp((x: Real) => forward(x), { onNonlinear: 'throw' })([3], [1]));
    expect(error.message).toContain('linear pushforward');
  });

  test('is refused where it is no such word.', () => {
    const f = (x: Real) => x;
    expect(errorOf(() => grad(f, { onNonlinear: 'stop' as 'throw' })(1)).code).toBe(
      'invalid-option',
    );
  });
});
