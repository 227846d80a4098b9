/** Adjoints of single functions: what they keep, what they compute again, and the rules at edges. */
import { grad } from 'delta-tape';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import {
  emit,
  funcOf,
  improved,
  adjoint,
  compiled,
  interpret,
  partials,
} from '../../../support/numeric.js';
import { evaluate } from '../../../support/plain.js';

interface Options {
  readonly asksForZeros?: boolean;
  readonly wrt?: readonly number[];
}

function adjointOf(text: string, { asksForZeros = true, wrt = [0] }: Options = {}) {
  const f = improved(funcOf(text));
  const inputs = wrt.map((k) => f.region.params[k]);
  const made = adjoint(f, inputs, { partials, asksForZeros });
  if (made.tag === 'refused') throw new Error(made.why);
  return improved(made.func);
}

const codeOf = (text: string, options?: Options): string => emit(adjointOf(text, options)).code;

/** Compares the gradient of a function of three numbers with differences. */
function expectDifferences(text: string): void {
  const shadow = new Float64Array(3);
  const at = Float64Array.of(0.5, 1.6, 0.75);
  compiled(adjointOf(text))(at, shadow);
  const f = compiled(funcOf(text)) as (x: Float64Array) => number;
  shadow.forEach((slope, k) => {
    const [above, below] = [1e-6, -1e-6].map((d) => f(at.map((x, n) => x + (n === k ? d : 0))));
    expect(slope).toBeCloseTo((above - below) / 2e-6, 5);
  });
}

