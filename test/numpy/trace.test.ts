/** The reports on programs with arrays: bindings, kinks, constants. */
import {
  add,
  checkpoint,
  customGradient,
  explain,
  grad,
  hessian,
  hvp,
  jvp,
  mul,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { array, flat, P, type Array_ } from './support.js';

type Loose = (...args: unknown[]) => unknown;
const explained = explain as unknown as (f: unknown, o?: unknown) => (...args: unknown[]) => string;
const traced = trace as unknown as (
  f: unknown,
  o?: unknown,
) => (...args: unknown[]) => ReturnType<ReturnType<typeof trace>>;
const gradOf = grad as unknown as (f: unknown, o?: unknown) => Loose;

const m = array([
  [1, 2],
  [3, 4],
]);
const loss = ({ w, b }: { w: Array_; b: Real }) => mul(P.sum(P.matmul(P.square(w), w)) as Real, b);

test('An operation on arrays is one Let-binding with the name of its function.', () => {
  expect(explained(loss)({ w: m, b: 2 })).toBe(
    [
      'Let x1 = np.square (Var s.w) : [2, 2] in',
      'Let x2 = np.matmul (Var x1) (Var s.w) : [2, 2] in',
      'Let x3 = np.sum (Var x2) in',
      'Let x4 = Add (Scale 2 (Var x3)) (Scale 170 (Var s.b)) in',
      'Var x4',
    ].join('\n'),
  );
});

test('A trace has the functions, shapes and ids, and the arrays of the value.', () => {
  const f = (x: Array_, c: Real) => P.multiply(P.exp(x), P.multiply(c, array([1, 2])));
  const { value, inputs, bindings, outputs, counts } = traced(f, { wrt: [0, 1] })(array([0, 0]), 3);
  expect((value as Array_).tolist()).toEqual([3, 6]);
  expect(inputs).toEqual([
    { id: 1, path: 's0', primal: NaN, shape: [2] },
    { id: 2, path: 's1', primal: 3 },
  ]);
  expect(bindings.map(({ id, call, edges }) => ({ id, call, edges }))).toEqual([
    { id: 3, call: { name: 'np.exp', args: [1], shape: [2] }, edges: [] },
    { id: 4, call: { name: 'np.multiply', args: [2], shape: [2] }, edges: [] },
    { id: 5, call: { name: 'np.multiply', args: [3, 4], shape: [2] }, edges: [] },
  ]);
  expect(outputs).toEqual([5]);
  expect(counts).toEqual({ inputs: 2, bindings: 3, edges: 4, bytes: 5 * 40 + 3 * 16 });
});

test('Rules and checkpoints of arrays are told by their names.', () => {
  const twice = customGradient((x: unknown) => ({
    value: P.multiply(2, x),
    pullback: (c: unknown) => [P.multiply(2, c)],
  }));
  const part = checkpoint(((x: unknown) => P.sin(x)) as never) as unknown as Loose;
  const text = explained((x: Array_) => P.sum(part((twice as unknown as Loose)(x))))(array([1, 2]));
  expect(text).toBe(
    [
      'Let x1 = customGradient (Var s) : [2] in',
      'Let x2 = checkpoint (Var x1) : [2] in',
      'Let x3 = np.sum (Var x2) in',
      'Var x3',
    ].join('\n'),
  );
});

describe('A comparison of arrays', () => {
  const masked = (x: Array_) => P.sum(P.where(P.greater(x, 1), x, 0));

  test('is a kink where elements are equal.', () => {
    expect(() => gradOf(masked, { onKink: 'throw' })(array([0, 1, 2]))).toThrow('np.greater');
    expect(() => gradOf(masked, { onKink: 'throw' })(array([0, 1.5, 2]))).not.toThrow();
    expect(() =>
      gradOf(masked, { onKink: 'throw', kinkDistance: 0.5 })(array([0, 1.5, 2])),
    ).toThrow('np.greater');
  });

  test.each(['greater', 'greater_equal', 'less', 'less_equal', 'equal', 'not_equal'])(
    'by np.%s is told by trace with the nearest elements.',
    (name) => {
      const f = (x: Array_) => P.sum(P.where(P[name](x, array([3, 3])), x, 0));
      const { kinks } = traced(f, { kinkDistance: 1 })(
        array([
          [2.5, 9],
          [0, 1],
        ]),
      );
      expect(kinks).toMatchObject([{ operation: `np.${name}`, values: [2.5, 3], distance: 0.5 }]);
    },
  );

  test('is seen at the levels that it depends on, and not among constants.', () => {
    const constant = (x: Array_) => P.sum(P.where(P.greater(array([1, 1]), 1), x, 0));
    expect(() => gradOf(constant, { onKink: 'throw' })(array([1, 2]))).not.toThrow();
    const outer = (x: Array_) =>
      gradOf((y: Real) => mul(y, P.sum(P.where(P.less(x, y), x, 0)) as Real))(1);
    expect(() => gradOf(outer, { onKink: 'throw' })(array([1, 2]))).toThrow('np.less');
  });
});

test('Outputs that no input reaches are told of arrays, too.', () => {
  const vjpOf = vjp as unknown as (f: unknown, o?: unknown) => Loose;
  const f = (x: Array_) => ({ moves: P.sin(x), still: P.zeros_like(x) });
  expect(() => vjpOf(f, { onConstant: 'throw' })(m)).toThrow('the output.still');
  const g = (x: Array_) => P.log(P.negative(x));
  expect(() => vjpOf(g, { onConstant: 'throw' })(m)).toThrow('NaN');
  expect(() => vjpOf((x: Array_) => P.sin(x), { onConstant: 'throw' })(m)).not.toThrow();
});

describe('A 0-dimensional array', () => {
  const f = (x: Array_) => P.array(P.sum(P.multiply(P.multiply(x, x), x))) as Real;
  const x = array([1, 2]);

  test('counts as a real output.', () => {
    const value = valueAndGrad as unknown as (g: unknown) => (a: unknown) => {
      value: number;
      gradient: Array_;
    };
    const found = value(f)(x);
    expect([found.value, found.gradient.tolist()]).toEqual([9, [3, 12]]);
    const product = (hvp as unknown as (g: unknown) => Loose)(f)(x, array([1, 0])) as Array_;
    expect(product.tolist()).toEqual([6, 0]);
    const whole = (hessian as unknown as (g: unknown) => Loose)(f)(x) as Array_;
    expect(whole.tolist()).toEqual([
      [6, 0],
      [0, 12],
    ]);
    const pushed = (jvp as unknown as (g: unknown) => Loose)(f)([x], [array([1, 1])]);
    expect(flat((pushed as { tangent: Array_ }).tangent)).toEqual([15]);
    expect(() => gradOf((y: Array_) => y)(x)).toThrow('must return one real');
  });

  test('may stand beside aux, which may hold arrays.', () => {
    const g = (y: Array_) => [f(y), { again: P.multiply(y, 2) }] as const;
    const aux = valueAndGrad as unknown as (h: unknown, o: unknown) => Loose;
    const found = aux(g, { aux: true })(x) as { aux: { again: Array_ } };
    expect(found.aux.again.tolist()).toEqual([2, 4]);
  });
});

test('What is explained without arrays is as it was.', () => {
  expect(explain((x: Real) => [add(x, 1), 2])(3)).toBe('Let x1 = Var s in\nVar x1\nZero');
});
