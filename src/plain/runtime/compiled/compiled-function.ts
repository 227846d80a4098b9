/**
 * Lowered functions with their adjoints, which are compiled when they are first asked for, and known by the
 * parameters that gradients are wanted of.
 */
import { writtenParams } from '../../analyse/written-params.js';
import { adjoint } from '../../differentiate/adjoint.js';
import { onCopies } from '../../differentiate/on-copies.js';
import { emit } from '../../emit/javascript.js';
import { inPairs } from '../../improve/improved.js';
import { holdsReals, isArray, statementsOf, type Func, type Stmt, type Type } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';
import { arityOf, isOfTable } from '../../ir/rows.js';
import { linked } from '../linked.js';
import { Derivatives } from './derivatives.js';
import { Entry } from './entry.js';
import { holdsNaN, sizeOf, take, zerosOf } from './lane-values.js';
import type { Program } from './linking.js';
import { Point, type Parts } from './point.js';
import { PuttingBack } from './putting-back.js';
import { Results } from './results.js';
import { partialsOfRows } from './brought-partials.js';
import { Structures } from './structures.js';

type Numbers = Float64Array | readonly number[];

/** The value of a function, and the cotangents of the reals of what a derivative is taken by, in their order. */
export interface CompiledAnswer {
  readonly value: number;
  readonly cotangents: Numbers;
  /** Leaves in arguments what the function leaves there. */
  readonly finish?: () => void;
}

type Run = (...args: readonly unknown[]) => unknown;

/** An adjoint, and the places of the parameters whose last elements follow the gradients. */
interface Compiled {
  readonly run: Run;
  readonly written: readonly number[];
}

type AdjointOnCopies =
  | { readonly tag: 'adjoint'; readonly func: Func; readonly written: readonly number[] }
  | { readonly tag: 'refused'; readonly why: string };

/** How often in succession code may leave before it is not tried any more. */
const PATIENCE = 3;

export class CompiledFunction implements Parts {
  private readonly func: Func;
  private readonly origins: readonly Origin[];
  private readonly result: ResultForm;
  private readonly entry: Entry;
  /** By the places of the inputs. */
  private readonly adjoints = new Map<number | string, Compiled | null>();
  /** The same that ask for zeros. */
  private readonly asking = new Map<number | string, Compiled | null>();
  /** Whether the function writes into any parameter. */
  private readonly writes: boolean;
  /** Whether each row gets as many arguments as it takes. */
  private readonly hasRows: boolean;
  readonly isNested: boolean;
  readonly types: readonly Type[];
  readonly derivatives: Derivatives;
  readonly structures: Structures;
  readonly results: Results;
  private failures = 0;
  /** The inputs that were asked for last, which are never changed, and their adjoint. */
  private last: { readonly inputs: readonly number[]; readonly made: Compiled | null } | null =
    null;

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

  /** The value and the cotangents; null where another version has to answer. Nothing else has happened then. */
  answer(
    args: readonly unknown[],
    wrt: unknown,
    captures: () => readonly unknown[],
  ): CompiledAnswer | null {
    return this.attempt(() => {
      const captured = captures();
      const values = this.entry.values(args, captured, this.writes);
      const inputs = values && this.entry.inputs(args, wrt);
      if (values === null || inputs === null) return null;
      const put = this.writes ? new PuttingBack(this.origins, args, captured) : null;
      const found = this.run(values, inputs, false, put);
      // Without questions for zeros no gradient is wrong that is a number. Derivatives inside never ask.
      if (found === null || !holdsNaN(found.cotangents)) return found;
      return this.isNested ? null : this.run(values, inputs, true, put);
    });
  }

  /** The function at arguments; null where another version has to answer. */
  at(args: readonly unknown[], wrt: unknown, captures: () => readonly unknown[]): Point | null {
    if (!this.hasRows) return null;
    return this.attempt(() => {
      const captured = captures();
      const values = this.entry.values(args, captured, this.writes);
      const inputs = values && this.entry.inputs(args, wrt);
      if (values === null || inputs === null) return null;
      const point = new Point(this, values, inputs);
      if (!this.writes) return point;
      const written = this.derivatives.written(inputs);
      const put = new PuttingBack(this.origins, args, captured);
      if (written === null || !put.canWrite(written)) return null;
      return point.finishing((lasts) => put.write(written, lasts));
    });
  }

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

