/** Classes of other modules in compiled code, and what else only the texts of other modules tell. */
import { grad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import {
  answers,
  joinedModules,
  modules,
  readIn,
  type F,
  type Module,
} from '../../../support/linked-modules.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { compile } from '../../../../src/plain/translate.js';
import { run } from '../../../support/plain.js';

const vec = `
export class Vec {
  static readonly UNIT = 1;
  static count = 0;
  constructor(public x: number, public y: number) {}
  static of(x: number): Vec { return new Vec(x, x * x); }
  plus(o: Vec): Vec { return new Vec(this.x + o.x, this.y + o.y); }
  dot(o: Vec): number { return this.x * o.x + this.y * o.y; }
  get norm(): number { return Math.sqrt(this.dot(this)) * Vec.UNIT; }
}`;
const at = () => [Float64Array.of(0.3, -0.7, 1.2)];
const f = (body: string, imports = "import { Vec } from './vec';"): string =>
  `${imports}\nexport function f(p: Float64Array): number { ${body} }`;

const answersOf = (texts: Record<string, string>, args: unknown[] = at()): boolean =>
  answers(joinedModules(texts)('f').f as F, args);

const hasAnswer = (f: F, args: unknown[]) => compiled.answer(f, args, 0) !== null;

describe('Code is compiled', () => {
  test.each<[string, Record<string, string>]>([
    [
      'with methods and accessors',
      {
        vec,
        f: f('const v = new Vec(p[0], p[1]); return v.plus(v).norm * v.dot(new Vec(p[2], 1));'),
      },
    ],
    ['with static members', { vec, f: f('return Vec.of(p[0]).norm + Vec.UNIT * p[1];') }],
    [
      'by a namespace',
      {
        vec,
        f: f(
          'const v = new geo.Vec(p[0], p[1]); return v instanceof geo.Vec ? v.norm : 0;',
          "import * as geo from './vec';",
        ),
      },
    ],
    [
      'by another name through two modules',
      {
        vec,
        all: "export * from './other';",
        other: "export { Vec as V } from './vec';",
        f: f('return new W(p[0], p[1]).norm;', "import { V as W } from './all';"),
      },
    ],
    [
      'by a namespace that is exported',
      {
        vec,
        all: "export * as geo from './vec';",
        f: f('return new geo.Vec(p[0], p[1]).norm;', "import { geo } from './all';"),
      },
    ],
    [
      'by default',
      {
        vec: vec.replace('export class', 'export default class'),
        f: f('return new Vec(p[0], p[1]).norm;', "import Vec from './vec';"),
      },
    ],
    [
      'with parents of third modules',
      {
        vec,
        longer:
          "import { Vec } from './vec';\nexport class Longer extends Vec { constructor(x: number, public z: number) { super(x, z); } dot(o: Vec) { return super.dot(o) * this.z; } }",
        f: f(
          'const v = new Longer(p[0], p[1] + 3); return v.norm + (v instanceof Vec ? v.z : 0);',
          "import { Vec } from './vec';\nimport { Longer } from './longer';",
        ),
      },
    ],
    [
      'where both modules use a name',
      {
        vec: `const scale = 3; const twice = (x: number) => 2 * x * scale;\n${vec.replace('x * x)', 'twice(x))')}`,
        f: f(
          'const scale = 5; const twice = (x: number) => x * scale; return Vec.of(twice(p[0])).norm;',
        ),
      },
    ],
    [
      'with data that a module keeps to itself',
      {
        vec: `const weights = Float64Array.of(1, 2, 3);\n${vec.replace('this.x * o.x', 'weights[1] * this.x * o.x')}`,
        f: f('return Vec.of(p[0]).norm;'),
      },
    ],
    [
      'with private names',
      {
        vec: 'export class Vec { #x: number; constructor(x: number) { this.#x = x; } step(u: number) { const y = this.#x; this.#x = u * y; return y; } }',
        f: f('const v = new Vec(p[0]); return v.step(p[1]) + v.step(p[2]) * v.step(1);'),
      },
    ],
    [
      'with enums',
      {
        kinds:
          "export enum Kind { A, B = 4 }\nexport const enum Text { X = 'x' }\nexport const area = (k: Kind, r: number) => k === Kind.B ? r * r : r;",
        f: f(
          "return area(Kind.B, p[0]) * Kind.B + area(Kind.A, p[1]) + (Text.X === 'x' ? p[2] : 0);",
          "import { Kind, Text, area } from './kinds';",
        ),
      },
    ],
    [
      'with functions that another module calls',
      {
        lib: 'export const sum = (n: number, f: (k: number) => number) => { let s = 0; for (let k = 0; k < n; k++) s += f(k); return s; };',
        f: f('return sum(3, (k) => p[k] * p[k] * k);', "import { sum } from './lib';"),
      },
    ],
    [
      'with functions that functions of another module give',
      {
        lib: 'export const scaled = (s: number) => (x: number) => s * x;',
        f: f('return scaled(p[0])(p[1]);', "import { scaled } from './lib';"),
      },
    ],
    [
      'with objects of functions',
      {
        lib: 'export const ops = { add: (a: number, b: number) => a + b, mul(a: number, b: number) { return a * b; } };',
        f: f(
          'return [p[1], p[2]].reduce(ops.add, ops.mul(p[0], p[0]));',
          "import { ops } from './lib';",
        ),
      },
    ],
    [
      'with a list of instances that another module changes',
      {
        body: 'export class Body { v = 0; constructor(public x: number) {} push(f: number) { this.v += f; this.x += this.v; } }',
        move: "import { Body } from './body';\nexport function move(all: Body[]): void { for (const one of all) one.push(all[0].x * 0.1); }",
        f: f(
          'const all = [new Body(p[0]), new Body(p[1])]; for (let k = 0; k < 4; k++) move(all); return all[1].x * all[0].v;',
          "import { Body } from './body';\nimport { move } from './move';",
        ),
      },
    ],
    [
      'with types alone',
      {
        shapes: 'export interface Point { x: number; y: number }\nexport class Other {}',
        f: "import type { Point } from './shapes';\nexport function f(p: Float64Array, q: Point = { x: 1, y: 2 }): number { return p[0] * q.x; }",
      },
    ],
  ])('%s.', (_, texts) => {
    expect(answersOf(texts)).toBe(true);
  });

  test('for instances that come in, and not for those of another class.', () => {
    const texts = {
      vec,
      f: "import type { Vec } from './vec';\nexport const f = (v: Vec): number => v.norm * v.x;",
    };
    const get = joinedModules(texts);
    const { Vec } = get('vec') as { Vec: new (x: number, y: number) => object };
    expect(hasAnswer(get('f').f as F, [new Vec(3, 4)])).toBe(true);
    class Longer extends Vec {}
    expect(hasAnswer(get('f').f as F, [new Longer(3, 4)])).toBe(false);
  });
});

describe('A run answers', () => {
  // Programs of one text share how often they failed.
  let count = 0;
  const textsNow = () => ({ vec, f: f(`return Vec.of(p[0]).norm + ${count++};`) });
  type Vec = (new () => object) & { of: unknown; prototype: { dot: (o: unknown) => unknown } };
  const made = () => {
    const texts = textsNow();
    const get = joinedModules(texts);
    const own = get('f').f as F;
    expect(answers(own, at())).toBe(true);
    return { own, Vec: get('vec').Vec as Vec };
  };

  test('where a method was replaced.', () => {
    const { own, Vec } = made();
    Vec.prototype.dot = () => 4;

    expect(answers(own, at())).toBe(false);
  });

  test('where a static method was replaced, and not where another static member was.', () => {
    const { own, Vec } = made();
    (Vec as unknown as { count: number }).count = 7;
    expect(answers(own, at())).toBe(true);
    Vec.of = (x: number) => ({ norm: x });
    expect(answers(own, at())).toBe(false);
  });

  test('where another class stands in the place of the one that was read.', () => {
    const texts = textsNow();
    class Vec {
      static of = (x: number) => ({ norm: x });
    }
    const own = modules(texts, { vec: { Vec } }, texts)('f').f as F;
    expect(answers(own, at())).toBe(false);
    expect((grad(own as never) as F)(...at())).toEqual(Float64Array.of(1, 0, 0));
  });

  test('where a number stands in the place of the one that was read.', () => {
    const texts = textsNow();
    const both = {
      ...texts,
      rates: 'export const RATE = 2;',
      f: f(
        'return Vec.of(p[0]).x * RATE + 10;',
        "import { Vec } from './vec';\nimport { RATE } from './rates';",
      ),
    };
    const own = modules(both, {}, both)('f').f as F;
    expect(answers(own, at())).toBe(true);
    const get = modules(both, { rates: { RATE: 3 } }, both);
    expect(answers(get('f').f as F, at())).toBe(false);
    expect((grad(get('f').f as never) as F)(...at())).toEqual(Float64Array.of(3, 0, 0));
  });

  test('where a module has another text than the one that was read.', () => {
    const texts = textsNow();
    const other = { ...texts, vec: vec.replace('x * x', '3 * x') };
    const own = modules(other, {}, texts)('f').f as F;
    expect(answers(own, at())).toBe(false);
    const [slope] = (grad(own as never) as unknown as (p: Float64Array) => Float64Array)(
      at()[0] as Float64Array,
    );
    expect(slope).toBeCloseTo(Math.sqrt(10), 12);
  });

  test('where a module that the other one imports is another.', () => {
    const texts = textsNow();
    const three = {
      vec: `import { bent } from './bend';\n${vec.replace('x * x)', 'bent(x))')}`,
      bend: 'export const bent = (x: number): number => x * x;',
      f: texts.f,
    };
    expect(answers(joinedModules(three)('f').f as F, at())).toBe(true);
    const get = modules(three, { bend: { bent: (x: number) => x } }, three);
    expect(answers(get('f').f as F, at())).toBe(false);
  });

  test('and why says where the other module does not lower.', () => {
    const lost = {
      vec: vec.replace('return this.x * o.x', 'debugger; return this.x * o.x'),
      f: f('return new Vec(p[0], 1).norm;'),
    };
    const own = joinedModules(lost)('f').f as F;
    expect(answers(own, at())).toBe(false);
    expect(why(own as never).versions[0]).toMatchObject({
      obstacle: { what: expect.stringMatching(/^vec\.ts, line 8: /) as unknown },
    });
  });
});

test('A module that is small code hands out its classes, and is compiled together with those that use it.', () => {
  const texts: Record<string, string> = { vec, f: f('return Vec.of(p[0]).norm;') };
  const made: Record<string, Module> = {};
  const read = readIn(texts);
  const get = (name: string): Module => {
    const key = name.replace('./', '');
    const options = { filename: `${key}.ts`, modules: read };
    const steps = { translated: true, commonjs: true, isSmall: true };
    made[key] ??= run<Module>(compile(texts[key], options, steps).code, get);
    return made[key];
  };
  expect(answers(get('f').f as F, at())).toBe(true);
});
