/** Stores and definitions of properties, by all ways and under all names: a dual is a number to them. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { modules } from '../../support/linked-modules.js';
import { source } from '../../support/numeric.js';
import { outcome } from '../../support/outcome.js';
import { sampled } from '../../support/sample.js';
import { withoutCompiled } from '../../support/tiers.js';

type F = (x: number) => number;

const loaded = (text: string) => modules({ program: text })('program').f as F;

const targets = [
  '{ a: 1 }',
  'Object.create(null)',
  'Object.create({ a: 3 })',
  '[1, 2, 3]',
  'new Float32Array(3)',
  'new Float64Array(3)',
  'Object.freeze({ a: 1 })',
  '{ set a(v) { this.b = 2 * v; }, get a() { return 5; } }',
  '{ ["__proto__"]: 4 }',
  'new Owner()',
];
const keys = ['a', '__proto__', 'constructor', '1', 'run'];
const numbers = ['x', 'x * x', 'Math.sin(x)', '2', 'x / 3'];
/** Ways to have a value `V` under the key `K` of the object `o`, or in a new object. */
const ways = [
  'o[K] = V;',
  'Object.assign(o, { [K]: V });',
  'Object.assign(o, null, [V], { [K]: V });',
  'say(Reflect.set(o, K, V));',
  'say(Reflect.set(o, K, V, { z: 1 }));',
  'say(Reflect.defineProperty(o, K, { value: V, configurable: true }));',
  'Object.defineProperty(o, K, { value: V, writable: true, enumerable: true, configurable: true });',
  'Object.defineProperties(o, { [K]: { value: V, configurable: true } });',
  'Object.defineProperty(o, K, { get: () => V, configurable: true });',
  'Object.defineProperty(o, K, V);',
  'Object.defineProperty(V, K, { value: V });',
  'say(Reflect.setPrototypeOf(o, V));',
  'Object.setPrototypeOf(o, V);',
  'o = Object.create(Object(o.a), { [K]: { value: V, enumerable: true, configurable: true } });',
  'o = { ...o, [K]: V };',
  'o = { __proto__: V, ...o };',
  'o = Object.fromEntries([[K, V], ["b", V]]);',
  'o = Object.assign({}, Object.fromEntries([[K, V]]));',
  '[o[K]] = [V];',
  '({ a: o[K] } = { a: V });',
  'o[K] ??= V;',
  'o.__proto__ = V;',
  'Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").set.call(o, V);',
  'say(V.__proto__ === Number.prototype); say(V[K] === undefined);',
  'say(typeof V[K.slice(0)]);',
];
const statement = fc
  .tuple(fc.constantFrom(...ways), fc.constantFrom(...keys), fc.constantFrom(...numbers))
  .map(([way, key, number]) => way.replaceAll('K', `"${key}"`).replaceAll('V', `(${number})`));

/** The properties in the end, as one number, in which each has a weight. */
const program = (target: string, statements: readonly string[]): string => `'use strict';
class Base {}
class Owner extends Base { c = 1; }
export function f(x) {
  let total = 0;
  let weight = 1;
  const say = (y) => { weight += 1; total += weight * (typeof y === 'number' ? y : String(y).length); };
  let o = ${target};
  const known = [null, Object.prototype, Array.prototype, Number.prototype, Owner.prototype];
  ${statements.map((one) => `try { ${one} } catch (e) { say(e.name); }`).join('\n  ')}
  say(known.indexOf(Object.getPrototypeOf(o)));
  if (o instanceof Float64Array || o instanceof Float32Array) for (const y of o) say(y);
  for (const k of Reflect.ownKeys(o)) if (k !== 'length') {
    const { value, writable, enumerable, get } = Object.getOwnPropertyDescriptor(o, k);
    say(String(k));
    say(typeof value === 'number' ? value : typeof value);
    say(get ? get.call(o) : 0);
    if (!(o instanceof Float64Array || o instanceof Float32Array)) say(String([writable, enumerable]));
  }
  return total;
}`;

