/** Each pass keeps what functions compute, bit for bit, and the code right; a pass with a wrong rule is noticed. */
import fc from 'fast-check';
import { print } from '../../../src/plain/ir/print.js';
import { passes } from '../../../src/plain/improve/improved.js';
import {
  statementsIn,
  type Func,
  type Op,
  type Region,
  type Stmt,
} from '../../../src/plain/ir/ir.js';
import { OutsideOfTier } from '../../../src/plain/ir/leave.js';
import { arrayPrograms, type ArrayProgram } from '../../support/array-programs.js';
import { emit, funcOf, interpret, loweredText, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

/** The results and the writes of a program; nothing where a run has to answer. */
const run = (f: Func, { args: [x, y, xs, ys] }: ArrayProgram) => {
  const arrays = [Float64Array.from(xs), Float64Array.from(ys)];
  try {
    return [interpret(f, [x, y, ...arrays, 3]), ...arrays];
  } catch (error) {
    if (error instanceof OutsideOfTier) return [];
    throw error;
  }
};

/** True if a pass keeps a program as it is. */
function isKept(program: ArrayProgram, pass: (f: Func) => Func): boolean {
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return true;
  const made = pass(lowered.func);
  if (verify(made).length > 0) return false;
  const [before, after] = [run(lowered.func, program), run(made, program)];
  return (
    before.length === after.length &&
    before.every((list, k) =>
      [...(list as number[])].every((x, n) => Object.is(x, (after[k] as number[])[n])),
    )
  );
}

const inOps = (f: Func, change: (op: Op) => Op): Func => {
  const inRegion = (region: Region): Region => ({ ...region, body: region.body.map(inStmt) });
  const inStmt = (stmt: Stmt): Stmt => {
    if (stmt.tag === 'let') return { ...stmt, op: change(stmt.op) };
    if (stmt.tag === 'if')
      return { ...stmt, then: inRegion(stmt.then), otherwise: inRegion(stmt.otherwise) };
    return stmt.tag === 'for' ? { ...stmt, body: inRegion(stmt.body) } : stmt;
  };
  return { ...f, region: inRegion(f.region) };
};

const wrong: Readonly<Record<string, (f: Func) => Func>> = {
  'takes x - y for y - x': (f) =>
    inOps(f, (op) =>
      op.tag === 'prim' && op.row === 'sub' ? { ...op, args: [...op.args].reverse() } : op,
    ),
  'leaves out stores': (f) => ({
    ...f,
    region: {
      ...f.region,
      body: f.region.body.filter(({ tag }) => tag !== 'store' && tag !== 'for'),
    },
  }),
  'takes <= for <': (f) =>
    inOps(f, (op) => (op.tag === 'compare' && op.by === 'le' ? { ...op, by: 'gt' } : op)),
};

test.each(Object.entries(passes))('The pass %s changes no bit.', (_, pass) => {
  fc.assert(
    fc.property(arrayPrograms, (program) => isKept(program, pass)),
    { numRuns: sampled(60) },
  );
});

test.each(Object.entries(wrong))('A pass that %s is noticed.', (_, pass) => {
  const programs = fc.sample(arrayPrograms, { seed: 1, numRuns: 30 });
  expect(programs.some((program) => !isKept(program, pass))).toBe(true);
});

const sizeOf = (f: Func) => f.region.body.length;

test('What is known, unused or never changes goes.', () => {
  const f = funcOf(`function f(x: number) {
    const unused = Math.sin(x);
    let same = x;
    for (let i = 0; i < 3; i++) { if (i > 5) same = same + 0; }
    return 2 * 3 * x;
  }`);
  const small = Object.values(passes).reduce((made, pass) => pass(made), f);
  expect(sizeOf(small)).toBeLessThan(sizeOf(f) / 2);
  expect(interpret(small, [2])).toEqual([12]);
});

test.each([
  ['n', 1],
  ['x.length - 1', 1],
  ['x.length * x.length', 1],
  ['1e12', 1],
  ['x.length', 0],
  ['x.length + 1', 0],
  ['4', 0],
])('Of two unused arrays with %s elements, so many are made: %d.', (length, count) => {
  const f = funcOf(`function f(x: Float64Array, n: number) {
    if (x[0] > 0) { const size = ${length}, a = new Float64Array(size), b = new Float64Array(size); }
    return x[0];
  }`);
  const small = Object.values(passes).reduce((made, pass) => pass(made), f);
  expect(print(small).split('alloc').length - 1).toBe(count);
});

test.each([
  ['i < x.length', 'i++', true],
  ['i + 1 < x.length', 'i++', true],
  ['3 > i', 'i += 2', true],
  ['i < n', 'i++', true],
  ['i + 1 < n', 'i++', false],
  ['i < x.length', 'i += n', false],
  ['i < x.length', 'i *= 2', false],
  ['i < s', 'i++', false],
])('A while with the test %s and the step %s becomes a for, if it counts.', (test, step, isFor) => {
  const text = `function f(x: Float64Array, n: number) {
    let s = 0, i = 1;
    while (${test}) { s += x[i]; ${step}; if (i > 9) break; }
    return s + i;
  }`;
  const f = funcOf(text);
  const made = Object.values(passes).reduce((before, pass) => pass(before), f);
  expect(verify(made)).toEqual([]);
  expect(emit(made).code.includes('while')).toBe(!isFor);
  const args = () => [Float64Array.of(0.5, 0.25, 0.125), 2];
  expect(interpret(made, args())).toEqual(interpret(f, args()));
});

test.each([
  ['x[0] * n + x[0] * n', 1],
  ['x[0] + n * x[0] + x[1]', 2],
  ['x[0] * (x.length > 3 ? x[0] : n)', 1],
  ['y[0] + (y[0] = n) + y[0]', 2],
  ['y[0] + y[1] + (y[0] = n) + y[1]', 3],
  ['y[0] + (x[0] > 1 ? (y[0] = n) : 1) + y[0]', 3],
  ['x[0] + (y[0] = n) + x[0]', 1],
])('In %s elements are read again only where they may have changed.', (sum, loads) => {
  const f = funcOf(`function f(x: Float64Array, n: number) {
    const y = new Float64Array(2);
    return ${sum};
  }`);
  const small = passes.shared(f);
  const all = [...statementsIn(small.region)];
  expect(all.filter((stmt) => stmt.tag === 'let' && stmt.op.tag === 'load')).toHaveLength(loads);
  const args = () => [Float64Array.of(0.5, 0.25, 0.125), 2];
  expect(interpret(small, args())).toEqual(interpret(f, args()));
});

test('Whether a number is there is known of all but elements.', () => {
  const asked = (text: string): boolean =>
    /present/.test(JSON.stringify(passes.folded(funcOf(text)).region));
  expect(asked('function f(x: number) { return (x ?? 1) * (x + 1 ?? 2); }')).toBe(false);
  expect(asked('function f(xs: Float64Array) { return xs[2] ?? 1; }')).toBe(true);
  expect(
    asked('function f(xs: number[]) { let s = 0; for (const x of xs) s = x; return s ?? 1; }'),
  ).toBe(true);
});
