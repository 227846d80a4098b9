/** The bindings of one run, as data and as text. */
import { startOriginQuery, endOriginQuery, type Origins } from '../tape/origins.js';
import { primalOf } from '../core/real.js';
import type { Real } from '../core/real.js';
import type { Primal } from '../core/types.js';
import type { Kink } from '../errors/kink.js';
import { insistOnOptions } from '../errors/options.js';
import { Var, Zero, type DeltaId } from '../delta/delta.js';
import { showDelta, type NameOf } from '../delta/show-delta.js';
import { callOf, deltaOf, edgesOf, type CallOf } from '../tape/delta-of.js';
import { bytesOf } from '../tape/segment.js';
import { insistingOnAll } from './arguments/left-out.js';
import { inputPaths } from './input-paths.js';
import { idOf } from '../tape/columns.js';
import { outputShapeWithBlocks, ownCopy, seenWithBlocks } from './output-reals.js';
import { record, type Recorded } from './record.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type Callback,
  type Options,
  type OptionsOf,
  type ResultOf,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { repeated } from './repeated-runs.js';
import { watched } from './watched-function.js';

/** One Let-binding: `id = Σ Scale partial (Var arg)`. */
export interface Binding {
  readonly id: DeltaId;
  readonly primal: number;
  /** None if it is a result of a function of arrays. */
  readonly edges: readonly { readonly arg: DeltaId; readonly partial: number }[];
  /**
   * The function of arrays that it is a result of, such as `np.matmul`; the ids that it depends on; the
   * shape of the result, which is empty for a real. The `primal` of an array is NaN: its elements are not
   * listed.
   */
  readonly call?: {
    readonly name: string;
    readonly args: readonly DeltaId[];
    readonly shape: readonly number[];
  };
  /** File, line and column that it comes from, if it was recorded by translated code. */
  readonly source: string | undefined;
}

export interface Trace<T> {
  /** The function's result. */
  readonly value: Primal<T>;
  /** The inputs in order: input k has id k + 1, and stands at this path of its argument. */
  readonly inputs: readonly {
    readonly id: DeltaId;
    readonly path: string;
    /** NaN for an array. */
    readonly primal: number;
    /** Of an array. */
    readonly shape?: readonly number[];
  }[];
  readonly bindings: readonly Binding[];
  /**
   * The id of each real of the result, from left to right; 0 where it does not
   * depend on the inputs.
   */
  readonly outputs: readonly DeltaId[];
  /** Where the program met a boundary, in order; see the option `kinkDistance`. */
  readonly kinks: readonly Kink[];
  /** The cost of the run: `bytes` is the memory of tape and accumulator. */
  readonly counts: {
    readonly inputs: number;
    readonly bindings: number;
    readonly edges: number;
    readonly bytes: number;
  };
}

export interface ListingOptions {
  /**
   * True if each operation of translated code has a binding of its own. By default the bindings are
   * those that a gradient records, which cover several operations where there is a recording version.
   */
  readonly byOperation?: boolean;
}

/**
 * The Let-bindings that one run of `f` records, with their counts and kinks, as plain data. Where
 * translated code recorded several operations in one binding, `f` runs again for the kinks. O(f).
 *
 * @throws DeltaTapeError as `vjp`.
 * @example trace((x: Real) => mul(x, x))(3).counts // { inputs: 1, bindings: 1, edges: 2, bytes: 80 }
 */
export function trace<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P>,
  options?: OptionsOf<F, W> & ListingOptions,
): <A extends Arguments<F>>(...args: A) => Trace<ResultOf<F>>;
export function trace(f: AnyFunction, options: Options<Wrt> & ListingOptions = {}): unknown {
  insistOnOptions('trace', options, { ...optionNames, byOperation: true });
  const wrt = options.wrt ?? 0;
  const finish = (
    { run, inputs, output }: Recorded,
    places: ReadonlyMap<DeltaId, string>,
  ): Omit<Trace<unknown>, 'kinks'> => {
    const shape = outputShapeWithBlocks(output);
    const seen = shape.reals.map((x) => seenWithBlocks(run, x));
    const bindings: Binding[] = [];
    let edges = 0;
    for (let id = run.base + run.inputs + 1; id <= run.top; id++) {
      const call = callOf(run, id);
      const found = call === null ? edgesOf(run, id) : [];
      edges += call === null ? found.length : call.args.length;
      bindings.push({
        id,
        primal: call !== null && call.shape.length > 0 ? NaN : primalOf(run.primal(id)),
        edges: found.map(({ arg, partial }) => ({ arg, partial: primalOf(partial) })),
        source: places.get(id),
        ...(call !== null && { call }),
      });
    }
    return {
      value: shape.rebuild(seen.map(({ primal }) => ownCopy(primal))),
      inputs: inputPaths(inputs, wrt).map((path, k) => {
        const id = run.base + k + 1;
        const block = run.blockInputs?.find((input) => input.id === id)?.primal;
        if (block !== undefined) return { id, path, primal: NaN, shape: block.shape };
        return { id, path, primal: primalOf(run.primal(id)) };
      }),
      bindings,
      outputs: seen.map(({ dual }) => idOf(dual)),
      counts: {
        inputs: run.inputs,
        bindings: bindings.length,
        edges,
        bytes: bytesOf(run),
      },
    };
  };
  return (...args: unknown[]) => {
    const kinks: Kink[] = [];
    const origins = newOrigins();
    const again = repeated(insistingOnAll(f, args), args, wrt);
    const traced = record(withOrigins(again, options, kinks, origins), args, wrt, (recorded) =>
      finish(recorded, origins.places),
    );
    if (origins.unseen) {
      kinks.length = 0;
      record(watched(again, args, options, kinks), args, wrt, () => undefined);
    }
    return { ...traced, kinks };
  };
}

