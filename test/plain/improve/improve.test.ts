/** Each pass keeps what functions compute, bit for bit, and the code right; a pass with a wrong rule is noticed. */
import fc from 'fast-check';
import { passes } from '../../../src/plain/improve/improved.js';
import type { Func, Op, Region, Stmt } from '../../../src/plain/ir/ir.js';
import { arrayPrograms, type ArrayProgram } from '../../support/array-programs.js';
import { funcOf, interpret, loweredText, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const run = (f: Func, { args: [x, y, xs, ys] }: ArrayProgram) => {
  const arrays = [Float64Array.from(xs), Float64Array.from(ys)];
  return [interpret(f, [x, y, ...arrays, 3]), ...arrays];
};

/** Whether a pass keeps a program as it is. */
function isKept(program: ArrayProgram, pass: (f: Func) => Func): boolean {
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return true;
  const made = pass(lowered.func);
  if (verify(made).length > 0) return false;
  const [before, after] = [run(lowered.func, program), run(made, program)];
  return before.every((list, k) =>
    [...(list as number[])].every((x, n) => Object.is(x, (after[k] as number[])[n])),
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
