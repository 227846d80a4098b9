/** Programs for some lengths: short loops are written out, small arrays are variables, and no bit changes. */
import fc from 'fast-check';
import { counting } from '../../../src/plain/improve/counting-whiles.js';
import { forLengths } from '../../../src/plain/improve/for-lengths.js';
import { folded } from '../../../src/plain/improve/folded.js';
import { inVariables } from '../../../src/plain/improve/in-variables.js';
import { unrolled } from '../../../src/plain/improve/unrolled.js';
import {
  isArray,
  statementsIn,
  type Func,
  type Region,
  type Stmt,
} from '../../../src/plain/ir/ir.js';
import { OutsideOfTier } from '../../../src/plain/ir/leave.js';
import { arrayPrograms, type ArrayProgram } from '../../support/array-programs.js';
import { compiled, emit, funcOf, interpret, loweredText, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const loops = (f: Func): number =>
  [...statementsIn(f.region)].filter(({ tag }) => tag === 'for' || tag === 'while').length;
const arrays = (f: Func): number =>
  [...statementsIn(f.region)].filter((stmt) => stmt.tag === 'let' && stmt.op.tag === 'alloc')
    .length;

const writtenOut = (text: string): Func => folded(unrolled(counting(folded(funcOf(text)))));
const held = (text: string): Func => inVariables(writtenOut(text));

/** The function for arguments that are `size` long. */
const sized = (f: Func, size: number): Func | null =>
  forLengths(
    f,
    new Map(f.region.params.flatMap((param) => (isArray(param.type) ? [[param, size]] : []))),
  );

describe('A loop is written out', () => {
  const text = (head: string, inner = '') => `function f(x: Float64Array, n: number) {
    let s = n;
    ${head} { s = s * x[i] + i; ${inner} }
    return s;
  }`;
  const x = Float64Array.of(0.5, 0.25, 2, -1, 3, 1.5, 0.75, -0.5, 4);

  test.each([
    ['for (let i = 0; i < 4; i++)', 0],
    ['for (let i = 6; i > 0; i -= 2)', 0],
    ['for (let i = 3; i < 3; i++)', 0],
    ['for (let i = 0; i < 8; i++)', 0],
    ['for (let i = 0; i < 9; i++)', 1],
    ['for (let i = 0; i < x.length; i++)', 1],
    ['for (let i = 0; i < n; i++)', 1],
    ['for (let i = 0; i < 4; i += n)', 1],
  ])('%s: %d loops are left.', (head, left) => {
    const f = funcOf(text(head));
    const made = writtenOut(text(head));
    expect(verify(made)).toEqual([]);
    expect(loops(made)).toBe(left);
    expect(interpret(made, [x, 3])).toEqual(interpret(f, [x, 3]));
  });

  test('but not one that is left in the middle.', () => {
    const f = writtenOut(text('for (let i = 0; i < 4; i++)', 'if (s > 9) break;'));
    expect(loops(f)).toBe(1);
  });

  test('as far as the program stays small.', () => {
    const long = Array.from({ length: 30 }, (_, k) => `s += Math.sin(x[i] * ${k});`).join(' ');
    expect(loops(writtenOut(text('for (let i = 0; i < 8; i++)', long)))).toBe(1);
    expect(loops(writtenOut(text('for (let i = 0; i < 2; i++)', long)))).toBe(0);
  });
});

describe('An array is held in variables', () => {
  const text = (body: string) => `function f(x: Float64Array, n: number) {
    const a = new Float64Array(3);
    ${body}
    return a[0] + 2 * a[1] - a[2];
  }`;
  const x = Float64Array.of(0.5, 0.25, 2);

  test.each([
    ['that are given', 'for (let i = 0; i < 3; i++) a[i] = x[i] * n;', 0],
    ['of which a branch writes one', 'a[1] = n; if (n > 1) a[0] = x[1] + 0; else a[2] = n;', 0],
    [
      'that a loop carries',
      'for (let k = 0; k < n; k++) { const t = a[0]; a[0] = a[1] + x[0]; a[1] = t * 2; }',
      0,
    ],
    ['that a while carries', 'while (a[2] < n) { a[2] = a[2] + 0.75; a[1] = a[2]; }', 0],
    ['but not at places that are not known', 'for (let k = 0; k < n; k++) a[k] = x[k] + 1;', 1],
    ['but not what may be missing', 'a[1] = x[5];', 1],
    ['that other elements are', 'a[0] = n; a[1] = a[0]; a[2] = a[1];', 0],
    ['but not what is not there', 'a[1] = n + (a[3] ?? 1);', 1],
    ['but not under two names', 'const b = n > 1 ? a : new Float64Array(3); b[0] = 2 + n;', 2],
    [
      'but not in single precision',
      'const b = new Float32Array(1); b[0] = n / 3; a[0] = b[0] + 0;',
      1,
    ],
  ])('with elements %s.', (_, body, left) => {
    const made = held(text(body));
    expect(verify(made)).toEqual([]);
    expect(arrays(made)).toBe(left);
    for (const n of [0, 1, 2.5, 3])
      expect(interpret(made, [x, n])).toEqual(interpret(funcOf(text(body)), [x, n]));
  });
});

test('Loops of a few steps go through functions, and through loops inside.', () => {
  const text = `
  function norm(y: Float64Array) { let s = 0; for (let k = 0; k < y.length; k++) s += y[k] * y[k]; return s; }
  function f(x: Float64Array, m: Float64Array, n: number) {
    const d = x.length;
    const y = new Float64Array(d);
    let sum = 0;
    for (let step = 0; step < n; step++) {
      for (let i = 0; i < d; i++) { y[i] = x[i]; for (let j = 0; j < i; j++) y[i] += m[i * d + j] * x[j]; }
      sum += norm(y);
    }
    return sum;
  }`;
  const f = funcOf(text);
  const made = sized(f, 3)!;
  expect(verify(made)).toEqual([]);
  expect(loops(made)).toBe(1);
  expect(arrays(made)).toBe(0);
  const args = [Float64Array.of(1, 2, 3), Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), 4];
  expect(interpret(made, args)).toEqual(interpret(f, args));
  expect(emit(made).code).not.toContain('y[');
});

