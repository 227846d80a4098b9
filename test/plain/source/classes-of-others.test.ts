/** Source files of functions that use classes of other modules. */
import { grad } from 'delta-tape';
import { gradientSource } from '../../../src/plain/source/index.js';
import { compile } from '../../../src/plain/translate.js';
import { joinedModules, readIn } from '../../support/linked-modules.js';
import { run } from '../../support/plain.js';

const texts = {
  vec: `const bent = (x: number): number => x * x;
export class Vec {
  constructor(public x: number, public y: number) {}
  static of(x: number): Vec { return new Vec(x, bent(x)); }
  plus(o: Vec): Vec { return new Vec(this.x + o.x, this.y + o.y); }
  get norm(): number { return Math.sqrt(this.x * this.x + this.y * this.y); }
}`,
  f: `import { Vec } from './vec';
const bent = 3;
export function f(p: number[]): number { return new Vec(p[0], p[1]).plus(Vec.of(p[2])).norm * bent; }`,
};

test('The file has the classes written out, and the gradient of the program.', () => {
  const text = gradientSource(texts.f, { name: 'f', filename: 'f.ts', modules: readIn(texts) });
  expect(text).not.toMatch(/import|class/);
  const steps = { translated: false, commonjs: true };
  type Written = { fGradient: (p: number[]) => { value: number; gradient: number[] } };
  const { fGradient } = run<Written>(compile(text, { filename: 'g.ts' }, steps).code);
  const f = joinedModules(texts)('f').f as (p: number[]) => number;
  const p = [0.3, -0.7, 1.2];
  const { value, gradient } = fGradient(p);
  expect(value).toBe(f(p));
  grad(f)(p).forEach((slope, k) => expect(gradient[k]).toBeCloseTo(slope, 12));
});

test('What does not lower is named with its file.', () => {
  const lost = {
    ...texts,
    vec: texts.vec.replace('get norm(): number {', 'get norm(): number { debugger;'),
  };
  expect(() =>
    gradientSource(lost.f, { name: 'f', filename: 'f.ts', modules: readIn(lost) }),
  ).toThrow(/vec\.ts, line 6/);
});
