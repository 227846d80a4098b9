/**
 * Checks that a program means the same translated, in every mode, as it does by itself and by the
 * specification.
 */
import { grad, jvp, primalOf, trace, valueAndGrad, vjp, type Real } from 'delta-tape';
import type { PlainProgram, Point } from './modules.js';
import { primal, Specification, Tangents } from './specification.js';

type Inputs = readonly [x: Real, y: Real, xs: readonly Real[], fs: Float64Array];
export type Main = (...inputs: Inputs) => Real;

/** The untranslated program, or with `$` the explicit one. */
function run(text: string, $?: unknown): (...inputs: readonly unknown[]) => unknown {
  const exports: { main?: (...inputs: readonly unknown[]) => unknown } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  (new Function('exports', '$', text) as (...args: unknown[]) => void)(exports, $);
  return exports.main!;
}

const inputs = ([x, y, xs, fs]: Point): Inputs => [x, y, [...xs], new Float64Array(fs)];
const wrt = [0, 1, 2, 3] as const;
const flat = (tree: unknown): number[] =>
  typeof tree === 'number' ? [tree] : [...(tree as number[])].flatMap(flat);

export interface Verdict {
  readonly complaint: string | null;
  /** True if gradients were compared: they are not where they are too steep. */
  readonly compared: boolean;
}

/** `main` is the translated program. */
export function judged(program: PlainProgram, main: Main): Verdict {
  const point = program.point;
  const expected = run(program.text('plain'))(...inputs(point)) as number;
  const specification = new Specification();
  const { $ } = specification;
  const [x, y, ...rest] = specification.inputs([point[0], point[1], ...point[2], ...point[3]]);
  const meant = run(program.text('explicit'), $)(x, y, rest.slice(0, 3), $.floats(rest.slice(3)));
  if (!Object.is(primal(meant), expected)) {
    return {
      complaint: `the specification gives ${String(meant)}, not ${expected}`,
      compared: false,
    };
  }
  const zeros = [x, y, ...rest].map(() => 0);
  const { tangents, sizes } = meant instanceof Tangents ? meant : { tangents: zeros, sizes: zeros };
  const compared = specification.largest < 1e9;
  const complaints: string[] = [];
  const value = (mode: string, found: unknown) => {
    if (!Object.is(found, expected))
      complaints.push(`value by ${mode}: ${String(found)}, not ${expected}`);
  };
  const slopes = (mode: string, found: unknown, from = 0) =>
    flat(found).forEach((slope, k) => {
      const [wanted, size] = [tangents[from + k], sizes[from + k]];
      if (compared && !(Math.abs(slope - wanted) <= 1e-9 * size))
        complaints.push(`slope ${from + k} by ${mode}: ${slope}, not ${wanted}`);
    });
  const attempt = (mode: string, check: () => void) => {
    try {
      check();
    } catch (error) {
      complaints.push(`${mode} throws ${String(error)}`);
    }
  };

  const at = () => inputs(point);
  const whole = main as unknown as (...inputs: Inputs) => number;
  attempt('numbers', () => value('numbers', main(...at())));
  attempt('grad', () => {
    const { value: found, gradient } = valueAndGrad(whole, { wrt })(...at());
    value('grad', found);
    slopes('grad', gradient);
  });
  attempt('vjp', () => {
    const { value: found, pullback } = vjp(whole, { wrt })(...at());
    value('vjp', found);
    slopes('vjp', pullback(1));
  });
  attempt('trace', () => value('trace', trace(whole, { wrt })(...at()).value));
  const still = at()
    .slice(2)
    .map((list) => (list as number[]).map(() => 0));
  attempt('jvp', () => {
    const found = jvp(main)(at(), [1, 0, ...still] as never);
    value('jvp', found.value);
    slopes('jvp', found.tangent);
  });
  attempt('forward over reverse', () => {
    const nested = (y: Real) => {
      const [x, , xs, fs] = at();
      const by = { wrt: [0, 2, 3] } as const;
      const { value: found, gradient } = valueAndGrad(whole, by)(x, y, xs, fs);
      return [found, gradient[0], gradient[1]];
    };
    const [found, slope, more] = jvp(nested)([point[1]], [1]).value as unknown as [
      Real,
      Real,
      Real[],
    ];
    value('forward over reverse', found);
    slopes('forward over reverse', slope);
    slopes('forward over reverse', more, 2);
  });
  attempt('reverse over forward', () => {
    const nested = (y: Real) => {
      const [x, , xs, fs] = at();
      const found = jvp(main)([x, y, xs, fs], [1, 0, ...still] as never);
      value('reverse over forward', primalOf(found.value));
      slopes('reverse over forward', primalOf(found.tangent));
      return found.tangent;
    };
    grad(nested)(point[1]);
  });
  return { complaint: complaints.length > 0 ? complaints.join('\n') : null, compared };
}
