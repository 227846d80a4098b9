/** Random programs on arrays: views, parts, products, choices, rules and inner derivatives, with writes in between. */
import { add, checkpoint, customGradient, loop, mul, type Real } from 'delta-tape';
import { array, gradOf, hvpOf, jvpOf, N, P, sum, type Array_ } from './support.js';

type Value = Array_ | Real;
/** The buffers that a program writes: numbers, places and a mask. */
interface Buffers {
  readonly numbers: Array_;
  readonly places: Array_;
  readonly mask: Array_;
}
type Step = (x: Value, y: Value, r: number, buffers: Buffers) => Value | null;

const isArray = (x: Value): x is Array_ => typeof x === 'object' && 'shape' in x;
const asArray = (x: Value): Array_ => (isArray(x) ? x : (P.full([], x) as Array_));
const pick = <T>(r: number, from: readonly T[]): T => from[Math.floor(r * from.length)];
const axisOf = (x: Value, r: number): number | undefined => {
  const { length } = asArray(x).shape;
  return length === 0 ? undefined : Math.floor(r * length);
};
const called =
  (name: string): Step =>
  (x) =>
    P[name](x) as Value;
const calledOnBoth =
  (name: string): Step =>
  (x, y) =>
    P[name](x, y) as Value;
const product = (x: Value, y: Value): Value => P.multiply(x, y) as Value;

/** A rule that writes into its cotangent when it has read it. */
const doubled = customGradient((x: Array_) => ({
  value: P.multiply(x, 2) as Array_,
  pullback(c: unknown) {
    const change = P.multiply(c, 2);
    if (c instanceof (N.NDArray as unknown as new () => object))
      (c as unknown as { fill(a: number): void }).fill(9);
    return [change] as never;
  },
})) as unknown as (x: Array_) => Array_;

const writers: readonly Step[] = [
  (_, __, r, { numbers }) => (P.copyto(numbers, array([r, -r, 2 * r])), null),
  (_, __, r, { places }) => (P.copyto(places, array([r < 0.5 ? 0 : 1, 0, 1], 'int32')), null),
  (_, __, r, { mask }) => (P.copyto(mask, array([r < 0.5, true, r > 0.3], 'bool')), null),
];

const readers: readonly Step[] = [
  (x, _, __, { numbers }) => product(x, numbers as Value),
  (x, _, __, { numbers }) => P.add(P.sin(product(x, numbers)), numbers.slice('::-1')) as Value,
  (x, _, __, { places }) => P.take(asArray(x), places, 0) as Value,
  (x, y, _, { mask }) => P.where(mask, asArray(x), asArray(y)) as Value,
];

const steps: readonly Step[] = [
  ...['sin', 'tanh', 'square', 'negative', 'arctan', 'cumsum', 'ravel', 'copy'].map(called),
  ...['add', 'subtract', 'multiply', 'maximum', 'minimum', 'hypot', 'matmul', 'dot', 'outer'].map(
    calledOnBoth,
  ),
  (x, y) => P.where(P.greater(x, y), asArray(x), P.multiply(asArray(y), 2)) as Value,
  (x, y) => P.divide(x, P.add(P.square(y), 0.5)) as Value,
  (x, _, r) => P[pick(r, ['sum', 'mean', 'max', 'prod', 'ptp'])](x, axisOf(x, r)) as Value,
  (x, _, r) => asArray(x).slice(pick(r, ['0:2', '::2', '-1', '1:', '0', '::-1'])),
  (x, _, r) => asArray(x).slice('...', pick(r, ['0:2', '-1', '::-1'])),
  (x) => P.square(asArray(x).slice('1:')) as Value,
  (x) => P.maximum(asArray(x).slice('-1'), 0.1) as Value,
  (x, _, r) => P.flip(asArray(x), axisOf(x, r)) as Value,
  (x) => asArray(x).T,
  (x) => P.sort(asArray(x)) as Value,
  (x, y) => P.concatenate([asArray(x), asArray(y), asArray(x)], 0) as Value,
  (x, y) => P.stack([asArray(x), asArray(y)], 0) as Value,
  (x) => P.broadcast_to(asArray(x), [2, ...asArray(x).shape]) as Value,
  (x) =>
    [...(asArray(x) as unknown as Iterable<Value>)].reduce(
      (z, a) => P.add(z, product(a, a)) as Value,
      0,
    ),
  (x) => P.array([sum(x), 2, mul(sum(x), sum(x))]) as Value,
  (x) => doubled(P.add(asArray(x), 0) as Array_),
  (x, y) => gradOf((z: Array_) => sum(P.multiply(P.sin(P.multiply(z, y)), x)))(asArray(x)),
  (x, y) => jvpOf((z: Array_) => P.multiply(P.cos(z), y))([asArray(x)], [asArray(x)]).tangent,
  (x) => hvpOf((z: Array_) => sum(P.exp(P.multiply(z, 0.3))))(asArray(x), asArray(x)),
  (x, y) => checkpoint((a: Value, b: Value) => P.multiply(P.sin(a), b) as Value)(x, y),
  (x) => loop(3, (s: Value) => P.sin(P.multiply(s, 1.1)) as Value, asArray(x) as Value),
];

