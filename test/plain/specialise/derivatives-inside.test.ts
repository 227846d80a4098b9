/** Derivatives inside of specialised functions, beside runs: each captures what the function around it is differentiated by. */
import fc from 'fast-check';
import { gradientOf } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { verdictOn } from '../../support/both-roads.js';
import { loaded, program } from '../../support/known-programs.js';
import { nestedPrograms } from '../../support/nested-programs.js';
import { sampled } from '../../support/sample.js';

const names = 'derivative, grad, hessian, hvp, jacobian, jvp, linearize, sin, valueAndGrad, vjp';
const module = (text: string): string =>
  `const { ${names} } = require('delta-tape');\n${text.includes('export') ? text : `export function f(x) { ${text} }`}`;

const ofNumbers: Readonly<Record<string, string>> = {
  'the variable around it in its function': 'return grad((y) => x * y ** 3)(x);',
  'its own function, nested thrice':
    'return grad((y) => y * grad((z) => x * y * derivative((w) => w * w * x * z)(z))(y * x))(x);',
  'the same variable in two levels, which are not confused':
    'return derivative((y) => derivative((z) => x * y + z * 0)(1) + x * y)(2) + x * derivative((y) => x + y)(1);',
  'several arguments by position':
    'const [a, b] = grad((u, v) => u * u * v * x, { wrt: [0, 1] })(x, x); return a * b * b;',
  'fields by key':
    'const d = grad((p) => p.a ** 3 * p.b, { wrt: ["a", "b"] })({ a: x, b: x * x, c: "text" }); return d.a * d.b;',
  'a record with a list':
    'const d = grad((p) => p.a * p.v[0] * p.v[1] ** 2)({ a: x, v: [x, 2], kind: "k", on: x > 1 }); return d.a * d.v[1] + d.v[0] + (d.on ? 1 : 0);',
  'tangents with an argument that is held':
    'return jvp((y, z) => y * y * z)([x, x], [x, undefined]).tangent;',
  'a tree of tangents':
    'const { value, tangent } = jvp((y, z) => ({ a: y * z, b: [y * x, z] }))([x, 2 * x], [1, x]); return value.a * tangent.b[0] + tangent.a * value.b[1];',
  'steps of Newton in a loop':
    'let y = x; for (let k = 0; k < x * 4; k++) y -= (y * y - x) / derivative((z) => z * z - x)(y); return y;',
  'a test of a loop':
    'let y = x; const g = (z) => z * z - x; while (Math.abs(g(y) / derivative(g)(y)) > 1e-9) y -= g(y) / derivative(g)(y); return y;',
  'one side of a branch':
    'return x > 1 && derivative((y) => y * y * x)(x) > 2 ? x * grad((y) => y * x)(x) : x ** 3;',
  'a function that is chosen':
    'const g = x > 1 ? (y) => y * y : (y) => y * x; return grad(g)(x) * x;',
  'an operator of the library': 'return derivative(sin)(x * x) * x;',
  'a Hessian of numbers':
    'const h = hessian((p) => p.a ** 2 * p.b * x)({ a: x, b: 3 }); return h.a.a + h.a.b * h.b.a;',
  'a value beside the number':
    'const { value, gradient, aux } = valueAndGrad((y) => [y * y * x, { a: y * x, b: [x, y] }], { aux: true })(x * 2); return value * gradient + aux.a * aux.b[0] + aux.b[1];',
  'pullbacks, each of which is called twice':
    'let s = 0; for (let k = 0; k < x * 2; k++) { const { pullback } = vjp((y) => y ** k * x)(x); s += pullback(k) * pullback(x); } return s;',
  pushforwards:
    'const { value, pushforward } = linearize((a, b) => [a * b, a * x], { wrt: [0, 1] })(x, 2 * x); const t = pushforward([x, 1]); return t[0] * t[1] + value[0];',
  'a Jacobian of numbers':
    'const j = jacobian((y, z) => ({ a: y * y * z, b: [y * x, z * z] }), { wrt: [0, 1] })(x, 3 * x); return j.a[0] * j.b[0][0] + j.b[1][1] * j.a[1];',
  'a method of an object': 'const o = { k: x, f(y) { return y * y; } }; return grad(o.f)(x) * o.k;',
  'an operator that is given': 'const at = (d) => d((y) => y * y * x)(x); return at(grad);',
  'a function that reads an array around it by an index':
    'const a = [x, 2 * x, 3]; return grad((y) => { let s = 0; for (let i = 0; i < 3; i++) s += a[i] * y ** i; return s; })(x) * a[0];',
  'a function that calls itself':
    'const p = (a, n) => n < 1 ? a : Math.sin(a) * p(a * x, n - 1) + x; return grad((y) => p(y, x * 3))(x) * x;',
};

test.each(Object.entries(ofNumbers))('Specialised code differentiates %s.', (_, text) => {
  const others = [() => [0.4], () => [2.3]];
  expect(verdictOn(module(text), 'f', () => [1.3], 0, others)).toEqual({ tag: 'right' });
});