const newOrigins = (): Origins => ({
  places: new Map(),
  texts: new Map(),
  unseen: false,
});

/** `f`, watched, in a run that notes where its bindings come from. */
function withOrigins(
  f: AnyFunction,
  options: Options<Wrt> & ListingOptions,
  kinks: Kink[],
  origins: Origins,
): AnyFunction {
  if (typeof f !== 'function') return f;
  const { byOperation = false } = options;
  const asking = (...args: never[]) => {
    startOriginQuery(origins, byOperation);
    try {
      return f(...args);
    } finally {
      endOriginQuery();
    }
  };
  return watched(asking, [], options, kinks);
}

/** A function of arrays, which is linear in the changes of the arrays that are named. */
const showCall = ({ name, args, shape }: CallOf, nameOf: NameOf): string => {
  const vars = args.map((id) => ` (${showDelta(Var(id), nameOf)})`).join('');
  return `${name}${vars}${shape.length === 0 ? '' : ` : [${shape.join(', ')}]`}`;
};

/** The line of a place, as a comment. */
function note(place: string | undefined): string {
  const line = place === undefined ? undefined : /([^\\/]+:\d+):\d+$/.exec(place)?.[1];
  return line === undefined ? '' : `    -- ${line}`;
}

/**
 * The Let-bindings that one run of `f` records, in the notation of Fig. 12. Inputs are named by their paths
 * from `s`, bindings `x1`, `x2`, …; the last lines are the Deltas of the result. A binding of translated
 * code has the line that it comes from beside it. O(f).
 *
 * @throws DeltaTapeError as `vjp`.
 * @example
 * explain((x: Real) => sub(mul(x, x), 1))(3)
 * // Let x1 = Add (Scale 3 (Var s)) (Scale 3 (Var s)) in
 * // Let x2 = Var x1 in
 * // Var x2
 */
export function explain<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(
  f: F & Callback<X, P>,
  options?: OptionsOf<F, W> & ListingOptions,
): <A extends Arguments<F>>(...args: A) => string;
export function explain(f: AnyFunction, options: Options<Wrt> & ListingOptions = {}) {
  insistOnOptions('explain', options, { ...optionNames, byOperation: true });
  const wrt = options.wrt ?? 0;
  const finish = ({ run, inputs, output }: Recorded, noteOf: (id: DeltaId) => string): string => {
    const paths = inputPaths(inputs, wrt);
    const last = run.base + run.inputs;
    const nameOf = (id: DeltaId) => (id <= last ? paths[id - run.base - 1] : `x${id - last}`);
    const lines: string[] = [];
    for (let id = last + 1; id <= run.top; id++) {
      const call = callOf(run, id);
      const bound = call === null ? showDelta(deltaOf(run, id), nameOf) : showCall(call, nameOf);
      lines.push(`Let ${nameOf(id)} = ${bound} in${noteOf(id)}`);
    }
    const ids = outputShapeWithBlocks(output).reals.map((x) => idOf(seenWithBlocks(run, x).dual));
    for (const id of ids) lines.push(showDelta(id === 0 ? Zero : Var(id), nameOf));
    return (ids.length === 0 ? [...lines, showDelta(Zero, nameOf)] : lines).join('\n');
  };
  return (...args: unknown[]) => {
    const origins = newOrigins();
    const noteOf = (id: DeltaId) => note(origins.places.get(id));
    const seen = withOrigins(insistingOnAll(f, args), options, [], origins);
    return record(seen, args, wrt, (recorded) => finish(recorded, noteOf));
  };
}
