/** Programs with functions that call themselves or each other, modules, rows, and derivatives inside of them. */
import type { Odd } from './odd-functions.js';

const xs = [0.3, -1.2, 0.7, 2.1];
const rows = [
  [0.5, -0.2, 0.9],
  [1.1, 0.3, -0.7],
];

export const oddPrograms: readonly Odd[] = [
  {
    what: 'a recursion on numbers',
    text: `export function f(x: number, n: number): number { return n > 0 ? Math.sin(x * f(x, n - 1)) : 1; }`,
    args: [1.3, 5],
  },
  {
    what: 'a recursion on an array of floats',
    text: `function total(x: Float64Array, from: number, to: number): number {
      if (to - from === 1) return x[from] * x[from];
      const middle = (from + to) >> 1;
      return total(x, from, middle) * total(x, middle, to) + x[middle];
    }
    export function f(x: Float64Array): number { return total(x, 0, x.length); }`,
    args: [Float64Array.from(xs)],
  },
  {
    what: 'a recursion on a readonly array',
    text: `const walk = (x: readonly number[], k: number): number => (k < x.length ? x[k] + x[k] * walk(x, k + 1) : 1);
    export const f = (x: readonly number[]) => walk(x, 0);`,
    args: [xs],
  },
  {
    what: 'a recursion on rows of a readonly list',
    text: `function walk(m: readonly (readonly number[])[], k: number): number {
      if (k === m.length) return 1;
      const row = m[k];
      let s = 0;
      for (const e of row) s += e * e;
      return Math.sqrt(s) * walk(m, k + 1);
    }
    export const f = (m: readonly (readonly number[])[]) => walk(m, 0);`,
    args: [rows],
  },
  {
    what: 'a recursion that makes arrays',
    text: `function smooth(x: readonly number[], depth: number): number[] {
      const y = x.map((e, i) => e + 0.1 * Math.sin(x[(i + 1) % x.length]));
      return depth === 0 ? y : smooth(y, depth - 1);
    }
    export function f(x: readonly number[], depth: number) {
      return smooth(x, depth).reduce((s, e) => s + e * e, 0);
    }`,
    args: [xs, 3],
  },
  {
    what: 'a recursion that writes into an array',
    text: `function fill(out: Float64Array, x: readonly number[], k: number): void {
      if (k === x.length) return;
      out[k] = x[k] * (k > 0 ? out[k - 1] : 1);
      fill(out, x, k + 1);
    }
    export function f(x: readonly number[]) {
      const out = new Float64Array(x.length);
      fill(out, x, 0);
      let s = 0;
      for (const e of out) s += e * e;
      return s;
    }`,
    args: [xs],
  },
  {
    what: 'functions that call each other',
    text: `function even(x: number, n: number): number { return n === 0 ? x : x * odd(x + 1, n - 1); }
    function odd(x: number, n: number): number { return n === 0 ? 1 / x : Math.cos(even(x * 0.5, n - 1)); }
    export const f = (x: number, n: number) => even(x, n);`,
    args: [0.7, 4],
  },
  {
    what: 'a recursion that gives several things',
    text: `interface Found { best: number; path: [number, number] }
    function search(x: readonly number[], k: number): Found {
      if (k === x.length) return { best: 0, path: [1, 1] };
      const { best, path } = search(x, k + 1);
      return x[k] > best ? { best: x[k] * x[k], path: [best, path[0]] } : { best, path };
    }
    export function f(x: readonly number[]) { const { best, path } = search(x, 0); return { best, path }; }`,
    args: [xs],
  },
  {
    what: 'a recursion with names of the file',
    text: `function keep(stack: readonly number[], take: number, top: number): number {
      const kept = stack[take] * top;
      return take > 0 ? kept * keep(stack, take - 1, top + 1) : kept;
    }
    export function f(stack: readonly number[], keptArrays: number) { return keep(stack, stack.length - 1, keptArrays); }`,
    args: [xs, 0.5],
    wrt: [0, 1],
  },
  {
    what: 'two recursions in a loop',
    text: `const power = (x: number, n: number): number => (n === 0 ? 1 : x * power(x, n - 1));
    const digits = (x: number, n: number): number => (n === 0 ? 0 : power(x, n) + digits(x / 2, n - 1));
    export function f(x: readonly number[]) {
      let s = 0;
      for (let i = 0; i < x.length; i++) { if (i === 2) continue; s += digits(x[i], i + 2); }
      return s;
    }`,
    args: [xs],
  },
  {
    what: 'a tree of objects',
    text: `interface Tree { left: Int32Array; right: Int32Array; worth: number[] }
    function value(tree: Tree, node: number): number {
      if (node < 0) return 0;
      const now = tree.worth[node];
      return Math.max(now, 0.9 * (value(tree, tree.left[node]) + value(tree, tree.right[node])) * now);
    }
    export const f = (tree: Tree) => value(tree, 0);`,
    args: [
      {
        left: Int32Array.of(1, 3, -1, -1),
        right: Int32Array.of(2, -1, -1, -1),
        worth: [0.3, 1.2, 0.7, 2.1],
      },
    ],
  },
  {
    what: 'an inner gradient',
    text: `import { grad } from 'delta-tape';
    export function f(x: number, w: number) {
      const slope = grad((y: number) => Math.sin(y * w) * y);
      return slope(x) ** 2;
    }`,
    args: [0.7, 1.3],
    wrt: [0, 1],
  },
  {
    what: 'an inner gradient by an array',
    text: `import { grad } from 'delta-tape';
    export function f(x: readonly number[], w: number) {
      const g = grad((y: readonly number[]) => { let s = 0; for (const e of y) s += e ** 3 * w; return s; })(x);
      return g.reduce((s, e) => s + e * e, 0);
    }`,
    args: [xs, 0.5],
    wrt: [0, 1],
  },
  {
    what: 'an inner tangent and an inner product by a Hessian',
    text: `import { hvp, jvp } from 'delta-tape';
    const energy = (x: number[]) => x[0] * x[0] * x[1] + Math.exp(x[1]);
    export function f(x: number[]) {
      const [along] = hvp(energy)(x, [1, x[0]]);
      return along * jvp(energy)([x], [[x[1], 1]]).tangent;
    }`,
    args: [[0.4, 0.9]],
  },
  {
    what: 'a gradient of a gradient',
    text: `import { grad } from 'delta-tape';
    export const f = (x: number) => grad((y: number) => grad((z: number) => Math.exp(z * y) * x)(y) * y)(x);`,
    args: [0.3],
  },
  {
    what: 'a recursion with a gradient in it',
    text: `import { grad } from 'delta-tape';
    const potential = (x: number, a: number) => Math.cos(x) * a;
    function descend(x: number, a: number, n: number): number {
      return n === 0 ? x : descend(x - 0.1 * grad(potential)(x, a), a, n - 1);
    }
    export const f = (x: number, a: number) => descend(x, a, 4);`,
    args: [0.3, 1.5],
    wrt: [0, 1],
  },
  {
    what: 'a gradient of a recursion inside',
    text: `import { grad } from 'delta-tape';
    const power = (x: number, n: number): number => (n === 0 ? 1 : x * power(x, n - 1));
    export const f = (x: number, n: number) => grad(power)(x, n) * x;`,
    args: [0.7, 4],
  },
  {
    what: 'a row of its own',
    // Second derivatives of such rows are of forward runs in the library.
    isByRuns: true,
    text: `import { definePrimitive, mul } from 'delta-tape';
    export const bell = definePrimitive({
      name: 'bell',
      value: (x) => Math.exp(-x * x),
      partials: [(x, z) => mul(mul(-2, x), z)],
      formula: ['-2x z'],
      domain: { text: 'all x', points: [[-1.2], [0.3]] },
      conventions: [],
    });
    export function f(x: readonly number[], w: number) { let s = 0; for (const e of x) s += bell(e * w) as number; return s; }`,
    args: [xs, 0.5],
    wrt: [0, 1],
  },
  {
    what: 'functions of other modules',
    text: `import { norm as length, scaled } from './vectors.js';
    import * as more from './vectors.js';
    export function f(x: readonly number[], by: number) { return length(scaled(x, by)) + more.sum(x) * by; }`,
    modules: {
      './vectors.js': `export { sum } from './sums.js';
      export const scaled = (v: readonly number[], by: number) => v.map((e) => e * by);
      export function norm(v: readonly number[]) { let s = 0; for (const e of v) s += e * e; return Math.sqrt(s); }`,
      './sums.js':
        'export function sum(v: readonly number[]): number { let s = 0; for (const e of v) s += e; return s; }',
    },
    args: [xs, 0.5],
    wrt: [0, 1],
  },
  {
    what: 'a function of another module with constants and a recursion',
    text: `import { walk } from './walk.js';
    const rate = 2;
    export function f(x: number, n: number) { return walk(x * rate, n) + walk(x, 1); }`,
    modules: {
      './walk.js': `const rates = Float64Array.of(0.5, 0.25, 0.125);
      export function walk(x: number, n: number): number { return n === 0 ? x : rates[n - 1] * Math.sin(walk(x, n - 1)); }`,
    },
    captured: [Float64Array.of(0.5, 0.25, 0.125)],
    args: [0.7, 3],
  },
  {
    what: 'arguments that it writes into',
    text: `export function f(x: number[], log: number[], seen: Int32Array) {
      let s = 0;
      for (let i = 0; i < x.length; i++) {
        s += x[i] * x[i] * log[i];
        log[i] = i * 2;
        seen[0] = i;
      }
      return s;
    }`,
    args: [xs, [4, 5, 6, 7], Int32Array.of(7, 8)],
    isWriting: true,
  },
  {
    what: 'an argument that it changes and restores, calling itself',
    text: `export function f(a: Float64Array, size: number, row: number, after: Int32Array): number {
      if (row === size - 1) return a[row * size + after[size]];
      let total = 0;
      let sign = 1;
      let before = size;
      for (let column = after[size]; column < size; column = after[column]) {
        after[before] = after[column];
        total += sign * a[row * size + column] * f(a, size, row + 1, after);
        after[before] = column;
        before = column;
        sign = -sign;
      }
      return total;
    }`,
    args: [Float64Array.of(1, 2, 3, 4.5, 5, 6, 7, 8, 10), 3, 0, Int32Array.of(1, 2, 3, 0)],
    isWriting: true,
  },
];
