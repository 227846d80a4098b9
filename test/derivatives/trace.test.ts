/** The bindings of a run as data and as text. */
import {
  add,
  cos,
  explain,
  fma,
  grad,
  jvp,
  mul,
  sin,
  sub,
  sum,
  trace,
  type Real,
} from 'delta-tape';
import { evaluate } from '../support/plain.js';

const f = (x: Real[], k: Real) => mul(sin(x[0]), add(mul(x[1], k), 1));

test('A trace has inputs, bindings, outputs and counts.', () => {
  const sine = Math.sin(2);
  expect(trace(f)([2, 3], 5)).toEqual({
    value: sine * 16,
    inputs: [
      { id: 1, path: 's[0]', primal: 2 },
      { id: 2, path: 's[1]', primal: 3 },
    ],
    bindings: [
      { id: 3, primal: sine, edges: [{ arg: 1, partial: Math.cos(2) }] },
      { id: 4, primal: 15, edges: [{ arg: 2, partial: 5 }] },
      { id: 5, primal: 16, edges: [{ arg: 4, partial: 1 }] },
      {
        id: 6,
        primal: sine * 16,
        edges: [
          { arg: 3, partial: 16 },
          { arg: 5, partial: sine },
        ],
      },
    ],
    outputs: [6],
    kinks: [],
    counts: { inputs: 2, bindings: 4, edges: 5, bytes: 6 * 40 },
  });
});

test('An explanation is the trace in the notation of the paper.', () => {
  expect(explain((x: Real) => sub(mul(x, x), 1))(3)).toBe(
    'Let x1 = Add (Scale 3 (Var s)) (Scale 3 (Var s)) in\nLet x2 = Var x1 in\nVar x2',
  );
  expect(explain((x: Real, y: Real) => [mul(x, y), 4, y], { wrt: [1, 0] })(2, 3)).toBe(
    'Let x1 = Add (Scale 3 (Var s0)) (Scale 2 (Var s1)) in\nVar x1\nZero\nVar s1',
  );
});

test('Inputs are named by their paths.', () => {
  const tree = { w: [1, { b: 2 }], 'a key': 3, m: new Map([['k', 4]]) };
  const { inputs } = trace((t: object) => t)(tree);
  expect(inputs.map(({ path }) => path)).toEqual(['s.w[0]', 's.w[1].b', 's["a key"]', 's.m.k']);
  expect(inputs.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test('Outputs are ids; what does not depend on the inputs is Zero.', () => {
  const { value, outputs } = trace((x: Real) => ({ a: x, b: 3, c: [cos(x), 'leaf', cos(0)] }))(1);
  expect(outputs).toEqual([1, 0, 2, 0]);
  expect(value).toEqual({ a: 1, b: 3, c: [Math.cos(1), 'leaf', 1] });
});

test('Primitives of any arity are one binding; a partial of 0 is no edge.', () => {
  const { bindings, counts } = trace((x: Real[]) => [sum([...x, 1, x[0]]), fma(x[0], x[1], 2)])([
    0, 3,
  ]);
  expect(bindings.map(({ edges }) => edges)).toEqual([
    [
      { arg: 1, partial: 1 },
      { arg: 2, partial: 1 },
      { arg: 1, partial: 1 },
    ],
    [{ arg: 1, partial: 3 }],
  ]);
  expect(counts).toEqual({ inputs: 2, bindings: 2, edges: 4, bytes: 4 * 40 + 5 * 12 });
});

test('Every binding mentions smaller ids only, and the edges pull back to the gradient.', () => {
  const { bindings, outputs } = trace(f, { wrt: [0, 1] })([2, 3], 5);
  const cotangents = new Map([[outputs[0], 1]]);
  for (const { id, edges } of [...bindings].reverse()) {
    for (const { arg, partial } of edges) {
      expect(arg).toBeLessThan(id);
      cotangents.set(arg, (cotangents.get(arg) ?? 0) + (cotangents.get(id) ?? 0) * partial);
    }
  }
  const [dx, dk] = grad(f, { wrt: [0, 1] })([2, 3], 5);
  expect([1, 2, 3].map((id) => cotangents.get(id))).toEqual([...dx, dk]);
});

test('A trace inside another derivative shows primals only.', () => {
  const seen: unknown[] = [];
  const g = (x: Real) => {
    const inner = trace((y: Real) => mul(x, sin(y)))(x);
    seen.push(inner.bindings, inner.inputs);
    return inner.value as Real;
  };
  const sine = Math.sin(2);
  const bindings = [
    { id: 2, primal: sine, edges: [{ arg: 1, partial: Math.cos(2) }] },
    { id: 3, primal: 2 * sine, edges: [{ arg: 2, partial: 2 }] },
  ];
  expect(grad(g)(2)).toBe(sine + 2 * Math.cos(2));
  expect(jvp(g)([2], [1]).tangent).toBe(sine + 2 * Math.cos(2));
  const inputs = [{ id: 1, path: 's', primal: 2 }];
  expect(seen).toEqual([bindings, inputs, bindings, inputs]);
});

test('By default a binding of translated code covers several operations; by operation it covers one.', () => {
  const wave = evaluate<(x: number) => number>('(x: number) => Math.sin(x) * x + 1');
  expect(trace(wave)(2).counts.bindings).toBe(1);
  const { bindings, value } = trace(wave, { byOperation: true })(2);
  expect(value).toBe(Math.sin(2) * 2 + 1);
  expect(bindings.map(({ primal }) => primal)).toEqual([
    Math.sin(2),
    Math.sin(2) * 2,
    Math.sin(2) * 2 + 1,
  ]);
  expect(explain(wave, { byOperation: true })(2).split('\n')).toHaveLength(4);
  expect(explain(wave)(2).split('\n')).toHaveLength(2);
});
