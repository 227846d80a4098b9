/** Native functions with any receivers and arguments: a run gives what the source gives, or refuses, and never anything else. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { modules } from '../../support/linked-modules.js';
import { source } from '../../support/numeric.js';
import { outcome } from '../../support/outcome.js';
import { sampled, testInTurn } from '../../support/sample.js';
import { withoutCompiled } from '../../support/tiers.js';

type F = (x: number) => number;

/** The receivers of the methods of a prototype. */
const receivers: readonly (readonly [object, readonly string[]])[] = [
  [Object.prototype, ['({ a: x, b: 2 })', '[x, 2]', 'Object.freeze({ a: x })']],
  [Array.prototype, ['[x, 1, 3]', '[[x], 2]', '[]', '[3, x, 2, x]', '["a", x]']],
  [String.prototype, ['"abc"', '"2"', '"a2b2"', 'String(x)']],
  [Number.prototype, ['x', '2', 'new Number(x)']],
  [Map.prototype, ['new Map([["a", x], [2, x * 2]])', 'new Map([[2, x]])']],
  [Set.prototype, ['new Set([1, 2])', 'new Set(["a", 2])']],
  [
    Function.prototype,
    ['((a, b) => [a, b])', 'Math.max', 'Number.isInteger', '(function (a) { return this ?? a; })'],
  ],
  [
    Object.getPrototypeOf(Float64Array.prototype) as object,
    ['new Float64Array([x, 1, 3])', 'Float32Array.of(x, 2)', 'new Int32Array([1, 2, 3])'],
  ],
];
const statics = { Object, Array, Number, Math, Reflect, Map, Float64Array, Int32Array };
const constructors = ['Array', 'Map', 'Set', 'Number', 'String', 'Object', 'Int32Array', 'Error'];
const values = [
  ...['x', 'x', 'x * x', '-x', 'x / 3', '2', '1', '0', '-1', '1.5', '"a"', '"2"', 'true'],
  ...['(v) => v', '(a, b) => a - b', '(v) => v > 1', '(v) => [v, x]', 'undefined', 'null'],
  ...['[x, 2]', '[1, 2]', '[["a", x]]', '{ a: x }', '{ value: x }', '{ length: 2, 0: x, 1: 3 }'],
  ...['new Map([["a", x]])', 'new Float64Array([x, 2])'],
];
/**
 * The names that are left out: those that chance or the place decides, texts of functions, and names
 * that an object with a typed array as its prototype inherits.
 */
const left =
  /^(random|constructor|toString|to?Locale\w*|localeCompare|__\w+__|setPrototypeOf|create)$|^toLocale|[^\w]/;

function methodsOf(of: object): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(of))
    .filter(([name, { value }]) => typeof value === 'function' && !left.test(name))
    .map(([name]) => name);
}

const args = fc
  .array(fc.constantFrom(...values), { maxLength: 3 })
  .map((all) => `(${all.join(', ')})`);
const calls = fc.oneof(
  ...receivers.map(([of, on]) =>
    fc
      .tuple(fc.constantFrom(...on), fc.constantFrom(...methodsOf(of)), args)
      .map(([self, name, given]) => `(${self}).${name}${given}`),
  ),
  ...Object.entries(statics).map(([of, holder]) =>
    fc
      .tuple(fc.constantFrom(...methodsOf(holder), 'name'), args)
      .map(([name, given]) => (name === 'name' ? `${of}.name` : `${of}.${name}${given}`)),
  ),
  fc.tuple(fc.constantFrom(...constructors), args).map(([C, given]) => `new ${C}${given}`),
);

/**
 * The result or the error of a call, as one number in which every part has a weight; not texts, which
 * may be those of functions that are given.
 */
const program = (call: string): string => `'use strict';
function digest(r, depth) {
  if (depth > 4) return 7;
  if (typeof r === 'number') return Number.isFinite(r) ? r + 0.1 : r > 0 ? 1e6 : r < 0 ? -1e6 : 0.3;
  if (typeof r === 'string' && ${call.includes('=>')}) return 1;
  if (typeof r === 'string') return [...r].reduce((s, c) => (s * 31 + c.charCodeAt(0)) % 9973, r.length);
  if (typeof r !== 'object' || r === null) return String(typeof r).length + (r === true ? 0.5 : r === null ? 0.25 : 0);
  if (r instanceof Error) return 31 + r.name.length;
  if (r instanceof Number || r instanceof String) return 2 + digest(r.valueOf(), depth + 1);
  const isListed = r instanceof Map || r instanceof Set || typeof r.next === 'function';
  let [total, n] = [Array.isArray(r) ? 3 : r instanceof Map ? 5 : r instanceof Float64Array ? 2 : 1, 0];
  if (isListed) for (const v of r) { total = total * 1.1 + digest(v, depth + 1); if (n++ > 9) break; }
  for (const k of Object.keys(r)) total = total * 1.1 + digest(k, depth + 1) + digest(r[k], depth + 1);
  return total;
}
export function f(x) {
  let r;
  try { r = ${call}; } catch (e) { r = e; }
  return digest(r, 0) + x * 0.5;
}`;

/** Says what is wrong with the result of a run at 2; null if nothing is. */
function complaintAbout(text: string, native = source(text) as F): string | null {
  const f = modules({ program: text })('program').f as F;
  const found = withoutCompiled(() => outcome(() => valueAndGrad(f)(2)));
  const value = outcome(() => native(2));
  if (typeof found === 'string') return found.startsWith('DeltaTapeError') ? null : found;
  return Object.is(found.value, value) ? null : `the value ${found.value}, not ${value}`;
}

testInTurn(2, 3)(
  'Native functions see numbers in the place of duals, or a run refuses them.',
  () => {
    fc.assert(
      fc.property(calls, (call) => {
        const complaint = complaintAbout(program(call));
        if (complaint !== null) throw new Error(`${call} gives ${complaint}`);
      }),
      { numRuns: sampled(600) },
    );
  },
);

test('The comparison notices a number that is taken for an object, and one for a text.', () => {
  const asObject = source(program('Object.keys({ x })')) as F;
  expect(complaintAbout(program('Object.keys(x)'), asObject)).toMatch('the value');
  expect(complaintAbout(program('[x].join()'))).toBeNull();
  const asNumber = source(program('[x][0]')) as F;
  expect(complaintAbout(program('[x].join()'), asNumber)).toMatch('the value');
});

test.each([
  'Object.getPrototypeOf(a) === Float64Array.prototype',
  'Reflect.getPrototypeOf(b) === Float32Array.prototype',
  'a.__proto__ === Float64Array.prototype',
  'Float64Array.prototype.isPrototypeOf(a)',
  'Object.getPrototypeOf(Float64Array.prototype).isPrototypeOf(b)',
  '!Float32Array.prototype.isPrototypeOf(a)',
  '!Array.prototype.isPrototypeOf(a)',
  '!Object.hasOwn(a, "length") && Object.hasOwn(a, "0")',
  '!Object.prototype.hasOwnProperty.call(a, "length")',
  'Object.getOwnPropertyDescriptor(a, "length") === undefined',
  'Object.getPrototypeOf(Object.setPrototypeOf(b, Array.prototype)) === Array.prototype',
])('What stands for a typed array describes itself as one: %s.', (question) => {
  const text = `export const f = (x) => { const a = new Float64Array([x, 2]); const b = Float32Array.of(x);
    return (${question} ? 2 : 3) * x; };`;
  expect((source(text) as F)(2)).toBe(4);
  expect(complaintAbout(text)).toBeNull();
});
