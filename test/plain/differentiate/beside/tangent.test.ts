/**
 * Tangents: of functions, which agree with adjoints, and of adjoints, which are Hessians times vectors. Lanes give
 * the bits that single directions give. A tangent with a mistake is noticed.
 */
import fc from 'fast-check';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import type { Func, Region, Stmt, Value } from '../../../../src/plain/ir/ir.js';
import { arrayPrograms, type ArrayProgram } from '../../../support/array-programs.js';
import {
  adjoint,
  compiled,
  emit,
  funcOf,
  improved,
  interpret,
  lanes,
  loweredText,
  partials,
  tangent,
  verify,
} from '../../../support/numeric.js';
import { sampled } from '../../../support/sample.js';

type Run = (...args: unknown[]) => unknown;
type Vector = readonly number[];

const interpreted =
  (f: Func): Run =>
  (...args) =>
    interpret(f, args as Parameters<typeof interpret>[1]);

function adjointOf(f: Func, inputs: readonly Value[], asksForZeros = false): Func {
  const made = adjoint(f, inputs, { partials, asksForZeros });
  if (made.tag === 'refused') throw new Error(made.why);
  return improved(made.func);
}

function tangentOf(f: Func, inputs: readonly Value[], asksForZeros = false) {
  const made = tangent(f, inputs, { partials, asksForZeros });
  if (made.tag === 'refused') throw new Error(made.why);
  return { ...made, func: improved(made.func) };
}

/** Ten numbers: a direction of the arguments x, y, xs and ys of a random program. */
const direction = (seed: number): number[] =>
  Array.from({ length: 10 }, (_, k) => Math.sin((seed + 1) * (k + 1) * 1.3));
const directions = [0, 1, 2, 3].map(direction);

const partsOf = (d: Vector): unknown[] => [
  d[0],
  d[1],
  Float64Array.from(d.slice(2, 6)),
  Float64Array.from(d.slice(6, 10)),
];
const argsOf = ({ args: [x, y, xs, ys] }: ArrayProgram): unknown[] => [
  ...partsOf([x, y, ...xs, ...ys]),
  3,
];
const dot = (one: Vector, other: Vector): number => one.reduce((s, x, k) => s + x * other[k], 0);
const isNear = (x: number, y: number, size: number): boolean => Math.abs(x - y) <= 1e-8 * size;

class Complaint extends Error {}

/** Runs code in both ways, and compares. */
function bothWays(f: Func): Run {
  const [complaint] = verify(f);
  if (complaint !== undefined) throw new Complaint(complaint);
  const [one, other] = [compiled(f), interpreted(f)];
  return (...args) => {
    const again = args.map((arg) => (arg instanceof Float64Array ? arg.slice() : arg));
    const [found, expected] = [one(...args), other(...again)];
    const isSame =
      String(found) === String(expected) &&
      args.every((arg, k) => String(arg) === String(again[k]));
    if (!isSame) throw new Complaint(`emitted ${String(found)}, interpreted ${String(expected)}`);
    return found;
  };
}

interface Judged {
  readonly isCompared: boolean;
}

