/**
 * Lowered functions with their adjoints, which are compiled when they are first asked for, and known by the
 * parameters that gradients are wanted of.
 */
import { traversedParams } from '../../analyse/traversed.js';
import { writtenParams } from '../../analyse/written-params.js';
import type { Real } from '../../../core/real.js';
import { holdsReals, isArray, statementsOf, type Func, type Stmt, type Type } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';
import { arityOf, isOfTable } from '../../ir/rows.js';
import { Derivatives } from './derivatives.js';
import { Entry } from './entry.js';
import { holdsNaN, sizeOf, take, takeEach, zerosOf } from './lane-values.js';
import type { Program } from './linking.js';
import { Point, type Parts } from './point.js';
import { PuttingBack } from './putting-back.js';
import { RecordedCalls } from './recorded-calls.js';
import { Results } from './results.js';
import { Structures } from './structures.js';

type Numbers = Float64Array | readonly number[];

/** The value of a function, and the cotangents of the reals of what a derivative is taken by, in their order. */
export interface CompiledAnswer {
  readonly value: number;
  readonly cotangents: Numbers;
  /** Leaves in arguments what the function leaves there. */
  readonly finish?: () => void;
}

/** A call that compiled code can take. */
interface Call {
  readonly values: readonly unknown[];
  readonly inputs: readonly number[];
  /** Null if the function writes into nothing. */
  readonly put: PuttingBack | null;
}

/** How often in succession code may leave before it is not tried any more. */
const PATIENCE = 3;

export class CompiledFunction implements Parts {
  private readonly func: Func;
  private readonly origins: readonly Origin[];
  private readonly result: ResultForm;
  private readonly entry: Entry;
  /** Whether the function writes into any parameter. */
  private readonly writes: boolean;
  /** Whether each row gets as many arguments as it takes. */
  private readonly hasRows: boolean;
  readonly isNested: boolean;
  readonly types: readonly Type[];
  readonly derivatives: Derivatives;
  readonly structures: Structures;
  readonly results: Results;
  /** Calls in runs that record. */
  private calls: RecordedCalls | null = null;
  private failures = 0;

  constructor({ func, origins, result, isNested }: Program) {
    this.func = func;
    this.isNested = isNested;
    this.origins = origins;
    this.result = result;
    this.entry = new Entry(origins);
    this.writes = writtenParams(this.func).length > 0;
    this.hasRows = [...statementsOf(this.func)].every(isOfArity);
    this.types = origins.map(({ type }) => type);
    this.derivatives = new Derivatives(this.func);
    this.structures = new Structures(this.func);
    const types = this.func.region.yields.map(({ type }) => type);
    this.results = new Results(types, result);
  }

  /** What a call gives in a run that records; undefined where the function itself has to record. */
  recorded(args: readonly unknown[], captures: () => readonly unknown[]): Real | undefined {
    if (this.writes || this.result !== ONE || !this.hasRows) return undefined;
    const calls = (this.calls ??= this.recordedCalls());
    return this.attempt(() => calls.call(args, captures())) ?? undefined;
  }

  private recordedCalls(): RecordedCalls {
    const { types, entry, func } = this;
    const traversed = traversedParams(func);
    return new RecordedCalls({
      types,
      entry,
      isTraversed: func.region.params.map((param) => traversed.has(param)),
      real: [...types.keys()].filter((place) => holdsReals(types[place])),
      valueAt: (values) => this.valueAt(values),
      gradient: (inputs) => this.derivatives.of('gradient', inputs, 1, false)?.run ?? null,
    });
  }

  private valueAt(values: readonly unknown[]): number | null {
    const found = this.derivatives.of('value', [], 1, false)?.run(...values)[0];
    return typeof found === 'number' ? found : null;
  }

  /** The value and the cotangents; null where another version has to answer. Nothing else has happened then. */
  answer(
    args: readonly unknown[],
    wrt: unknown,
    captures: () => readonly unknown[],
  ): CompiledAnswer | null {
    return this.attempt(() => {
      const call = this.call(args, wrt, captures);
      const found = call && this.run(call, false);
      // Without questions for zeros no gradient is wrong that is a number. Derivatives inside never ask.
      if (found === null || !holdsNaN(found.cotangents)) return found;
      return this.isNested ? null : this.run(call!, true);
    });
  }

  /** The function at arguments; null where another version has to answer. */
  at(args: readonly unknown[], wrt: unknown, captures: () => readonly unknown[]): Point | null {
    if (!this.hasRows) return null;
    return this.attempt(() => {
      const call = this.call(args, wrt, captures);
      if (call === null || this.isMixed()) return null;
      const { values, inputs, put } = call;
      const point = new Point(this, values, inputs);
      return put === null ? point : point.finishing((lasts) => put.write(lasts));
    });
  }

