/** Derivatives inside of functions are code, in every mixture and to any depth: the comparison of both tiers is on. */
import fc from 'fast-check';
import { grad, hvp, jvp, taylor, valueAndGrad, type Real } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { nestedPrograms } from '../../../support/nested-programs.js';
import { load } from '../../../support/plain.js';
import { sampled } from '../../../support/sample.js';
import { answer, at, withoutCompiled } from '../../../support/tiers.js';

type F = (...args: never[]) => never;
type Operator = (f: F) => (...args: unknown[]) => unknown;
type Wrt = (f: F, options: object) => (...args: unknown[]) => unknown;

const from = (text: string): F =>
  load<{ f: F }>(
    `const { derivative, grad, hessian, hvp, jacobian, jvp, linearize, valueAndGrad, vjp } = require('delta-tape'); exports.f = f;\n${text}`,
  ).f;
const f = (params: string, body: string): F => from(`function f(${params}): number { ${body} }`);

/**
 * True if all derivatives of a function at an argument are answered by code; each is compared with that
 * of a run.
 */
function isCode(f: F, x: number | number[]): boolean {
  const direction = typeof x === 'number' ? 1.5 : x.map((_, k) => 1 - 2 * k);
  (valueAndGrad as unknown as Operator)(f)(x);
  (jvp as unknown as Operator)(f)([x], [direction]);
  (hvp as unknown as Operator)(f)(x, direction);
  const vector = typeof direction === 'number' ? [direction] : direction;
  if (typeof x === 'number') taylor(f as unknown as (x: Real) => unknown, 2)(x);
  const point = at(f, [x], 0);
  const hasSeries = typeof x !== 'number' || (point?.series(2, 1) ?? null) !== null;
  return (
    hasSeries &&
    answer(f, [x], 0) !== null &&
    (point?.pushed([vector]) ?? null) !== null &&
    (point?.products([vector]) ?? null) !== null
  );
}

const list = [1.2, 0.7, -0.4];

