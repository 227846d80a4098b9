/**
 * Random functions that work in place: source, interpreted and emitted code have the same value, bit for bit, and
 * the adjoint has the gradient of the recording version. An adjoint with a mistake is noticed.
 */
import fc from 'fast-check';
import { grad } from 'delta-tape';
import { OutsideOfTier } from '../../../src/plain/ir/leave.js';
import type { Func, Region, Stmt } from '../../../src/plain/ir/ir.js';
import { arrayPrograms, type ArrayProgram } from '../../support/array-programs.js';
import {
  adjoint,
  compiled,
  improved,
  interpret,
  loweredText,
  partials,
  source,
  verify,
} from '../../support/numeric.js';
import { load } from '../../support/plain.js';
import { sampled, testInTurn } from '../../support/sample.js';
import { withoutCompiled } from '../../support/tiers.js';

type Datum = number | Float64Array;
type F = (...args: readonly Datum[]) => number;

const argsOf = ({ args: [x, y, xs, ys] }: ArrayProgram): Datum[] => [
  x,
  y,
  Float64Array.from(xs),
  Float64Array.from(ys),
  3,
];

const known = new WeakMap<ArrayProgram, number[]>();

/** The gradients by x, y, xs and ys of the version that records; made once. */
function recorded(program: ArrayProgram): number[] {
  const before = known.get(program);
  if (before !== undefined) return before;
  const module = load<{ f: F }>(
    program.text.replace('export function f', 'exports.f = f; function f'),
  );
  const gradient = grad(module.f as (...args: Datum[]) => number, { wrt: [0, 1, 2, 3] });
  const [x, y, xs, ys] = withoutCompiled(() => gradient(...argsOf(program))) as [
    number,
    number,
    Float64Array,
    Float64Array,
  ];
  const slopes = [x, y, ...xs, ...ys];
  known.set(program, slopes);
  return slopes;
}

/** The value and the gradients of an adjoint. */
function answers(program: ArrayProgram, run: (args: Datum[]) => unknown): number[] {
  const shadows = [new Float64Array(4), new Float64Array(4)];
  const numbers = run([...argsOf(program), ...shadows]) as number[];
  return [...numbers, ...shadows.flatMap((shadow) => [...shadow])];
}

const ways: readonly ((f: Func) => (args: Datum[]) => unknown)[] = [
  (f) => (args) => interpret(f, args),
  (f) => {
    const run = compiled(f);
    return (args) => run(...args);
  },
];

interface Verdict {
  readonly complaint: string | null;
  readonly isLowered: boolean;
}

const same = (one: readonly number[], other: readonly number[]): boolean => {
  const size = Math.max(1, ...other.map(Math.abs));
  return one.every((x, k) => Math.abs(x - other[k]) <= 1e-9 * size);
};

/** Says what is wrong with a program, if its adjoint goes through `pass` once more. */
function judged(program: ArrayProgram, pass?: (f: Func) => Func): Verdict {
  try {
    return compared(program, pass);
  } catch (error) {
    if (error instanceof OutsideOfTier) return { complaint: null, isLowered: false };
    throw error;
  }
}

function compared(program: ArrayProgram, pass: (f: Func) => Func = (f) => f): Verdict {
  const complaint = (text: string): Verdict => ({ complaint: text, isLowered: true });
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return { complaint: null, isLowered: false };
  const value = source(program.text)(...argsOf(program));
  const f = improved(lowered.func);
  for (const g of [lowered.func, f]) {
    const wrong = verify(g);
    if (wrong.length > 0) return complaint(`verifier: ${wrong[0]}`);
    for (const way of ways) {
      const found = [way(g)(argsOf(program))].flat()[0];
      if (!Object.is(found, value))
        return complaint(`value: ${String(found)}, not ${String(value)}`);
    }
  }
  const expected = recorded(program);
  if (!expected.every((slope) => Math.abs(slope) < 1e6))
    return { complaint: null, isLowered: true };
  for (const asksForZeros of [true, false]) {
    const made = adjoint(f, f.region.params.slice(0, 4), { partials, asksForZeros });
    if (made.tag === 'refused') return { complaint: null, isLowered: false };
    for (const g of [pass(made.func), improved(pass(made.func))]) {
      const wrong = verify(g);
      if (wrong.length > 0) return complaint(`verifier: ${wrong[0]}`);
      for (const way of ways) {
        const [found, ...slopes] = answers(program, way(g));
        if (!Object.is(found, value)) return complaint(`value: ${found}, not ${String(value)}`);
        // Without the question, NaN says that it must be asked.
        if (!asksForZeros && slopes.some(Number.isNaN)) continue;
        if (!same(slopes, expected))
          return complaint(`slopes: ${slopes.join()}, not ${expected.join()}`);
      }
    }
  }
  return { complaint: null, isLowered: true };
}

