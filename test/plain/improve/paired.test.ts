/** Loops in steps of two compute what loops in steps of one do. Sums of slopes are of whole numbers, so that none is rounded. */
import fc from 'fast-check';
import { gathered } from '../../../src/plain/improve/gathered.js';
import { inPairs } from '../../../src/plain/improve/improved.js';
import { paired } from '../../../src/plain/improve/paired.js';
import { Substitution } from '../../../src/plain/improve/substitution.js';
import type { Func, Region, Stmt } from '../../../src/plain/ir/ir.js';
import { mapped } from '../../../src/plain/improve/mapped.js';
import {
  adjoint,
  compiled,
  emit,
  funcOf,
  improved,
  partials,
  verify,
} from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const inner = fc.constantFrom(
  's += x[j] * y[i];',
  's = 2 * s - x[j];',
  'total += x[j];',
  'z[j] += s;',
  'z[j] -= y[i] * x[j]; z[j] += 2;',
  'z[j] = s;',
  's += z[j];',
  's += z[2 - j];',
  'z[i] += x[j];',
  'own[j] = s + j;',
  's += own[2 - j] % 5;',
  'if (s > 3) s = s % 7; else z[0] += 1;',
  'for (let k = 0; k < 2; k++) { s += x[k] * z[j]; own[k] += y[j]; }',
);
const outer = fc.oneof(
  { weight: 3, arbitrary: fc.array(inner, { minLength: 1, maxLength: 3 }).map(inLoop) },
  fc.constantFrom(
    's = y[i] + 1;',
    'total += s;',
    's += total % 3;',
    'z[i] = s % 11;',
    's += z[0];',
    'z[1] += s; s -= z[1] % 5;',
    'for (let j = 0; j <= i; j++) z[j] += s;',
    'for (let j = 0; j < i; j++) s += y[j] * x[j % 3];',
    'for (let j = i; j >= 0; j--) { s = y[j] + s % 7; own[j % 3] += s; }',
    'for (let j = i - 1; j > -2; j--) { z[0] += s * j; s += own[1]; }',
    'for (let j = 2; j <= i - 2; j++) for (let k = 0; k < j; k++) s += y[k] * own[j % 3];',
    'if (s > total) total -= 1;',
    '{ const h = a; a = b; b = h; s += a; }',
    '{ const h = a; a = (b + s) % 7; b = h; total += b; }',
    '{ total += a; const h = b; b = a; a = h + 1; }',
    'for (let j = 0; j < i; j++) { const h = a; a = b; b = h + x[j % 3]; s += a; }',
  ),
);
function inLoop(stmts: readonly string[]): string {
  return `for (let j = 0; j < 3; j++) { ${stmts.join(' ')} s = s % 1009; }`;
}
const textOf = (stmts: readonly string[]): string => `
  function f(x: Float64Array, y: Float64Array, n: number): number {
    const z = new Float64Array(3);
    let total = 0, a = 1, b = 2;
    for (let i = 0; i < n; i++) {
      const own = new Float64Array(3);
      let s = i;
      ${stmts.join('\n')}
    }
    return total + 3 * z[0] + 5 * z[1] + 7 * z[2] + 11 * a + 13 * b;
  }`;
const programs = fc.array(outer, { minLength: 1, maxLength: 3 }).map(textOf);

const results = (f: Func, unit: number): unknown[] =>
  [0, 1, 2, 3, 4, 5].map((n) => {
    const [x, y] = [Float64Array.of(2, -3, 5), Float64Array.of(1, 4, -2, 3, 2)];
    return compiled(f)(
      x.map((one) => one * unit),
      y.map((one) => one * unit),
      n,
    );
  });

const isSame = (f: Func, other: Func, unit = 1): boolean => {
  expect(verify(other)).toEqual([]);
  const [one, two] = [results(f, unit), results(other, unit)];
  return one.every((result, k) => Object.is(result, two[k]));
};

/** The function with sums that may come in any order. */
const withSlopes = (f: Func): Func => {
  const region = (of: Region): Region =>
    new Substitution().inRegion({ ...of, body: of.body.map(stmt) });
  const stmt = (of: Stmt): Stmt => {
    const made = new Substitution().inStmt(of, region);
    return made.tag === 'store' ? { ...made, isSlope: true } : made;
  };
  return mapped(f, region);
};

test('Two steps at once give the bits of one after the other, of numbers that are rounded too.', () => {
  let count = 0;
  fc.assert(
    fc.property(programs, (text) => {
      const f = improved(funcOf(text));
      const made = paired(f);
      if (made === f) return;
      count++;
      expect(isSame(f, made, 0.1)).toBe(true);
      expect(isSame(f, inPairs(f), 0.1)).toBe(true);
    }),
    { numRuns: sampled(300) },
  );
  expect(count).toBeGreaterThan(3);
});

test('Sums of slopes have the same summands.', () => {
  let count = 0;
  fc.assert(
    fc.property(programs, (text) => {
      const f = withSlopes(improved(funcOf(text)));
      const made = paired(f);
      if (made === f) return;
      count++;
      expect(isSame(f, made)).toBe(true);
      expect(isSame(f, gathered(made))).toBe(true);
      expect(isSame(f, inPairs(f))).toBe(true);
    }),
    { numRuns: sampled(300) },
  );
  expect(count).toBeGreaterThan(5);
});

