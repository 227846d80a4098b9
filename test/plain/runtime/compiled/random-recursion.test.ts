/**
 * All derivative operators on random functions that call themselves and each other with arrays: compiled code answers as
 * runs do, or not at all. Its values are those of the source, bit for bit, and it leaves arguments as runs leave them.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { grad, hessian, hvp, jacobian, jvp, linearize, valueAndGrad, vjp } from 'delta-tape';
import { flatten } from '../../../../src/core/trees/tree.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { recursivePrograms, type RecursiveProgram } from '../../../support/recursive-programs.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, at, withoutCompiled } from '../../../support/tiers.js';

type Args = [x: Float64Array, y: Float64Array, z: number, m: Int32Array];
type F = (...args: Args) => number;

const argsOf = ({ args: [x, y, z] }: RecursiveProgram): Args => [
  Float64Array.from(x),
  Float64Array.from(y),
  z,
  Int32Array.of(0, 1, 2),
];

/** Some numbers in the place of those of a tree. */
function direction(tree: unknown): never {
  const shape = flatten(tree, 'a tree');
  return shape.rebuild(shape.reals.map((_, k) => 1 - 0.75 * k)) as never;
}

/** The answer of an operator; `value` is that of the function, where it is given. */
interface Given {
  readonly value?: unknown;
  readonly derivatives: unknown;
}

const wrt = [0, 1, 2] as const;
const ofNumbers: Record<string, (f: F, args: Args) => Given> = {
  grad: (f, args) => ({ derivatives: grad(f)(...args) }),
  valueAndGrad: (f, args) => {
    const { value, gradient } = valueAndGrad(f, { wrt })(...args);
    return { value, derivatives: gradient };
  },
  hvp: (f, args) => ({ derivatives: hvp(f)(args[0], direction(args[0]), ...tail(args)) }),
  hessian: (f, args) => ({ derivatives: hessian(f)(...args) }),
};
const ofAll: Record<string, (f: F, args: Args) => Given> = {
  vjp: (f, args) => {
    const { value, pullback } = vjp(f, { wrt })(...args);
    const [one, other] = [direction(value), direction([value, value])[1]];
    return { value, derivatives: [pullback(one), pullback(other), pullback(one)] };
  },
  jvp: (f, args) => {
    const { value, tangent } = jvp(f, { wrt })(args, direction(args.slice(0, 3)));
    return { value, derivatives: tangent };
  },
  linearize: (f, args) => {
    const { value, pushforward } = linearize(f)(...args);
    return { value, derivatives: [pushforward(direction(args[0]))] };
  },
  jacobian: (f, args) => ({ derivatives: jacobian(f)(...args) }),
};
const tail = ([, ...others]: Args) => others;

type Outcome = { readonly given: Given; readonly error?: never } | { readonly error: string };

function outcome(work: () => Given): Outcome {
  try {
    return { given: work() };
  } catch (error) {
    return { error: String(error) };
  }
}

const numbers = (tree: unknown): number[] => flatten(tree, 'derivatives').reals as number[];

/** Says what is wrong with an answer; null if it is that of a run. */
function complaintAbout(found: Outcome, expected: Outcome, value: unknown): string | null {
  // A call that compiled code answers gives a number where all partials are 0, which may be stored anywhere.
  if (/from outside of the function/.test(expected.error ?? '')) return null;
  if (found.error !== undefined || expected.error !== undefined)
    return found.error === expected.error ? null : `${found.error}, not ${expected.error}`;
  if ('value' in found.given && !isDeepStrictEqual(found.given.value, value))
    return `the value ${JSON.stringify(found.given.value)}, not ${JSON.stringify(value)}`;
  const [one, other] = [found, expected].map(({ given }) => numbers(given.derivatives));
  const size = Math.max(1, ...other.map(Math.abs));
  const isSame = one.every(
    (x, k) => Object.is(x, other[k]) || Math.abs(x - other[k]) <= 1e-8 * size,
  );
  return one.length === other.length && (isSame || size > 1e6)
    ? null
    : `${one.join()}, not ${other.join()}`;
}

testInTurn(2, 3)(
  'Functions that call themselves with arrays have the derivatives of runs in all operators.',
  () => {
    let [answers, asked, errors] = [0, 0, 0];
    compiled.answer = (...given) => counted(answer(...given));
    compiled.at = (...given) => counted(at(...given));
    const counted = <T>(found: T): T => {
      if (found !== null) answers++;
      return found;
    };
    fc.assert(
      fc.property(recursivePrograms, (program) => {
        const module = modules({ program: program.text })('program') as Record<'f' | 'g', F>;
        for (const name of ['f', 'g'] as const) {
          const value = valueOf(() => source(program.text, name)(...argsOf(program)));
          for (const [operator, work] of Object.entries({
            ...ofAll,
            ...(name === 'f' && ofNumbers),
          })) {
            const [mine, theirs] = [argsOf(program), argsOf(program)];
            asked++;
            const found = outcome(() => work(module[name], mine));
            const expected = withoutCompiled(() => outcome(() => work(module[name], theirs)));
            if (expected.error !== undefined) errors++;
            const complaint =
              complaintAbout(found, expected, value) ??
              (expected.error === undefined && !isDeepStrictEqual(mine, theirs)
                ? 'other arguments'
                : null);
            if (complaint !== null)
              throw new Error(
                `${operator} of ${name}: ${complaint}\n${program.text}\n${JSON.stringify(program.args)}`,
              );
          }
        }
      }),
      { numRuns: sampled(90), endOnFailure: true },
    );
    expect(answers).toBeGreaterThan(0.5 * asked);
    expect(errors).toBeLessThan(0.3 * asked);
  },
);

/** The value of the source; undefined where it throws. */
function valueOf(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

test('The comparison notices another value, another slope and another error.', () => {
  const given = (value: unknown, derivatives: unknown): Outcome => ({
    given: { value, derivatives },
  });
  const right = given(2, [1, 2]);
  expect(complaintAbout(right, right, 2)).toBeNull();
  expect(complaintAbout(given(2, [1, 2.001]), right, 2)).toMatch('not 1,2');
  expect(complaintAbout(given(2, [1]), right, 2)).toMatch('not 1,2');
  expect(complaintAbout(given(2 + 1e-15, [1, 2]), right, 2)).toMatch('the value');
  expect(complaintAbout(right, { error: 'RangeError: too far' }, 2)).toMatch('not RangeError');
});
