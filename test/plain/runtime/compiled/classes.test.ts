/** Private members, instanceof, instances as inputs, trees of literals: compiled code answers, or a run; both give the same. */
import { compareTiers, type Temptation } from '../../../support/temptations.js';
import { load } from '../../../support/plain.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { grad } from 'delta-tape';

const hidden = `class Own {
  #x = 1; #k: number; static #rate = 2;
  constructor(k: number) { this.#k = k; }
  #twice(v: number) { return v * this.#k * 2; }
  get #sum() { return this.#x + this.#k; }
  add(v: number) { this.#x += v; return this; }
  take(o: Own) { this.#x -= o.#k; return this; }
  at(v: number): number { return this.#twice(v) * this.#sum * Own.#rate; }
}
class Other { #x = 3; read(o: any): number { return o.#x; } }
class Heir extends Own { #x = 5; mine() { return this.#x * this.at(1); } }
`;
const shapes = `class Circle { constructor(readonly r: number) {} }
class Round extends Circle { k = 2; }
class Rect { constructor(readonly w: number, readonly h: number) {} }
type Shape = Circle | Rect;
const area = (s: Shape): number => s instanceof Circle ? 3 * s.r ** 2 : s instanceof Rect ? s.w * s.h : 0;
`;
const vectors = `class Vec { constructor(readonly x: number, readonly y: number) {}
  scale(k: number) { return new Vec(this.x * k, this.y * k); } unit() { return this.scale(1 / this.dot(this)); } static of(x: number) { return new Vec(x, x); }
  dot(o: Vec): number { return this.x * o.x + this.y * o.y; } }
class Turned extends Vec { dot(o: Vec): number { return this.x * o.y - this.y * o.x; } }
const light = new Vec(1, 2).unit(), up = Vec.of(2);
const list = [new Vec(1, 2), new Turned(2, 1), Vec.of(3)];
`;
const params = `class Params { n = 2; constructor(public a: number, public b: number[]) {}
  at(x: number) { return this.a * x + this.b[0] * this.n; } get twice() { return this.a * 2; } }
class More extends Params { at(x: number) { return x * 7; } }
`;
const hooks = `interface Hooks { on?: (x: number) => void; by?: (x: number) => number }
const seen = 0;
function run(a: number, hooks?: Hooks): number { let x = a; for (let i = 0; i < 3; i++) { x *= 1 - 0.1 * a; hooks?.on?.(x); } return x + (hooks?.by?.(x) ?? 1); }
`;

const x = (): unknown[] => [1.5];

const named = (text: string): string =>
  text.replace('exports.f = (', 'const f = (') + ' exports.f = f;';

const rows: Temptation[] = [
  [
    'private fields and methods',
    `${hidden}exports.f = (v: number) => new Own(v).add(2).take(new Own(v)).at(v);`,
    true,
  ],
  [
    'a private name of another class',
    `${hidden}exports.f = (v: number) => new Other().read(new Own(v)) * v;`,
    false,
  ],
  [
    'one private name of a class and its parent',
    `${hidden}exports.f = (v: number) => new Heir(v).mine();`,
    false,
  ],
  [
    'a private field of an object from outside',
    `${hidden}const o = new Own(2); exports.f = (v: number) => o.at(v);`,
    false,
  ],
  [
    'instanceof in branches',
    `${shapes}exports.f = (v: number) => [new Circle(v), new Rect(v, 2), new Round(v)].map(area).reduce((s, a) => s + a, 0);`,
    true,
  ],
  [
    'instanceof of what is no object',
    `${shapes}exports.f = (v: number) => ((v as any) instanceof Circle ? 1 : 2) * v;`,
    true,
  ],
  [
    'instanceof of a new object',
    `${shapes}exports.f = (v: number) => area({ r: v, w: v, h: v } as any) + v;`,
    true,
  ],
  [
    'instanceof of an object from outside',
    `${shapes}const o = new Circle(2); const p = { r: 2 }; exports.f = (v: number, s: { r: number } = p) => (s instanceof Circle ? 2 : 3) * v;`,
    false,
  ],
  [
    'instanceof that a class answers itself',
    `${shapes}class Any { static [Symbol.hasInstance]() { return true; } } exports.f = (v: number) => ((v as any) instanceof Any ? 1 : 2) * v;`,
    false,
  ],
  [
    'instanceof that is answered otherwise later',
    `${shapes}Object.defineProperty(require('node:vm') && eval('Circle'), Symbol.hasInstance, { value: () => true }); exports.f = (v: number) => area(new Rect(v, 2));`,
    false,
  ],
  [
    'an instance that a method gave',
    `${vectors}exports.f = (v: number) => new Vec(v, v * v).dot(light) + up.dot(light) * v;`,
    true,
  ],
  [
    'an instance of another class than the method seems to give',
    `${vectors}Object.setPrototypeOf(light, Turned.prototype); exports.f = (v: number) => light.dot(new Vec(v, 2));`,
    false,
  ],
  [
    'a list of instances of several classes',
    `${vectors}exports.f = (v: number) => { let s = 0; for (const of of list) s += of.dot(new Vec(v, 2)) * v; return s; };`,
    true,
  ],
  [
    'a list of instances that gets another one',
    `${vectors}list.push(new Vec(1, 1)); exports.f = (v: number) => list.reduce((s, of) => s + of.dot(new Vec(v, 2)), 0);`,
    false,
  ],
  [
    'a list of instances in which another one stands',
    `${vectors}list[0] = new Turned(1, 1); exports.f = (v: number) => list.reduce((s, of) => s + of.dot(new Vec(v, 2)), 0);`,
    false,
  ],
  [
    'calls of what may be missing',
    `${hooks}exports.f = (v: number) => run(v) + run(v, {}) * 2 + run(v, { on: (x) => { x * 2; } }) * 3 + run(v, { on: undefined, by: (x) => x * x }) * 5 + seen;`,
    true,
  ],
  [
    'arguments of calls of what is missing',
    `${hooks}exports.f = (v: number) => { let n = 1; const o: Hooks = {}; o.on?.((n = 2)); const u: Hooks | undefined = undefined; (u as any)?.on((n = 3)); return v * n; };`,
    true,
  ],
  [
    'a call of a method of what is missing in an object that is there',
    `${hooks}exports.f = (v: number) => { const o: { h?: Hooks } = {}; return v + (o?.h as any).on(v); };`,
    false,
  ],
  [
    'an optional call of what is no function',
    `${hooks}exports.f = (v: number) => ({ on: 3 } as any).on?.(v) + v;`,
    false,
  ],
  [
    'optional calls of methods of an instance',
    `${params}exports.f = (v: number) => (new Params(v, [1, 2]).at?.(2) ?? 0) + ((new Params(v, [1, 2]) as any).none?.(v = 5) ?? 1);`,
    false,
  ],
  [
    'labels that are made of numbers, and unread',
    `exports.f = (v: number) => { const o = { name: \`x = \${v}\`, v }; return o.v * v; };`,
    true,
  ],
  [
    'a label that is known',
    `const kind = 'a'; exports.f = (v: number) => (\`\${kind}b\` === 'ab' ? 2 : 3) * v;`,
    true,
  ],
  [
    'a label that is read',
    `exports.f = (v: number) => { const name = \`\${v}\`; return name === '1.5' ? v : 2 * v; };`,
    false,
  ],
  [
    'a label of an object, which says what its text is',
    `let n = 0; exports.f = (v: number) => { const o = { toString: () => String((n = 1)) }; const t = \`\${o}\`; return v + n; };`,
    false,
  ],
].map(
  ([title, text, isCompiled]) =>
    ({ title, text: named(text as string), args: x, isCompiled }) as Temptation,
);