const shapes = [[3], [2, 3], [3, 3], [2, 1], [1], [2, 2], [], [1, 3], [0]];

export interface Program {
  readonly f: (...xs: Value[]) => Real;
  readonly args: readonly Array_[];
}

const isSmall = (x: Value): boolean =>
  asArray(x).size <= 40 &&
  [asArray(x).tolist()].flat(64).every((a) => Number.isFinite(a) && Math.abs(a as number) < 30);

/** Which step is tried, on which of the values so far: numbers from 0 to below 1. */
export interface Choice {
  readonly kind: number;
  readonly step: number;
  readonly one: number;
  readonly other: number;
  readonly r: number;
}

/** A program whose steps work, on arguments of its own. */
export function programOf(draw: () => number): Program {
  const filled = (shape: readonly number[]): Array_ => {
    const size = shape.reduce((p, d) => p * d, 1);
    return N.reshape(array(Array.from({ length: size }, () => 3 * draw() - 1.5)), [
      ...shape,
    ]) as Array_;
  };
  const args = [filled(pick(draw(), shapes)), filled(pick(draw(), shapes))];
  const choices = Array.from({ length: 30 }, (): Choice => {
    const [kind, step, one, other, r] = Array.from({ length: 5 }, draw);
    return { kind, step, one, other, r };
  });
  return programFrom(args, choices, 9);
}

/** A program of those of the chosen steps that work, up to a number. */
export function programFrom(
  args: readonly Array_[],
  choices: readonly Choice[],
  most: number,
): Program {
  const fresh = (): Buffers => ({
    numbers: array([0.7, -0.4, 1.3]),
    places: array([0, 1, 0], 'int32'),
    mask: array([true, false, true], 'bool'),
  });
  const values: Value[] = [...args];
  const taken: { step: Step; at: readonly [number, number]; r: number }[] = [];
  const buffers = fresh();
  for (const { kind, step: chosen, one, other, r } of choices) {
    if (taken.length === most) break;
    const step = pick(chosen, kind < 0.2 ? writers : kind < 0.45 ? readers : steps);
    const at = [one, other].map((x) => Math.floor(x * values.length)) as [number, number];
    try {
      const z = step(values[at[0]], values[at[1]], r, buffers);
      if (z !== null && !isSmall(z)) continue;
      taken.push({ step, at, r });
      if (z !== null) values.push(z);
    } catch {
      // Shapes that do not fit: another step is drawn.
    }
  }
  const weights = values.map((_, k) => Math.sin(5 * k + 1) + 0.2);
  const f = (...xs: Value[]): Real => {
    const [all, own] = [[...xs], fresh()];
    for (const { step, at, r } of taken) {
      const z = step(all[at[0]], all[at[1]], r, own);
      if (z !== null) all.push(z);
    }
    // What was told and read may be written before the sweep.
    for (const buffer of [own.numbers, own.places, own.mask])
      (buffer as unknown as { fill(a: number): void }).fill(1);
    return all.reduce<Real>((s, z, k) => add(s, mul(weights[k], sum(P.multiply(z, z)))), 0);
  };
  return { f, args };
}