/** Compares all derivatives of a program; `pass` changes tangents. */
function judge(program: ArrayProgram, pass: (f: Func) => Func = (f) => f): Judged {
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return { isCompared: false };
  const f = improved(lowered.func);
  const inputs = f.region.params.slice(0, 4);
  const backward = adjointOf(f, inputs);
  const shadows = () => [new Float64Array(4), new Float64Array(4)];
  const zeros = shadows();
  const [, ...slopes] = compiled(backward)(...argsOf(program), ...zeros) as number[];
  const gradient = [...slopes, ...zeros.flatMap((shadow) => [...shadow])];
  if (!gradient.every((slope) => Math.abs(slope) < 1e6)) return { isCompared: false };

  // The tangent is the gradient times the direction.
  const forward = tangentOf(f, inputs);
  const [place] = forward.places;
  const run = bothWays(pass(forward.func));
  const along = (d: Vector): number =>
    place === null ? 0 : (run(...argsOf(program), ...partsOf(d)) as number[])[place];
  const found = directions.map(along);
  const size = Math.max(1, ...gradient.map(Math.abs));
  found.forEach((slope, k) => {
    // NaN says that zeros must be asked for.
    if (!Number.isNaN(slope) && !isNear(slope, dot(gradient, directions[k]), size))
      throw new Complaint(`slope ${slope}, not ${dot(gradient, directions[k])}`);
  });

  // Lanes.
  const wide = lanes(forward.func, forward.func.region.params.slice(f.region.params.length), 4);
  if (wide === null) throw new Complaint('a tangent is not linear');
  const several = directions[0].map((_, k) => directions.map((d) => d[k]));
  const elements = (from: number) => Float64Array.from(several.slice(from, from + 4).flat());
  const given = [...several[0], ...several[1], elements(2), elements(6)];
  const all = bothWays(wide.func)(...argsOf(program), ...given) as number[];
  if (place !== null && wide.varies[place])
    found.forEach((slope, k) => {
      if (!Object.is(all[place + k], slope))
        throw new Complaint(`lane ${all[place + k]}: ${slope}`);
    });

  // The tangent of the gradient is symmetric.
  const second = tangentOf(backward, inputs);
  const product = bothWays(pass(second.func));
  const times = (d: Vector): number[] => {
    const [own, changes, parts] = [shadows(), shadows(), partsOf(d)];
    const moved = second.moving.map((param) => {
      const k = backward.region.params.indexOf(param);
      return k < 4 ? parts[k] : changes[k - f.region.params.length];
    });
    const results = product(...argsOf(program), ...own, ...moved) as number[];
    const numbers = second.places.slice(1).map((at) => (at === null ? 0 : results[at]));
    return [...numbers, ...changes.flatMap((change) => [...change])];
  };
  const [u, v] = [times(directions[0]), times(directions[1])];
  const most = Math.max(1, ...u.map(Math.abs), ...v.map(Math.abs));
  if (!(most < 1e7)) return { isCompared: true };
  if (!isNear(dot(u, directions[1]), dot(v, directions[0]), most))
    throw new Complaint(`not symmetric: ${dot(u, directions[1])}, ${dot(v, directions[0])}`);
  return { isCompared: true };
}

/** As `judge`, but a program that leaves is not compared. */
function judged(program: ArrayProgram, pass?: (f: Func) => Func): Judged {
  try {
    return judge(program, pass);
  } catch (error) {
    if (error instanceof OutsideOfTier) return { isCompared: false };
    throw error;
  }
}

