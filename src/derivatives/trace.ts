/** The bindings of one run, as data and as text. */
import { primalOf, type Real } from '../core/real.js';
import type { Primal } from '../core/types.js';
import type { Kink } from '../core/watcher.js';
import { Let, Var, Zero, type Delta, type DeltaId } from '../delta/delta.js';
import { showDelta } from '../delta/print.js';
import { deltaOf, edgesOf } from '../delta/tape.js';
import {
  idOf,
  outputShape,
  record,
  seenBy,
  type AnyFunction,
  type Arguments,
  type Options,
  type Recorded,
  type Wrt,
} from './record.js';
import { watched } from './watched.js';

/** One Let-binding: `id = Σ Scale partial (Var arg)`. */
export interface Binding {
  readonly id: DeltaId;
  readonly primal: number;
  readonly edges: readonly { readonly arg: DeltaId; readonly partial: number }[];
}

export interface Trace<T> {
  /** The function's result. */
  readonly value: Primal<T>;
  /** The inputs in order: input k has id k + 1, and stands at this path of its argument. */
  readonly inputs: readonly {
    readonly id: DeltaId;
    readonly path: string;
    readonly primal: number;
  }[];
  readonly bindings: readonly Binding[];
  /**
   * The id of each real of the result, from left to right; 0 where it does not
   * depend on the inputs.
   */
  readonly outputs: readonly DeltaId[];
  /** Where the program met a boundary, in order; see the option `kinkDistance`. */
  readonly kinks: readonly Kink[];
  /** What the run cost: `bytes` is the memory of tape and accumulator. */
  readonly counts: {
    readonly inputs: number;
    readonly bindings: number;
    readonly edges: number;
    readonly bytes: number;
  };
}

/** Input paths as in the paper: `s`, or `s0`, `s1` … where `wrt` names several arguments. */
const inputPaths = (inputs: Recorded['inputs'], wrt: Wrt): string[] =>
  inputs.flatMap((shape, k) => shape.paths(typeof wrt === 'number' ? 's' : `s${wrt[k]}`));

/**
 * The Let-bindings that one run of `f` records, with their counts and kinks, as plain data. O(f).
 *
 * @throws DeltaTapeError as `vjp`.
 * @example trace((x: Real) => mul(x, x))(3).counts // { inputs: 1, bindings: 1, edges: 2, bytes: 80 }
 */
export function trace<F extends AnyFunction, const W extends Wrt = 0>(
  f: F,
  options?: Options<W>,
): <A extends Arguments<F>>(...args: A) => Trace<ReturnType<F>>;
export function trace(f: AnyFunction, options: Options = {}): unknown {
  const wrt = options.wrt ?? 0;
  const finish = ({ run, inputs, output }: Recorded, kinks: readonly Kink[]): Trace<unknown> => {
    const shape = outputShape(output);
    const seen = shape.reals.map((x) => seenBy(run, x));
    const bindings: Binding[] = [];
    let edges = 0;
    for (let id = run.base + run.inputs + 1; id <= run.top; id++) {
      const found = edgesOf(run, id);
      edges += found.length;
      bindings.push({
        id,
        primal: primalOf(run.primal(id)),
        edges: found.map(({ arg, partial }) => ({ arg, partial: primalOf(partial) })),
      });
    }
    return {
      value: shape.rebuild(seen.map(({ primal }) => primal)),
      inputs: inputPaths(inputs, wrt).map((path, k) => ({
        id: run.base + k + 1,
        path,
        primal: primalOf(run.primal(run.base + k + 1)),
      })),
      bindings,
      outputs: seen.map(({ dual }) => idOf(dual)),
      kinks,
      counts: {
        inputs: run.inputs,
        bindings: bindings.length,
        edges,
        bytes: run.bytes,
      },
    };
  };
  return (...args: unknown[]) => {
    const kinks: Kink[] = [];
    return record(watched(f, options, kinks), args, wrt, (recorded) => finish(recorded, kinks));
  };
}

/**
 * The Let-bindings that one run of `f` records, in the notation of Fig. 12. Inputs are named by
 * their paths from `s`, bindings `x1`, `x2`, …; the last lines are the Deltas of the result. O(f).
 *
 * @throws DeltaTapeError as `vjp`.
 * @example
 * explain((x: Real) => sub(mul(x, x), 1))(3)
 * // Let x1 = Add (Scale 3 (Var s)) (Scale 3 (Var s)) in
 * // Let x2 = Var x1 in
 * // Var x2
 */
export function explain<F extends AnyFunction, const W extends Wrt = 0>(
  f: F,
  options?: Options<W>,
): <A extends Arguments<F>>(...args: A) => string;
export function explain(f: AnyFunction, options: Options = {}) {
  const wrt = options.wrt ?? 0;
  const finish = ({ run, inputs, output }: Recorded): string => {
    const paths = inputPaths(inputs, wrt);
    const last = run.base + run.inputs;
    const nameOf = (id: DeltaId) => (id <= last ? paths[id - run.base - 1] : `x${id - last}`);
    const results = outputShape(output).reals.map((x: Real): Delta => {
      const id = idOf(seenBy(run, x).dual);
      return id === 0 ? Zero : Var(id);
    });
    let program = results[0] ?? Zero;
    for (let id = run.top; id > last; id--) program = Let(id, deltaOf(run, id), program);
    const others = results.slice(1).map((delta) => showDelta(delta, nameOf));
    return [showDelta(program, nameOf), ...others].join('\n');
  };
  return (...args: unknown[]) => record(watched(f, options), args, wrt, finish);
}
