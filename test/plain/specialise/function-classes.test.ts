/** Functions that are classes by their prototype, and the methods of functions. */
import { verdictOn } from '../../support/both-roads.js';

const rows: Readonly<Record<string, string>> = {
  'makes instances': `
    function Point(x) { this.x = x; } Point.prototype.twice = function () { return this.x * 2; };
export function f(x) { const p = new Point(x); return p.twice() * p.x; }`,
  'asks in the function itself': `
    function Point(x) { if (!(this instanceof Point)) return new Point(x); this.x = x; }
    Point.prototype = { constructor: Point, get twice() { return this.x * 2; } };
export function f(x) { return Point(x).twice * x; }`,
  'gives another object': `
    function Point(x) { this.x = 1; if (x > 1) return { x }; }
export function f(x) { return new Point(x).x * x; }`,
  'inherits by hand': `
    function A(x) { this.x = x; } A.prototype.get = function (k) { return this.x * k; };
    function B(x) { A.call(this, x); this.y = 2; } B.prototype = Object.create(A.prototype); B.prototype.constructor = B;
export function f(x) { const b = new B(x); return b.get(b.y) * x; }`,
  'calls and applies': `
    function g(a, b) { return this.k * a * b; }
export function f(x) { const o = { k: x }; return g.call(o, x, 2) + g.apply(o, [x, 3]) + g.bind(o, x)(4) + ((a) => a * x).call(null, 5); }`,
  'asks for own keys': `
export function f(x) { const o = { a: x }; let s = 0;
      for (const k in o) if (Object.prototype.hasOwnProperty.call(o, k)) s += o[k] * x;
      return Object.hasOwn(o, 'b') ? 0 : s * (Object.getPrototypeOf(o) === Object.prototype ? 2 : 3); }`,
  'makes objects without a prototype': `
export function f(x) { const o = Object.create(null); o.a = x; return o.a * x; }`,
  'parses numbers': `
export function f(x) { return parseFloat(x) * x * (Number.isInteger(x) ? 2 : 3) * (Number.isInteger(Math.floor(x)) ? 5 : 7); }`,
};

describe('Specialised code', () => {
  test.each(Object.entries(rows))('%s.', (_, text) => {
    for (const x of [1.5, 0.5, 2])
      expect(verdictOn(text, 'f', () => [x], 0, [() => [0.25], () => [3]])).toEqual({
        tag: 'right',
      });
  });

  test('asks for the prototype of a function again.', () => {
    const text = `
      function Point(x) { this.x = x; } Point.prototype.twice = function () { return this.x * 2; };
export function f(x, other) { if (other) Point.prototype = { twice() { return 1; } }; return new Point(x).twice(); }`;
    expect(verdictOn(text, 'f', () => [2, false], 0, [() => [2, false]]).tag).toBe('right');
  });
});
