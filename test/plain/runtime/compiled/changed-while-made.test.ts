/** Modules that change their own classes, enums and constants while they run, and code that other modules have of these. */
import { answers, joinedModules, type F } from '../../../support/linked-modules.js';

const written = `
export class Vec {
  static unit = 1;
  constructor(public x: number, public y: number) {}
  dot(o: Vec): number { return this.x * o.x + this.y * o.y; }
  get norm(): number { return Math.sqrt(this.dot(this)) * Vec.unit; }
}
export enum Kind { Low = 1, High = 5 }
export const table = { square: (x: number): number => x * x };`;

const norm = 'new Vec(p[0], p[1]).norm';

const isAnswered = (result: string, change = ''): boolean => {
  const f = `import { Kind, Vec, table } from './vec';
    export function f(p: Float64Array): number { return ${result}; }`;
  const texts = { vec: written + change, f };
  return answers(joinedModules(texts)('f').f as F, [Float64Array.of(0.3, -0.7)]);
};

test.each([
  ['a method', norm, 'Object.getPrototypeOf(new Vec(0, 0)).dot = () => 7;'],
  ['a static member', norm, "Reflect.set(new Vec(0, 0).constructor, 'unit', 7);"],
  [
    'a function in a constant',
    'table.square(p[0])',
    "Reflect.set(table, 'square', (x: number) => 7 * x);",
  ],
])('A run answers where another module replaces %s while it runs.', (_, result, change) => {
  expect(isAnswered(result)).toBe(true);
  expect(isAnswered(result, change)).toBe(false);
});

test('Code captures a member of an enum that another module replaces while it runs.', () => {
  // Which slope is right is compared within.
  expect(isAnswered('p[0] * Kind.High', "Reflect.set(Kind, 'High', 7);")).toBe(true);
});

test.each([
  ['(Kind as any).High = 7;', false],
  ['(Kind as any).High++;', false],
  ['[(Kind as any).High] = [7];', false],
  ['for ((Kind as any).High of [7]);', false],
  ["Reflect.set(Kind, 'High', 7);", false],
  ['const same: object = Kind;', false],
  ['const two: Kind = Kind.High; const all = Object.keys(Kind);', true],
  ['export const isHigh = (kind: Kind) => Kind[kind] === Kind[Kind.High];', true],
])(
  'An enum is what it is written as, or may be another, in a module with %s',
  (other, expected) => {
    const f = `export enum Kind { Low = 1, High = 5 } ${other}
    export function f(p: Float64Array): number { return p[0] * Kind.High; }`;
    expect(answers(joinedModules({ f })('f').f as F, [Float64Array.of(0.3)])).toBe(expected);
  },
);

test('A class whose static fields have this in them may change itself before it is there: a run answers.', () => {
  const f = `class C {
      static z = (() => { (this as any).prototype.f = (x: number) => x * 30; return 1; })();
      f(x: number) { return x * 2; }
    }
    export function f(p: Float64Array): number { return new C().f(p[0]); }`;
  expect(answers(joinedModules({ f })('f').f as F, [Float64Array.of(0.3)])).toBe(false);
});
