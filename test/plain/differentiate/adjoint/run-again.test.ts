/**
 * Loops that forget what they kept, and run again on their way back: gradients are those of loops that keep all, bit for
 * bit, however much is kept before loops forget.
 */
import fc from 'fast-check';
import { inPairs } from '../../../../src/plain/improve/improved.js';
import { statementsOf, type Func, type Region, type Stmt } from '../../../../src/plain/ir/ir.js';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import { column } from '../../../../src/plain/runtime/compiled/code/kept-column.js';
import {
  adjoint,
  compiled,
  funcOf,
  improved,
  interpret,
  loweredText,
  partials,
  verify,
} from '../../../support/numeric.js';
import { sampled } from '../../../support/sample.js';
import { timePrograms, type TimeProgram } from '../../../support/time-programs.js';

const options = { partials, asksForZeros: false };

function gradientOf(f: Func, keepsAtMost?: number): Func | null {
  const made = adjoint(f, f.region.params.slice(0, 2), {
    ...options,
    ...(keepsAtMost !== undefined && { keepsAtMost }),
  });
  return made.tag === 'refused' ? null : made.func;
}

const marksIn = (f: Func): number =>
  [...statementsOf(f)].filter(({ tag }) => tag === 'mark').length;

type Run = (...args: unknown[]) => unknown;
const interpreted =
  (f: Func): Run =>
  (...args) =>
    interpret(f, args as never[]);

/** The value and the gradient, or that the code leaves. */
function answerOf(run: Run, [x, y, n]: TimeProgram['args']): number[] | string {
  const shadows = [new Float64Array(x.length), new Float64Array(y.length)];
  try {
    const value = run(Float64Array.from(x), Float64Array.from(y), n, ...shadows);
    return [[value].flat()[0] as number, ...shadows.flatMap((shadow) => [...shadow])];
  } catch (error) {
    if (error instanceof OutsideOfTier) return 'it leaves';
    throw error;
  }
}

const text = (answer: number[] | string): string => answer.toString();

/** Says what is wrong with a gradient that forgets; null if it has the bits of the one that keeps all. */
function complaintAbout(f: Func, all: Func, args: TimeProgram['args']): string | null {
  const expected = text(answerOf(interpreted(all), args));
  for (const g of [f, improved(f)]) {
    const [wrong] = verify(g);
    if (wrong !== undefined) return `verifier: ${wrong}`;
    for (const run of [interpreted(g), compiled(g)]) {
      const found = text(answerOf(run, args));
      if (found !== expected) return `${found}, not ${expected}`;
    }
  }
  return null;
}