describe('An adjoint', () => {
  test('keeps nothing of straight-line code, and recomputes sums and products in loops.', () => {
    const code = codeOf('function f(x: number) { return Math.tanh(x) * x; }');
    expect(code).not.toContain('$kept');
    const loop = `function f(x: Float64Array) {
      let s = 0;
      for (let i = 0; i < x.length; i++) { const a = x[i] * 2 + 1; s += a * a * a; }
      return s;
    }`;
    expect(codeOf(loop)).not.toContain('$kept');
  });

  test('keeps the results of functions that cost much, once each.', () => {
    const code = codeOf(`function f(x: Float64Array) {
      let s = 0;
      for (let i = 0; i < x.length; i++) s += Math.exp(x[i]);
      return s * s;
    }`);
    expect(code.match(/Math\.exp/g)).toHaveLength(1);
    expect(code.match(/\$top \+= 1;/g)).toHaveLength(1);
  });

  test.each([
    ['only adds', 's += Math.exp(x[i]);', 's / x.length', true],
    [
      'adds in loops and branches',
      'for (let k = 0; k < 2; k++) { if (x[i] > k) s += Math.exp(x[i]); }',
      's',
      true,
    ],
    ['is left in the middle', 'if (x[i] > 6) break; s += Math.exp(x[i]);', 's', true],
    ['makes a product', 's *= Math.exp(x[i]);', 's', false],
    ['adds what it added before', 's += Math.exp(x[i]) + s;', 's', false],
    ['adds on one way only', 'if (x[i] > 1) s += x[i]; else s = Math.exp(x[i]);', 's', false],
    ['writes into an array from before', 'y[0] = Math.exp(x[i]); s += y[0];', 's', false],
    ['gives what is asked for after it', 's += Math.exp(x[i]);', 's * s', false],
    [
      'reads what is written after it',
      's += Math.exp(x[i] * y[0]); } y[0] = x[1]; s += y[0]; {',
      's',
      false,
    ],
  ])('takes steps of a loop back at once, if it may: one that %s.', (_, body, result, isAtOnce) => {
    const text = `function f(x: Float64Array) {
      const y = new Float64Array(1);
      let s = 1;
      for (let i = 0; i < x.length; i++) { ${body} }
      return ${result};
    }`;
    const isDone = !/ i\d* >= 0;/.test(codeOf(text));
    expect(isDone).toBe(isAtOnce);
    expectDifferences(text);
  });

  test('takes steps back at once for cotangents that are given.', () => {
    const f = improved(
      funcOf(`function f(x: Float64Array) {
        let s = 0, t = 0;
        for (let i = 0; i < x.length; i++) { s += Math.exp(x[i]); t += x[i] * x[i]; }
        return [s, t];
      }`),
    );
    const made = adjoint(f, f.region.params, { partials, asksForZeros: false, isSeeded: true });
    if (made.tag === 'refused') throw new Error(made.why);
    const shadow = new Float64Array(2);
    const func = improved(made.func);
    expect(emit(func).code).not.toContain('$kept');
    compiled(func)(Float64Array.of(0, 3), shadow, 2, 5);
    expect([...shadow]).toEqual([2, 2 * Math.exp(3) + 30]);
  });

  test('runs a loop that only adds forwards, and computes powers again.', () => {
    const text = `function f(x: Float64Array, t: number) {
      let s = 0, power = 1;
      for (let i = 0; i < x.length; i++) { s += x[i] * power; power *= t; }
      return s;
    }`;
    expect(codeOf(text)).not.toContain('$kept');
    expect(codeOf(text, { wrt: [0, 1] })).toContain('$kept');
    const shadow = new Float64Array(3);
    compiled(adjointOf(text))(Float64Array.of(5, 6, 7), 2, shadow);
    expect([...shadow]).toEqual([1, 2, 4]);
  });

  test.each([
    ['', 'b[0]', true],
    ['b = a;', 'b[0]', false],
  ])(
    'makes shadows on the way back of what its region does not hand on: %s',
    (more, result, isLate) => {
      const text = `function f(x: Float64Array) {
      let b = new Float64Array(2), s = 1;
      for (let i = 0; i < 3; i++) {
        const a = new Float64Array(2);
        a[0] = Math.sin(s * x[i]); a[1] = a[0] * x[0];
        s = a[1] + 0.5; ${more}
      }
      return s + ${result};
    }`;
      const code = codeOf(text);
      expect(code.indexOf('aBar = ') > code.search(/ i\d* >= 0;/)).toBe(isLate);
      expectDifferences(text);
    },
  );

  test.each([
    ['', true],
    ['r[0] = x.slice();', false],
  ])('reads rows of a list again, if it has all of them: %s', (more, isReadAgain) => {
    const text = `function f(x: Float64Array) {
      const r = Array.from({ length: 2 }, () => x.slice());
      let s = 1;
      for (let i = 0; i < 2; i++) { for (let j = 0; j < 3; j++) s = Math.sin(s * r[i][j]); ${more} }
      return s;
    }`;
    // The shadows of the rows are kept where they are made.
    expect(codeOf(text).match(/\$arrays\.push/g)!.length === 1).toBe(isReadAgain);
    expectDifferences(text);
  });

  test('is readable.', () => {
    const text = `function f(x: Float64Array, y: Float64Array) {
      let s = 0;
      for (let i = 0; i < x.length; i++) { const error = x[i] - y[i]; s += error * error; }
      return s / x.length;
    }`;
    expect(codeOf(text, { asksForZeros: false })).toBe(`function f_adjoint(x, y, xBar) {
  const v1 = 1 / x.length;
  let s = 0;
  for (let i = 0; i < x.length; i++) {
    const error = x[i] - y[i];
    const errorBar = v1 * error;
    xBar[i] = xBar[i] + (errorBar + errorBar);
    s = s + error * error;
  }
  return s / x.length;
}`);
  });
});