test('A program without short loops is none.', () => {
  const f = funcOf('function f(x: Float64Array, n: number) { return x[0] * n + x.length; }');
  expect(sized(f, 3)).toBeNull();
});

// ── Random programs ──

/** The results and the writes of a program; nothing where a run has to answer. */
const run = (work: (args: unknown[]) => unknown, { args: [x, y, xs, ys] }: ArrayProgram) => {
  const arrays = [Float64Array.from(xs), Float64Array.from(ys)];
  try {
    return [[work([x, y, ...arrays, 3])].flat(), ...arrays];
  } catch (error) {
    if (error instanceof OutsideOfTier) return [];
    throw error;
  }
};

/** True if code for some lengths does what the program does; null if there is none. */
function isKept(program: ArrayProgram, change = (f: Func): Func => f): boolean | null {
  const { text, args } = program;
  const lowered = loweredText(text);
  const found = lowered.tag === 'refused' ? null : sized(lowered.func, args[2].length);
  if (lowered.tag === 'refused' || found === null) return null;
  const made = change(found);
  if (verify(made).length > 0) return false;
  const before = run((args) => interpret(lowered.func, args as never[]), program);
  return [
    (args: unknown[]) => interpret(made, args as never[]),
    (args: unknown[]) => compiled(made)(...args),
  ].every((work) => {
    const after = run(work, program);
    const isSame = (list: ArrayLike<unknown>, k: number) =>
      Array.from(list).every((x, n) => Object.is(x, (after[k] as unknown[])[n]));
    return before.length === after.length && before.every(isSame);
  });
}

test('Code for the lengths of arguments has the bits of the program.', () => {
  let count = 0;
  const runs = sampled(150);
  fc.assert(
    fc.property(arrayPrograms, (program) => {
      const found = isKept(program);
      if (found !== null) count++;
      return found !== false;
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(count).toBeGreaterThan(runs / 2);
});

const inRegions = (f: Func, change: (stmt: Stmt) => Stmt[]): Func => {
  const region = (of: Region): Region => ({
    ...of,
    body: of.body.flatMap((stmt) => {
      const inner =
        stmt.tag === 'if'
          ? { ...stmt, then: region(stmt.then), otherwise: region(stmt.otherwise) }
          : stmt.tag === 'for'
            ? { ...stmt, body: region(stmt.body) }
            : stmt;
      return change(inner);
    }),
  });
  return { ...f, region: region(f.region) };
};

const careless: Readonly<Record<string, (f: Func) => Func>> = {
  'takes the counter of the step before': (f) =>
    inRegions(f, (stmt) =>
      stmt.tag === 'let' && stmt.op.tag === 'const' && stmt.op.value === 2
        ? [{ ...stmt, op: { ...stmt.op, value: 1 } }]
        : [stmt],
    ),
  'gives what an element was before a branch': (f) =>
    inRegions(f, (stmt) =>
      stmt.tag === 'if' && stmt.results.length > 0
        ? [{ ...stmt, then: { ...stmt.then, yields: stmt.then.yields.toReversed() } }]
        : [stmt],
    ),
};

test.each(Object.entries(careless))('One that %s is noticed.', (_, change) => {
  const programs = fc.sample(arrayPrograms, { seed: 1, numRuns: 40 });
  expect(programs.some((program) => isKept(program, change) === false)).toBe(true);
});