describe('Random functions that work in place', () => {
  testInTurn(1, 3)('have one value and one gradient in the numeric tier and elsewhere.', () => {
    let lowered = 0;
    const runs = sampled(120);
    fc.assert(
      fc.property(arrayPrograms, (program) => {
        const { complaint, isLowered } = judged(program);
        if (isLowered) lowered++;
        if (complaint !== null)
          throw new Error(`${complaint}\n${program.text}\n${JSON.stringify(program.args)}`);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(lowered).toBeGreaterThan(0.66 * runs);
  });
});

/** A function with some statements changed or left out. */
function changed(f: Func, change: (stmt: Stmt) => Stmt | null): Func {
  const inRegion = (region: Region): Region => ({
    ...region,
    body: region.body.flatMap((stmt): Stmt[] => {
      const found = change(stmt);
      if (found === null) return [];
      if (found.tag === 'if')
        return [{ ...found, then: inRegion(found.then), otherwise: inRegion(found.otherwise) }];
      return found.tag === 'for' || found.tag === 'while'
        ? [{ ...found, body: inRegion(found.body) }]
        : [found];
    }),
  });
  return { ...f, region: inRegion(f.region) };
}

/** True if a statement puts a cotangent of 0 into a shadow, whose name ends in `Bar`. */
const isZeroing = (stmt: Stmt): boolean =>
  stmt.tag === 'store' && stmt.array.name.endsWith('Bar') && stmt.value.name === '';

/** Mistakes that an adjoint may make. */
const mistakes: readonly (readonly [name: string, change: (stmt: Stmt) => Stmt | null])[] = [
  [
    'forgets what an array held before',
    (stmt) => (stmt.tag === 'store' && stmt.value.name === 'old' ? null : stmt),
  ],
  [
    'lets the cotangent of an element stand when it is overwritten',
    (stmt) => (isZeroing(stmt) ? null : stmt),
  ],
  [
    'takes a wrong partial',
    (stmt) =>
      stmt.tag === 'let' && stmt.op.tag === 'prim' && stmt.op.row === 'cos'
        ? { ...stmt, op: { ...stmt.op, row: 'sin' } }
        : stmt,
  ],
  [
    'takes what is kept in the wrong order',
    (stmt) => (stmt.tag === 'take' ? { ...stmt, values: [...stmt.values].reverse() } : stmt),
  ],
  [
    'runs a loop backwards from one step too early',
    (stmt) => (stmt.tag === 'for' && stmt.by === 'ge' ? { ...stmt, by: 'gt' } : stmt),
  ],
];

describe('The comparison notices an adjoint that', () => {
  let programs: ArrayProgram[] = [];
  beforeAll(() => {
    programs = fc.sample(arrayPrograms, { seed: 1, numRuns: 60 });
  });

  test('takes a copy for an object with two names.', () => {
    const value = ({ args }: ArrayProgram, text: string) => source(text)(...argsOf({ text, args }));
    const isNoticed = (program: ArrayProgram) => {
      const { text } = program;
      const copied = text.replace(/(e\d+ =) (.* \? o\d+ : o\d+);/g, '$1 { ...($2) };');
      return !Object.is(value(program, text), value(program, copied));
    };
    expect(programs.some(isNoticed)).toBe(true);
  });

  test.each(mistakes)('%s.', (_, change) => {
    const isNoticed = (program: ArrayProgram) => {
      try {
        const { complaint } = judged(program, (f) => changed(f, change));
        return /^(slopes|verifier)/.test(complaint ?? '');
      } catch (error) {
        // What is taken may be of another type.
        return error instanceof TypeError;
      }
    };
    expect(programs.some(isNoticed)).toBe(true);
  });
});
