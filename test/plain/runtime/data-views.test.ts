/** Programs that take numbers apart by their bits, through memory that arrays and views share. */
import { grad, jvp, valueAndGrad } from 'delta-tape';
import { errorOf } from '../../learn/support.js';
import { load } from '../../support/plain.js';

type F = (x: number) => number;
const made = (body: string): F =>
  load<{ f: F }>(`
    const F = new Float64Array(1);
    const U = new Uint32Array(F.buffer), B = new BigUint64Array(F.buffer), V = new DataView(F.buffer);
    const G = new Float32Array(F.buffer), wide = new Float64Array(3), narrow = new Float32Array(wide.buffer, 8);
    exports.f = (x) => { ${body} };
  `).f;

test.each([
  ['reads a word', 'F[0] = x; return x * ((U[1] >>> 20) - 1023);'],
  ['writes a word', 'F[0] = x; U[1] = 0x3ff00000; return F[0];'],
  ['changes a word', 'F[0] = x; U[1] &= 0xfffff; return F[0];'],
  ['counts a word up', 'F[0] = x; U[0]++; return F[0];'],
  ['reads all bits', 'F[0] = x; return x * Number(B[0] >> 52n);'],
  ['goes through words', 'F[0] = x; let s = 0; for (const u of U) s += u; return s * x;'],
  ['reads by a view', 'F[0] = x; return x * V.getUint32(4, true);'],
  ['writes by a view', 'F[0] = x; V.setUint32(4, 0x3ff00000, true); return F[0];'],
  ['reads bits that an array has copied', 'F[0] = x; return x * U.slice()[1];'],
  ['reads the half', 'F[0] = x; return x + G[0];'],
  ['reads the half that is NaN', 'F[0] = x; return x + G[1];'],
  ['writes the half', 'F[0] = x; G[0] = 1; return F[0];'],
  ['writes a real into the half', 'F[0] = x; G[0] = x; return F[0];'],
  ['adds up the halves', 'F[0] = x; return x + G.reduce((sum, y) => sum + y, 0);'],
  ['copies the halves', 'F[0] = x; narrow.set(G); return x + narrow[0];'],
  ['reads what holds it as a half', 'G[1] = x; return x + F[0];'],
  ['reads at an offset what holds it as a half', 'narrow[3] = x; return x + wide[2];'],
  ['copies the memory', 'F[0] = x; return x + new Float64Array(F.buffer.slice(0))[0];'],
])('A function that %s of a real is refused.', (_, body) => {
  const f = made(body);
  const before = f(2.5);
  expect(errorOf(() => grad(f)(2.5))).toBe('bits-of-real');
  expect(errorOf(() => jvp(f)([2.5], [1]))).toBe('bits-of-real');
  expect(f(2.5)).toBe(before);
});

test.each([
  ['bits of numbers', 'F[0] = 2.5; return x * (U[1] >>> 20);', 1024],
  ['numbers made of bits', 'U[0] = 0; U[1] = 0x40000000; return x * F[0];', 2],
  ['views of numbers', 'V.setFloat64(0, 3, true); return x * V.getFloat64(0, true);', 3],
  ['halves beside a real', 'wide[0] = x; narrow[2] = 2; return wide[0] * narrow[2];', 2],
  [
    'an array of floats at an offset',
    'wide[1] = x; return 3 * new Float64Array(wide.buffer, 8)[0];',
    3,
  ],
  [
    'counters on memory of their own',
    'const k = new Int32Array(new ArrayBuffer(8)); F[0] = x; k[0]++; return F[0] * k[0];',
    1,
  ],
])('Functions may use %s.', (_, body, slope) => {
  expect(valueAndGrad(made(body))(2.5)).toEqual({ value: 2.5 * slope, gradient: slope });
});
