/** Random programs on arrays, in every mode and order against each other and against differences. */
import { linearize, valueAndGrad, vjp, type Real } from 'delta-tape';
import { programOf } from './programs.js';
import { flat, gradOf, hvpOf, jvpOf, like, N, P, type Array_ } from './support.js';

const COUNT = 60;
const seed = Number(process.env.SEED ?? 1);

function drawsFrom(start: number): () => number {
  let state = (start * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

const inner = (xs: readonly Array_[], ys: readonly Array_[]): number =>
  xs.reduce((s, x, k) => s + flat(x).reduce((t, a, j) => t + a * flat(ys[k])[j], 0), 0);
type Both = { value: number; gradient: Array_[] };
type Any = (f: unknown, options?: unknown) => (...xs: unknown[]) => unknown;
const both = valueAndGrad as unknown as Any;

test.each(Array.from({ length: COUNT }, (_, k) => seed * COUNT + k))('Program %i.', (start) => {
  const draw = drawsFrom(start);
  const { f, args } = programOf(draw);
  const directions = args.map((x) =>
    like(
      x,
      Array.from({ length: x.size }, () => draw() - 0.5),
    ),
  );
  const moved = (by: number) =>
    args.map((x, k) => N.add(x, N.multiply(directions[k], by)) as Array_);
  const wrt = { wrt: [0, 1] };
  const near = (what: string, a: number, b: number, close: number) => {
    const size = Math.max(1, Math.abs(a), Math.abs(b));
    if (!(Math.abs(a - b) <= close * size)) expect([what, a]).toEqual([what, b]);
  };

  const { value, gradient } = both(f, wrt)(...args) as Both;
  near('value', value, f(...args) as number, 1e-12);
  const slope = inner(gradient, directions);
  const { tangent } = jvpOf(f)(args, directions) as unknown as { tangent: number };
  near('forward', tangent, slope, 1e-9);
  const { pushforward } = (linearize as unknown as Any)(f, wrt)(...args) as {
    pushforward: (t: unknown) => number;
  };
  const { pullback } = (vjp as unknown as Any)(f, wrt)(...args) as {
    pullback: (c: number) => Array_[];
  };
  for (let twice = 0; twice < 2; twice++) {
    near('linearised', pushforward(directions), slope, 1e-9);
    near('pulled back', inner(pullback(1), directions), slope, 1e-9);
  }
  const atDistance = (h: number) =>
    ((f(...moved(h)) as number) - (f(...moved(-h)) as number)) / (2 * h);
  const [wide, narrow] = [1e-4, 1e-5].map(atDistance);
  // Beside a kink differences depend on their distance.
  if (Math.abs(wide - narrow) < 1e-5 * Math.max(1, Math.abs(wide)))
    near('differences', slope, narrow, 1e-4);

  const [first, ...others] = args;
  const second = inner([hvpOf(f)(first, directions[0], ...others)], [directions[0]]);
  const gradientAlong = (x: Array_) =>
    P.sum(P.multiply(gradOf(f)(x, ...others), directions[0])) as Real;
  near(
    'reverse over reverse',
    inner([gradOf(gradientAlong)(first)], [directions[0]]),
    second,
    1e-8,
  );
  const twice = jvpOf(
    (x: Array_) =>
      jvpOf(f)([x, ...others], [directions[0], ...others.map(() => undefined)]).tangent,
  );
  near(
    'forward over forward',
    twice([first], [directions[0]]).tangent as unknown as number,
    second,
    1e-8,
  );
});