  private call(
    args: readonly unknown[],
    wrt: unknown,
    captures: () => readonly unknown[],
  ): Call | null {
    const captured = captures();
    const values = this.entry.values(args, captured, this.writes);
    const inputs = values && this.entry.inputs(args, wrt);
    if (values === null || inputs === null) return null;
    if (!this.writes) return { values, inputs, put: null };
    const written = this.derivatives.written(inputs);
    const put = written && new PuttingBack(this.origins, written, args, captured);
    return put?.canWrite() === true ? { values, inputs, put } : null;
  }

  /** Whether reals of inputs stand in another order than in parameters. */
  private isMixed = (): boolean => this.entry.groups.some(([from, to]) => to - from > 1);

  /** Null where compiled code leaves, or is not tried any more. */
  attempt<T>(work: () => T | null): T | null {
    if (this.failures >= PATIENCE) return null;
    try {
      const found = work();
      this.failures = 0;
      return found;
    } catch {
      // Whatever ends this code has no effect: the other version says what is wrong, or answers.
      this.failures++;
      return null;
    }
  }

  private run({ values, inputs, put }: Call, asksForZeros: boolean): CompiledAnswer | null {
    const isGradient = this.hasRows && this.result === ONE;
    const made = isGradient ? this.derivatives.of('gradient', inputs, 1, asksForZeros) : null;
    if (made === null) return null;
    const shadows: unknown[] = [];
    for (const place of inputs) {
      const { type } = this.origins[place];
      if (isArray(type)) shadows.push(zerosOf(values[place], type, 1));
    }
    const given = shadows.length === 0 ? values : [...values, ...shadows];
    const results = made.run(...given);
    const [value] = results;
    if (typeof value !== 'number') return null;
    const slopes = results.slice(1, 1 + inputs.length - shadows.length) as number[];
    const cotangents =
      shadows.length === 0 ? slopes : this.together(values, inputs, shadows, slopes);
    if (put === null || made.lasts.length === 0) return { value, cotangents };
    const lasts = results.slice(made.lasts[0]) as Float64Array[];
    return { value, cotangents, finish: () => put.write(lasts) };
  }

  /** The cotangents of all inputs, in their order. */
  private together(
    values: readonly unknown[],
    inputs: readonly number[],
    shadows: readonly unknown[],
    slopes: readonly number[],
  ): Float64Array {
    if (inputs.length === 1 && shadows[0] instanceof Float64Array) return shadows[0];
    const { types, entry } = this;
    const size = inputs.reduce((sum, place) => sum + sizeOf(values[place], types[place]), 0);
    const all = [new Float64Array(size)];
    let [at, array, number] = [0, 0, 0];
    for (let k = 0; k < inputs.length; k++) {
      const type = types[inputs[k]];
      const group = entry.groups.find(([from]) => from === k);
      if (group !== undefined) {
        const size = group[1] - k;
        const columns = shadows.slice(array, array + size);
        at = takeEach(
          columns,
          inputs.slice(k, group[1]).map((place) => types[place]),
          all,
          at,
        );
        array += size;
        k += size - 1;
      } else if (isArray(type)) at = take(shadows[array++], type, all, at);
      else all[0][at++] = slopes[number++];
    }
    return all[0];
  }

  /** What keeps the function from having an adjoint by its first argument, as most are asked for; null if nothing does. */
  obstacle(): string | null {
    const inputsOf = (isFirst: boolean) =>
      this.origins.flatMap(({ of, path, type, tells }, place) =>
        of === 'argument' && tells === undefined && holdsReals(type) && (path[0] === 0 || !isFirst)
          ? [place]
          : [],
      );
    if (this.result !== ONE) return 'the result is not one number';
    if (!this.hasRows) return 'a row of the module takes another number of arguments';
    const why = this.derivatives.obstacle(inputsOf(false));
    if (why === null) return null;
    const first = inputsOf(true);
    return first.length > 0 && this.derivatives.obstacle(first) === null ? null : why;
  }
}

/** Whether a row gets as many arguments as it takes. */
const isOfArity = (stmt: Stmt): boolean => {
  if (stmt.tag !== 'let' || stmt.op.tag !== 'prim') return true;
  const arity = arityOf(stmt.op.row);
  return arity === stmt.op.args.length || (arity === null && isOfTable(stmt.op.row));
};
