/** Functions that live in objects and classes: compiled code answers for them, or a run does; both give the same. */
import { grad } from 'delta-tape';
import { load } from '../../../support/plain.js';
import { compareTiers, type Temptation } from '../../../support/temptations.js';
import { answers, type F } from '../../../support/linked-modules.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';

const model = `class Model {
  k = 2;
  unused = new Map();
  constructor(private readonly data: number[], public rate = 0.5) {}
  get mean(): number { let s = 0; for (const x of this.data) s += x; return s / this.data.length; }
  predict(x: number, p: number[]): number { return p[0] * x + p[1] * this.k; }
  loss(p: number[]): number { let s = this.rate * this.mean; for (const x of this.data) s += this.predict(x, p) ** 2; return s; }
  count(p: number): number { this.k = 5; return this.k * p; }
  lossOf() { return (p: number[]) => this.loss(p); }
  counting() { return (p: number) => this.count(p) + this.count(p); }
}
`;
const p = (): unknown[] => [[0.5, 0.25]];

const rows: Temptation[] = [
  {
    title: 'this',
    text: `${model}exports.f = new Model([1, 2]).lossOf();`,
    args: p,
    isCompiled: true,
  },
  {
    title: 'a function that calls itself as a method of new objects',
    text: `function power(x: number, n: number): number { return n < 1 ? 1 : x * ({ by: { power, n } }).by.power(x, n - 1); }\nconst f = (p: number[]) => power(p[0], 3) * p[1];\nexports.f = f;`,
    args: p,
    isCompiled: true,
  },
  {
    title: 'a function that calls itself as a method, and reads the object',
    text: `function power(this: any, x: number, n: number): number { return n < 1 ? 1 : x * this.k * ({ power, k: n }).power(x, n - 1); }\nconst f = (p: number[]) => ({ power, k: 2 }).power(p[0], 2) * p[1];\nexports.f = f;`,
    args: p,
    isCompiled: false,
  },
  {
    title: 'a field that is no number after all',
    text: `${model}const m = new Model([1, 2]); (m as any).k = '3'; exports.f = m.lossOf();`,
    args: p,
    isCompiled: false,
  },
  {
    title: 'a field that code does not read, whatever it holds',
    text: `${model}const m = new Model([1, 2]); (m as any).unused = 'text'; exports.f = m.lossOf();`,
    args: p,
    isCompiled: true,
  },
  {
    title: 'a field that is a getter in one object',
    text: `${model}const m = new Model([1, 2]); Object.defineProperty(m, 'k', { get: () => 7 }); exports.f = m.lossOf();`,
    args: p,
    isCompiled: false,
  },
  {
    title: 'a method that an object has of its own',
    text: `${model}const m = new Model([1, 2]); m.predict = (x: number, p: number[]) => p[0] * 7 * x; exports.f = m.lossOf();`,
    args: p,
    isCompiled: false,
  },
  {
    title: 'an instance of a class that overrides a method',
    text: `${model}class Other extends Model { predict(x: number, p: number[]) { return p[0] * p[1] * x; } }\nexports.f = new Other([1, 2]).lossOf();`,
    args: p,
    isCompiled: false,
  },
  {
    title: 'an object with another prototype',
    text: `${model}const m = Object.create({ lossOf: Model.prototype.lossOf, loss: (p: number[]) => p[0] ** 3 }); exports.f = m.lossOf();`,
    args: p,
    isCompiled: false,
  },
  {
    title: 'an instance that a variable holds',
    text: `${model}const m = new Model([1, 2]); exports.f = f; function f(p: number[]): number { return m.loss(p) * m.k; }\nm.k = 5;`,
    args: p,
    isCompiled: true,
  },
  {
    title: 'an instance of a derived class that a variable holds',
    text: `${model}class Other extends Model { predict(x: number, p: number[]) { return p[0] * p[1] * x; } }\nlet m: Model = new Other([1, 2]); exports.f = f; function f(p: number[]): number { return m.loss(p); }`,
    args: p,
    isCompiled: true,
  },
  {
    title: 'one whose class is known',
    text: `class A { constructor(protected k: number) {} of(x: number) { return this.k * x; } }
class B extends A { private n = 3; constructor(k: number) { super(k + 1); this.k *= 2; } of(x: number) { return super.of(x) ** 2 + this.n * x; } }
const b = new B(2); exports.f = f; function f(x: number): number { return b.of(x); }`,
    args: () => [1.5],
    isCompiled: true,
  },
  {
    title: 'an instance as an argument that is no input',
    text: `${model}exports.f = f; exports.Model = Model; function f(p: number[], m: Model): number { return m.loss(p); }\nexports.m = new Model([3]);`,
    args: () => [[0.5, 0.25], null],
    isCompiled: false,
  },
  {
    title: 'a field that a method writes',
    text: `${model}exports.f = new Model([1]).counting();`,
    args: () => [0.5],
    isCompiled: true,
  },
  {
    title: 'an instance in an instance',
    text: `class K { constructor(public s: number) {} at(x: number) { return this.s * x; } }
class G { kernel = new K(3); other: K; constructor(k: K) { this.other = k; } f() { return (x: number) => this.kernel.at(x) * this.other.at(x); } }
const g = new G(new K(2)); exports.f = g.f();`,
    args: () => [0.5],
    isCompiled: true,
  },
  {
    title: 'an instance of a derived class in an instance',
    text: `class K { constructor(public s: number) {} at(x: number) { return this.s * x; } }
class L extends K { at(x: number) { return this.s * x * x; } }
class G { kernel: K = new K(3); f() { return (x: number) => this.kernel.at(x); } }
const g = new G(); g.kernel = new L(2); exports.f = g.f();`,
    args: () => [0.5],
    isCompiled: false,
  },
  {
    title: 'accessors that a constructor of a parent calls',
    text: `class A { _k = 1; constructor(k: number) { this.k = k; } get k() { return this._k; } set k(v: number) { this._k = v * 2; } }
class B extends A { get k() { return super.k + 1; } set k(v: number) { this._k = v * 3; } }
exports.f = f; function f(x: number): number { const b = new B(x); b.k = b.k * x; return b.k + b._k; }`,
    args: () => [0.5],
    isCompiled: true,
  },
  {
    title: 'fields of a class and of its parent, in their order',
    text: `class A { a = 1; b: number; constructor(x: number) { this.b = this.of(x) + this.a; } of(x: number) { return x; } }
class B extends A { a = 5; c = this.b * 2; of(x: number) { return x * this.a; } }
exports.f = f; function f(x: number): number { const b = new B(x); return b.a * b.b + b.c; }`,
    args: () => [0.5],
    isCompiled: true,
  },
];

