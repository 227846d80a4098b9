/** Functions that are odd in their syntax, in what they name, and in what stands inside of them. */
import type { Odd } from './odd-functions.js';

export const oddSyntax: readonly Odd[] = [
  {
    what: 'a method of an object that is written down',
    name: 'model.loss',
    text: `export const model = { loss(x: number[], rate: number) { return x[0] * x[0] * rate; }, other: (x: number) => x };`,
    args: [[2, 3], 0.5],
    wrt: [0, 1],
  },
  {
    what: 'an arrow in an object in an object',
    name: 'models.linear.loss',
    text: `export const models = { linear: { loss: (x: number[]) => x[0] * Math.exp(x[1]) } } as const;`,
    args: [[2, 0.3]],
  },
  {
    what: 'variables named as helpers in a recursion',
    text: `export function f(take: number, keep: number, n: number): number {
    const stack = take * keep; const room = stack + 1; const zeros = room * room;
    return n === 0 ? zeros : f(stack, room, n - 1) * take;
  }`,
    args: [0.3, 0.7, 3],
    wrt: [0, 1],
  },
  {
    what: 'a captured name that is a parameter elsewhere',
    text: `const scale = [0.5, 0.25];
    const scaled = (x: number) => x * scale[0];
    export function f(scale: number) { return scaled(scale) * scale; }`,
    args: [0.7],
    captured: [[0.5, 0.25]],
  },
  {
    what: 'a captured number that changes',
    text: `let count = 2;
    export function f(x: number) { return x * count; }
    export const set = (n: number) => { count = n; };`,
    args: [0.7],
    captured: [2],
  },
  {
    what: 'do while and a nested ternary',
    text: `export function f(x: number, n: number) {
    let k = 0; let s = x;
    do { s = s > 2 ? s / 2 : s > 1 ? s * 1.1 : s + 0.5; k++; } while (k < n);
    return s;
  }`,
    args: [1.5, 6],
  },
  {
    what: 'switch statements',
    text: `export function f(x: number[], mode: number) {
    let s = 0;
    for (const e of x) {
      switch (mode) { case 0: s += e; break; case 1: s += e * e; default: s -= Math.cos(e); }
    }
    return s;
  }`,
    args: [[0.3, 0.5], 1],
  },
  {
    what: 'compound assignments and updates',
    text: `export function f(x: number, n: number) {
    let a = x; let i = 0;
    a *= 2; a -= 1; a /= 3; a **= 2; a %= 5;
    while (i++ < n) a += x * i;
    for (let k = n; k--;) a *= 1 + 0.01 * k;
    return -a;
  }`,
    args: [1.5, 4],
  },
  {
    what: 'destructured loops and spread',
    text: `export function f(points: readonly [number, number][], w: number[]) {
    let s = 0;
    for (const [x, y] of points) { const [a, ...rest] = w; s += x * a + y * rest[0]; }
    const all = [...w, s];
    return Math.max(...all) * all.length;
  }`,
    args: [
      [
        [1, 2],
        [3, 4],
      ],
      [0.5, 0.25],
    ],
    wrt: [0, 1],
  },
  {
    what: 'closures over numbers',
    text: `export function f(x: number[]) {
    const make = (k: number) => (y: number) => y ** k;
    const square = make(2); const cube = make(3);
    return x.map(square).reduce((s, e) => s + cube(e), 0);
  }`,
    args: [[0.3, 0.5, 1.2]],
  },
  {
    what: 'a class with fields',
    text: `class Normal {
      constructor(readonly mean: number, readonly sd: number) {}
      density(x: number) { const z = (x - this.mean) / this.sd; return Math.exp(-0.5 * z * z) / this.sd; }
      static standard() { return new Normal(0, 1); }
    }
    export const f = (x: number, mean: number, sd: number) => Math.log(new Normal(mean, sd).density(x) + Normal.standard().density(x));`,
    args: [0.3, 0.1, 2],
    wrt: [0, 1, 2],
  },
  {
    what: 'generics',
    text: `function first<T>(list: readonly T[]): T { return list[0]; }
    function apply<A extends number>(g: (x: A) => number, x: A): number { return g(x); }
    export const f = (x: number[]) => apply((y) => y * y * first(x), first(x));`,
    args: [[2, 3]],
  },
  {
    what: 'a shadowed Math function',
    text: `export function f(x: number) { const sin = (y: number) => y * y; return sin(x) + Math.sin(x); }`,
    args: [0.7],
  },
  {
    what: 'constants of Math and numbers',
    text: `export const f = (x: number) => Math.PI * x ** 2 + Math.E ** x + Number.EPSILON * x - 1e-300 * x + 0xff * x + 1_000 * x;`,
    args: [0.7],
  },
  {
    what: 'hypot and atan2 of many',
    text: `export const f = (x: number, y: number, z: number) => Math.hypot(x, y, z) * Math.atan2(y, x) + Math.hypot(x);`,
    args: [0.7, -0.2, 1.3],
    wrt: [0, 1, 2],
  },
  {
    what: 'a recursion over lists of lists',
    text: `function det(m: number[][]): number {
    if (m.length === 1) return m[0][0];
    let s = 0;
    for (let c = 0; c < m.length; c++) {
      const minor = m.slice(1).map((row) => row.filter((_, k) => k !== c));
      s += (c % 2 === 0 ? 1 : -1) * m[0][c] * det(minor);
    }
    return s;
  }
  export const f = (m: number[][]) => det(m);`,
    args: [
      [
        [1, 2],
        [3, 4.5],
      ],
    ],
  },
  {
    what: 'a recursion with a default',
    text: `export function f(x: number, n = 3): number { return n <= 0 ? 1 : x * f(x + n, n - 1); }`,
    args: [0.3, 2],
  },
  {
    what: 'Ackermann like nesting',
    text: `function g(x: number, n: number): number { return n <= 0 ? x : g(g(x * 0.9, n - 2), n - 1); }
    export const f = (x: number) => g(x, 4);`,
    args: [0.8],
  },
  {
    what: 'unicode in a recursion',
    text: `export function f(größe: number, ñ: number): number { const σ = größe * ñ; return ñ > 2 ? σ : f(σ + größe, ñ + 1); }`,
    args: [0.8, 0],
    wrt: 0,
  },
  {
    what: 'unused results of a recursion',
    text: `function two(x: number, n: number): { a: number; b: number } { return n === 0 ? { a: x, b: 1 } : { a: two(x * x, n - 1).a, b: two(x, n - 1).b + x }; }
    export const f = (x: number) => two(x, 2).a;`,
    args: [0.8],
  },
  {
    what: 'a jacobian inside',
    text: `import { jacobian } from 'delta-tape';
    export function f(x: number[]) { const j = jacobian((y: number[]) => [y[0] * y[1], Math.sin(y[1])])(x); return j[0][0] * j[1][1] + j[0][1]; }`,
    args: [[0.3, 0.7]],
  },
  {
    what: 'a hessian inside',
    text: `import { hessian } from 'delta-tape';
    export function f(x: number[]) { const h = hessian((y: number[]) => y[0] ** 3 * y[1] + Math.exp(y[1]))(x); return h[0][0] + h[0][1] * h[1][1]; }`,
    args: [[0.3, 0.7]],
  },
  {
    what: 'a vjp inside',
    text: `import { vjp } from 'delta-tape';
    export function f(x: number[]) { const { value, pullback } = vjp((y: number[]) => y[0] * y[0] * y[1])(x); const g = pullback(2); return value * g[0] + g[1]; }`,
    args: [[0.3, 0.7]],
  },
  {
    what: 'three orders',
    isByRuns: true,
    text: `import { derivative } from 'delta-tape';
    export const f = (x: number) => derivative((a: number) => derivative((b: number) => derivative((c: number) => Math.sin(c * c))(b) * b)(a))(x);`,
    args: [0.4],
  },
  {
    what: 'an import under another name that is ours',
    text: `import { zeros as insist, f as g } from './z.js';
    export const f = (x: number[], y: number) => { let s = 0; for (const e of insist(x)) s += e * g(y); return s; };`,
    modules: {
      './z.js': `export const zeros = (x: number[]) => x.map((e) => e * e); export function f(y: number) { return y * y; }`,
    },
    args: [[1, 2], 0.3],
    wrt: [0, 1],
  },
  {
    what: 'an import of an import with a name of the same',
    text: `import { norm } from './a.js';
    function square(x: number) { return x; }
    export const f = (x: number[]) => norm(x) + square(x[0]);`,
    modules: {
      './a.js': `import { square } from './b.js'; export function norm(x: number[]) { let s = 0; for (const e of x) s += square(e); return Math.sqrt(s); }`,
      './b.js': `export const square = (x: number) => x * x;`,
    },
    args: [[1, 2]],
  },
  {
    what: 'a row in a recursion',
    isByRuns: true,
    text: `import { definePrimitive, mul } from 'delta-tape';
    const bell = definePrimitive({ name: 'bell', value: (x) => Math.exp(-x * x), partials: [(x, z) => mul(mul(-2, x), z)], formula: ['-2x z'], domain: { text: 'all x', points: [[-1.2], [0.3]] }, conventions: [] });
    export function f(x: number, n: number): number { return n === 0 ? Number(bell(x)) : Number(bell(f(x, n - 1) * x)); }`,
    args: [0.7, 2],
  },
  {
    what: 'a static method',
    name: 'Model.loss',
    text: `export class Model {
      constructor(readonly w: number) {}
      static loss(x: number[], rate: number) { return x[0] * x[0] * rate; }
    }`,
    args: [[2, 3], 0.5],
    wrt: [0, 1],
  },
  {
    what: 'a map and two folds',
    text: `export function f(xs: number[]) {
      const y = xs.map((x) => x * x);
      const mean = y.reduce((s, e) => s + e, 0) / y.length;
      return y.reduce((s, e) => s + (e - mean) ** 2, 0);
    }`,
    args: [[1, 2, 3.5]],
  },
];
