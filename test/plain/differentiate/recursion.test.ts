/** Functions that call themselves: each way to run them has one value, and the gradient that a run has. */
import { grad } from 'delta-tape';
import {
  adjoint,
  compiled,
  emit,
  funcOf,
  improved,
  interpret,
  partials,
  source,
  verify,
} from '../../support/numeric.js';
import { load } from '../../support/plain.js';
import { withoutCompiled } from '../../support/tiers.js';

type F = (x: Float64Array) => number;

/** Functions f of a `Float64Array`, and points. */
const recursive: readonly (readonly [name: string, text: string, at: readonly number[]])[] = [
  [
    'a power',
    `const pow = (x: number, n: number): number => (n <= 0 ? 1 : x * pow(x, n - 1));
    function f(x: Float64Array): number { return pow(x[0], 5) + pow(x[1], 2); }`,
    [1.3, 0.2],
  ],
  [
    'a function that is given to the library itself',
    `function f(x: Float64Array, n = 4): number {
      if (n < 1) return x[0] * x[1];
      return Math.sin(f(x, n - 1)) * x[n % 2] + f(x, n - 2);
    }`,
    [1.3, 0.2],
  ],
  [
    'a tree in an array',
    `function total(a: Float64Array, i: number): number {
      if (i >= a.length) return 0;
      const left = total(a, 2 * i + 1), right = total(a, 2 * i + 2);
      return Math.tanh(a[i] + left * right) + left - right;
    }
    function f(x: Float64Array): number { return total(x, 0); }`,
    [0.3, 0.2, -0.5, 0.8, 0.1, 0.4, 0.9],
  ],
  [
    'quick sort, in place',
    `function sort(a: Float64Array, low: number, high: number): void {
      if (low >= high) return;
      const pivot = a[high];
      let i = low;
      for (let j = low; j < high; j++)
        if (a[j] < pivot) { const t = a[i]; a[i] = a[j]; a[j] = t; i++; }
      const t = a[i]; a[i] = a[high]; a[high] = t;
      sort(a, low, i - 1);
      sort(a, i + 1, high);
    }
    function f(x: Float64Array): number {
      const a = x.slice();
      sort(a, 0, a.length - 1);
      let s = 0;
      for (let k = 0; k < a.length; k++) s += (k + 1) * a[k] * a[k];
      return s;
    }`,
    [0.3, 0.2, -0.5, 0.8, 0.1, 0.4, 0.9],
  ],
  [
    'merge sort, which returns what it was given or a new array',
    `function sort(a: Float64Array): Float64Array {
      const n = a.length, m = n >> 1;
      if (n < 2) return a;
      const l = sort(a.slice(0, m)), r = sort(a.slice(m));
      const out = new Float64Array(n);
      let i = 0, j = 0;
      for (let k = 0; k < n; k++)
        if (j >= r.length || (i < l.length && l[i] <= r[j])) { out[k] = l[i]; i++; }
        else { out[k] = r[j]; j++; }
      return out;
    }
    function f(x: Float64Array): number {
      const a = sort(x);
      return a.reduce((s, y, k) => s + (k + 1) * y * y, 0);
    }`,
    [0.3, 0.2, -0.5, 0.8, 0.1, 0.4, 0.9],
  ],
  [
    "Simpson's rule, which refines where it must, on functions that capture",
    `function simpson(g: (x: number) => number, a: number, b: number, tolerance: number): number {
      const m = 0.5 * (a + b), l = 0.5 * (a + m), r = 0.5 * (m + b);
      const whole = ((b - a) / 6) * (g(a) + 4 * g(m) + g(b));
      const halves = ((b - a) / 12) * (g(a) + 4 * g(l) + 2 * g(m) + 4 * g(r) + g(b));
      if (Math.abs(whole - halves) < tolerance) return halves;
      return simpson(g, a, m, tolerance / 2) + simpson(g, m, b, tolerance / 2);
    }
    function f(x: Float64Array): number {
      const [k, c] = x;
      return simpson((t) => Math.exp(k * t) * Math.sin(c * t), 0, 2, 1e-3) * simpson((t) => t * k, 0, c, 1e-3);
    }`,
    [0.7, 2.1],
  ],
  [
    'a determinant by minors',
    `function det(m: Float64Array, n: number): number {
      if (n === 1) return m[0];
      let s = 0, sign = 1;
      for (let c = 0; c < n; c++) {
        const minor = new Float64Array((n - 1) * (n - 1));
        for (let i = 1; i < n; i++) {
          let k = 0;
          for (let j = 0; j < n; j++) if (j !== c) { minor[(i - 1) * (n - 1) + k] = m[i * n + j]; k++; }
        }
        s += sign * m[c] * det(minor, n - 1);
        sign = -sign;
      }
      return s;
    }
    function f(x: Float64Array): number { return det(x, 3); }`,
    [1, 2, 0.5, 4, -1, 3, 0.25, 2, -2],
  ],
  [
    'two functions that call each other',
    `function even(x: number, n: number): number { return n === 0 ? x : odd(Math.sin(x), n - 1) * x; }
    function odd(x: number, n: number): number { return n === 0 ? -x : even(x * x + 1, n - 1); }
    function f(x: Float64Array): number { return even(x[0], 6) + odd(x[1], 3); }`,
    [0.4, 0.2],
  ],
  [
    'a function in a function, which reads its variables',
    `function f(x: Float64Array): number {
      const c = Math.exp(x[0]);
      const walk = (i: number, sum: number): number => (i >= x.length ? sum * c : walk(i + 1, sum * x[i] + c));
      return walk(0, 1) + walk(2, x[1]);
    }`,
    [0.4, 0.7, 1.1],
  ],
  [
    'objects that are taken and given',
    `interface Point { x: number; y: number }
    function step(p: Point, n: number): Point {
      if (n === 0) return p;
      const q = step({ x: p.x * p.y, y: p.y + 1 }, n - 1);
      return { x: q.y * p.x, y: q.x };
    }
    function f([x, y]: Float64Array): number { const p = step({ x, y }, 3); return p.x * p.y; }`,
    [0.4, 0.7],
  ],
  [
    'rows of a list',
    `function walk(m: Float64Array[], i: number, j: number): number {
      if (i >= m.length || j >= m[i].length) return 1;
      return m[i][j] * Math.max(walk(m, i + 1, j), walk(m, i, j + 1)) + 0.5;
    }
    function f(x: Float64Array): number {
      const m = [0, 1, 2].map((k) => Float64Array.of(x[k], x[k] * x[1], x[2]));
      return walk(m, 0, 0);
    }`,
    [0.4, 0.7, 1.1],
  ],
  [
    'Ackermann, where a number decides how deep it goes',
    `function ack(m: number, n: number, x: number): number {
      if (m === 0) return n + 1 + x * 0.1;
      if (n < 1) return ack(m - 1, 1, x);
      return ack(m - 1, Math.floor(ack(m, n - 1, x)), x * 1.01);
    }
    function f(x: Float64Array): number { return ack(2, 2, x[0]); }`,
    [0.4],
  ],
  [
    'an array that is written before, in and after a call, and read again',
    `function scale(a: Float64Array, i: number, x: number): number {
      if (i >= a.length) return 0;
      const old = a[i];
      a[i] = old * x;
      return scale(a, i + 1, x + 0.1) + a[i] * old;
    }
    function f(x: Float64Array): number {
      const a = x.slice();
      let s = 0;
      for (let k = 0; k < 3; k++) { s += a[1] * scale(a, 0, x[0]) * a[0]; a[2] = s * 0.1; }
      return s + a[0] * a[1];
    }`,
    [0.9, 1.1, 0.7],
  ],
  [
    'one array that is given twice',
    `function mix(a: Float64Array, b: Float64Array, n: number): number {
      if (n === 0) return a[0] * b[1];
      a[n % 2] = b[0] * b[n % 2] + a[1];
      const r = mix(b, a, n - 1);
      return r + a[1] * b[0];
    }
    function f(x: Float64Array): number {
      const a = x.slice(), b = Float64Array.from(x);
      return mix(a, a, 3) + mix(a, b, 4);
    }`,
    [0.6, 0.2],
  ],
  [
    'whole numbers and arrays without gradients, which steer',
    `function order(at: Int32Array, low: number, w: Float64Array): void {
      if (low >= at.length) return;
      at[low] = (at[low] + 1) % at.length;
      w[low] = low;
      order(at, low + 1, w);
    }
    function f(x: Float64Array): number {
      const at = Int32Array.of(2, 0, 1), w = new Float64Array(3);
      let s = 0;
      for (let k = 0; k < 3; k++) { s = s * x[at[k]] + x[0] * w[k]; order(at, k, w); s += Math.sin(s * x[at[0]]); }
      return s;
    }`,
    [0.6, 0.2, 1.2],
  ],
  [
    'a tree walked by a function that adds to variables outside of it',
    `function f(x: Float64Array): number {
      let total = x[1], count = 0, found = false;
      const walk = (i: number): number => {
        if (i >= x.length) return 1;
        for (let k = 0; k < 2; k++) {
          total = Math.sin(total + x[i]);
          count++;
          if (total > 0.9) found = true;
          total += walk(2 * i + 1 + k) * x[0];
        }
        return total * x[i];
      };
      let s = 0;
      for (let j = 0; j < 2; j++) { s += walk(j); total *= 0.5; if (found) s += count; }
      return s * total;
    }`,
    [0.4, 0.5, 1.5, 0.7],
  ],
  [
    'two functions that change what the other reads',
    `function f(x: Float64Array): number {
      let p = x[0], q = 1;
      function even(n: number): number { if (n <= 0) return p; p = p * x[n % 3] + q; return odd(n - 1) + p; }
      function odd(n: number): number { if (n <= 0) return q; q = Math.tanh(q + p * x[1]); return even(n - 1) * q; }
      const r = even(5);
      return r + odd(2) * p - q;
    }`,
    [0.5, 1.5, 0.7],
  ],
  [
    'a method that writes fields',
    `class Walker {
      total = 0;
      constructor(readonly w: Float64Array) {}
      walk(i: number, x: number): void {
        if (i >= this.w.length) return;
        this.total += this.w[i] * x;
        this.walk(2 * i + 1, x * this.total);
        this.walk(2 * i + 2, x);
      }
    }
    function f(x: Float64Array): number {
      const a = new Walker(x), b = new Walker(x);
      a.walk(0, x[1]);
      b.walk(1, a.total);
      return a.total * b.total;
    }`,
    [0.5, 1.5, 0.7, 2],
  ],
  [
    'a Fourier transform that returns two arrays',
    `function fft(re: Float64Array, im: Float64Array): [Float64Array, Float64Array] {
      const n = re.length, h = n / 2;
      if (n === 1) return [re, im];
      const parts = [0, 1].map((j) => [re, im].map((a) => Float64Array.from({ length: h }, (_, k) => a[2 * k + j])));
      const [er, ei] = fft(parts[0][0], parts[0][1]);
      const [or, oi] = fft(parts[1][0], parts[1][1]);
      const x = new Float64Array(n), y = new Float64Array(n);
      for (let k = 0; k < h; k++) {
        const c = Math.cos((-2 * Math.PI * k) / n), s = Math.sin((-2 * Math.PI * k) / n);
        const p = c * or[k] - s * oi[k], q = s * or[k] + c * oi[k];
        x[k] = er[k] + p; y[k] = ei[k] + q;
        x[k + h] = er[k] - p; y[k + h] = ei[k] - q;
      }
      return [x, y];
    }
    function f(x: Float64Array): number {
      const [re, im] = fft(x.slice(), new Float64Array(x.length));
      return re.reduce((s, r, k) => s + (k + 1) * Math.sqrt(r * r + im[k] * im[k]), 0);
    }`,
    [1, 2, -1, 0.5],
  ],
  [
    'minors as arrays of arrays, and a tuple without a type',
    `function det(m: number[][]): number {
      const n = m.length;
      if (n === 1) return m[0][0];
      let s = 0;
      for (let c = 0; c < n; c++) {
        const minor = m.slice(1).map((row) => row.filter((_, j) => j !== c));
        s += (c % 2 === 0 ? 1 : -1) * m[0][c] * det(minor);
      }
      return s;
    }
    function step(x: number, y: number, n: number) {
      if (n === 0) return [x, y];
      const [a, b] = step(x * y, y + x, n - 1);
      return [b * x, a];
    }
    function f(x: Float64Array): number {
      const [p, q] = step(x[0], x[1], 3);
      return p * q + det([0, 1, 2].map((i) => [0, 1, 2].map((j) => x[i * 3 + j])));
    }`,
    [1, 2, 0.5, 4, -1, 3, 0.25, 2, -2],
  ],
  [
    'a large function that is called often',
    `function part(x: number, w: Float64Array): number {
      let s = 0;
      ${Array.from({ length: 30 }, (_, k) => `s += Math.sin(x * ${k} + w[${k % 3}]) * w[${(k + 1) % 3}];`).join('\n')}
      w[1] = s * 0.1;
      return s;
    }
    function f(x: Float64Array): number {
      const w = x.slice();
      let t = x[0];
      ${Array.from({ length: 20 }, (_, k) => `t = t * 0.5 + part(x[1] + ${k}, w);`).join('\n')}
      return t * w[1];
    }`,
    [0.3, 1, 0.5],
  ],
];

