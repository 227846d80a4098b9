/** Lists that grow: the value is that of the source, the gradient that of a run, or a run answers. */
import { valueAndGrad } from 'delta-tape';
import { disagreements } from '../../../support/agreement.js';
import { load } from '../../../support/plain.js';
import { withoutCompiled } from '../../../support/tiers.js';

const point = [0.7, -1.3, 2.1, 0.4];
const text = (body: string, outside = '') =>
  `${outside}\nfunction f(x: Float64Array): number { ${body} }`;

test.each([
  [
    'two names of a new list',
    `let b: number[]; const a: number[] = (b = []); a.push(x[0]); b.push(x[1] * 2); return a[0] * b.length + a.length;`,
  ],
  [
    'two names of a new literal that is written',
    `let b: number[]; const a = (b = [x[0], x[1]]); for (let i = 0; i < 2; i++) a[i] *= 3; let s = 0; for (let i = 0; i < 2; i++) s += b[i]; return s + a[1];`,
  ],
  [
    'an object of a list that grows afterwards',
    `const ps: { a: number; b: number }[] = []; for (let i = 0; i < 4; i++) ps.push({ a: x[i], b: 1 }); const p = ps[0]; for (let i = 0; i < 4; i++) ps.push({ a: x[i], b: p.a }); p.a = x[1] * 10; return ps.reduce((s, q, i) => s + q.a * i + q.b, p.a);`,
  ],
  [
    'objects of a list that grows in the same loop',
    `const ps: { a: number; b: number }[] = []; ps.push({ a: x[0], b: 2 }); let p = ps[0]; for (let i = 0; i < 12; i++) { ps.push({ a: x[i % 3], b: 1 }); p.a += x[1]; if (i % 5 === 0) p = x[0] > 5 ? p : ps[i]; } return ps.reduce((s, q, i) => s + q.a * i, p.b);`,
  ],
])('%s', (_, body) => {
  expect(disagreements(text(body), point)).toEqual([]);
});

test.each([
  [
    'pushes of what is not there',
    `const o: number[] = []; o.push(x[9], x[0]); return (o[0] ?? 5) * x[1] + o[1];`,
  ],
  [
    'fields that are given what is not there',
    `const o = [{ a: x[9], b: x[0] }, { a: x[1], b: x[2] }]; let s = 0; for (const p of o) s += (p.a ?? 5) * p.b; return s;`,
  ],
])('%s are not compiled as numbers', (_, body) => {
  const { f } = load<{ f: (x: Float64Array) => number }>(`${text(body)}\nexports.f = f;`);
  const both = () => valueAndGrad(f)(Float64Array.from(point));
  expect(both()).toEqual(withoutCompiled(both));
});