describe('Code answers', () => {
  test.each<[title: string, body: string]>([
    ['a gradient that uses a variable around it', 'return grad((y: number) => x * y ** 3)(x);'],
    ['one variable in both levels', 'return x * grad((y: number) => y * y * x + y)(x * x);'],
    [
      'three levels, each of which uses the variables of all',
      'return grad((y: number) => y * grad((z: number) => x * y * z * z * z)(y * x))(x);',
    ],
    [
      'a derivative of a derivative',
      'const g = (y: number) => Math.sin(x * y); return derivative(g)(x) + derivative(derivative(g))(2 * x);',
    ],
    [
      'a value with a gradient',
      'const { value, gradient } = valueAndGrad((y: number) => Math.exp(y * x))(x / 2); return value * gradient;',
    ],
    ['a gradient that is 0', 'return grad((y: number) => x)(x) + x * x;'],
    ['a gradient that nobody uses', 'grad((y: number) => y * x)(x); return x * x;'],
    [
      'several arguments, which may be one variable',
      'const [a, b] = grad((u: number, v: number) => u * u * v * x, { wrt: [0, 1] })(x, x); return a * b * b;',
    ],
    [
      'an argument that is constant',
      'return grad((u: number, v: number) => u * u * v, { wrt: 1 })(x, 3) * x;',
    ],
    [
      'fields of an object',
      'const { a } = grad((p: { a: number; b: number }) => p.a ** 3 * p.b, { wrt: ["a"] })({ a: x, b: x * x }); return a * x;',
    ],
    [
      'tangents of an object',
      'const { value, tangent } = jvp((y: number, z: number) => ({ a: y * z, b: [y * x, z] }))([x, 2 * x], [1, x]); return value.a * tangent.b[0] + tangent.a * value.b[1];',
    ],
    [
      'tangents with an argument that is held',
      'return jvp((y: number, z: number) => y * y * z)([x, x], [x, undefined]).tangent;',
    ],
    [
      'Newton by derivative, for so many steps',
      'let y = x; for (let k = 0; k < 6; k++) y -= (y * y - x) / derivative((z: number) => z * z - x)(y); return y;',
    ],
    [
      'Newton until it is near, with a derivative in the condition',
      'let y = x; const g = (z: number) => z * z - x; while (Math.abs(g(y) / derivative(g)(y)) > 1e-9) y -= g(y) / derivative(g)(y); return y;',
    ],
    [
      'a derivative that is asked for in some cases',
      'return x > 1 && derivative((y: number) => y * y * x)(x) > 2 ? x * x : x ** 3;',
    ],
    [
      'kinks inside',
      'return grad((y: number) => Math.abs(y * x) + Math.max(y, x * y) + Math.min(y, 1))(x);',
    ],
    [
      'rows whose partials have partials of their own',
      'return grad((y: number) => Math.tanh(y) ** 3 / Math.exp(-y) + Math.tan(y) * Math.cbrt(x * y) + Math.asinh(y))(x);',
    ],
    [
      'rows whose partials are functions',
      'return grad((y: number) => Math.hypot(y, x, 1) * Math.atan2(y, x))(x * x);',
    ],
    [
      'a function that is given, and gives one',
      'const slope = (g: (y: number) => number) => (y: number) => grad(g)(y); return slope((y) => y * y * x)(x);',
    ],
    [
      'an operator that is given',
      'const at = (d: typeof grad) => d((y: number) => y * y * x)(x); return at(grad);',
    ],
    ['a function of Math', 'return derivative(Math.sin)(x * x) * x;'],
    ['a Hessian of a number', 'return hessian((y: number) => y ** 4 * x)(x);'],
    [
      'a gradient with what is beside the number',
      'const { value, gradient, aux } = valueAndGrad((y: number) => [y * y * x, { a: y * x, b: [x, y] }], { aux: true })(x * 2); return value * gradient + aux.a * aux.b[0] + aux.b[1];',
    ],
    [
      'a pullback, twice',
      'const { value, pullback } = vjp((y: number) => y * y * x)(x + 1); return value + pullback(x) * pullback(2);',
    ],
    [
      'pullbacks in a loop',
      'let s = 0; for (let k = 0; k < 3; k++) { const { pullback } = vjp((y: number) => y ** k * x)(x); s += pullback(k) * pullback(x); } return s;',
    ],
    [
      'a derivative of a pullback',
      'const h = (y: number) => { const v = vjp((z: number) => Math.sin(z * y))(x); return v.pullback(v.value); }; return derivative(h)(x) * grad(h)(2 * x);',
    ],
    [
      'a pushforward by several arguments',
      'const { pushforward } = linearize((a: number, b: number) => [a * b, a * x], { wrt: [0, 1] })(x, 2 * x); const t = pushforward([x, 1]); return t[0] * t[1];',
    ],
    [
      'a pushforward by fields',
      'const { value, pushforward } = linearize((p: { a: number; b: number }) => p.a * p.a * p.b, { wrt: ["b", "a"] })({ a: x, b: 3 }); return pushforward({ a: x, b: 1 }) * value;',
    ],
    [
      'a Jacobian of numbers by a number',
      'const j = jacobian((y: number, z: number) => ({ a: y * y * z, b: [y * x, z] }))(x, 3); return j.a * j.b[0];',
    ],
    [
      'a Jacobian of numbers by numbers',
      'const j = jacobian((y: number, z: number) => ({ a: y * y * z, b: [y * x, z * z] }), { wrt: [0, 1] })(x, 3 * x); return j.a[0] * j.b[0][0] + j.b[1][1] * j.a[1];',
    ],
    [
      'a Jacobian whose mode is known on the way there alone',
      'const h = (y: number) => { let p = y; for (let i = 0; i < 2; i++) p = Math.sin(jacobian((v: number[]) => v.map((e) => e * y))([y, x])[1][1] + p); return p; }; return vjp(h)(x).value;',
    ],
    [
      'a Jacobian of an array by a number',
      'const j = jacobian((y: number) => Float64Array.of(y * x, y * y, y))(x); return j[0] * j[1] + j[2];',
    ],
  ])('%s.', (_, body) => {
    expect(isCode(f('x: number', body), 1.3)).toBe(true);
  });

  test.each<[title: string, body: string]>([
    [
      'a gradient by an array, whose function captures the array',
      'const d = grad((y: number[]) => { let s = 0; for (let i = 0; i < y.length; i++) s += y[i] ** 2 * x[i]; return s; })(x); return d[0] * d[1] + d[2];',
    ],
    [
      'gradients at elements',
      'let s = 0; for (const e of x) s += grad((a: number) => a * a * x[0])(e); return s;',
    ],
    [
      'a Hessian times a vector of variables',
      'const h = hvp((y: number[]) => y[0] ** 3 * y[1] + Math.exp(y[2]) * x[0])(x, [1, x[1], x[0]]); return h[0] * h[1] + h[2];',
    ],
    [
      'a Hessian',
      'const h = hessian((y: number[]) => y[0] ** 3 * y[1] * x[1] + y[1] ** 4 * y[2])(x); let s = 0; for (const row of h) for (const e of row) s += e * e; return s;',
    ],
    [
      'tangents of an array',
      'const { value, tangent } = jvp((y: number[], s: number) => y.map((z) => z * z * s * x[0]))([x, 2], [[1, x[1], 0], undefined]); return value[0] * tangent[1] + tangent[0];',
    ],
    [
      'an array that is written after the derivative was taken there',
      'const y = Float64Array.from(x); let s = 0; for (let k = 0; k < 3; k++) { const d = grad((z: Float64Array) => z[0] * z[1] * z[k] * x[0])(y); y[k] = d[0]; s += d[1]; } return s;',
    ],
    [
      'an argument that the inner function writes',
      'const d = grad((z: number[]) => { z[0] = z[0] * z[1]; return z[0] * z[2]; })(x); return d[1] * x[0];',
    ],
    [
      'a gradient that is changed',
      'const d = grad((z: number[]) => z[0] * z[1] * z[2])(x); d[0] *= x[1]; return d[0] + d[1] * d[2];',
    ],
    [
      'rows of a list',
      'const m = [[x[0], x[1]], [x[1], x[2]]]; const d = grad((r: number[][]) => r[0][0] * r[1][1] * r[0][1] * x[0])(m); return d[0][1] * d[1][1];',
    ],
    [
      'objects in an array',
      'const ps = x.map((a) => ({ a, b: a * a })); const d = grad((qs: { a: number; b: number }[]) => { let s = 0; for (const q of qs) s += q.a * q.b * q.b; return s; })(ps); return d[0].a * d[1].b;',
    ],
    [
      'an inner function with a loop, whose way back keeps numbers',
      'const g = (a: number) => { let p = a; for (let i = 0; i < 5; i++) p += 0.1 * Math.sin(p * x[0]) * x[1]; return p; }; return grad(g)(x[0]) * grad(g)(x[1]);',
    ],
    [
      'one that works in place',
      `const g = (a: number[]) => { const p = Float64Array.from(a); for (let i = 0; i < 5; i++) for (let j = 0; j < 3; j++) p[j] += 0.1 * Math.sin(p[(j + 1) % 3] * x[0]) * x[1]; return p[0] * p[1]; };
       const d = grad(g)(x); return d[0] * d[1];`,
    ],
    [
      'one that makes arrays in a loop',
      'const g = (a: number[]) => { let v = a; for (let i = 0; i < 3; i++) v = v.map((e, k) => Math.sin(e * v[(k + 1) % 2]) + x[0] * a[k]); return v[0] * v[1]; }; const d = grad(g)(x); return d[0] * d[1];',
    ],
    [
      'three levels with loops',
      `const g = (a: number) => { let p = a; for (let i = 0; i < 3; i++) p = Math.sin(p * x[0]) * a; return p; };
       const h = (b: number) => { let q = 1; for (let i = 0; i < 3; i++) q = q * Math.cos(q) + grad(g)(b * q) * x[1]; return q; };
       let s = 0; for (let i = 0; i < 2; i++) s = Math.sin(s * x[i]) + grad(h)(x[i]); return s;`,
    ],
    [
      'an inner function that repeats something while it may',
      'const g = (a: number) => { let p = a; while (p < 10) p = p * p * (1 + x[0] * x[0]) + 1; return p; }; let s = 0; for (const e of x) s += Math.sin(grad(g)(e)); return s;',
    ],
    [
      'an inner function that calls itself',
      'const p = (a: number, n: number): number => n < 1 ? a : Math.sin(a) * p(a * x[0], n - 1) + x[1]; return grad((y: number) => p(y, 3))(x[0]) * x[1];',
    ],
    [
      'a derivative in a function that calls itself',
      'const p = (a: number, n: number): number => n < 1 ? a : grad((y: number) => y * y * a)(a) * p(a * 0.5, n - 1) + x[1]; return p(x[0], 3);',
    ],
    [
      'a gradient with an array beside the number',
      'const { value, gradient, aux } = valueAndGrad((y: number[]) => [y[0] * y[1] * x[2], y.map((e) => e * x[0])], { aux: true })(x); return value * gradient[0] + aux[0] * aux[1] + aux[2];',
    ],
    [
      'a pullback of an array',
      'const { value, pullback } = vjp((y: number[]) => y.map((e) => e * e * x[0]))(x); const g = pullback([1, x[1], 3]); return value[0] + g[0] * g[1] + g[2];',
    ],
    [
      'a pullback at what is written later: the argument, what is around it, and the value',
      `const a = Float64Array.from(x); const b = Float64Array.from(x);
       const { value, pullback } = vjp((y: Float64Array) => { const r = new Float64Array(3); for (let i = 0; i < 3; i++) r[i] = y[i] * b[i] * y[0]; return r; })(a);
       a[0] = 7; b[1] = 9; value[0] = 3;
       const g = pullback(Float64Array.of(1, x[1], 2)); return g[0] * g[1] + g[2] + value[0] + a[0] * b[1];`,
    ],
    [
      'a pullback of what writes into its argument, and gives it',
      'const a = Float64Array.from(x); const { value, pullback } = vjp((y: Float64Array) => { y[0] *= y[1] * x[2]; y[1] = Math.sin(y[0]); return y; })(a); value[2] = 5; const g = pullback(Float64Array.of(1, x[0], 2)); return g[0] * g[1] + g[2] + value[0] + a[0];',
    ],
    [
      'a Jacobian of what writes into its argument',
      'const a = Float64Array.from(x); const j = jacobian((y: Float64Array) => { y[0] *= y[1] * x[2]; y[1] = Math.sin(y[0]); return y; })(a); return j[0][0] * j[1][1] + j[0][1] + a[0] * a[1];',
    ],
    [
      'a pushforward of what writes into its argument',
      'const a = Float64Array.from(x); const { pushforward } = linearize((y: Float64Array) => { y[0] *= y[1] * x[2]; y[1] = Math.sin(y[0]); return y; })(a); const t = pushforward(a); return t[0] * t[1] + a[0];',
    ],
    [
      'a pushforward at what is written later',
      `const b = Float64Array.from(x);
       const { value, pushforward } = linearize((y: number[]) => y.map((e, k) => Math.sin(e) * b[k]))(x);
       b[0] = 5; const t = pushforward([x[1], 2, x[0]]); return t[0] * t[1] + t[2] + value[1] * b[0];`,
    ],
    [
      'a Jacobian of numbers by an array',
      'const j = jacobian((y: number[]) => [y[0] * y[1] * x[2], Math.sin(y[2])])(x); return j[0][0] * j[0][1] + j[1][2];',
    ],
    [
      'a square Jacobian',
      'const j = jacobian((y: number[]) => y.map((e) => e * e * y[0] * x[1]))(x); let s = 0; for (const r of j) for (const e of r) s += e * e; return s;',
    ],
    ...[2, 5].map((height): [string, string] => [
      `a Jacobian of ${height} rows`,
      `const j = jacobian((y: number[]) => { const r = new Float64Array(${height}); for (let k = 0; k < ${height}; k++) for (const e of y) r[k] += Math.sin(e * (k + 1)) * x[0]; return r; })(x); let s = 0; for (const r of j) for (const e of r) s += e * e * e; return s;`,
    ]),
    [
      'a Jacobian of a pullback',
      'const g = (y: number[]) => { const { pullback } = vjp((z: number[]) => z.map((e) => e * e * e))(y); return pullback(y); }; const j = jacobian(g)(x); let s = 0; for (const r of j) for (const e of r) s += e * e; return s;',
    ],
    [
      'a step that is learnt from',
      `const loss = (w: number[]) => { let s = 0; for (const e of w) s += (e - x[0]) ** 2 * x[1]; return s; };
       const slope = grad(loss)(x); return loss(x.map((e, k) => e - 0.1 * slope[k]));`,
    ],
  ])('%s.', (_, body) => {
    expect(isCode(f('x: number[]', body), list)).toBe(true);
  });
});