/** The value and the gradient. */
function both(text: string, at: readonly number[], asksForZeros: boolean) {
  const f = improved(funcOf(text));
  expect(verify(f)).toEqual([]);
  const made = adjoint(f, f.region.params.slice(0, 1), { partials, asksForZeros });
  if (made.tag === 'refused') throw new Error(made.why);
  const g = improved(made.func);
  expect(verify(made.func)).toEqual([]);
  expect(verify(g)).toEqual([]);
  const ways = [(...args: unknown[]) => interpret(g, args as number[]), compiled(g)];
  return ways.map((run) => {
    const shadow = new Float64Array(at.length);
    const more = f.region.params.length > 1 ? [4] : [];
    const value = [run(Float64Array.from(at), ...more, shadow)].flat()[0];
    return { value, gradient: [...shadow] };
  });
}

function expectOneGradient(text: string, at: readonly number[]): void {
  const expected = (source(text) as F)(Float64Array.from(at));
  const own = load<{ f: F }>(`${text}\nexports.f = f;`).f;
  const recorded = withoutCompiled(() => grad(own)(Float64Array.from(at)));
  const size = Math.max(...recorded.map(Math.abs));
  const answers = [false, true].flatMap((asks) => both(text, at, asks));
  for (const { value, gradient } of answers) {
    expect(value).toBe(expected);
    recorded.forEach((slope, k) =>
      expect(Math.abs(gradient[k] - slope)).toBeLessThan(1e-10 * size),
    );
  }
}