test('Random loops that run again have the gradients of those that keep all.', () => {
  let forgetting = 0;
  const runs = sampled(150);
  fc.assert(
    fc.property(timePrograms, (program) => {
      const lowered = loweredText(program.text);
      if (lowered.tag === 'refused') return;
      const f = improved(lowered.func);
      const all = gradientOf(f);
      if (all === null) return;
      for (const most of [0, 9]) {
        const made = gradientOf(f, most)!;
        if (marksIn(made) > 0 && most === 0) forgetting++;
        const complaint = complaintAbout(made, all, program.args);
        if (complaint !== null)
          throw new Error(`${complaint}\n${program.text}\n${JSON.stringify(program.args)}`);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(forgetting).toBeGreaterThan(0.25 * runs);
});

/** Steps in time, of which each makes an array. */
const stepping = (loop: string, after = ''): string => `
export function f(x: Float64Array, y: Float64Array, n: number): number {
  let a = x.slice();
  for (let t = 0; t < n; t++) {
    const next = new Float64Array(x.length);
    let p = 0.5;
    ${loop}
    ${after}
    a = next;
  }
  return a[1] + a[2] * y[1];
}`;

const kept = 'for (let i = 0; i < x.length; i++) { next[i] = p * a[i]; p = 0.5 * p + a[i] * p; }';
const args: TimeProgram['args'] = [[0.5, 0.25, -0.75, 1], [1, 2, 3, 4], 5];

test('A loop forgets what it computes again from arrays that are as they were.', () => {
  expect(marksIn(gradientOf(funcOf(stepping(kept)), 0)!)).toBe(1);
});

test.each([
  ['writes what it reads', kept.replace('p * a[i];', 'p * a[i]; a[i] = p * a[0];')],
  ['has expensive numbers', kept.replace('0.5 * p', 'Math.sin(p)')],
  ['keeps nothing', 'for (let i = 0; i < x.length; i++) { next[i] = y[i] * a[i]; }'],
  ['asks for equality', kept.replace('a[i] * p', '(p === a[0] ? p * 2 : a[i] * p)')],
  [
    'is followed by steps without arrays',
    kept.replaceAll('next[i]', 'p').replace('p = p', 'p = 0.9 * p'),
  ],
])('A loop keeps all if it %s.', (_, loop) => {
  const own = loop.includes('next')
    ? stepping(loop)
    : stepping(loop).replace('a = next;', 'a[0] = p;');
  const made = gradientOf(funcOf(own), 0)!;
  expect(marksIn(made)).toBe(0);
});

test('What is written behind a loop is as it was when the loop runs again.', () => {
  const f = improved(funcOf(stepping(kept, 'a[2] = next[1] * 0.5; next[0] += a[2] * a[1];')));
  const made = gradientOf(f, 0)!;
  expect(marksIn(made)).toBe(1);
  expect(complaintAbout(made, gradientOf(f)!, args)).toBeNull();
});

test('The column has room for few steps, however many there are.', () => {
  const f = improved(funcOf(stepping(kept)));
  const x = Float64Array.from({ length: 500 }, (_, k) => Math.sin(k) / 4);
  const lengthAfter = (most: number): number => {
    while (column.borrow().length > 1024);
    const shadows = [new Float64Array(500), new Float64Array(500)];
    compiled(inPairs(gradientOf(f, most)!))(x, x, 200, ...shadows);
    return column.borrow().length;
  };
  expect(lengthAfter(1000)).toBeLessThan(10_000);
  expect(lengthAfter(Infinity)).toBeGreaterThan(100_000);
});

/** A gradient with some statements of what runs again changed. */
function changed(f: Func, change: (stmt: Stmt) => Stmt): Func {
  const inRegion = (region: Region, isAgain: boolean): Region => ({
    ...region,
    body: region.body.map((stmt): Stmt => {
      const own = isAgain ? change(stmt) : stmt;
      if (own.tag === 'for') return { ...own, body: inRegion(own.body, isAgain) };
      if (own.tag !== 'if') return own;
      const then = inRegion(own.then, isAgain || own.test.name === 'isFull');
      return { ...own, then, otherwise: inRegion(own.otherwise, isAgain) };
    }),
  });
  return { ...f, region: inRegion(f.region, false) };
}

test.each<[string, (stmt: Stmt) => Stmt]>([
  [
    'computes another number',
    (stmt) =>
      stmt.tag === 'let' && stmt.op.tag === 'prim' && stmt.op.row === 'mul'
        ? { ...stmt, op: { ...stmt.op, row: 'add' } }
        : stmt,
  ],
  [
    'is taken for what was kept before, too',
    (stmt) => (stmt.tag === 'forget' ? { tag: 'whole', value: stmt.mark } : stmt),
  ],
  [
    'begins with another step',
    (stmt) => (stmt.tag === 'for' ? { ...stmt, inits: stmt.inits.map(() => stmt.from) } : stmt),
  ],
])('The comparison notices code that runs again and %s.', (_, change) => {
  const f = improved(funcOf(stepping(kept)));
  const wrong = changed(gradientOf(f, 0)!, change);
  const noticed = (): string | null => {
    try {
      return complaintAbout(wrong, gradientOf(f)!, args);
    } catch (error) {
      return String(error);
    }
  };
  expect(noticed()).not.toBeNull();
});
