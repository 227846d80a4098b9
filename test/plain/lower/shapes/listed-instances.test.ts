/** Lists of instances from outside: compiled code knows their class, and asks each of them whether it is just that one. */
import { grad, valueAndGrad } from 'delta-tape';
import { load } from '../../../support/plain.js';
import { areCompiled } from '../../../support/temptations.js';

const head = `
class P {
  constructor(public x: number, public y: number) {}
  dot(o: P): number { return this.x * o.x + this.y * o.y; }
  get size(): number { return Math.hypot(this.x, this.y); }
  scale(k: number): void { this.x *= k; this.y *= k; }
}
class Q extends P { dot(o: P): number { return 7 * super.dot(o); } }
class Body { constructor(readonly at: P, readonly mass: number) {} energy(o: P): number { return this.mass * this.at.dot(o) * this.at.size; } }
const few = [new P(1, 2), new P(3, 4)];
const many = Array.from({ length: 20 }, (_, i) => new P(i, i * i));
const mapped = [1, 2, 3].map((i) => new P(i, 2 * i));
const bodies = Array.from({ length: 5 }, (_, i) => new Body(new P(i, 1), i + 1));
`;

const w = (): unknown[] => [[0.5, 0.25]];
const rows: readonly (readonly [string, string])[] = [
  [
    'a constant that a function makes',
    'function f(w: number[]) { let s = 0; for (const p of many) s += p.dot(new P(w[0], w[1])) * p.size; return s; }',
  ],
  [
    'a constant that map makes',
    'function f(w: number[]) { return mapped.reduce((s, p) => s + p.dot(new P(w[0], w[1])), 0) ** 2; }',
  ],
  [
    'instances in instances',
    'function f(w: number[]) { let s = 0; bodies.forEach((b) => { s += b.energy(new P(w[0], w[1])); }); return s * s; }',
  ],
  [
    'instances that a method of another is given',
    'class Eye { constructor(readonly at: P) {} sees(p: P) { return p.dot(this.at) / p.size; } }\nfunction f(w: number[]) { const eye = new Eye(new P(w[0], w[1])); let s = 0; few.forEach((p) => { s += eye.sees(p) ** 2; }); return s; }',
  ],
];

test.each(rows)('%s', (_, text) => {
  expect(areCompiled({ text: `${head}${text}\nexports.f = f;`, args: w })).toBe(true);
});

test.each([
  ['a static method', 'const one = P.at(1);'],
  ['a function', 'const make = (k: number) => new P(k, 2); const one = make(1);'],
  [
    'a function that keeps it in a variable',
    'function make(k: number) { const p = new P(k, 0); p.y = 2; return p; } const one = make(1);',
  ],
  ['another name', 'const other = new P(1, 2); const one = other;'],
])('An instance that %s gives has a class.', (_, makes) => {
  const text = `${head.replace('get size', 'static at(k: number) { const p = new P(k, 2); return p; }\n  get size')}${makes}
    function f(w: number[]) { return one.dot(new P(w[0], w[1])) ** 2; }\nexports.f = f;`;
  expect(areCompiled({ text, args: w })).toBe(true);
});

const changes: readonly (readonly [string, string])[] = [
  ['an instance of a class with another method', 'many[3] = new Q(3, 9);'],
  ['an object of no class', 'many[3] = { x: 1, y: 2, dot: () => 5, size: 1 } as any;'],
  ['an object with a method of its own', 'many[3].dot = () => 5;'],
  ['another method in the class', 'P.prototype.dot = () => 5;'],
  ['a prototype of its own', 'Object.setPrototypeOf(many[3], { dot: () => 5, size: 2 });'],
  ['a getter in the place of a field', "Object.defineProperty(many[3], 'x', { get: () => 5 });"],
  ['nothing', 'many[3] = undefined as any;'],
  ['another class in another instance', '(bodies[1] as any).at = new Q(1, 2);'],
];

test.each(changes)('Where there is %s, a run answers, and rightly.', (_, change) => {
  const text = `${head}function f(w: number[]) { let s = 0; for (const p of many) s += p.dot(new P(w[0], w[1])); for (const b of bodies) s += b.energy(few[0]) * w[0]; return s * s; }\n${change}\nexports.f = f;`;
  expect(areCompiled({ text, args: w })).toBe(false);
});

test('A gradient by a list of instances is a list of instances.', () => {
  const { f, make } = load<{ f: (ps: unknown[]) => number; make: (other?: boolean) => unknown[] }>(
    `${head}exports.make = (other) => [new P(1, 2), other ? new Q(3, 4) : new P(3, 4)];
    exports.f = f; function f(ps: P[]): number { let s = 0; for (const p of ps) s += p.dot(new P(p.y, 2)) * p.size; return s; }`,
  );
  const [first] = grad(f)(make()) as { constructor: unknown; x: number }[];
  expect(first.constructor).toBe((make()[0] as object).constructor);
  const h = 1e-6;
  const moved = (d: number): number => {
    const ps = make() as { x: number }[];
    ps[0].x += d;
    return f(ps);
  };
  expect(first.x).toBeCloseTo((moved(h) - moved(-h)) / (2 * h), 5);
  // Of another class another method is called.
  expect(valueAndGrad(f)(make(true)).value).toBe(f(make(true)));
  expect(f(make(true))).not.toBe(f(make()));
});

test('What methods write into instances of the caller stays there, once.', () => {
  const text = `${head}function f(w: number[]) { let s = 0; for (const p of mapped) { p.scale(2); s += p.x * w[0]; } return s; }\nexports.f = f; exports.at = () => mapped.map((p) => p.x);`;
  const { f, at } = load<{ f: (w: number[]) => number; at: () => number[] }>(text);
  const other = load<{ f: (w: number[]) => number; at: () => number[] }>(text);
  grad(f)([0.5, 1]);
  other.f([0.5, 1]);
  expect(at()).toEqual(other.at());
});
