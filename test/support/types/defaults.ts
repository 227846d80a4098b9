/**
 * Functions whose parameters have defaults instead of types, written where an operator is called. They are never
 * called: compilers are the judges, TypeScript 5.9, 6 and 7 among them.
 */
import {
  assertGradient,
  checkGradient,
  checkpoint,
  derivative,
  explain,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  linearize,
  mul,
  pullbackForm,
  taylor,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { findRoot, leastSquares, minimize } from 'delta-tape/learn';
import { hmc, laplace, nuts } from 'delta-tape/learn/inference';
import { argmin, fixedPoint, root } from 'delta-tape/solve';
import { claim, type Same } from './claims.js';

/** A number, an object and a list beside the first argument, as functions have them for their options. */
export const made = () => ({
  gradient: grad((x: number, y = 3, { scale = 2 } = {}, [shift] = [1]) => x * y * scale + shift),
  valued: valueAndGrad((x: number, y = 3) => x * y)(2),
  besides: valueAndGrad((x: number, y = 3): [number, string] => [x * y, 'a'], { aux: true })(2),
  curvature: hessian((x: number[], y = 3, { scale = 2 } = {}) => x[0] * x[0] * y * scale)([2]),
  sparse: hessian((x: number[], y = 3) => x[0] * x[0] * y, { sparse: true })([2]),
  product: hvp((x: number[], { scale = 2 } = {}) => x[0] * x[0] * scale)([2], [1]),
  rows: jacobian((x: number[], y = 3, { scale = 2 } = {}) => [x[0] * y * scale])([2]),
  pulled: vjp((x: number, { scale = 2 } = {}) => [x * scale])(2).pullback([1]),
  pushed: jvp((x: number, y = 3) => x * y)([2, 3], [1, 0]).tangent,
  line: linearize((x: number, { scale = 2 } = {}) => x * scale)(2).pushforward(1),
  slope: derivative((x: number, { scale = 2 } = {}) => x * scale)(2),
  series: taylor((x: number, y = 3) => x * y, 2)(2),
  form: pullbackForm((x: number, { scale = 2 } = {}) => x * scale)(() => 1)(2),
  traced: trace((x: number, { scale = 2 } = {}) => x * scale)(2).counts.bindings,
  text: explain((x: number, { scale = 2 } = {}) => x * scale)(2),
  checked: checkGradient((x: number, { scale = 2 } = {}) => x * scale)(2).ok,
  asserted: assertGradient((x: number, y = 3) => x * y)(2),
  again: checkpoint((x: number, { scale = 2 } = {}) => x * scale)(2),
  least: minimize((x: number, y = 3, { scale = 2 } = {}) => scale * (x - y) ** 2, 1).solution,
  fitted: leastSquares((p: { a: number }, k = 3, { scale = 2 } = {}) => [scale * (p.a - k)], {
    a: 1,
  }).solution,
  zero: findRoot((p: { a: number }, k = 3) => [p.a - k], { a: 1 }).solution,
  draws: nuts((x: number, s = 1) => (-x * x) / s, 0).chains[0].draws[0],
  steps: hmc((p: { x: number }, { s = 1 } = {}) => (-p.x * p.x) / s, { x: 0 }).chains[0].draws[0],
  mode: laplace((x: number, s = 1) => (-x * x) / s, 0).mode,
  inner: argmin((x: number, y = 3) => (x - y) ** 2)(1, 3),
  solved: root((x: number, y = 3) => x - y)(1, 3),
  fixed: fixedPoint((x: number, y = 3) => x / y)(1, 3),
  /** Beside a first parameter that has no type either, all are reals. */
  reals: grad((x, y = 3) => mul(x, y), { wrt: [0, 1] })(2, 3),
  annotated: grad((x: Real, y = 3, z: Real = 2) => mul(mul(x, y), z))(2),
  unannotated: minimize((x) => mul(x, x), 1).solution,
});
type Made = ReturnType<typeof made>;

export const claims =
  claim<
    [
      Same<Made['valued']['gradient'], number>,
      Same<Made['besides']['aux'], string>,
      Same<Made['curvature'], number[][]>,
      Same<Made['product'], number[]>,
      Same<Made['rows'], number[][]>,
      Same<Made['pulled'], number>,
      Same<Made['pushed'], number>,
      Same<Made['line'], number>,
      Same<Made['slope'], number>,
      Same<Made['series'], number[]>,
      Same<Made['form'], number>,
      Same<Made['again'], number>,
      Same<Made['least'], number>,
      Same<Made['fitted'], { a: number }>,
      Same<Made['zero'], { a: number }>,
      Same<Made['draws'], number>,
      Same<Made['steps'], { x: number }>,
      Same<Made['mode'], number>,
      Same<Made['inner'], number>,
      Same<Made['solved'], number>,
      Same<Made['fixed'], number>,
      Same<Made['reals'], [number, number]>,
      Same<Made['annotated'], number>,
      Same<Made['unannotated'], number>,
    ]
  >();
