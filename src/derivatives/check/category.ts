/**
 * The axioms CD1 to CD7 of Cartesian differential categories (Mak and Ong, §4.1), of the pushforward. A
 * morphism is a function of one tree, and D[f]⟨v, x⟩ = J(f)(x)(v): the tangent comes first. A fixed number
 * of passes.
 */
import { asBlock, blocks, isBlock } from '../../core/block.js';
import { add, mul, sin } from '../../core/primitives/table.js';
import type { Real } from '../../core/real.js';
import { jvp } from '../jvp.js';
import { outputShapeWithBlocks } from '../output-reals.js';
import type { AnyFunction } from '../signatures.js';
import { numbersIn, zeroOf } from '../units.js';
import { attempt, type CheckedFunction } from './checked-function.js';
import { magnitude, type Draw } from './draws.js';
import { compareSummed } from './first.js';
import { pathsOf } from './flat-numbers.js';
import { NOT_FINITE, SUMMED, rounding, type Vector } from './linear-law.js';
import { Tally } from './report.js';

type Morphism = (x: unknown) => unknown;
const forward = jvp as unknown as (f: AnyFunction) => (xs: unknown[], vs: unknown[]) => Pushed;
interface Pushed {
  readonly tangent: unknown;
}

/** D[f] : A × A → B. */
const D =
  (f: Morphism): Morphism =>
  (pair) => {
    const [v, x] = pair as readonly [unknown, unknown];
    return forward(f)([x], [v]).tangent;
  };

/** The reals of two trees of one shape, put together one by one. */
function together(one: unknown, other: unknown, join: (x: Real, y: Real) => Real): unknown {
  const [shape, { reals }] = [outputShapeWithBlocks(one), outputShapeWithBlocks(other)];
  return shape.rebuild(shape.reals.map((x, k) => inBlocks(x, reals[k], join)));
}

function inBlocks(x: Real, y: Real, join: (x: Real, y: Real) => Real): unknown {
  if (!isBlock(x)) return join(x, y);
  const [xs, ys] = [x, y].map((block) => blocks.kind!.reals(asBlock(block)));
  const joined = xs.map((one, k) => join(one, ys[k]));
  return blocks.kind!.ofReals(asBlock(x), joined);
}

const plus =
  (f: Morphism, g: Morphism): Morphism =>
  (x) =>
    together(f(x), g(x), add);
const sumOf = (x: unknown, y: unknown): unknown => together(x, y, add);
const each =
  (g: (x: Real) => Real): Morphism =>
  (x) =>
    together(x, x, g);
const zero: Morphism = (x) => {
  const shape = outputShapeWithBlocks(x);
  return shape.rebuild(shape.reals.map(zeroOf));
};
const pair =
  (f: Morphism, g: Morphism): Morphism =>
  (x) => [f(x), g(x)];
const after =
  (g: Morphism, f: Morphism): Morphism =>
  (x) =>
    g(f(x));
const first: Morphism = (x) => (x as readonly unknown[])[0];
const second: Morphism = (x) => (x as readonly unknown[])[1];

/** Two sides of an axiom. */
type Sides = readonly [left: unknown, right: unknown];

/** The axioms for `f`, `g` of the same type, and `h` after them; at `x`, along `u` and `v`. */
const axioms = (
  f: Morphism,
  g: Morphism,
  h: Morphism,
  x: unknown,
  [u, v]: readonly unknown[],
): Readonly<Record<string, () => readonly Sides[]>> => ({
  'CD1: D[f + g] = D[f] + D[g], D[0] = 0': () => [
    [D(plus(f, g))([v, x]), sumOf(D(f)([v, x]), D(g)([v, x]))],
    [D(after(zero, f))([v, x]), zero(f(x))],
  ],
  'CD2: D[f]⟨u + v, x⟩ = D[f]⟨u, x⟩ + D[f]⟨v, x⟩, D[f]⟨0, x⟩ = 0': () => [
    [D(f)([sumOf(u, v), x]), sumOf(D(f)([u, x]), D(f)([v, x]))],
    [D(f)([zero(v), x]), zero(f(x))],
  ],
  'CD3: D[Id] = π₁, D[π₁] = π₁ ∘ π₁, D[π₂] = π₂ ∘ π₁': () => [
    [D((y) => y)([v, x]), v],
    [
      D(first)([
        [u, v],
        [x, x],
      ]),
      u,
    ],
    [
      D(second)([
        [u, v],
        [x, x],
      ]),
      v,
    ],
  ],
  'CD4: D[⟨f, g⟩] = ⟨D[f], D[g]⟩': () => [[D(pair(f, g))([v, x]), pair(D(f), D(g))([v, x])]],
  'CD5: D[h ∘ f] = D[h] ∘ ⟨D[f], f ∘ π₂⟩': () => [
    [D(after(h, f))([v, x]), after(D(h), pair(D(f), after(f, second)))([v, x])],
  ],
  'CD6: D[D[f]]⟨⟨u, 0⟩, ⟨v, x⟩⟩ = D[f]⟨u, x⟩': () => [
    [
      D(D(f))([
        [u, zero(x)],
        [v, x],
      ]),
      D(f)([u, x]),
    ],
  ],
  'CD7: D[D[f]]⟨⟨0, u⟩, ⟨v, x⟩⟩ = D[D[f]]⟨⟨0, v⟩, ⟨u, x⟩⟩': () => [
    [
      D(D(f))([
        [zero(x), u],
        [v, x],
      ]),
      D(D(f))([
        [zero(x), v],
        [u, x],
      ]),
    ],
  ],
});

/** Which axioms are about second derivatives. */
const isOfOrder2 = (axiom: string): boolean => /^CD[67]/.test(axiom);

/**
 * The axioms CD1 to CD7 for a function at its point. In the place of other morphisms stand −f/2, and a
 * sine of each real.
 */
export function axiomsOf(
  subject: CheckedFunction,
  draw: Draw,
  order: 1 | 2,
  isLinear: boolean,
): Tally[] {
  const { point } = subject;
  const f = subject.f as Morphism;
  const along = (): Vector => draw(point.length).map((r, k) => r * magnitude(point[k]));
  const [u, v] = [along(), along()];
  const half = each((y) => mul(-0.5, y));
  const all = axioms(
    f,
    after(half, f),
    each(sin),
    subject.treeAt(point),
    [u, v].map(subject.treeAt),
  );
  const noise = rounding(subject.pushforward, v);
  // How much rounding there is, only a linear map tells.
  const most = (): number =>
    !isLinear ? 0 : Math.max(...subject.outputPaths.map((_, k) => noise(k)), 0);
  return Object.entries(all)
    .filter(([axiom]) => order === 2 || !isOfOrder2(axiom))
    .map(([axiom, sides]) => {
      const tally = new Tally(axiom);
      for (const pair of attempt(sides) ?? []) compare(tally, pair, most);
      return tally;
    });
}

function compare(tally: Tally, [left, right]: Sides, noise: () => number): void {
  const [one, other] = [left, right].map((tree) => outputShapeWithBlocks(tree));
  const expected = numbersIn(other.reals);
  const paths = pathsOf(one);
  numbersIn(one.reals).forEach((actual, k) => {
    const found = {
      path: paths[k],
      expected: expected[k],
      actual,
      because: 'the left side against the right side',
    };
    const size = Math.abs(actual) + Math.abs(expected[k]);
    if (Number.isFinite(size)) compareSummed(tally, found, SUMMED * size, noise);
    else tally.note(paths[k], NOT_FINITE);
  });
}
