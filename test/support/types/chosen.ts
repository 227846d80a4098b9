/**
 * The compiler's view of derivatives with respect to entries of the first argument, of linearisation,
 * and of results beside an output. It is never called: the compiler is the judge.
 */
import type { Map as ImmutableMap, RecordOf } from 'immutable';
import {
  checkGradient,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  linearize,
  mul,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { claim, type Same } from './claims.js';

interface Model {
  readonly w: readonly number[];
  b: number;
  name: string;
  more?: Float64Array;
}
const loss = (p: Model, scale: number): number => p.w[0] * p.b * scale;
const product = (x: Real, y: Real): Real => mul(x, y);
const rows = (p: { w: Real[]; b: Real }) => ({ all: p.w, one: p.b });

export function entries(
  p: Model,
  m: Map<string, number>,
  r: RecordOf<{ slope: number; name: string }>,
  i: ImmutableMap<string, number[]>,
  real: { w: Real[]; b: Real },
) {
  return {
    one: grad(loss, { wrt: 'w' })(p, 1),
    several: grad(loss, { wrt: ['w', 'b'] })(p, 1),
    optional: grad(loss, { wrt: ['more'] })(p, 1).more,
    both: valueAndGrad(loss, { wrt: 'b' })(p, 1).gradient,
    ofMap: grad((q: Map<string, number>) => q.get('a') ?? 0, { wrt: 'a' })(m),
    ofRecord: grad((q: typeof r) => q.slope, { wrt: ['slope'] })(r),
    ofImmutable: grad((q: typeof i) => q.size, { wrt: 'a' })(i),
    ofReals: grad((q: { w: Real[]; b: Real }) => q.b, { wrt: ['w', 'b'] })({ w: [1], b: 2 }),
    pulled: vjp(rows, { wrt: 'w' })(real).pullback({ all: [1], one: 2 }),
    pushed: jvp(rows, { wrt: ['b'] })([real], { b: 1 }).tangent,
    placed: jvp(product, { wrt: 1 })([1, 2], 3).tangent,
    linear: linearize(rows, { wrt: 'b' })(real).pushforward(1),
    along: hvp(loss, { wrt: 'w' })(p, [1], 2),
    alongTwo: hvp(product, { wrt: [0, 1] })(1, [1, 2], 2),
    matrix: jacobian(rows, { wrt: ['b'] })({ w: [1], b: 2 }).one,
    curved: hessian(loss, { wrt: ['w', 'b'] })(p, 1),
    checked: checkGradient((q: Model) => q.b)(p, { wrt: ['b', 'w'] }).ok,
    plain: linearize(product)(1, 2).pushforward(1),
    aux: valueAndGrad(
      (x: number): [number, { at: number[]; text: string }] => [x, { at: [x], text: '' }],
      {
        aux: true,
      },
    )(1).aux,
    auxOfReals: valueAndGrad((x) => [mul(x, x), { x, text: '' }], { aux: true })(1),
  };
}
type Found = ReturnType<typeof entries>;

export const claims =
  claim<
    [
      Same<Found['one'], number[]>,
      Same<Found['several'], { w: number[]; b: number }>,
      Same<Found['optional'], Float64Array | undefined>,
      Same<Found['both'], number>,
      Same<Found['ofMap'], number>,
      Same<Found['ofRecord'], { slope: number }>,
      Same<Found['ofImmutable'], number[]>,
      Same<Found['ofReals'], { w: number[]; b: number }>,
      Same<Found['pulled'], Real[]>,
      Same<Found['pushed'], { all: number[]; one: number }>,
      Same<Found['placed'], number>,
      Same<Found['linear'], { all: number[]; one: number }>,
      Same<Found['along'], number[]>,
      Same<Found['alongTwo'], [number, number]>,
      Same<Found['matrix'], { b: number }>,
      Same<Found['curved'], { w: { w: number[][]; b: number[] }; b: { w: number[]; b: number } }>,
      Same<Found['checked'], boolean>,
      Same<Found['plain'], number>,
      Same<Found['aux'], { at: number[]; text: string }>,
      Same<Found['auxOfReals']['gradient'], number>,
      Same<Found['auxOfReals']['aux'], { x: number; text: string }>,
    ]
  >();

/** A library of the user may export these: their types have names. */
export const checked = checkGradient((q: Model) => q.b);
export const linear = linearize(loss, { wrt: ['w', 'b'] });
export const along = hvp(product, { wrt: 1 });
export const pushed = jvp(loss, { wrt: 'w' });

export function refused(p: Model): void {
  // @ts-expect-error -- there is no such entry
  grad(loss, { wrt: 'v' });
  // @ts-expect-error -- there is no such entry
  valueAndGrad(loss, { wrt: ['w', 'v'] });
  // @ts-expect-error -- a list has no entries with names
  grad((xs: number[]) => xs[0], { wrt: 'length' });
  // @ts-expect-error -- a real has none either
  grad(product, { wrt: 'run' });
  // @ts-expect-error -- entries are of the first argument
  grad((x: number, q: Model) => x * q.b, { wrt: 'b' });
  // @ts-expect-error -- entries and positions are not mixed
  grad(loss, { wrt: ['w', 0] });
  // @ts-expect-error -- there is no such entry
  checkGradient((q: Model) => q.b)(p, { wrt: 'v' });
  // @ts-expect-error -- a tangent of the entry is a list
  jvp(loss, { wrt: 'w' })([p, 1], 1);
  // @ts-expect-error -- there are two tangents
  jvp(product, { wrt: [0, 1] })([1, 2], [1]);
  // @ts-expect-error -- the tangent is that of the entry
  hvp(loss, { wrt: 'b' })(p, [1], 1);
  // @ts-expect-error -- only valueAndGrad has something beside
  grad(product, { aux: true });
  // @ts-expect-error -- the function returns nothing beside its output
  valueAndGrad(product, { aux: true });
  // @ts-expect-error -- the first of the two is no real
  valueAndGrad((x: number) => [`${x}`, x], { aux: true });
}
