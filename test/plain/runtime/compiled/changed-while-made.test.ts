/** Modules that change their own classes, enums and constants while they run, and code that other modules have of these. */
import { answers, modules, type F } from '../../../support/linked-modules.js';

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
  return answers(modules(texts)('f').f as F, [Float64Array.of(0.3, -0.7)]);
};

test.each([
  ['a method', norm, 'Object.getPrototypeOf(new Vec(0, 0)).dot = () => 7;'],
  ['a static member', norm, "Reflect.set(new Vec(0, 0).constructor, 'unit', 7);"],
  [
    'a function in a constant',
    'table.square(p[0])',
    "Reflect.set(table, 'square', (x: number) => 7 * x);",
  ],
])('Another module may replace %s while it runs.', (_, result, change) => {
  expect(isAnswered(result)).toBe(true);
  // The answer is that of a run: this is compared within.
  isAnswered(result, change);
});

test('Code captures a member of an enum that another module replaces while it runs.', () => {
  // Which slope is right is compared within.
  expect(isAnswered('p[0] * Kind.High', "Reflect.set(Kind, 'High', 7);")).toBe(true);
});

test.each([
  ['(Kind as any).High = 7;'],
  ['(Kind as any).High++;'],
  ['[(Kind as any).High] = [7];'],
  ['for ((Kind as any).High of [7]);'],
  ["Reflect.set(Kind, 'High', 7);"],
  ['const same: object = Kind;'],
  ['const two: Kind = Kind.High; const all = Object.keys(Kind);'],
  ['export const isHigh = (kind: Kind) => Kind[kind] === Kind[Kind.High];'],
])('An enum may be another one than was written, in a module with %s', (other) => {
  const f = `export enum Kind { Low = 1, High = 5 } ${other}
    export function f(p: Float64Array): number { return p[0] * Kind.High; }`;
  answers(modules({ f })('f').f as F, [Float64Array.of(0.3)]);
});

test('A class whose static fields have this in them may change itself before it is there: a run answers.', () => {
  const f = `class C {
      static z = (() => { (this as any).prototype.f = (x: number) => x * 30; return 1; })();
      f(x: number) { return x * 2; }
    }
    export function f(p: Float64Array): number { return new C().f(p[0]); }`;
  answers(modules({ f })('f').f as F, [Float64Array.of(0.3)]);
});