test('Steps that need each other are noticed if they are taken at once.', () => {
  const always = (loop: { readonly body: { readonly body: readonly Stmt[] } }) =>
    new Map(
      loop.body.body.flatMap((stmt) =>
        stmt.tag === 'for' ? [[stmt, 'none' as const] as const] : [],
      ),
    );
  const wrong = fc.sample(programs, { seed: 1, numRuns: 20 }).filter((text) => {
    const f = withSlopes(improved(funcOf(text)));
    const made = paired(f, always);
    return verify(made).length > 0 || !isSame(f, made);
  });
  expect(wrong.length).toBeGreaterThan(4);
});

const sum = 'for (let j = 0; j < 3; j++) s += x[j] * y[i];';

test.each([
  ['sums of products', `${sum} total += s;`, true],
  ['sums into an array', `${sum} for (let j = 0; j < 3; j++) z[j] += s * x[j];`, true],
  ['an array that each step makes', `${sum} own[1] = s; ${sum} total += s + own[1];`, true],
  ['an element that a step reads and writes', `${sum} z[1] = z[1] * s;`, true],
  ['a sum in the inner loop', 'for (let j = 0; j < 3; j++) total += x[j];', false],
  ['a sum that is asked for before', `s = total % 3; ${sum} total += s;`, false],
  ['elements that are read below', `s = z[0]; ${sum} z[1] = s;`, false],
  ['elements that are replaced', `for (let j = 0; j < 3; j++) z[j] = 2 * z[j] + x[j];`, false],
  ['a sum that is used', 'for (let j = 0; j < 3; j++) { z[j] += 1; total = z[j]; }', false],
  ['one turn more in each', `for (let j = 0; j < i; j++) s += x[j]; total += s;`, true],
  ['one turn more, and a counter', `for (let j = 1; j <= i - 1; j++) s += y[j]; total += s;`, true],
  [
    'one turn more, downwards',
    `for (let j = i - 1; j >= 0; j--) s = s * y[j] + 1; total += s;`,
    true,
  ],
  ['what is carried as it is', `${sum} total = total; if (i < 0) total = s;`, true],
  ['more turns in each', `for (let j = 0; j < 2 * i; j++) s += x[j]; total += s;`, false],
  ['an end that is used', `let j = 0; for (; j < i; j++) s += x[j]; total += s * j;`, false],
  ['turns from its number on', `for (let j = i; j < 5; j++) s += y[j]; total += s;`, false],
  [
    'an inner loop with a way out',
    `for (let j = 0; j < 3 && s < 5; j++) s += x[j]; total += s;`,
    false,
  ],
])('A loop with %s takes two steps at once: %#', (_, stmts, isPaired) => {
  const f = withSlopes(improved(funcOf(textOf([stmts]))));
  const made = paired(f);
  expect(made !== f).toBe(isPaired);
  expect(isSame(f, made)).toBe(true);
});

test('Numbers of the function are added in their order.', () => {
  const f = improved(funcOf(textOf([`${sum} for (let j = 0; j < 3; j++) z[j] += s * x[j];`])));
  expect(paired(f)).toBe(f);
});

test.each(['4', 'm'])(
  'Gradients have the same numbers, with what is kept for each of two steps of %s.',
  (most) => {
    const f = funcOf(`function f(w: Float64Array, x: Float64Array, n: number, m: number): number {
    let total = 0;
    for (let i = 0; i < n; i++) {
      let s = 0;
      for (let j = 0; j < ${most}; j++) { s += w[j] * x[(i + j) % 5]; s *= w[0]; }
      total += s * s;
    }
    return total;
  }`);
    const made = adjoint(improved(f), [f.region.params[0]], { partials, asksForZeros: false });
    if (made.tag === 'refused') throw new Error(made.why);
    const [once, twice] = [improved(made.func), inPairs(made.func)];
    expect(verify(twice)).toEqual([]);
    expect(emit(twice).code.split('for (').length).toBeGreaterThan(
      emit(once).code.split('for (').length,
    );
    const gradient = (of: Func, n: number) => {
      const shadow = new Float64Array(4);
      const value = compiled(of)(
        Float64Array.of(1, 2, -1, 3),
        Float64Array.of(2, 1, 0, -1, 1),
        n,
        4,
        shadow,
      );
      return [value, ...shadow];
    };
    for (const n of [0, 1, 2, 5]) expect(gradient(twice, n)).toEqual(gradient(once, n));
  },
);

test.each([
  ['a[0] += x[0]; a[0] += x[1];', 1],
  ['a[0] += x[0]; a[0] += x[1]; a[0] -= x[2];', 1],
  ['a[0] += x[0]; a[1] += x[1];', 2],
  ['a[0] += x[0]; x[1] = a[0]; a[0] += x[1];', 2],
  ['a[0] += x[0]; a[0] = x[1] - a[0];', 2],
  ['a[0] += x[0]; const t = a[0] + x[2]; a[0] = t; x[1] = t;', 2],
  ['a[0] += x[0]; if (x[1] > 0) x[1] = a[0]; a[0] += x[2];', 2],
])('%s', (stmts, stores) => {
  const f = improved(
    funcOf(
      `function f(x: Float64Array) { const a = new Float64Array(2); ${stmts} return 2 * a[0] + a[1] + x[1]; }`,
    ),
  );
  const made = gathered(f);
  expect(verify(made)).toEqual([]);
  expect(emit(made).code.split(/\ba\d*\[\d\] = /).length - 1).toBe(stores);
  const run = (of: Func) => compiled(of)(Float64Array.of(0.1, 0.2, 0.3));
  expect(run(made)).toBe(run(f));
});