const bound = `const { grad } = require('delta-tape');
${model}
class Other extends Model { predict(x: number, p: number[]) { return p[0] * p[1] * x; } }
class Field { k = 3; loss = (x: number) => x * x * this.k; static rate = 2; static of(x: number) { return x * x * Field.rate; } }
exports.gradients = {
  variable: () => { const m = new Model([1, 2]); return grad(m.loss.bind(m))([0.5, 0.25]); },
  derived: () => { const m: Model = new Other([1, 2]); return grad(m.loss.bind(m))([0.5, 0.25]); },
  own: () => { const m = new Model([1, 2]); m.loss = (p: number[]) => p[0] ** 3; return grad(m.loss.bind(m))([0.5, 0.25]); },
  field: () => grad(new Field().loss)(2),
  fixed: () => grad(Field.of)(2),
};
`;

describe('Functions of classes that are given to the library:', () => {
  const { gradients } = load<{ gradients: Record<string, () => unknown> }>(bound);
  test.each([
    ['variable', true],
    ['derived', true],
    ['own', false],
    ['field', true],
    ['fixed', true],
  ])('%s.', (name, isExpected) => {
    let isCompiled = false;
    compiled.answer = (...given) => {
      const found = answer(...given);
      isCompiled ||= found !== null;
      return found;
    };
    const found = gradients[name]();
    expect(isCompiled).toBe(isExpected);
    expect(found).toEqual(withoutCompiled(gradients[name]));
    compiled.answer = answer;
  });
});

test.each(rows)('Compiled code and runs agree on $title.', compareTiers);

test('Fields are read anew at each call.', () => {
  const { m, f } = load<{ m: { k: number }; f: F }>(
    `${model}const m = new Model([1, 2]); exports.m = m; exports.f = m.lossOf();`,
  );
  const first = grad(f)([0.5, 0.25]);
  m.k = 3;
  expect(answers(f, [[0.5, 0.25]])).toBe(true);
  expect(grad(f)([0.5, 0.25])).not.toEqual(first);
});

test('Fields of classes and objects that are functions keep their names.', () => {
  const { names } = load<{ names: readonly string[] }>(
    `class Field { k = 3; loss = (x: number) => x * x * this.k; }
const made = (k: number) => ({ loss: (x: number) => k * x, own: function inner(x: number) { return k * x; } });
exports.names = [new Field().loss.name, made(2).loss.name, made(2).own.name];`,
  );
  expect(names).toEqual(['loss', 'loss', 'inner']);
});
