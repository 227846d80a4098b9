/**
 * Values that only one side of a branch uses are read there, and values that a branch keeps for its
 * reverse sweep are handed out of it.
 */
import fc from 'fast-check';
import { handed } from '../../../src/plain/improve/handed.js';
import { sunk } from '../../../src/plain/improve/sunk.js';
import type { Func, IfStmt, Region, Stmt } from '../../../src/plain/ir/ir.js';
import { arrayPrograms } from '../../support/array-programs.js';
import {
  adjoint,
  compiled,
  emit,
  funcOf,
  improved,
  loweredText,
  partials,
  verify,
} from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

/** The adjoint of a function by its first two arguments; null where there is none. */
function adjointOf(f: Func): Func | null {
  const made = adjoint(f, f.region.params.slice(0, 2), { partials, asksForZeros: false });
  return made.tag === 'refused' ? null : improved(made.func);
}

const outcome = (f: Func, args: readonly unknown[]): string => {
  const own = args.map((arg) => (arg instanceof Float64Array ? arg.slice() : arg));
  try {
    const found = compiled(f)(...own);
    return JSON.stringify([found, own], (_, x: unknown) =>
      typeof x === 'number' ? (Object.is(x, -0) ? '-0' : String(x)) : x,
    );
  } catch (error) {
    return String(error);
  }
};

const branch = (inner: string) => `function f(x: number, y: number, a: Float64Array, i: number) {
  const z = a[i];
  ${inner}
}`;

test('A reading for one side of a branch moves there, with what only it needs.', () => {
  const f = sunk(
    funcOf(branch('const k = 2 * i + 1; const w = a[k]; if (x > y) return w * z; return z;')),
  );
  expect(verify(f)).toEqual([]);
  const { code } = emit(f);
  expect(code.indexOf('a[')).toBeLessThan(code.indexOf('if'));
  expect(code.indexOf('2 * i')).toBeGreaterThan(code.indexOf('if'));
});

test.each([
  ['both sides use it', 'const w = a[0]; if (x > y) return w; return 2 * w;'],
  ['the test uses it', 'const w = a[0]; if (w > y) return w; return x;'],
  ['a store comes before the branch', 'const w = a[0]; a[0] = x; if (x > y) return w; return x;'],
  [
    'a loop is around the side',
    'let s = 0; const w = a[0]; for (let j = 0; j < 3; j++) if (x > j) s += w; return s;',
  ],
])('A reading stays where it is if %s.', (_, text) => {
  const { code } = emit(sunk(funcOf(branch(text))));
  expect(code.indexOf('a[0]')).toBeLessThan(code.search(/if|for/));
});

/** Moves readings into branches past stores. */
const careless = (f: Func): Func => {
  const stmts = f.region.body;
  const isStore = ({ tag }: Stmt) => tag === 'store';
  const region: Region = {
    ...f.region,
    body: [...stmts.filter(isStore), ...stmts.filter((stmt) => !isStore(stmt))],
  };
  return { ...f, region };
};

test('A store that is overlooked is noticed.', () => {
  const f = funcOf(branch('const w = a[0]; a[0] = 7; if (x > y) return w; return x;'));
  const args = [3, 2, Float64Array.of(5), 0];
  expect(outcome(sunk(f), args)).toBe(outcome(f, args));
  expect(outcome(careless(f), args)).not.toBe(outcome(f, args));
});

const kept = branch('let s = x; if (x > y) { s = x * Math.sin(y) ** 2; } return s * s;');

test('What a branch of the function keeps is handed out of it.', () => {
  const before = adjointOf(funcOf(kept))!;
  const f = handed(before);
  expect(emit(before).code).toContain('$kept');
  expect(emit(f).code).not.toContain('$kept');
  for (const y of [0.5, 5]) {
    const args = [2, y, new Float64Array(2), 0];
    expect(outcome(f, args)).toBe(outcome(before, args));
  }
});

test('What the other side of the later branch takes is noticed.', () => {
  const before = adjointOf(funcOf(kept))!;
  const f = handed(before);
  /** Swaps the sides of the branch of the way there: then what is handed out is 0. */
  const swapped = (stmt: IfStmt): IfStmt => ({
    ...stmt,
    then: { ...stmt.then, yields: stmt.results.map((_, k) => stmt.then.yields[k === 0 ? 1 : 0]) },
  });
  const at = f.region.body.findIndex((stmt) => stmt.tag === 'if' && stmt.results.length > 1);
  const body = f.region.body.map((stmt, k) => (k === at ? swapped(stmt as IfStmt) : stmt));
  const wrong = { ...f, region: { ...f.region, body } };
  const args = [2, 0.5, new Float64Array(2), 0];
  expect(at).toBeGreaterThanOrEqual(0);
  expect(outcome(wrong, args)).not.toBe(outcome(before, args));
});

test.each([
  ['sunk', sunk],
  ['handed', handed],
])('The pass %s changes no bit of random adjoints.', (_, pass) => {
  let [made, changed] = [0, 0];
  fc.assert(
    fc.property(arrayPrograms, ({ text, args: [x, y, xs, ys] }) => {
      const lowered = loweredText(text);
      const f = lowered.tag === 'refused' ? null : adjointOf(improved(lowered.func));
      if (f === null) return;
      made++;
      const after = pass(f);
      if (emit(after).code !== emit(f).code) changed++;
      expect(verify(after)).toEqual([]);
      const args = [x, y, Float64Array.from(xs), Float64Array.from(ys), 3];
      expect(outcome(after, args)).toBe(outcome(f, args));
    }),
    { numRuns: sampled(80), seed: 3 },
  );
  expect(made).toBeGreaterThan(0);
  expect(changed).toBeGreaterThan(0);
});
