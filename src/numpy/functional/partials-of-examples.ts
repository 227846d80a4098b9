/**
 * Partials of scalar operations at reals that stand for many examples. A partial may choose by comparisons, which come
 * out differently for different examples. So each partial is an operation of its own, which is applied to each example.
 */
import { applyAtDeepestLevel } from '../../core/open-runs.js';
import type { Operation, Real, Run } from '../../core/real.js';
import { derivative } from '../../derivatives/jvp.js';
import { holdsExamples } from '../batch-run.js';

type Scalar = (...xs: readonly Real[]) => Real;

/** A scalar function as an operation, whose partials are such operations in turn. */
function operationOf(name: string, scalar: Scalar): Operation {
  const partials: Operation[] = [];
  const own: Operation = {
    name,
    value: (args) => scalar(...args) as number,
    apply: (args) => applyAtDeepestLevel(own, [...args]),
    partials: (args, _, active) =>
      args.map((__, k) => {
        if (!active[k]) return 0;
        partials[k] ??= operationOf(`partial of ${name}`, (...xs) =>
          derivative<Real>((x) => scalar(...xs.slice(0, k), x, ...xs.slice(k + 1)))(xs[k]),
        );
        return partials[k].apply(args);
      }),
    boundary: () => Infinity,
  };
  return own;
}

const known = new WeakMap<Operation, Operation[]>();

/** Partial `k` as an operation on the arguments and the output. */
function partialOf(operation: Operation, k: number): Operation {
  let all = known.get(operation);
  if (all === undefined) known.set(operation, (all = []));
  return (all[k] ??= operationOf(`partial of ${operation.name}`, (...xs) => {
    const args = xs.slice(0, -1);
    return operation.partials(
      args,
      xs[args.length],
      args.map((_, j) => j === k),
    )[k];
  }));
}

/** The partials of an operation; nothing where no examples are among its arguments. */
export const partialsOfExamples: NonNullable<Run['partials']> = (
  operation,
  args,
  output,
  active,
) =>
  args.some(holdsExamples) || holdsExamples(output)
    ? args.map((_, k) => (active[k] ? partialOf(operation, k).apply([...args, output]) : 0))
    : undefined;