test('Random functions have tangents, lanes and symmetric second derivatives.', () => {
  const runs = sampled(60);
  let compared = 0;
  fc.assert(
    fc.property(arrayPrograms, (program) => {
      try {
        if (judged(program).isCompared) compared++;
      } catch (error) {
        throw new Error(`${program.text}\n${JSON.stringify(program.args)}`, { cause: error });
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  // Large gradients are not compared.
  expect(compared).toBeGreaterThan(0.45 * runs);
});

/** A function with some statements changed. */
function changed(f: Func, change: (stmt: Stmt) => Stmt): Func {
  const inRegion = (region: Region): Region => ({
    ...region,
    body: region.body.map((stmt) => {
      const found = change(stmt);
      if (found.tag === 'if')
        return { ...found, then: inRegion(found.then), otherwise: inRegion(found.otherwise) };
      return found.tag === 'for' || found.tag === 'while'
        ? { ...found, body: inRegion(found.body) }
        : found;
    }),
  });
  return { ...f, region: inRegion(f.region) };
}

const isOfTangent = (of: Value): boolean => of.name.endsWith('Dot');

const mistakes: readonly (readonly [name: string, change: (stmt: Stmt) => Stmt])[] = [
  [
    'takes a wrong partial',
    (stmt) =>
      stmt.tag === 'let' && stmt.op.tag === 'prim' && stmt.op.row === 'cos'
        ? { ...stmt, op: { ...stmt.op, row: 'sin' } }
        : stmt,
  ],
  [
    'does not move the tangent with what is stored',
    (stmt) =>
      stmt.tag === 'store' && isOfTangent(stmt.array)
        ? { ...stmt, tag: 'check', array: stmt.array, index: stmt.index }
        : stmt,
  ],
];

describe('The comparison notices a tangent that', () => {
  const programs = fc.sample(arrayPrograms, { seed: 2, numRuns: 12 });

  test.each(mistakes)('%s.', (_, change) => {
    const isNoticed = (program: ArrayProgram) => {
      try {
        judged(program, (f) => changed(f, change));
        return false;
      } catch (error) {
        if (error instanceof Complaint) return true;
        throw error;
      }
    };
    expect(programs.some(isNoticed)).toBe(true);
  });
});

describe('A tangent', () => {
  const of = (text: string, asksForZeros = false): Func => {
    const f = improved(funcOf(text));
    return tangentOf(f, [f.region.params[0]], asksForZeros).func;
  };

  test('is readable.', () => {
    const text = `function f(x: Float64Array, y: Float64Array) {
      let s = 0;
      for (let i = 0; i < x.length; i++) { const error = x[i] - y[i]; s += error * error; }
      return s / x.length;
    }`;
    expect(emit(of(text)).code).toBe(`function f_tangent(x, y, xDot) {
  let s = 0;
  let sDot = 0;
  for (let i = 0; i < x.length; i++) {
    const error = x[i] - y[i];
    const v1 = xDot[i] * error;
    s = s + error * error;
    sDot = sDot + (v1 + v1);
  }
  return [s / x.length, sDot * (1 / x.length)];
}`);
  });

  test('of arrays and records gives the tangents of all of them.', () => {
    const f = of(`function f(x: number) {
      const a = [x, x * x];
      return { a: a.map((y) => y * 2), n: 3, sum: a[0] + a[1] };
    }`);
    expect(compiled(f)(3, 1)).toEqual([[6, 18], 3, 12, Float64Array.of(2, 12), 7]);
  });

  const root = 'function f(x: number, y: number) { return Math.sqrt(x) * y; }';
  test('of an exact 0 wins, where it is asked for.', () => {
    expect(compiled(of(root))(0, 0, 1)).toEqual([0, NaN]);
    expect(compiled(of(root, true))(0, 0, 1)).toEqual([0, 0]);
    expect(interpret(of(root, true), [0, 0, 1])).toEqual([0, 0]);
    expect(compiled(of(root, true))(0, 2, 0)).toEqual([0, 0]);
  });

  test('does not look through stopGradient.', () => {
    const text = `import { stopGradient } from 'delta-tape';
      function f(x: number) { return x * stopGradient(x); }`;
    expect(compiled(of(text))(3, 1)).toEqual([9, 3]);
  });

  test('leaves where what moves is an index, and not whole.', () => {
    const f = compiled(
      of('function f(x: number) { const w = [1, x * 2]; return (w[x] ?? 0) * x; }'),
    );
    expect(f(1, 1)).toEqual([2, 4]);
    expect(() => f(0.5, 1)).toThrow(OutsideOfTier);
  });

  test('has second partials of hypot and atan2 without cancellation.', () => {
    const f = improved(
      funcOf('function f(x: number, y: number) { return Math.hypot(x, y) + Math.atan2(y, x); }'),
    );
    const inputs = f.region.params;
    const second = tangentOf(adjointOf(f, inputs), inputs);
    const times = (x: number, y: number, dx: number, dy: number) =>
      (compiled(second.func)(x, y, dx, dy) as number[]).slice(-2);
    // H = [[y²/r³ + 2xy/r⁴, -xy/r³ + (y² - x²)/r⁴], …]
    const [x, y] = [3, 1e-9];
    const [r3, r4] = [27, 81];
    expect(times(x, y, 1, 0)[0] / (y ** 2 / r3 + (2 * x * y) / r4)).toBeCloseTo(1, 12);
    expect(times(x, y, 0, 1)[0]).toBeCloseTo(-(x * y) / r3 + (y ** 2 - x ** 2) / r4, 14);
    expect(times(x, y, 0, 1)[1]).toBeCloseTo(x ** 2 / r3 - (2 * x * y) / r4, 14);
    // Where there is no direction, hypot has slopes of 0.
    expect(times(0, 0, 1, 2)).toEqual([0, 0]);
  });
});

describe('Lanes', () => {
  const widened = (text: string, count: number): Func => {
    const f = improved(funcOf(text));
    const made = tangentOf(f, [f.region.params[0]]);
    return lanes(made.func, made.func.region.params.slice(f.region.params.length), count)!.func;
  };

  test('of arrays stand side by side.', () => {
    const f = compiled(widened('function f(x: Float64Array) { return x[0] * x[1]; }', 2));
    expect(f(Float64Array.of(3, 5), Float64Array.of(1, 0, 0, 1))).toEqual([15, 5, 3]);
  });

  test('leave where an index that is computed is not whole.', () => {
    const f = compiled(
      widened('function f(x: Float64Array, n: number) { return x[0] * (x[n / 2] ?? 1); }', 2),
    );
    const given = [Float64Array.of(3, 5), 2, Float64Array.of(1, 0, 0, 1)];
    expect(f(...given)).toEqual([15, 5, 3]);
    expect(() => f(given[0], 1, given[2])).toThrow(OutsideOfTier);
  });

  test('ask once for parameters that indices are computed from.', () => {
    const text = `function f(x: Float64Array, n: number) {
      let s = 0;
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s += x[i * n + j] * x[j];
      return s;
    }`;
    expect(emit(widened(text, 4)).code.match(/isSafeInteger/g)).toHaveLength(1);
  });

  test('are refused of what is not linear.', () => {
    const f = improved(funcOf('function f(x: number) { return x > 0 ? x : 1; }'));
    expect(lanes(f, f.region.params, 2)).toBeNull();
  });
});
