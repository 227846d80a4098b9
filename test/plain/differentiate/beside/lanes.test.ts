/**
 * Lanes of derivatives of all kinds and to the third order: each lane has the bits of a direction alone, and what does not
 * depend on the direction is computed once. Third derivatives are symmetric.
 */
import fc from 'fast-check';
import { jacobian } from 'delta-tape';
import { costOf } from '../../../../src/plain/improve/cost.js';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import {
  isArray,
  type Func,
  type Region,
  type Stmt,
  type Value,
} from '../../../../src/plain/ir/ir.js';
import { apartIn } from '../../../../src/plain/differentiate/beside/lane-arrays.js';
import { arrayPrograms, type ArrayProgram } from '../../../support/array-programs.js';
import {
  adjoint,
  compiled,
  funcOf,
  improved,
  lanes,
  loweredText,
  partials,
  tangent,
  verify,
} from '../../../support/numeric.js';
import { load } from '../../../support/plain.js';
import { sampled } from '../../../support/sample.js';
import { at, withoutCompiled } from '../../../support/tiers.js';

/** A derivative, and the parameters that it is linear in. */
interface Linear {
  readonly func: Func;
  readonly varying: readonly Value[];
}

const options = { partials, asksForZeros: false };

function pullbackOf(f: Func, inputs: readonly Value[], isSeeded: boolean): Linear {
  const made = adjoint(f, inputs, { ...options, isSeeded });
  if (made.tag === 'refused') throw new Error(made.why);
  const varying = made.func.region.params.slice(f.region.params.length);
  return { func: improved(made.func), varying };
}

function tangentOf(
  f: Func,
  inputs: readonly Value[],
): Linear & { readonly moving: readonly Value[] } {
  const made = tangent(f, inputs, options);
  if (made.tag === 'refused') throw new Error(made.why);
  const varying = made.func.region.params.slice(f.region.params.length);
  return { func: improved(made.func), varying, moving: made.moving };
}

/** Derivatives of a function by its first parameters. */
function kindsOf(f: Func, count: number): Readonly<Record<string, Linear>> {
  const inputs = f.region.params.slice(0, count);
  const product = tangentOf(pullbackOf(f, inputs, false).func, inputs);
  return {
    tangent: tangentOf(f, inputs),
    pullback: pullbackOf(f, inputs, true),
    product,
    third: tangentOf(product.func, inputs),
  };
}

const listOf = (found: unknown): readonly unknown[] => (Array.isArray(found) ? found : [found]);
const number = (seed: number): number => Math.sin(1.3 * seed + 0.4);
const random = ({ type }: Value, seed: number): number | Float64Array =>
  isArray(type) ? Float64Array.from({ length: 4 }, (_, k) => number(seed + 7 * k)) : number(seed);

/**
 * Says what is wrong with lanes; `change` spoils them, and `areApart` asks for arrays of their own. The
 * first arguments are given.
 */
function complaint(
  { func, varying }: Linear,
  given: () => readonly unknown[],
  count: number,
  change = (f: Func): Func => f,
  areApart = false,
): string | null {
  const { params } = func.region;
  const apart = areApart ? apartIn(func, varying) : new Set<Value>();
  const wide = lanes(func, varying, count, apart);
  if (wide === null) return 'it is not linear';
  const [wrong] = verify(wide.func);
  if (wrong !== undefined) return wrong;
  const own = given();
  const argsIn = (lane: number): unknown[] =>
    params.map((param, k) =>
      varying.includes(param)
        ? random(param, k + 31 * lane)
        : k < own.length
          ? given()[k]
          : random(param, k),
    );
  const each = Array.from({ length: count }, (_, lane) => argsIn(lane));
  const all = params.flatMap((param, k): unknown[] => {
    if (!varying.includes(param)) return [argsIn(0)[k]];
    const directions = each.map((args) => args[k]);
    if (!isArray(param.type)) return directions;
    const arrays = directions as Float64Array[];
    if (apart.has(param)) return arrays.map((array) => array.slice());
    return [
      Float64Array.from({ length: 4 * count }, (_, n) => arrays[n % count][Math.floor(n / count)]),
    ];
  });
  const run = compiled(func);
  const found = listOf(compiled(change(wide.func))(...all));
  const singles = each.map((args) => listOf(run(...args)));
  let next = 0;
  for (const [k, varies] of wide.varies.entries()) {
    const some = found.slice(next, (next += varies ? count : 1));
    const expected = singles.slice(0, some.length).map((list) => list[k]);
    if (String(some) !== String(expected))
      return `result ${k}: ${String(some)}, not ${String(expected)}`;
  }
  let place = 0;
  for (const [k, param] of params.entries()) {
    const array = all[place] as Float64Array;
    const isSeveral = apart.has(param);
    const isWide = varying.includes(param);
    const own = all.slice(
      place,
      (place += isSeveral || (isWide && !isArray(param.type)) ? count : 1),
    );
    if (!isArray(param.type)) continue;
    for (const [lane, args] of each.entries()) {
      const inOne = () => (isWide ? array.filter((_, n) => n % count === lane) : array);
      const one = isSeveral ? (own[lane] as Float64Array) : inOne();
      if (String(one) !== String(args[k])) return `${param.name}, lane ${lane}: ${String(one)}`;
    }
  }
  return null;
}

const argsOf =
  ({ args: [x, y, xs, ys] }: ArrayProgram) =>
  (): unknown[] => [x, y, Float64Array.from(xs), Float64Array.from(ys), 3];