describe('An exact 0', () => {
  const text = 'function f(x: number, y: number) { return x < 1 ? Math.sqrt(x) * y : 0; }';

  test('wins over a partial that is not finite.', () => {
    const f = evaluate<(x: number, y: number) => number>(
      `(x: number, y: number) => Math.sqrt(x) * y`,
    );
    expect(grad(f)(0, 0)).toBe(0);
    const asks = adjointOf(text);
    expect(interpret(asks, [0, 0])).toEqual([0, 0]);
    expect(compiled(asks)(0, 0)).toEqual([0, 0]);
  });

  test('is asked for by NaN where products do not ask.', () => {
    expect(interpret(adjointOf(text, { asksForZeros: false }), [0, 0])).toEqual([0, NaN]);
    expect(interpret(adjointOf(text, { asksForZeros: false }), [0.25, 3])).toEqual([1.5, 3]);
  });
});

describe('An adjoint leaves, before any effect,', () => {
  test('where a loop counts by fractions.', () => {
    const text =
      'function f(x: number, from: number) { for (let i = from; i < 3; i++) x = Math.sin(x) * i; return x; }';
    const run = compiled(adjointOf(text));
    expect(run(0.5, 1)).toHaveLength(2);
    expect(() => run(0.5, 0.5)).toThrow(OutsideOfTier);
    expect(() => interpret(adjointOf(text), [0.5, 0.5])).toThrow(OutsideOfTier);
  });

  test('where what gradients flow through is an index, and not whole.', () => {
    const text =
      'function f(x: number) { const w = new Float64Array(3); w[1] = x; return (w[x] ?? x) * x; }';
    const run = compiled(adjointOf(text));
    expect(run(1)).toEqual([1, 2]);
    expect(() => run(1.5)).toThrow(OutsideOfTier);
  });

  test('where a number[] would become longer.', () => {
    const text =
      'function f(x: number, k: number) { const w = [x, 1]; w[k] = x * x; return w[0] * w[1]; }';
    const run = compiled(adjointOf(text));
    expect(run(3, 1)).toEqual([27, 27]);
    expect(() => run(3, 2)).toThrow(OutsideOfTier);
  });
});

test.each([
  ['function f(x: Float64Array) { x[0] *= 2; return x[0]; }', 'the argument x is written to'],
  ['function f(x: Float64Array, b: boolean) { return b; }', /one number/],
])('%s is refused.', (text, why) => {
  expect(() => adjointOf(text)).toThrow(why);
});

test('Loops that have no step run none on their way back, whatever their start.', () => {
  const text =
    'function f(x: number, a: number, b: number, s: number) { let y = x; for (let i = a; i < b; i += s | 0) y = Math.sin(y) + i * x; return y; }';
  const run = compiled(adjointOf(text));
  expect(run(2, 5, 5, 3)).toEqual([2, 1]);
  expect(run(2, 5, 3, -1)).toEqual([2, 1]);
  expect(() => run(2, 2 ** 60, 3, 1)).toThrow(OutsideOfTier);
  const [value, slope] = run(2, 1, 6, 2) as [number, number];
  const h = 1e-6;
  const [up, down] = [2 + h, 2 - h].map((x) => (run(x, 1, 6, 2) as number[])[0]);
  expect(value).toBeCloseTo(Math.sin(Math.sin(Math.sin(2) + 2) + 6) + 10);
  expect(slope).toBeCloseTo((up - down) / (2 * h), 6);
});

test('A cosine that the way there has computed is kept, as the partial of a sine.', () => {
  const loop = (more: string) => `function f(x: Float64Array) {
    let s = 0;
    for (let i = 0; i < x.length; i++) { const a = x[i] * s; s = s * Math.sin(a) ${more}; }
    return s + x[0];
  }`;
  const count = (text: string) => codeOf(text).split('Math.cos').length - 1;
  expect(count(loop('+ x[i] * Math.cos(a)'))).toBe(1);
  // Another number, and one that nobody has.
  expect(count(loop('+ x[i] * Math.cos(2 * a)'))).toBe(2);
  expect(count(loop('+ x[i]'))).toBe(1);
  expectDifferences(loop('+ x[i] * Math.cos(a)'));
});