  private run(
    values: readonly unknown[],
    inputs: readonly number[],
    asksForZeros: boolean,
    put: PuttingBack | null,
  ): CompiledAnswer | null {
    const made = this.adjointBy(inputs, asksForZeros);
    if (made === null || put?.canWrite(made.written) === false) return null;
    const shadows: unknown[] = [];
    for (const place of inputs) {
      const { type } = this.origins[place];
      if (isArray(type)) shadows.push(zerosOf(values[place], type, 1));
    }
    const given = shadows.length === 0 ? values : [...values, ...shadows];
    const found = made.run(...given);
    const results = (Array.isArray(found) ? found : [found]) as readonly number[];
    const [value] = results;
    if (typeof value !== 'number') return null;
    const end = 1 + inputs.length - shadows.length;
    const slopes = results.slice(1, end);
    const cotangents =
      shadows.length === 0 ? slopes : this.together(values, inputs, shadows, slopes);
    if (put === null || made.written.length === 0) return { value, cotangents };
    const lasts = results.slice(end) as unknown as readonly Float64Array[];
    return { value, cotangents, finish: () => put.write(made.written, lasts) };
  }

  /** The cotangents of all inputs, in their order. */
  private together(
    values: readonly unknown[],
    inputs: readonly number[],
    shadows: readonly unknown[],
    slopes: readonly number[],
  ): Float64Array {
    if (inputs.length === 1 && shadows[0] instanceof Float64Array) return shadows[0];
    const { types } = this;
    const size = inputs.reduce((sum, place) => sum + sizeOf(values[place], types[place]), 0);
    const all = [new Float64Array(size)];
    let [at, array, number] = [0, 0, 0];
    for (const place of inputs) {
      const type = types[place];
      if (isArray(type)) at = take(shadows[array++], type, all, at);
      else all[0][at++] = slopes[number++];
    }
    return all[0];
  }

  private adjointBy(inputs: readonly number[], asksForZeros: boolean): Compiled | null {
    const { last } = this;
    if (last?.inputs === inputs && !asksForZeros) return last.made;
    const made = this.adjointAmong(
      asksForZeros ? this.asking : this.adjoints,
      inputs,
      asksForZeros,
    );
    if (!asksForZeros) this.last = { inputs, made };
    return made;
  }

  private adjointAmong(
    known: Map<number | string, Compiled | null>,
    inputs: readonly number[],
    asksForZeros: boolean,
  ): Compiled | null {
    const key = inputs.length === 1 ? inputs[0] : inputs.join();
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = this.compiled(inputs, asksForZeros)));
    return found;
  }

  private compiled(inputs: readonly number[], asksForZeros: boolean): Compiled | null {
    const made = this.adjointOf(inputs, asksForZeros);
    if (made.tag === 'refused') return null;
    return { run: linked(emit(inPairs(made.func))), written: made.written };
  }

  private adjointOf(inputs: readonly number[], asksForZeros: boolean): AdjointOnCopies {
    const { func } = this;
    if (this.result !== ONE) return { tag: 'refused', why: 'the result is not one number' };
    if (!this.hasRows)
      return { tag: 'refused', why: 'a row of the module takes another number of arguments' };
    const params = inputs.map((place) => func.region.params[place]);
    const made = onCopies(func, params);
    if (made.tag === 'refused') return made;
    const found = adjoint(made.func, params, { partials: partialsOfRows, asksForZeros });
    const written = made.written.map((param) => func.region.params.indexOf(param));
    return found.tag === 'refused' ? found : { ...found, written };
  }

  /** What keeps the function from having an adjoint by its first argument, as most are asked for; null if nothing does. */
  obstacle(): string | null {
    const inputsOf = (isFirst: boolean) =>
      this.origins.flatMap(({ of, path, type }, place) =>
        of === 'argument' && holdsReals(type) && (path[0] === 0 || !isFirst) ? [place] : [],
      );
    const all = this.adjointOf(inputsOf(false), false);
    if (all.tag === 'adjoint') return null;
    const first = inputsOf(true);
    return first.length > 0 && this.adjointOf(first, false).tag === 'adjoint' ? null : all.why;
  }
}

/** Whether a row gets as many arguments as it takes. */
const isOfArity = (stmt: Stmt): boolean => {
  if (stmt.tag !== 'let' || stmt.op.tag !== 'prim') return true;
  const arity = arityOf(stmt.op.row);
  return arity === stmt.op.args.length || (arity === null && isOfTable(stmt.op.row));
};
