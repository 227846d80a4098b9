/** What the compiler takes and refuses, and what it says of the results. */
import { grad, mul, valueAndGrad, type Real } from 'delta-tape';
import { claim, type Same } from '../support/types.js';

interface Params {
  readonly w: number[];
  b?: number;
}
class Model {
  loss(p: Params): number {
    return p.w[0];
  }
}

/** Never called: the compiler is the judge. */
export function refused(): void {
  // @ts-expect-error -- a string is no real
  grad((x: number) => `${x}`);
  // @ts-expect-error -- an object is no real
  grad((x: number) => ({ x }));
  // @ts-expect-error -- a list is no real
  grad((x: Real) => [x]);
  // @ts-expect-error -- a promise is no real
  grad(async (x: number) => Promise.resolve(x));
  // @ts-expect-error -- a generator is no real
  grad(function* (x: number) {
    yield x;
  });
  // @ts-expect-error -- nothing is no real
  grad((x: number) => void x);
  // @ts-expect-error -- undefined is no real
  grad((x: number): number | undefined => x);
  // @ts-expect-error -- what is not known may be no real
  grad((x: number): unknown => x);
  // @ts-expect-error -- a truth value is no real
  valueAndGrad((x: number) => x > 0);
  // @ts-expect-error -- there are two parameters
  grad((x: number, y: number) => x * y, { wrt: 2 });
  // @ts-expect-error -- there are two parameters
  valueAndGrad((x: Real, y: Real) => mul(x, y), { wrt: [0, 2] });
  // @ts-expect-error -- positions count from 0
  grad((x: number) => x, { wrt: -1 });
  // @ts-expect-error -- a function has no other options
  grad((x: number) => x, { by: 0 });
}

/** Never called, either. */
export function taken(position: number) {
  return {
    any: grad((x: number) => x as never)(1),
    both: grad((x: number, y: number) => x * y, { wrt: [0, 1] })(1, 2),
    second: grad((_: string, y: number) => y, { wrt: 1 })('a', 2),
    rest: grad((...xs: number[]) => xs[2], { wrt: 2 })(1, 2, 3),
    optional: grad((x: number, y?: number) => x * (y ?? 1), { wrt: 1 })(1, 2),
    unknown: grad((x: number, y: number) => x * y, { wrt: position })(1, 2),
    tree: grad((p: Params) => p.w[0])({ w: [1], b: 2 }),
    method: grad((p: Params) => new Model().loss(p))({ w: [1] }),
    record: grad((p: Record<string, number>) => p.a)({ a: 1 }),
    inferred: grad((x) => mul(x, x))(3),
  };
}
type Taken = ReturnType<typeof taken>;

test('Functions of numbers and of reals have gradients of numbers.', () => {
  const claims =
    claim<
      [
        Same<Taken['both'], [number, number]>,
        Same<Taken['second'], number>,
        Same<Taken['rest'], number>,
        Same<Taken['inferred'], number>,
        Taken['record'] extends Record<string, number> ? true : false,
      ]
    >();
  expect(claims).toEqual([]);
});
