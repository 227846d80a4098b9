/**
 * Programs, as text, with typed arrays of whole numbers of every kind: as data, indices and labels, made and written inside,
 * where each kind rounds, wraps or clamps what is stored.
 */
import fc from 'fast-check';

const kinds = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array'],
  ...['Int32Array', 'Uint32Array'],
] as const;
const kind = fc.constantFrom(...kinds);
const number = fc.constantFrom(
  ...['s', 's * 100', '-s', '300', '-1', '70000.6', '1e10', 'NaN', '-0', 'Infinity', '0.5', '1.5'],
  ...['w[1] * 7', 'd[1] * 2', 'd[9]', '2 ** 31 + 5', 'u[0] - 3'],
);
const place = fc.constantFrom('0', '1', '2', '9', 'd[0] % 3', 'u.length - 1', '-1');

const statements = fc
  .record({ x: number, y: number, i: place, j: place, of: kind, a: fc.constantFrom('u', 'd') })
  .chain(({ x, y, i, j, of, a }) =>
    fc.constantFrom(
      `u[${i}] = ${x}; s = Math.sin(s + u[${j}]);`,
      `u[${i}] += ${x}; s += u[${i}] * 0.01;`,
      `u[${i}]++; u[${j}] ^= ${y}; s = Math.tanh(s * u[${i}]);`,
      `for (const v of ${a}) s = Math.sin(s + v * w[0]);`,
      `for (let k = 0; k < ${a}.length; k++) s += (w[${a}[k] % 3] ?? 0.5) * 0.1;`,
      `s += ${a}.reduce((t, v, k) => t + v * w[k % 3], 0) * 0.001;`,
      `s = Math.sin(s + ${a}.map((v) => v * ${y === 'NaN' ? '3' : '1.7'})[${j}]);`,
      `s += Float64Array.from(${a}, (v) => v * w[1])[${i}] || 0.25;`,
      `{ const t = ${of}.from(w, (v) => v * 50); t[0] += ${x}; s = Math.cos(s - t[0]); }`,
      `{ const t = new ${of}([${x}, ${y}, 3]); s += Math.sin(t[0] - t[1] * s); }`,
      `{ const t = new ${of}(${a}); t[1] = ${x}; s += Math.sin(t[1] + ${a}[1] * w[2]); }`,
      `{ const t = ${a}.slice(1); t[0] = ${y}; s += Math.sin(t[0] + ${a}[1]) * w[0]; }`,
      `{ const t = u.subarray(1); t[0] = ${y}; s += Math.sin(u[1]) * w[0]; }`,
      `u.fill(${x}); s += Math.sin(u[1]) * w[1];`,
      `u.set([${x}, ${y}]); s -= Math.sin(u[0] + u[1]) * w[2];`,
      `s += total(${a}, s) + helper(w, ${a});`,
      `if (${a}[${i}] > ${y}) s *= 0.5; else s += w[${a}[0] % 3];`,
      `s += [...${a}].map((v) => v * w[0]).filter((v) => v > 1).length;`,
      `const copy = { labels: ${a}, n: 2 }; for (let k = 0; k < copy.n; k++) s += Math.sin(copy.labels[k] * s);`,
    ),
  );

export const wholePrograms = fc
  .record({
    data: kind,
    own: kind,
    constant: kind,
    isTyped: fc.boolean(),
    body: fc.uniqueArray(statements, { minLength: 1, maxLength: 4 }),
  })
  .map(({ data, own, constant, isTyped, body }) => {
    const text = [
      `const labels = ${constant}.from([2, 250, 70000, -3]);`,
      `function total(a: ${isTyped ? 'ArrayLike<number>' : 'any'}, s: number) { let t = labels[1] * s; for (let k = 0; k < a.length; k++) t = Math.sin(t + a[k]); return t; }`,
      `function helper(w: number[], a: any) { let t = 0; for (let k = 0; k < labels.length; k++) t += w[labels[k] % 3] || 0; return t * Math.tanh(a[0]); }`,
      `export function f(w: number[], d: ${data}) {`,
      `let s = w[0] * w[1]; const u = new ${own}(3);`,
      ...body.map((one) => (one.startsWith('const copy') ? `{ ${one} }` : one)),
      'return s + u[0] * w[2] + u[2] * w[1];',
      '}',
    ].join('\n');
    return { text, data };
  });

/** An array of the kind, or sometimes of another, with numbers that not all kinds can hold. */
export const givenWhole = (of: string) =>
  fc
    .record({
      other: fc.constantFrom(...Array<string>(6).fill(of), 'Float64Array', 'Int32Array', 'list'),
      numbers: fc.array(fc.constantFrom(0, 1, 2, 3, 255, 128, 65535, -1, -200, 2 ** 31), {
        minLength: 2,
        maxLength: 5,
      }),
    })
    .map(({ other, numbers }) => (): ArrayLike<number> => {
      if (other === 'list') return numbers.slice();
      const made = (globalThis as never)[other] as { from: (of: number[]) => ArrayLike<number> };
      return made.from(numbers);
    });