const ofLists: Readonly<Record<string, string>> = {
  'by an array that the function captures':
    'const d = grad((y) => { let s = 0; for (let i = 0; i < y.length; i++) s += y[i] ** 2 * x[i]; return s; })(x); return d[0] * d[1] + d[2];',
  'at elements': 'let s = 0; for (const e of x) s += grad((a) => a * a * x[0])(e); return s;',
  'times a vector':
    'const h = hvp((y) => y[0] ** 3 * y[1] + Math.exp(y[2]) * x[0])(x, [1, x[1], x[0]]); return h[0] * h[1] + h[2];',
  'twice, as a matrix':
    'const h = hessian((y) => y[0] ** 3 * y[1] * x[1] + y[1] ** 4 * y[2])(x); let s = 0; for (const row of h) for (const e of row) s += e * e; return s;',
  'where the argument is written':
    'const d = grad((z) => { z[0] = z[0] * z[1]; return z[0] * z[2]; })(x); return d[1] * x[0];',
  'to what is changed afterwards':
    'const d = grad((z) => z[0] * z[1] * z[2])(x); d[0] *= x[1]; return d[0] + d[1] * d[2];',
  'by rows of a list':
    'const m = [[x[0], x[1]], [x[1], x[2]]]; const d = grad((r) => r[0][0] * r[1][1] * r[0][1] * x[0])(m); return d[0][1] * d[1][1];',
  'by a record of lists':
    'const d = grad((p) => p.w.reduce((s, e, k) => s + e * p.v[k], 0) * x[0])({ w: x, v: Float64Array.from(x) }); return d.w[1] * d.v[2];',
  'with loops in all levels': `const g = (a) => { let p = a; for (let i = 0; i < 3; i++) p = Math.sin(p * x[0]) * a; return p; };
    const h = (b) => { let q = 1; for (let i = 0; i < 3; i++) q = q * Math.cos(q) + grad(g)(b * q) * x[1]; return q; };
    let s = 0; for (let i = 0; i < 2; i++) s = Math.sin(s * x[i]) + grad(h)(x[i]); return s;`,
  'by a pullback after its arrays were written': `const a = Float64Array.from(x); const b = Float64Array.from(x);
    const { value, pullback } = vjp((y) => { const r = new Float64Array(3); for (let i = 0; i < 3; i++) r[i] = y[i] * b[i] * y[0]; return r; })(a);
    a[0] = 7; b[1] = 9; value[0] = 3; const g = pullback(Float64Array.of(1, x[1], 2)); return g[0] * g[1] + g[2] + value[0] + a[0] * b[1];`,
  'as a square Jacobian':
    'const j = jacobian((y) => y.map((e) => e * e * y[0] * x[1]))(x); let s = 0; for (const r of j) for (const e of r) s += e * e; return s;',
  'in a step that is learnt from': `const loss = (w) => { let s = 0; for (const e of w) s += (e - x[0]) ** 2 * x[1]; return s; };
    const slope = grad(loss)(x); return loss(x.map((e, k) => e - 0.1 * slope[k]));`,
};

test.each(Object.entries(ofLists))('Specialised code differentiates %s.', (_, text) => {
  const [list, other] = [
    [1.2, 0.7, -0.4],
    [0.3, -1.1, 2],
  ];
  const all = [() => [other], () => [[...list, 0.9]]];
  expect(verdictOn(module(text), 'f', () => [list], 0, all)).toEqual({ tag: 'right' });
});

test('A constant of the module may be a derivative, with options.', () => {
  const text = `const cube = (y, k) => k * y ** 3;
const slope = derivative((y) => y ** 3);
const both = valueAndGrad(cube, { wrt: [1, 0] });
export function f(x) { return slope(x) * derivative(slope)(x) + both(x, 2).gradient[1] * both(2, x).value; }`;
  expect(verdictOn(module(text), 'f', () => [1.3], 0, [() => [0.4]])).toEqual({ tag: 'right' });
});

test.each([
  [
    'changes a variable',
    'let n = 0; const d = grad((y) => { n += 1; return y * y; })(x); return d * n;',
    /changes something outside/,
  ],
  [
    'writes into an array around it',
    'const a = Float64Array.of(x, 1); const d = grad((y) => { a[1] = 2; return y * a[0]; })(x); return d * a[1];',
    /writes into/,
  ],
  [
    'takes an array whose elements are rounded',
    'return grad((v) => v[0] * v[0])(Float32Array.of(x))[0];',
    /something else than numbers/,
  ],
  ['asks for more', 'return grad((y) => y * x, { onKink: "warn" })(x);', /the option onKink/],
])('A function inside that %s is refused.', (_, text, why) => {
  expect(verdictOn(module(text), 'f', () => [1.3])).toEqual({
    tag: 'refused',
    why: expect.stringMatching(why) as string,
  });
});

test('Code leaves where the function inside throws, and where a slope is none.', () => {
  const { f } = loaded<{ f: (x: number) => number }>(
    module(
      `export function f(x) { return grad((y) => { if (y > 1) throw new RangeError("far"); return Math.sqrt(y) * y * x; })(x); }`,
    ),
  );
  const gradient = gradientOf(specialise(program, f, [0.5]));
  expect(gradient([0.25])).not.toBeNull();
  expect(gradient([2])).toBeNull();
  expect(gradient([-1])).toBeNull();
});

test('Random functions with derivatives inside, to a depth of three, are right.', () => {
  const tags = { right: 0, leaves: 0, refused: 0, wrong: 0 };
  for (const text of fc.sample(nestedPrograms, {
    seed: Number(process.env['SEED'] ?? 1),
    numRuns: sampled(60),
  })) {
    if (text.length > 1500 || !/(derivative|[dp])\(\(/.test(text)) continue;
    const verdict = verdictOn(text, 'f', () => [0.7, 1.3], 0, [() => [-0.4, 2.1]]);
    if (verdict.tag === 'wrong') throw new Error(`${verdict.complaint}\n${text}`);
    tags[verdict.tag]++;
  }
  expect(tags.right).toBeGreaterThan(5);
  expect(tags.refused).toBeLessThan(0.3 * tags.right);
});
