/** Classes with lists of instances, and lists in fields that grow: made by the function, captured, or given. */
import { grad } from 'delta-tape';
import { load } from '../../../support/plain.js';
import { areCompiled } from '../../../support/temptations.js';

const network = `
class Dense {
  w: number[] = []; b: number[] = []; calls = 0;
  constructor(public nin: number, public nout: number, seed: number) {
    for (let i = 0; i < nin * nout; i++) this.w.push(Math.sin(i * 1.7 + seed));
    for (let i = 0; i < nout; i++) this.b.push(0.1);
  }
  forward(x: number[]): number[] {
    const y: number[] = [];
    this.calls++;
    for (let o = 0; o < this.nout; o++) {
      let s = this.b[o];
      for (let i = 0; i < this.nin; i++) s += this.w[o * this.nin + i] * x[i];
      y.push(Math.tanh(s));
    }
    return y;
  }
}
class Odd extends Dense { forward(x: number[]): number[] { return super.forward(x).map((v) => v * 2); } }
class Network {
  layers: Dense[] = [];
  constructor(sizes: number[]) { for (let i = 0; i + 1 < sizes.length; i++) this.layers.push(new Dense(sizes[i], sizes[i + 1], i)); }
  forward(x: number[]): number[] { let h = x; for (const l of this.layers) h = l.forward(h); return h; }
}
const net = new Network([2, 3, 2]);
`;
const loss = 'const y = of.forward(x); return y[0] + y[1] ** 2;';
const x = (): unknown[] => [[0.3, -0.7]];

const made: readonly (readonly [string, string, () => unknown[]])[] = [
  [
    'layers that a constructor pushes',
    `${network}exports.f = f; function f(x: number[]): number { const of = new Network([2, 4, 2]); ${loss} }`,
    x,
  ],
  [
    'a network around the function',
    `${network}exports.f = f; function f(x: number[]): number { const of = net; ${loss} }`,
    x,
  ],
  [
    'rows that grow in a field',
    `class Matrix {
  data: number[][];
  constructor(n: number, fill: (i: number, j: number) => number) {
    this.data = [];
    for (let i = 0; i < n; i++) { this.data.push([]); for (let j = 0; j < n; j++) this.data[i].push(fill(i, j)); }
  }
  mul(o: Matrix): Matrix {
    return new Matrix(this.data.length, (i, j) => { let s = 0; for (let k = 0; k < this.data.length; k++) s += this.data[i][k] * o.data[k][j]; return s; });
  }
}
exports.f = f; function f(a: number): number { const m = new Matrix(3, (i, j) => Math.sin(a * i + j)); const q = m.mul(m); q.data[1][2] *= a; q.data[0] = q.data[1]; q.data[1][0] += a; return q.data[0][0] * q.data[1][1] + q.data[2].length + q.data[0][2]; }`,
    () => [0.4],
  ],
  [
    'lists of objects in a list of a field',
    `class Graph {
  next: { to: number; w: number }[][] = [];
  constructor(n: number) { for (let i = 0; i < n; i++) this.next.push([]); }
  link(a: number, b: number, w: number) { this.next[a].push({ to: b, w }); this.next[b].push({ to: a, w: w * 0.5 }); }
  spread(h: number[]): number[] { return h.map((v, i) => { let s = v; for (const e of this.next[i]) s += Math.sin(e.w * h[e.to]); return s; }); }
}
exports.f = f; function f(w: number[]): number { const g = new Graph(3); w.forEach((v, k) => g.link(k % 3, (k + 1) % 3, v)); for (const e of g.next[1]) e.w *= 1.5; let h = [1, 0.5, 0.2]; for (let k = 0; k < 3; k++) h = g.spread(h); return h[0] * h[1] - h[2]; }`,
    () => [[0.3, 0.2, 0.9, -0.4]],
  ],
];

test.each(made)('%s', (_, text, args) => {
  expect(areCompiled({ text, args })).toBe(true);
});

const changes: readonly (readonly [string, string])[] = [
  ['a layer of a class with another method', 'net.layers.push(new Odd(2, 2, 3));'],
  ['a layer with a method of its own', 'net.layers[1].forward = (v) => v;'],
  ['a layer that is there twice', 'net.layers.push(net.layers[1]);'],
  [
    'weights that two layers share and write',
    'net.layers[1].w = net.layers[0].w; Dense.prototype.forward = Odd.prototype.forward;',
  ],
  ['no list', 'net.layers = { 0: net.layers[0], *[Symbol.iterator]() { yield this[0]; } } as any;'],
];

test.each(changes)(
  'Where a network around the function has %s, a run answers, and rightly.',
  (_, change) => {
    const text = `${network}${change}\nexports.f = f; function f(x: number[]): number { const of = net; ${loss} }`;
    expect(areCompiled({ text, args: x })).toBe(false);
  },
);

test('A gradient by a network is a network, with its layers.', () => {
  const { f, make } = load<{ f: (of: object, x: number[]) => number; make: () => object }>(
    `${network}exports.make = () => new Network([2, 3, 2]); exports.f = f; function f(of: Network, x: number[]): number { ${loss} }`,
  );
  type Made = { readonly layers: { readonly w: number[] }[] };
  const found = grad(f)(make(), [0.3, 0.2]) as Made;
  expect(found.layers[1].constructor).toBe((make() as Made).layers[1].constructor);
  const h = 1e-6;
  const moved = (by: number): number => {
    const of = make() as Made;
    of.layers[0].w[3] += by;
    return f(of, [0.3, 0.2]);
  };
  expect(found.layers[0].w[3]).toBeCloseTo((moved(h) - moved(-h)) / (2 * h), 6);
});
