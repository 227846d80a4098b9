/** Functions without annotations: compiled code is made for the kinds of values that they are given. */
import { grad } from 'delta-tape';
import { answers, modules, type F } from '../../../../support/linked-modules.js';

const load = (text: string): Record<string, F> =>
  modules({ program: text })('program') as Record<string, F>;

const f32 = () => Float32Array.of(0.5, 1.5);
const f64 = () => Float64Array.of(0.5, 1.5);
const list = () => [0.5, 1.5];

const { cubes, matrix, rows, flat, scaled } = load(`
  export const cubes = (p) => { let s = 0; for (const x of p) s += x * x * x; return s; };
  export const matrix = (A, x) => A.reduce((s, row, i) => s + row[0] * x[i] * row[1], 0);
  export const rows = (data, w) => data.reduce((s, d) => s + d.x[0] * d.x[1] * w[0] + d.y * w[1], 0);
  export const flat = (v, p) => { const w = v.map((x) => x * p.b[0]); w[0] *= 2; return w[0] * w[1]; };
  export const scaled = (x) => { const y = x.slice(); y[1] = y[0] / 4; return y.map((v) => v / 8)[1] * x.length; };
`);

test('One function has code for each kind of array that it is given.', () => {
  for (const at of [list, f64, f32, list, f64]) expect(answers(cubes, [at()])).toBe(true);
  for (const at of [list, f64, f32]) expect(answers(scaled, [at()])).toBe(true);
  expect(answers(matrix, [[list(), list()], f64()])).toBe(true);
  expect(answers(matrix, [[f64(), f32()], list()])).toBe(false);
  expect(answers(matrix, [[f64(), f64()], list()], [0, 1])).toBe(true);
  expect(answers(matrix, [[f32(), f32()], f32()], 1)).toBe(true);
});

test('Arrays in objects and in arrays of objects have their kinds, too.', () => {
  expect(answers(rows, [[{ x: list(), y: 1 }], list()], 1)).toBe(true);
  expect(answers(rows, [[{ x: f64(), y: 1 }], f64()], 1)).toBe(true);
  const mixed = [f64(), list()].map((x) => ({ x, y: 1 }));
  expect(answers(rows, [mixed, f64()], 1)).toBe(false);
  for (const w of [list, f64, f32]) for (const b of [list, f64]) answers(flat, [w(), { b: b() }]);
  expect(answers(flat, [list(), { b: list() }])).toBe(true);
});

test('Captured variables may become arrays of another kind.', () => {
  const { hold, noted } = load(`let held = [1, 2]; export const hold = (to) => { held = to; };
    export const noted = (x) => held[0] * x * x + (held.length > 1 ? held[1] : 0) * x;`);
  for (const to of [list(), f64(), f32(), [3], new Uint8Array(2), f64()]) {
    hold(to);
    expect(answers(noted, [0.7])).toBe(true);
  }
  for (const to of ['12', { 0: 1, length: 1 }, [[1], [2]], new DataView(new ArrayBuffer(2))]) {
    hold(to);
    expect(answers(noted, [0.7])).toBe(false);
  }
  hold(list());
  expect(answers(noted, [0.7])).toBe(true);
});

test('Where there are too many kinds, and for what is no array of numbers, a run answers.', () => {
  const { cubes } = load(`export const cubes = (p, q, r) => p[0] * q[0] * r[0] * r.length;`);
  const kinds = [list, f64, f32].flatMap((p) => [list, f64, f32].map((q) => [p(), q(), list()]));
  expect(kinds.filter((given) => answers(cubes, given))).toHaveLength(4);
  class Own extends Array<number> {}
  const hostile = [
    Own.from(list()),
    new Array<number>(2),
    [0.5, '1'],
    [list()],
    Object.freeze(['a']),
  ];
  for (const p of hostile) expect(answers(cubes, [list(), list(), p])).toBe(false);
  expect(answers(cubes, [Object.freeze(list()), list(), [-0, 3]])).toBe(true);
});

test('Several derivatives of one function have their own code.', () => {
  const f = cubes as unknown as <P>(p: P) => number;
  expect(grad(f<number[]>)(list())).toEqual([0.75, 6.75]);
  expect(grad(f<Float64Array>)(f64())).toEqual(Float64Array.of(0.75, 6.75));
});

test('Methods that arrays have tell of an array, until a text is given.', () => {
  const { sorted, first } = load(`
    export const sorted = (x) => { const y = [...x].sort((a, b) => a - b); return y[0] * 2 + y[1] * y[1]; };
    export const first = (x, t) => x * (t.indexOf(3) + 2);`);
  for (const at of [list, f64, f32]) expect(answers(sorted, [at()])).toBe(true);
  expect(answers(first, [0.5, [1, 3]])).toBe(true);
  expect(answers(first, [0.5, '13'])).toBe(false);
});

/** An empty array, and one whose memory was given away. */
const withoutElements: Readonly<Record<string, () => Float64Array>> = {
  empty: () => new Float64Array(0),
  'given away': () => {
    const x = new Float64Array(3);
    structuredClone(x.buffer, { transfer: [x.buffer] });
    return x;
  },
};

const walks = load(`
  export const turns = (x: Float64Array, y: number) => { let s = y; for (const v of x) s += v; return s; };
  export const spread = (x: Float64Array, y: number) => [...x].length + y;
  export const sum = (x: Float64Array, y: number) => x.reduce((s, v) => s + v, y);
  export const part = (x: Float64Array, y: number) => x.slice().length + y;
  export const filled = (x: Float64Array, y: number) => { x.fill(2); return y * y; };
  export const inside = (x: { of: Float64Array }[], y: number) => { let s = y; for (const v of x[0].of) s += v; return s; };
`);

describe.each(Object.keys(walks))('%s', (name) => {
  test.each([[0], [1], [[0, 1]]])('throws for memory that was given away, by %p.', (wrt) => {
    for (const [state, made] of Object.entries(withoutElements)) {
      const work = () =>
        (grad(walks[name], { wrt: wrt as 0 }) as F)(
          name === 'inside' ? [{ of: made() }] : made(),
          2,
        );
      if (state === 'empty') expect(work).not.toThrow();
      else expect(work).toThrow(TypeError);
    }
  });
});