test.each(recursive)('%s.', (_, text, at) => expectOneGradient(text, at));

const codeOf = (text: string): string => {
  const f = improved(funcOf(text));
  const made = adjoint(f, f.region.params.slice(0, 1), { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  return emit(improved(made.func)).code;
};

test('A call whose cotangent is known before it goes both ways in one function, and keeps nothing.', () => {
  const text = `function pow(x: number, n: number): number { return n < 1 ? 1 : x * pow(x, n - 1); }
  function f(x: number, n: number): number { return 3 * pow(x, n); }`;
  expect(codeOf(text)).toBe(`function pow_both(x, n, v1) {
  let v2;
  let xBar;
  if (n < 1) {
    v2 = 1;
    xBar = 0;
  } else {
    const v3 = pow_both(x, n - 1, v1 * x);
    const v4 = v3[0];
    const xBar2 = v3[1];
    v2 = x * v4;
    xBar = v1 * v4 + xBar2;
  }
  return [v2, xBar];
}

function f_adjoint(x, n) {
  const v1 = pow_both(x, n, 3);
  const v2 = v1[0];
  const xBar = v1[1];
  return [3 * v2, xBar];
}`);
});

/** The work of a call, the code after it in a step, and whether it is known that both ways may be one. */
const calls: readonly (readonly [name: string, own: string, step: string, isOne: boolean])[] = [
  ['only reads', 's += a[k] * g(a, at, n - 1);', 's += b[k] * g(b, at, 3);', true],
  [
    'puts back what it writes into whole numbers',
    'const o = at[0]; at[0] = k; s += a[at[0]] * g(a, at, n - 1); at[0] = o;',
    's += g(b, at, 3);',
    true,
  ],
  [
    'leaves whole numbers changed',
    'at[k] = 1 - at[k]; s += a[at[0]] * g(a, at, n - 1);',
    's += b[at[1]] * g(b, at, 3);',
    true,
  ],
  [
    'reads what is written after it',
    's += a[k] * g(a, at, n - 1);',
    's += g(b, at, 3); b[0] = 0.5 * b[1];',
    false,
  ],
  [
    'writes what gradients flow through',
    's += a[k] * g(a, at, n - 1); a[0] = 0.5 * a[1];',
    's += g(b, at, 3);',
    false,
  ],
  ['gives what is asked for', 's += a[k] * g(a, at, n - 1);', 's += Math.sin(g(b, at, 3));', false],
];

test.each(calls)('A call goes both ways in one, if it may: one that %s.', (_, own, step, isOne) => {
  const text = `function g(a: Float64Array, at: Int32Array, n: number): number {
    if (n < 1) return a[at[1]] * a[0];
    let s = 0;
    for (let k = 0; k < 2; k++) { ${own} }
    return s;
  }
  function f(x: Float64Array): number {
    const b = x.slice(), at = Int32Array.of(0, 1);
    let s = 0;
    for (let k = 0; k < 2; k++) { ${step} }
    return s;
  }`;
  expectOneGradient(text, [0.6, 1.2]);
  expect(!codeOf(text).includes('g_there')).toBe(isOne);
});

test('A function that gradients flow through becomes two, with one stack.', () => {
  const text = `function pow(x: number, n: number): number { return n < 1 ? 1 : x * pow(x, n - 1); }
  function f(x: number, n: number): number { return Math.exp(pow(x, n)); }`;
  expect(codeOf(text)).toBe(`function pow_there($stack, x, n) {
  let $kept, $top;
  let v1;
  if (n < 1) {
    v1 = 1;
  } else {
    const v2 = pow_there($stack, x, n - 1);
    $kept = $stack.kept, $top = $stack.top;
    if ($top + 1 > $kept.length) $stack.kept = $kept = $column.grown($kept, $top + 1);
    $kept[$top] = v2;
    $stack.top = $top += 1;
    v1 = x * v2;
  }
  return v1;
}

function pow_back($stack, x, n, v1) {
  let $kept, $top;
  let xBar;
  if (n < 1) {
    xBar = 0;
  } else {
    $kept = $stack.kept, $top = $stack.top;
    $stack.top = $top -= 1;
    const v2 = $kept[$top];
    const xBar2 = pow_back($stack, x, n - 1, v1 * x);
    xBar = v1 * v2 + xBar2;
  }
  return xBar;
}

function f_adjoint(x, n) {
  const $stack = { kept: $column.borrow(), top: 0, arrays: [] };
  const v1 = pow_there($stack, x, n);
  const v2 = Math.exp(v1);
  const xBar = pow_back($stack, x, n, v2);
  $column.giveBack($stack.kept);
  return [v2, xBar];
}`);
});

test('A way back is handed the numbers that it asks for, also for the ways back that it calls.', () => {
  const text = `function inner(x: number, k: number, n: number): number { return n < 1 ? x * k : Math.sin(outer(x, k, n - 1)); }
  function outer(x: number, k: number, n: number): number { return Math.cos(inner(x, k, n)); }
  function f(x: number, k: number): number { return Math.exp(outer(x, k, 3)); }`;
  const code = codeOf(text);
  // Only the way back of inner uses k, and outer hands it on.
  expect(code).toContain('function inner_back($stack, k, n, v1)');
  expect(code).toContain('function outer_back($stack, k, n, v1)');
  expect(code).not.toMatch(/\] = [kn];/);
});

test('A function asks for the stack where it keeps something, unless a loop of it does.', () => {
  const asks = (step: string) => {
    const text = `function g(x: number, n: number): number {
      if (n < 1) return x;
      let p = Math.sin(x * g(x, n - 1));
      ${step}
      return p;
    }
    function f(x: number): number { return Math.exp(g(x, 3)); }`;
    return codeOf(text).includes('let $kept, $top;');
  };
  expect(asks('p = Math.sin(p);')).toBe(true);
  expect(asks('for (let k = 0; k < 3; k++) p = Math.sin(p);')).toBe(false);
});

test('A function that gradients do not flow through stays as it is.', () => {
  const text = `function size(n: number): number { return n < 1 ? 1 : size(n - 1) + size(n - 2); }
  function f(x: number, n: number): number { return x * size(n); }`;
  expect(codeOf(text)).toBe(`function size(n) {
  let v1;
  if (n < 1) {
    v1 = 1;
  } else {
    const v2 = size(n - 1);
    const v3 = size(n - 2);
    v1 = v2 + v3;
  }
  return v1;
}

function f_adjoint(x, n) {
  const v1 = size(n);
  return [x * v1, v1];
}`);
});
