/** Functions as data, and what loops carry: the value is that of the source, the gradient that of a run. */
import { disagreements } from '../../support/agreement.js';
import { loweredText } from '../../support/numeric.js';

const point = [0.7, -1.3, 2.1, 0.4];

const random = `function makeRng(seed: number) { let s = seed; return () => { s |= 0; s = (s + 0x6d2b79f5) | 0; let t = Math.imul(s ^ (s >>> 15), 1 | s); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }; }`;
const table = `const fs = [Math.sin, (v: number) => v * v, (v: number) => v + 1]; const ops = { add: (a: number, b: number) => a + b, mul(a: number, b: number) { return a * b; }, two: (a: number) => 2 * a };`;

/** Bodies of functions of a Float64Array x. */
const lowered: readonly (readonly [name: string, body: string, outside?: string])[] = [
  [
    'a random generator that keeps its state in a closure',
    `const rng = makeRng(1), other = makeRng(1); let s = 0; for (let k = 0; k < 4; k++) { s += rng() * x[k]; if (x[k] > 0) s *= other(); for (const v of x) if (v > 1) s += rng() * v; } return s * s * other() + rng();`,
    random,
  ],
  [
    'normal numbers from a generator, by a function that calls it twice',
    `const rng = makeRng(7); const normal = () => Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng()); const noise = x.map((v) => v + 0.1 * normal()); let s = 0; while (s < 3) s += noise[0] ** 2 + rng(); return s * noise[1] * normal();`,
    random,
  ],
  [
    'closures that change what is around them, in loops and in methods',
    `let total = x[0], count = 0; const add = (v: number) => { total = Math.sin(total + v); return ++count; }; for (let i = 0; i < 3; i++) { x.forEach((v) => { if (v > 0) add(v * i); }); if (add(1) > 7) break; } return total * count;`,
  ],
  [
    'constant arrays of functions',
    `let s = 0; for (let i = 0; i < fs.length; i++) s += fs[i](x[i]) * fs[(i + 1) % 3](s); for (const g of fs) s = g(s) * x[1]; return fs.map((g) => g(x[2])).reduce((a, b) => a * b, s) + fs.reduce((v, g) => g(v), x[3]) + fs[1](x[0]);`,
    table,
  ],
  [
    'arrays of functions that are made where they are used',
    `const gs = [Math.cos, (v: number) => v * x[1], fs[1]]; let s = x[0]; for (let i = 5; i >= 0; i--) { if (i === 4) continue; s = gs[i % 3](s) + x[2]; } for (const g of gs) { if (s > 9) break; s += g(s); } gs[0] = Math.sin; return s * gs[0](x[3]) * gs.length;`,
    table,
  ],
  [
    'functions by names that are known only when they are called',
    `let s = x[0]; for (const name of ['add', 'mul', 'add'] as const) s = ops[name](s, x[1]); const name = s > 0 ? 'add' : 'mul'; return ops[name](s, x[2]) * ops['mul'](s, ops.two(x[3]));`,
    table,
  ],
  [
    'a function that changes in a loop',
    `let g: (v: number) => number = Math.sin, h = fs[1], s = x[0]; for (let i = 0; i < 5; i++) { s = g(s) + h(x[1]); if (i === 1) g = Math.cos; else if (i > 2) { const t = g; g = h; h = t; } } return g(s) * h(x[2]);`,
    table,
  ],
  [
    'a generator whose rule changes, too',
    `let s = 3, next = (v: number) => (v * 5) % 7; const rng = () => { s = next(s); if (s > 4) next = (v) => (v * 3) % 11; return s; }; return x[0] * rng() + x[1] * rng();`,
  ],
  [
    'rules that change inside of objects that functions make',
    `const m = make(), q = make(); let s = 0; for (let i = 0; i < 3; i++) { for (let j = 0; j < 2; j++) { s += m.next() * x[0]; if (j) q.turn(); s += q.next() * x[1]; } if (i === 1) m.turn(); } return s * m.next();`,
    `function make() { let a = 1; let g = (v: number) => v; return { next: () => (a = g(a) + 1), turn: () => { g = Math.sin; } }; }`,
  ],
  [
    'functions that give one of several closures, curried ones, and defaults',
    `const pick = (k: number) => { if (k > 0) return (v: number) => v * x[1]; return (v: number) => v + x[2]; }; const add = (a: number) => (b: number) => (c: number) => a + b * c; const g = (v: number, h = Math.sin) => h(v) * v; return pick(x[0])(x[3]) * pick(-1)(2) + add(x[0])(x[1])(x[2]) * g(x[0]) * g(x[1], Math.cos);`,
  ],
  [
    'objects with different fields in a list',
    `const list = [{ v: x[0] }, { w: x[1] }, { v: 2, w: x[2] }] as { v?: number; w?: number }[]; let s = 0; for (const { v, w = 3 } of list) s += (v ?? x[3]) * w; return s;`,
  ],
  [
    'objects of several classes in a list',
    `const layers: Layer[] = [new Linear(x[0]), new Tanh(), new Linear(x[1])]; let v = x[2]; for (const layer of layers) { if (v > 5) continue; v = layer.forward(v); } return v * layers.length;`,
    `interface Layer { forward(v: number): number } class Linear implements Layer { constructor(private w: number) {} forward(v: number) { return v * this.w; } } class Tanh implements Layer { forward(v: number) { return Math.tanh(v); } }`,
  ],
];

test.each(lowered.map(([name, body, outside]) => ({ name, body, outside })))(
  '$name',
  ({ body, outside = '' }) => {
    const text = `${outside}\nfunction f(x: Float64Array): number { ${body} }`;
    expect(disagreements(text, point)).toEqual([]);
  },
);

test.each([
  [
    'let g = (v: number) => v; for (let i = 0; i < 3; i++) { const h = g; g = (v) => h(v) + x[i]; } return g(x[0]);',
    /new function in each step/,
  ],
  [
    'const gs: ((v: number) => number)[] = []; for (let i = 0; i < 3; i++) gs.push((v) => v * x[i]); return gs[0](1);',
    /function where a number/,
  ],
  [
    'let g = Math.sin; for (let i = 0; i < 3; i++) { const k = x[i]; x[0] = g(x[1]); if (i < 1) g = (v) => v * k; } return x[0];',
    /new function in each step/,
  ],
])('%s is refused.', (body, why) => {
  const lowered = loweredText(`function f(x: Float64Array): number { ${body} }`);
  expect(lowered).toMatchObject({
    tag: 'refused',
    reason: { what: expect.stringMatching(why) as string },
  });
});