test('Random functions with derivatives inside, of all kinds and to a depth of three, are code.', () => {
  let [nested, found] = [0, 0];
  for (const text of fc.sample(nestedPrograms, {
    seed: Number(process.env['SEED'] ?? 1),
    numRuns: sampled(60),
  })) {
    if (text.length > 1500 || !/(derivative|[dp])\(\(/.test(text)) continue;
    nested++;
    const { f } = load<{ f: F }>(text);
    if (answer(f, [0.7, 1.3], [0, 1]) === null) continue;
    found++;
    (valueAndGrad as unknown as Wrt)(f, { wrt: [0, 1] })(0.7, 1.3);
    (jvp as unknown as Operator)(f)([0.7, 1.3], [1, 0.5]);
  }
  expect(nested).toBeGreaterThan(5);
  expect(found).toBeGreaterThan(0.7 * nested);
});

describe('A run answers', () => {
  /** Says what is wrong with a lowered form, and gives the gradient of a run. */
  const asked = (f: F, x: number | number[]) => {
    expect(answer(f, [x], 0)).toBeNull();
    const gradient = (grad as unknown as Operator)(f)(x);
    expect(gradient).toEqual(withoutCompiled(() => (grad as unknown as Operator)(f)(x)));
    return why(f as never).versions[0].obstacle?.what;
  };

  test.each<[title: string, body: string, what: RegExp]>([
    [
      'where the inner function changes a variable',
      'let n = 0; const d = grad((y: number) => { n += 1; return y * y; })(x); return d * n;',
      /changes n outside/,
    ],
    [
      'where it writes into an array around it',
      'const a = Float64Array.of(x, 1); const d = grad((y: number) => { a[1] = 2; return y * a[0]; })(x); return d * a[1];',
      /writes into a/,
    ],
    [
      'by arrays whose elements are rounded',
      'return grad((v: Float32Array) => v[0] * v[0])(Float32Array.of(x))[0];',
      /Float32Array/,
    ],
    [
      'where the Jacobian is by several arrays',
      'const j = jacobian((a: number[], b: number[]) => a.map((e, k) => e * b[k]), { wrt: [0, 1] })([x, 1], [2, x]); return j[0][0][0];',
      /a Jacobian of arrays/,
    ],
    [
      'where a cotangent has another length',
      'const { pullback } = vjp((a: number[]) => a.map((e) => e * x))([x, 1]); try { return pullback([1, 2, 3])[0]; } catch { return x; }',
      /does not cover/,
    ],
    [
      'where what has aux gives no pair',
      'try { return valueAndGrad((y: number) => y * y, { aux: true })(x).gradient; } catch { return x; }',
      /./,
    ],
    [
      'where options say more',
      'return grad((y: number) => y * x, { onKink: "warn" })(x);',
      /options/,
    ],
    ['where a slope is none', 'return grad((y: number) => Math.sqrt(y) * x)(x - x);', /last call/],
    [
      'where an exact 0 wins',
      'return grad((y: number) => 0 * Math.sqrt(y) + y * x)(0) + x;',
      /does not cover/,
    ],
  ])('%s.', (_, body, what) => {
    const found = asked(f('x: number', body), 1.3);
    expect(found).toMatch(what);
  });

  test('where the inner function throws, with its error.', () => {
    const g = f(
      'x: number',
      'return grad((y: number) => { if (y > 1) throw new RangeError("far"); return y * x; })(x);',
    );
    expect((grad as unknown as Operator)(g)(0.5)).toBe(1);
    expect(() => (grad as unknown as Operator)(g)(2)).toThrow(new RangeError('far'));
  });
});

test('A run answers where a function takes derivatives of itself.', () => {
  const { g } = load<{
    g: (x: number[], depth: number) => number;
  }>(`const { grad } = require('delta-tape');
    exports.g = g;
    function g(x: number[], depth: number): number {
      if (depth === 0) return x[0] * x[0] * x[1];
      const slope = grad((y: number[]) => g(y, depth - 1))(x);
      return slope[0] * x[1] + slope[1] * x[0];
    }`);
  // x²y, then 2xy² + x³, then 2y³ + 3x²y + 4x²y.
  expect(g([1, 2], 2)).toBe(30);
  expect(grad(g)([1, 2], 2)).toEqual([28, 31]);
  expect(why(g as never).versions[0].obstacle?.what).toMatch(/derivatives of itself/);
});

test('A constant of the module may be a derivative.', () => {
  const g = from(`const { grad: g } = require('delta-tape');
const cube = (y: number) => y ** 3;
const slope = derivative(cube);
function f(x: number): number { return slope(x) * derivative(slope)(x); }`);
  expect(isCode(g, 1.3)).toBe(true);
});
