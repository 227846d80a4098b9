/** Arrays of floats that runs make: classes that extend them, their memory, their length, and stores beside them. */
import fc from 'fast-check';
import { grad, valueAndGrad } from 'delta-tape';
import { modules } from '../../support/linked-modules.js';
import { source } from '../../support/numeric.js';
import { outcome } from '../../support/outcome.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import { withoutCompiled } from '../../support/tiers.js';

type F = (x: number) => number;

const targets = [
  'new Vec(3)',
  'new Vec([x, 1, 2])',
  'new Vec(0)',
  'new Tagged(3, x)',
  'new Plain([1, x, x * x])',
  'new Small(2)',
  'Vec.pair(x, 2)',
  'Tagged.of(x, 1, x)',
  'Vec.from([x, 2], (y) => y * x)',
  'Reflect.construct(Vec, [2])',
  'new Vec([x, 1, 2, 3]).subarray(1)',
  'new Float64Array([x, 1, 2, 3]).subarray(1, 3)',
  'new Float64Array(4)',
  'new Float64Array(0)',
  'new Float32Array(2)',
  'known.subarray(1)',
  'known',
  'new (class extends Float64Array { half() { return this[0] / 2; } })(2)',
];
const values = ['x', 'x * x', '2', 'v.length * x', '(v[0] || 1) * x', 'w'];
const statements = [
  'v[0] = V;',
  'v[1] = V;',
  'v[7] = V;',
  'v[-1] = V;',
  'v.length = 1;',
  'v["length"] = V;',
  '[v.length] = [2];',
  'v.length -= 1;',
  'say(delete v[0]);',
  'say(delete v[9]);',
  'v.extra = V; say(delete v.extra); say("extra" in v);',
  'say(Reflect.deleteProperty(v, 1));',
  'v.extra = V; say(v.extra);',
  'say(v.dot(v));',
  'say(v.norm); v.norm = V;',
  'v.fill(V);',
  'v.fill(V, 1, 1);',
  'v.set([V], 1);',
  'v.set([]);',
  'v = v.map((y) => y * V);',
  'v = v.slice(1);',
  'v = v.subarray(1);',
  'v = v.subarray(1).subarray(0, 1);',
  'v = v.filter((y) => y > 1);',
  'v = v.with(0, V);',
  'v = v.toSorted();',
  'v = v.toReversed();',
  'v = new v.constructor(v);',
  'v = v.constructor.from(v);',
  'v = v.constructor.of(V, 1);',
  'Float64Array.prototype.fill.call(v, V);',
  'w = v.reduce((a, b) => a + b, w);',
  'w += v.at(-1);',
  'for (const y of v) w += y * y;',
  'say(v.byteOffset + v.byteLength);',
  'say([...v.keys()].length + [...v.values()].length);',
  'say(v.half());',
];
const statement = fc
  .tuple(fc.constantFrom(...statements), fc.constantFrom(...values))
  .map(([text, value]) => text.replaceAll('V', `(${value})`));

const program = (target: string, all: readonly string[], isStrict: boolean): string => `${
  isStrict ? "'use strict';" : ''
}
class Vec extends Float64Array {
  dot(o) { let s = 0; for (let i = 0; i < this.length; i++) s += this[i] * o[i]; return s; }
  get norm() { return Math.sqrt(this.dot(this) + 1); }
  set norm(n) { this[0] = n; }
  fill(x, ...ends) { return super.fill(2 * x, ...ends); }
  static pair(a, b) { const made = new this(2); made[0] = a; made[1] = b; return made; }
}
class Tagged extends Vec {
  tag = 3;
  constructor(n, weight = 1) { super(n); this.weight = weight; if (this.length > 0) this[0] += weight; }
}
class Plain extends Vec { static get [Symbol.species]() { return Float64Array; } }
class Small extends Float32Array { dot(o) { return this[0] * o[0]; } }
const classes = [Vec, Tagged, Plain, Small, Float64Array, Float32Array, Object, Array];
const known = new Float64Array([1, 2, 3]);
exports.f = function f(x) {
  let total = 0;
  let weight = 1;
  let w = x;
  const say = (y) => { weight += 1; total += weight * (typeof y === 'number' ? y : String(y).length); };
  let v = ${target};
  ${all.map((one) => `try { ${one} } catch (e) { say(e.name); }`).join('\n  ')}
  say(w);
  for (const C of classes) {
    say(v instanceof C);
    say(v.constructor === C);
    say(Object.getPrototypeOf(v) === C.prototype);
  }
  say(v.byteOffset);
  say(v.length);
  for (const y of v) say(y);
  for (const k of Reflect.ownKeys(v)) { say(String(k)); say(v[k]); }
  return total;
}`;