const nodes = `type E = { kind: 'num'; value: number } | { kind: 'add' | 'mul'; left: E; right: E };
const num = (value: number): E => ({ kind: 'num', value });
const mul = (left: E, right: E): E => ({ kind: 'mul', left, right });
const ev = (e: E): number => e.kind === 'num' ? e.value : e.kind === 'add' ? ev(e.left) + ev(e.right) : ev(e.left) * ev(e.right);
`;
rows.push({
  title: 'a tree of literals',
  text: named(`${nodes}exports.f = (v: number) => ev(mul(num(v), mul(num(2), num(v))));`),
  args: x,
  isCompiled: true,
});

test.each(rows)('Compiled code and runs agree on $title.', compareTiers);

type Made = Record<string, unknown>;
interface Module {
  readonly f: (p: object) => number;
  readonly made: () => Made;
  readonly more: () => Made;
}
const inputs: readonly (readonly [title: string, change: (of: Module) => object, boolean])[] = [
  ['an instance', ({ made }) => made(), true],
  ['an instance of a derived class', ({ more }) => more(), false],
  ['an object of no class', ({ made }) => ({ ...made() }), false],
  ['a frozen instance', ({ made }) => Object.freeze(made()), true],
  ['a field more, which is no number', ({ made }) => Object.assign(made(), { t: 'x' }), true],
  ['a field more, which is a number', ({ made }) => Object.assign(made(), { t: 1 }), false],
  ['a symbol', ({ made }) => Object.assign(made(), { [Symbol('s')]: 1 }), false],
  ['a method of its own', ({ made }) => Object.assign(made(), { at: () => 5 }), false],
  [
    'a field that is not seen',
    ({ made }) => Object.defineProperty(made(), 'a', { enumerable: false }),
    false,
  ],
  [
    'a getter',
    ({ made }) => Object.defineProperty(made(), 'a', { get: () => 5, enumerable: true }),
    false,
  ],
  [
    'the name of another kind',
    ({ made }) => Object.defineProperty(made(), Symbol.toStringTag, { value: 'Date' }),
    false,
  ],
];
test.each(inputs)('An instance as an input: %s.', (_, change, isExpected) => {
  const of = load<Module & Record<string, never>>(
    named(`${params}exports.made = () => new Params(1.5, [2, 3]); exports.more = () => new More(1.5, [2, 3]);
exports.f = (p: Params) => p.at(2) * p.twice + p.b[1];`),
  );
  const given = change(of);
  const gradient = () => attempt(() => grad(of.f as (p: Made) => number)(given as Made));
  let isCompiled = false;
  compiled.answer = (...all) => {
    const found = answer(...all);
    isCompiled ||= found !== null;
    return found;
  };
  const found = gradient();
  compiled.answer = answer;
  const expected = withoutCompiled(gradient);
  expect(found).toEqual(expected);
  const prototype = (x: unknown): unknown => Object.getPrototypeOf(x);
  expect(prototype(found)).toBe(prototype(expected));
  expect(isCompiled).toBe(isExpected);
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}