function complaintOf(
  program: ArrayProgram,
  kind: string,
  count: number,
  change?: (f: Func) => Func,
  areApart?: boolean,
) {
  const lowered = loweredText(program.text);
  if (lowered.tag === 'refused') return null;
  try {
    return complaint(
      kindsOf(improved(lowered.func), 4)[kind],
      argsOf(program),
      count,
      change,
      areApart,
    );
  } catch (error) {
    if (error instanceof OutsideOfTier) return null;
    throw error;
  }
}

test.each([
  ['tangent', 8],
  ['pullback', 4],
  ['product', 4],
  ['third', 2],
])(
  'Random functions: each lane of a %s in %i has the bits of a direction alone.',
  (kind, count) => {
    fc.assert(
      fc.property(arrayPrograms, (program) => {
        expect(complaintOf(program, kind, count)).toBeNull();
      }),
      { numRuns: sampled(12), endOnFailure: true },
    );
  },
);

test.each(['tangent', 'pullback'])(
  'Random functions: lanes of a %s with arrays of their own have the same bits.',
  (kind) => {
    fc.assert(
      fc.property(arrayPrograms, (program) => {
        expect(complaintOf(program, kind, 3, undefined, true)).toBeNull();
      }),
      { numRuns: sampled(12), endOnFailure: true },
    );
  },
);

/** Lanes in which one product takes another lane. */
function crossed(f: Func): Func {
  let isDone = false;
  const inRegion = (region: Region): Region => ({ ...region, body: region.body.map(inStmt) });
  const inStmt = (stmt: Stmt): Stmt => {
    if (stmt.tag === 'for') return { ...stmt, body: inRegion(stmt.body) };
    if (isDone || stmt.tag !== 'store') return stmt;
    isDone = true;
    return { tag: 'check', array: stmt.array, index: stmt.index };
  };
  return { ...f, region: inRegion(f.region) };
}

test('The comparison notices a store that is left out of one lane.', () => {
  const programs = fc.sample(arrayPrograms, { seed: 5, numRuns: 12 });
  const isNoticed = (areApart: boolean) =>
    programs.some((one) => complaintOf(one, 'pullback', 4, crossed, areApart) !== null);
  expect([isNoticed(false), isNoticed(true)]).toEqual([true, true]);
});

const mixed = `function f(x: Float64Array, t: number) {
  let s = 0;
  for (let i = 0; i < x.length; i++) {
    const e = Math.exp(x[i] * t) + Math.tanh(x[i]);
    s += e * Math.sin(x[(i + 1) % x.length]);
  }
  return s * s;
}`;

test.each(['tangent', 'pullback', 'product', 'third'])(
  'Lanes of a %s compute nothing twice that does not depend on the direction.',
  (kind) => {
    const { func, varying } = kindsOf(improved(funcOf(mixed)), 2)[kind];
    const [one, eight] = [func, lanes(func, varying, 8)!.func].map((f) => costOf(improved(f)));
    expect(eight.nonlinear).toEqual(one.nonlinear);
    one.mults.forEach((count, degree) => {
      expect(eight.mults[degree]).toBeLessThanOrEqual(8 * count + 8);
    });
  },
);

test('Third derivatives are symmetric.', () => {
  const f = improved(funcOf(mixed));
  const inputs = f.region.params;
  const product = tangentOf(pullbackOf(f, inputs, false).func, inputs);
  const { func, moving } = tangentOf(product.func, inputs);
  const x = Float64Array.of(0.3, -0.7, 1.1, 0.2);
  const directions = [random(inputs[0], 1), random(inputs[0], 2)] as Float64Array[];
  const third = (v: Float64Array, w: Float64Array): Float64Array => {
    const arrays = new Map<Value, Float64Array>();
    const own = product.func.region.params.map((param) => {
      const given =
        param === inputs[0]
          ? x
          : param === product.varying[product.moving.indexOf(inputs[0])]
            ? v
            : new Float64Array(4);
      arrays.set(param, given);
      return isArray(param.type) ? given : param === inputs[1] ? 0.8 : 0;
    });
    const more = moving.map((param) =>
      param === inputs[0] ? w : isArray(param.type) ? new Float64Array(4) : 0,
    );
    compiled(func)(...own, ...more);
    // What moves last is the tangent of the tangent of the gradient.
    return more.at(-1) as Float64Array;
  };
  const [one, other] = [third(directions[0], directions[1]), third(directions[1], directions[0])];
  expect(one.some((slope) => slope !== 0)).toBe(true);
  one.forEach((slope, k) => {
    expect(slope).toBeCloseTo(other[k], 10);
  });
});

test.each([
  [3, 20],
  [20, 3],
  [9, 9],
  [1, 17],
])('A Jacobian by %i of %i is that of a run, forwards and backwards.', (width, height) => {
  const { f } = load<{ f: (x: Float64Array, height: number) => Float64Array }>(`exports.f = f;
function f(x: Float64Array, height: number): Float64Array {
  const y = new Float64Array(height);
  for (let i = 0; i < height; i++) for (let j = 0; j < x.length; j++) y[i] += Math.sin(x[j] * (i + 1)) * x[(i + j) % x.length];
  return y;
}`);
  const x = Float64Array.from({ length: width }, (_, k) => number(k));
  expect(at(f, [x, height], 0)).not.toBeNull();
  const expected = withoutCompiled(() => jacobian(f)(x, height));
  for (const plan of ['forward', 'reverse'] as const) {
    const found = jacobian(f, { plan })(x, height);
    expect(found).toHaveLength(height);
    found.forEach((row, i) => {
      row.forEach((slope, j) => {
        expect(slope).toBeCloseTo(expected[i][j], 10);
      });
    });
  }
});