/** Says what is wrong with the result of a run of a program; null if it is that of the source. */
function complaintAbout(text: string, native = source(text) as F): string | null {
  const f = loaded(text);
  const found = withoutCompiled(() => outcome(() => valueAndGrad(f)(0.7)));
  const value = outcome(() => native(0.7));
  if (typeof found === 'string') return `${found}, not ${value}`;
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${value}`;
  const slope = (native(0.7 + 1e-6) - native(0.7 - 1e-6)) / 2e-6;
  const isSame = Math.abs(slope - found.gradient) < 1e-5 * (1 + Math.abs(slope));
  return isSame || text.includes('Float32') ? null : `the slope ${found.gradient}, not ${slope}`;
}

const programs = fc
  .tuple(fc.constantFrom(...targets), fc.array(statement, { minLength: 1, maxLength: 5 }))
  // What stands for a typed array asks for its class.
  .filter(([target, all]) => !target.startsWith('new F') || !all.join().includes('constructor'))
  .map(([target, statements]) => program(target, statements));

test('Properties are stored and defined as in the source, whatever their names.', () => {
  fc.assert(
    fc.property(programs, (text) => {
      const complaint = complaintAbout(text);
      if (complaint !== null) throw new Error(`${complaint}\n${text}`);
    }),
    { numRuns: sampled(200) },
  );
});

test('The comparison notices a prototype, and a number that is not rounded.', () => {
  const text = program('{ a: 1 }', ['Object.assign(o, { ["__proto__"]: x });']);
  const other = text.replace('{ ["__proto__"]: x }', '{ __proto__: x }');
  expect(complaintAbout(text)).toBeNull();
  expect(complaintAbout(text, source(text.replace('let o = {', 'let o = { c: 1,')) as F)).toMatch(
    'value',
  );
  expect(complaintAbout(other)).toBeNull();
  const rounded = program('new Float32Array(3)', ['Reflect.set(o, 0, x / 3);']);
  expect(complaintAbout(rounded)).toBeNull();
  expect(complaintAbout(rounded, source(rounded.replace('Float32', 'Float64')) as F)).toMatch(
    'value',
  );
});

test('A clone has the fields of its original, also those of lists, and one called __proto__.', () => {
  const f = loaded(`export function f(x) {
    const list = Object.assign([x, 1], { extra: x });
    const copy = structuredClone({ ["__proto__"]: x * x, list, seen: new Set([{ x }]) });
    const [{ x: y }] = copy.seen;
    return copy.__proto__ + copy.list.extra * copy.list[0] * y;
  }`);
  expect(withoutCompiled(() => valueAndGrad(f)(2))).toEqual({ value: 12, gradient: 16 });
});

test('What is stored as `super.__proto__` is no prototype if it is a number.', () => {
  const f = loaded(`class Base {}
  class Owner extends Base { put(v) { [super.__proto__] = [v]; return (super['__proto__'] = v) * 2; } }
  export function f(x) {
    const o = new Owner();
    return o.put(x) * (Object.getPrototypeOf(o) === Owner.prototype ? 1 : NaN);
  }`);
  expect(withoutCompiled(() => valueAndGrad(f)(3))).toEqual({ value: 6, gradient: 2 });
});

test.each([
  'Object.defineProperties([x], undefined)',
  'Object.defineProperties(x, { a: { value: 1 } })',
  'Object.create(x)',
  'Math.max.apply(null, x)',
  'Reflect.apply(Math.max, null, x)',
  'Reflect.construct(Array, x)',
  'Reflect.setPrototypeOf(x, null)',
])('A number is neither an object nor a list: %s throws.', (text) => {
  const f = loaded(
    `export function f(x) { try { ${text}; } catch (e) { return e instanceof TypeError ? 3 * x : 0; } return x; }`,
  );
  expect(withoutCompiled(() => valueAndGrad(f)(2))).toEqual({ value: 6, gradient: 3 });
});

test('A number has no members of the name that a text tells, and a pattern finds none.', () => {
  const f = loaded(`export function f(x) {
    const pick = (o, k) => o[k] ?? 3;
    const { id = 2, run, constructor, ...rest } = x;
    const isNone = run === undefined && constructor === Number && Object.keys(rest).length === 0;
    return x * pick(x, 'i' + 'd') * pick(x, 'run') * id * (isNone ? 1 : NaN);
  }`);
  expect(withoutCompiled(() => valueAndGrad(f)(2))).toEqual({ value: 36, gradient: 18 });
});
