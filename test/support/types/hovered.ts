/**
 * A user's file of typical programs. An editor is asked what it shows over every name here (hovers.test.ts).
 */
import {
  derivative,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  linearize,
  mul,
  pullbackForm,
  sub,
  sum,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';

interface Line {
  readonly slopes: Float64Array;
  readonly offset: number;
  readonly name: string;
}
const line: Line = { slopes: new Float64Array([1, 2]), offset: 3, name: 'a line' };
const xs = [4, 5];

const area = (width: number, height: number): number => width * height;
const squares = (x: Real[]): Real[] => x.map((real) => mul(real, real));
const loss = ({ slopes, offset }: Line, at: readonly number[]): Real =>
  sub(sum(at.map((x, k) => mul(slopes[k], x))), offset);

export const gradient = grad(area);
export const slope = gradient(2, 3);
export const ofBoth = grad(area, { wrt: [0, 1] });
export const bothSlopes = ofBoth(2, 3);
export const ofUnannotated = grad((x) => mul(x, x));
export const ofLine = grad(loss);
export const lineGradient = ofLine(line, xs);
export const byKey = grad(loss, { wrt: 'slopes' });
export const slopesGradient = byKey(line, xs);
export const byKeys = grad(loss, { wrt: ['slopes', 'offset'] });
export const chosenGradient = byKeys(line, xs);

export const both = valueAndGrad(loss);
export const valueAndGradient = both(line, xs);
export const withAux = valueAndGrad((x: Real) => [mul(x, x), { seen: x, steps: 1 }] as const, {
  aux: true,
});
export const valueGradientAndAux = withAux(2);

export const pulling = vjp(squares);
export const pulled = pulling([1, 2]);
export const pullingByKey = vjp(loss, { wrt: 'offset' });
export const pulledByKey = pullingByKey(line, xs);

export const pushing = jvp(squares);
export const pushed = pushing([[1, 2]], [[1, 0]]);
export const pushingByKey = jvp(loss, { wrt: 'offset' });
export const pushedByKey = pushingByKey([line, xs], 1);
export const pushingByKeys = jvp(loss, { wrt: ['slopes', 'offset'] });
export const linear = linearize(squares);
export const linearAt = linear([1, 2]);
export const linearByKey = linearize(loss, { wrt: 'slopes' });
export const linearByKeyAt = linearByKey(line, xs);

export const product = hvp(area);
export const productAt = product(2, 1, 3);
export const productByKeys = hvp(loss, { wrt: ['slopes', 'offset'] });
export const productByKeysAt = productByKeys(line, { slopes: [1, 0], offset: 0 }, xs);

export const rows = jacobian(squares);
export const rowsAt = rows([1, 2]);
export const sparseRows = jacobian(squares, { sparse: true });
export const sparseRowsAt = sparseRows([1, 2]);
export const curvature = hessian(area, { wrt: [0, 1] });
export const curvatureAt = curvature(2, 3);
export const curvatureByKey = hessian(loss, { wrt: 'offset' });
export const curvatureByKeyAt = curvatureByKey(line, xs);

export const rate = derivative((t: number) => ({ x: t, y: t * t }));
export const rateAt = rate(2);
export const form = pullbackForm(squares);
export const formAt = form((ys) => ys)([1, 2]);

export function descend<P extends object>(objective: (p: P) => Real, start: P) {
  const direction = grad(objective)(start);
  const value = valueAndGrad(objective)(start);
  const { tangent } = jvp((p: P) => p)([start], [direction]);
  const { pullback } = vjp((p: P) => [p])(start);
  return { direction, value, tangent, pullback };
}
