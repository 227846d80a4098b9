/**
 * Programs, as text, with loops that select: the greatest, smallest, nearest or last one, by branches, choices, `max` and
 * `min`, with places, seconds, sums beside them and sums of what is selected, in loops and branches, up and down.
 */
import fc from 'fast-check';

const value = fc.constantFrom(
  ...['x[i]', 'x[i] * y[1]', 'Math.sin(x[i] * 3)', 'x[i] * x[i] - y[0]', 'Math.exp(-x[i]) * y[2]'],
  ...[
    'x[i] > 0.3 ? x[i] * y[0] : y[1]',
    'x[x.length - 1 - i] * x[i]',
    'Math.sqrt(x[i])',
    'y[i % 3]',
  ],
);
const start = fc.constantFrom(
  '-Infinity',
  'Infinity',
  '0',
  'y[0]',
  'x[0]',
  'y[1] * x[0]',
  'NaN',
  '0.4',
);
const by = fc.constantFrom('<', '>', '<=', '>=');
const head = fc.constantFrom(
  'for (let i = 0; i < x.length; i++)',
  'for (let i = x.length - 1; i >= 0; i--)',
  'for (let i = 1; i < x.length; i += 2)',
  'for (let i = 0; i < x.length && i < 3; i++)',
  'for (let i = 2; i < 1; i++)',
);
const order = fc.constantFrom('max', 'min');

const step = fc
  .record({ v: value, w: value, by, order, c: fc.constantFrom('0.2', '0.5') })
  .chain(({ v, w, by, order, c }) =>
    fc.constantFrom(
      `const v = ${v}; if (v ${by} m) m = v;`,
      `const v = ${v}; if (v ${by} m) { m = v; at = i; }`,
      `const v = ${v}; if (v ${by} m) { m = v; n = ${w}; at = i; }`,
      `const v = ${v}; if (!(v ${by} m)) continue; m = v; n = Math.cos(v) * y[2];`,
      `m = Math.${order}(m, ${v});`,
      `m = Math.${order}(${v}, m);`,
      `m = ${v} ${by} m ? ${w} : m;`,
      `const v = ${v}; m = Math.${order}(v, m); n = Math.${order}(n, v * y[1]);`,
      `const v = ${v}; if (v ${by} m) { n = m; m = v; } else if (v ${by} n) n = v;`,
      `const v = ${v}; if (v ${by} m) m = v; s += v * y[0];`,
      `const v = ${v}; if (v ${by} m) m = v; s += m * y[0];`,
      `const v = ${v}; s += v; if (v ${by} m) m = v; else n = v * s;`,
      `if (x[i] ${by} ${c}) m = ${v};`,
      `if (x[i] ${by} ${c}) { if (y[1] ${by} x[i]) m = ${v}; else n = ${w}; }`,
      `let d = 0; for (let k = 0; k < 3; k++) d += (x[i] - y[k]) ** 2; if (d ${by} m) { m = d; at = i; }`,
      `let d = 0; for (let k = 0; k < 3; k++) d = Math.sin(d + x[i] * y[k]); if (d ${by} m) { m = d; n = d * y[0]; }`,
      `let d = y[0]; for (let k = 0; k < 3; k++) if (y[k] * x[i] ${by} d) d = y[k] * x[i]; if (d ${by} m) m = d;`,
      `let d = y[0]; for (let k = 0; k < 3; k++) d = Math.${order}(d, y[k] - x[i]); m = Math.${order}(m, d * d);`,
      `const v = ${v}; if (v ${by} m) { m = v; a[i % 2] = v; }`,
      `const v = a[0] * ${v}; if (v ${by} m) m = v; a[i % 2] = v + ${w};`,
      `const v = ${v}; if (v ${by} m) m = v + m * 0.5;`,
      `const v = ${v} - m; if (v ${by} ${c}) m = ${w};`,
      `const v = ${v}; if (v ${by} m) m = v; if (v > 40) break;`,
      `const v = ${v}; if (v ${by} m) { m = v; n = v + 1; } s += n;`,
    ),
  );

const loop = fc
  .record({
    m: start,
    n: start,
    head,
    step,
    isAgain: fc.constantFrom('', 'for (let r = 0; r < 2; r++)'),
  })
  .map(
    ({ m, n, head, step, isAgain }) =>
      `${isAgain} { let m = ${m}, n = ${n}, at = 0; ${head} { ${step} } s = Math.tanh(s * 0.5 + (Number.isFinite(m) ? m : 0.1) * y[1] + (Number.isFinite(n) ? n : 0.2) + x[at] * 0.1); }`,
  );

export const selectingPrograms = fc
  .array(loop, { minLength: 1, maxLength: 3 })
  .map((loops) =>
    [
      'export function f(x: Float64Array, y: number[]) {',
      'const a = new Float64Array(2); a[0] = y[0]; let s = x[0] * y[2];',
      ...loops,
      'return s + a[0] * y[1] + a[1];',
      '}',
    ].join('\n'),
  );

/** Numbers of which some are the same, 0, or none. */
export const selectedNumbers = fc.array(
  fc.constantFrom(...[0.5, 0.25, 1.5, -0.75, 2, 0.3, 0.3, 1, 0, -0, 45], NaN, Infinity),
  { minLength: 3, maxLength: 7 },
);
