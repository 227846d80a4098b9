/** Value, gradient and Let-bindings of the function at a point. */
import { trace, valueAndGrad, type Binding, type Trace } from 'delta-tape';
import { Add, Scale, Var, Zero, showDelta, type Delta, type DeltaId } from 'delta-tape/delta';
import { failureOf } from './failures.js';
import { namedPath } from './input-names.js';
import type { Answer, BindingShown, Failure, KinkShown, Listing } from './messages.js';
import { placeIn } from './places.js';
import type { Callable, Program } from './program.js';

/** A run with more operations is not listed: nobody could read it. */
export const MOST_OPERATIONS = 20_000;
/** Bindings beyond this many are not shown; the newest are, since the sweep begins with them. */
export const MOST_SHOWN = 400;
/** A comparison this near to its boundary is shown as a kink. */
const NEAR = 0.05;

/** The derivative operators, of functions of unknown type. */
type Loose<T> = (f: Callable, options: object) => (...args: unknown[]) => T;
interface Found {
  readonly value: number;
  readonly gradient: unknown[];
}
export const valueAndGradient = valueAndGrad as unknown as Loose<Found>;
const traced = trace as unknown as Loose<Trace<unknown>>;

/** @throws whatever the function throws, or its differentiation. */
export function answer(
  program: Program,
  { at, byOperation }: { at: readonly number[]; byOperation: boolean },
): Answer {
  const { wrt } = program;
  const f = program.f!;
  if (wrt.length === 0) {
    throw new Error(
      program.holdsReals
        ? 'No parameter is an input. Choose one.'
        : 'The function has no parameter that holds numbers.',
    );
  }
  const { value, gradient } = valueAndGradient(f, { wrt })(...program.argumentsAt(at));
  return {
    value,
    gradient: program.spread(gradient),
    listing: listing(program, at, byOperation),
  };
}

function listing(program: Program, at: readonly number[], byOperation: boolean): Listing | Failure {
  const { wrt, parameters, places } = program;
  const f = program.f!;
  const options = { wrt, maxOperations: MOST_OPERATIONS, kinkDistance: NEAR };
  try {
    // Recording versions count no operations, so a run without them does it first.
    if (!byOperation) valueAndGradient(f, options)(...program.argumentsAt(at));
    const found = traced(f, { ...options, byOperation })(...program.argumentsAt(at));
    const names = new Map<DeltaId, string>();
    for (const { id, path } of found.inputs) names.set(id, namedPath(path, parameters));
    found.bindings.forEach(({ id }, k) => names.set(id, `x${k + 1}`));
    const shown = found.bindings.slice(-MOST_SHOWN);
    return {
      inputs: found.inputs.map(({ id, primal, shape }) => ({
        id,
        name: names.get(id)!,
        primal,
        ...(shape === undefined ? {} : { shape }),
      })),
      bindings: shown.map((binding) => bindingShown(binding, names, program)),
      output: found.outputs[0] ?? 0,
      kinks: kinksOf(found, program),
      counts: found.counts,
    };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'operation-limit') {
      return failureOf(error, places);
    }
    const most = MOST_OPERATIONS.toLocaleString('en');
    return {
      text: `The run has more than ${most} operations, too many to list. Take a smaller input to see its Let-bindings.`,
    };
  }
}

/** The Delta of a binding, as `explain` prints it. */
function deltaOf({ edges }: Binding): Delta {
  const parts = edges.map(({ arg, partial }) =>
    partial === 1 ? Var(arg) : Scale(partial, Var(arg)),
  );
  return parts.length === 0 ? Zero : parts.reduce((left, right) => Add(left, right));
}

function bindingShown(
  binding: Binding,
  names: ReadonlyMap<DeltaId, string>,
  { places }: Program,
): BindingShown {
  const { id, primal, edges, call, source } = binding;
  const nameOf = (one: DeltaId) => names.get(one)!;
  const bound =
    call === undefined
      ? showDelta(deltaOf(binding), nameOf)
      : [call.name, ...call.args.map((arg) => `(Var ${nameOf(arg)})`)].join(' ');
  const modulePlace = placeIn(source);
  const place = modulePlace && places.original(modulePlace);
  return {
    id,
    name: nameOf(id),
    text: `Let ${nameOf(id)} = ${bound} in`,
    primal,
    edges,
    ...(call === undefined ? {} : { call: { args: call.args, shape: call.shape } }),
    ...(modulePlace === undefined ? {} : { modulePlace }),
    ...(place === undefined ? {} : { place }),
  };
}

/** The nearest kink of each operation at each place. */
function kinksOf({ kinks }: Trace<unknown>, { places }: Program): KinkShown[] {
  const nearest = new Map<string, KinkShown>();
  for (const { operation, values, distance, source } of kinks) {
    const inModule = placeIn(source);
    const place = inModule && places.original(inModule);
    const key = `${operation} ${place?.line}:${place?.column}`;
    if ((nearest.get(key)?.distance ?? Infinity) <= distance) continue;
    nearest.set(key, { operation, values, distance, ...(place === undefined ? {} : { place }) });
  }
  return [...nearest.values()];
}