/** Says what is wrong with the result of a run of a program; null if it is that of the source. */
function complaintAbout(text: string, original = text): string | null {
  // A run may refuse what is from outside of the function.
  const refusal = /^DeltaTapeError: a dual number was about to be stored in/;
  const { f } = load<{ f: F }>(text);
  const native = source(original.replace('exports.f = ', '')) as F;
  const found = withoutCompiled(() => outcome(() => valueAndGrad(f)(0.7)));
  if (typeof found === 'string' && refusal.test(found)) return null;
  const value = outcome(() => native(0.7));
  if (typeof found === 'string') return found === value ? null : `${found}, not ${value}`;
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${value}`;
  const slope = (native(0.7 + 1e-6) - native(0.7 - 1e-6)) / 2e-6;
  const isSame = Math.abs(slope - found.gradient) < 1e-5 * (1 + Math.abs(slope));
  return isSame || Number.isNaN(slope) || /new (Small|Float32)/.test(text)
    ? null
    : `the slope ${found.gradient}, not ${slope}`;
}

const programs = fc
  .tuple(
    fc.constantFrom(...targets),
    fc.array(statement, { minLength: 1, maxLength: 6 }),
    fc.boolean(),
  )
  // What is kept outside of the function is there in the next call.
  .filter(([target, all]) => !target.startsWith('known') || !/v\.(extra|norm)/.test(all.join()))
  .map(([target, all, isStrict]) => program(target, all, isStrict));

test('Arrays of floats are in runs what they are in the source, also those of classes, in strict and other code.', () => {
  fc.assert(
    fc.property(programs, (text) => {
      const complaint = complaintAbout(text);
      if (complaint !== null) throw new Error(`${complaint}\n${text}`);
    }),
    { numRuns: sampled(300) },
  );
});

test('The comparison notices a length that changes, and a class that is lost.', () => {
  const text = program('new Tagged(2, x)', ['v[1] = x;'], true);
  expect(complaintAbout(text)).toBeNull();
  expect(complaintAbout(text, text.replace('v[1] = x', 'v[1] = 1'))).toMatch('value');
  expect(complaintAbout(text, text.replace('new Tagged(2, x)', 'new Vec(2)'))).toMatch('value');
});

const vectors = `
export class Vec extends Float64Array {
  unit = 2;
  dot(o: Vec): number { let s = 0; for (let i = 0; i < this.length; i++) s += this[i] * o[i]; return s; }
}
export const square = (v: Vec): number => v.unit * v.dot(v) + (v instanceof Vec ? v.byteOffset : NaN);
export const scaled = (x: number, v: Vec): number => v.map((y) => y * x).dot(v) + v.subarray(1).dot(v);`;

test('An instance of such a class is an argument, and its gradient is one too.', () => {
  const { Vec, square, scaled } = modules({ program: vectors })('program') as unknown as {
    Vec: { new (xs: readonly number[]): Float64Array; new (...of: unknown[]): Float64Array };
    square: (v: Float64Array) => number;
    scaled: (x: number, v: Float64Array) => number;
  };
  const gradient = grad(square)(new Vec([1, 2]));
  expect(gradient).toBeInstanceOf(Vec);
  expect([...gradient]).toEqual([4, 8]);
  expect(grad(scaled)(3, new Vec([1, 2]))).toBe(5);
  const { buffer } = new Float64Array([9, 1, 2]);
  expect(valueAndGrad(square)(new Vec(buffer, 8, 2)).value).toBe(18);
});
