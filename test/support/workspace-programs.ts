/**
 * Modules, as text, whose function `f(xs, st, o)` works in typed arrays that are older than the run: an argument, a field of an
 * argument, of an instance and of the module, parts of others, of both precisions; written, read, moved, copied and gone
 * through in all ways. `state` gives what is in them.
 */
import fc from 'fast-check';

const declared = `
const own = new Float64Array(4); const single = new Float32Array(4); const part = own.subarray(1, 3);
class Model { buf = new Float64Array(4); scale(k: any) { for (let i = 0; i < 4; i++) this.buf[i] = this.buf[i] * k; } get sum() { let s = 0; for (const v of this.buf) s += v; return s; } }
const model = new Model(); const fields: any = { w: new Float64Array(4), inner: { w: new Float32Array(4) } };
function copy(out: any, a: any) { out[0] = a[0]; out[1] = a[1]; out[2] = a[2]; out[3] = a[3]; return out; }
function add(out: any, a: any, b: any) { for (let i = 0; i < 4; i++) out[i] = a[i] + b[i]; return out; }
function typed(out: Float64Array, xs: number[]): number { let s = 0; for (let i = 0; i < out.length; i++) { out[i] = xs[i % 2] * (i + 1); s += out[i] * out[i]; } return s; }
function typedSum(a: Float64Array): number { let s = 0; for (let i = 0; i < a.length; i++) s += a[i] * (i + 1); return s; }
exports.state = () => [...own, ...single, ...model.buf, ...fields.w, ...fields.inner.w];
`;

const arrays = fc.constantFrom('st', 'own', 'o.buf', 'model.buf', 'fields.w', 'own', 'st');
const any = fc.constantFrom(
  'st',
  'own',
  'o.buf',
  'model.buf',
  'fields.w',
  'single',
  'fields.inner.w',
);
const index = fc.constantFrom('0', '1', '2', '3', 'k % 4', '(k + 1) % 4');

const statement = fc.oneof(
  fc.tuple(any, index).map(([a, i]) => `${a}[${i}] = xs[0] * ${i};`),
  fc.tuple(any, index).map(([a, i]) => `${a}[${i}] += xs[1];`),
  fc.tuple(any, index).map(([a, i]) => `${a}[${i}] *= xs[0] * 0.5;`),
  fc.tuple(any, index).map(([a, i]) => `${a}[${i}] = 1.5;`),
  fc.tuple(any, index, any, index).map(([a, i, b, j]) => `${a}[${i}] = ${b}[${j}];`),
  fc.tuple(any, index).map(([a, i]) => `s += ${a}[${i}] * 0.3;`),
  any.map((a) => `for (const v of ${a}) s += v;`),
  any.map((a) => `s += [...${a}][2];`),
  any.map((a) => `{ const [p, q] = ${a}; s += p * q; }`),
  any.map((a) => `s += Math.max(...${a});`),
  any.map((a) => `s += ${a}.reduce((t: any, v: any) => t + v * v, 0);`),
  any.map((a) => `${a}.forEach((v: any, i: any) => { s += v * i; });`),
  any.map((a) => `s += ${a}.map((v: any) => v * 2)[1];`),
  any.map((a) => `s += ${a}.slice(1)[0] + ${a}.subarray(1, 3)[1] + ${a}.at(-1);`),
  any.map((a) => `${a}.fill(xs[0], 1, 3);`),
  any.map((a) => `${a}.fill(0);`),
  any.map((a) => `${a}.reverse();`),
  any.map((a) => `${a}.sort();`),
  any.map((a) => `${a}.copyWithin(0, 2);`),
  fc.tuple(any, any).map(([a, b]) => `${a}.set(${b});`),
  any.map((a) => `${a}.set([xs[0], 2], 1);`),
  any.map(
    (a) =>
      `s += Array.from(${a} as any)[1] as any; s += new Float64Array(${a})[2]; s += Float64Array.from(${a})[0];`,
  ),
  any.map(
    (a) =>
      `for (const [i, v] of ${a}.entries()) s += v * i; for (const v of ${a}.values()) s += v;`,
  ),
  any.map(
    (a) =>
      `s += ${a}.some((v: any) => v > 1) ? 1 : 0; s += ${a}.filter((v: any) => v > 0.5).length;`,
  ),
  fc.tuple(any, any).map(([a, b]) => `copy(${a}, ${b});`),
  fc.tuple(any, any, any).map(([a, b, c]) => `add(${a}, ${b}, ${c});`),
  arrays.map((a) => `s += typed(${a}, xs) * 0.1;`),
  arrays.map((a) => `s += typedSum(${a}) * 0.1;`),
  fc.constant('model.scale(xs[1]); s += model.sum;'),
  fc.constant('part[0] = xs[0] * 3; s += own[1];'),
  fc.constant('own[2] = xs[1]; s += part[1];'),
  fc.constant('s *= 0.5; if (s > 3) s -= own[3];'),
);

export const workspacePrograms = fc.array(statement, { minLength: 2, maxLength: 8 }).map(
  (all) => `${declared}exports.f = f;
function f(xs: any, st: any, o: any): any { let s = xs[0] * xs[1]; for (let k = 0; k < 2; k++) { ${all.join('\n')} } return s; }`,
);
