/** Answers calls of a lowered function by its compiled derivatives, one for each choice of inputs. */
import { areHeld } from '../../../core/floats/held-elements.js';
import { isWorthRuns } from '../../analyse/worth.js';
import { writtenParams } from '../../analyse/written-params.js';
import { isArray, statementsOf, type Func, type Stmt, type Type } from '../../ir/ir.js';
import { callsProgram, drawsNumbers, handsOnHosts, usesHost } from '../../ir/host.js';
import { isInput, type Origin } from '../../ir/origin.js';
import { isWithAux, ONE, type ResultForm } from '../../ir/result-form.js';
import { arityOf, isOfTable } from '../../ir/rows.js';
import { keepingDrawn } from '../random-numbers.js';
import { Attempts, SLOWER } from './attempts.js';
import { meetKinds } from './built-ins.js';
import { ArrayPools, type ArrayPool } from './code/array-pool.js';
import { fresh, type ArrayQuestions, type Room } from './entry/checked.js';
import { Derivatives, type Derivative } from './answers/derivatives.js';
import { Entry } from './entry/entry.js';
import type { Inputs } from './entry/entry-inputs.js';
import { questionsFor } from './entry/own-methods.js';
import { ExpectedZeros } from './answers/expected-zeros.js';
import { hostGradient } from './answers/host-gradient.js';
import { inOneArray } from './answers/in-one-array.js';
import { zerosOf } from './answers/lane-values.js';
import type { Captures, Program } from './linking.js';
import type { FunctionParts } from './answers/function-parts.js';
import { Point } from './answers/point.js';
import { PuttingBack } from './answers/putting-back.js';
import { Straight, type ReadyAnswer } from './answers/straight.js';
import { CallsInRuns } from './calls-in-runs.js';
import { Results } from './answers/results.js';
import { SeriesOf } from './answers/series-code.js';
import { Structures } from './answers/structures.js';

type Numbers = Float64Array | readonly number[];

/** The value of a function, and the cotangents of the reals of its inputs, in their order. */
export interface CompiledAnswer {
  readonly value: number;
  readonly cotangents: Numbers;
  /** The keys of the objects that it is taken by, in the order of the reals; null if any hides something. */
  readonly keys: Inputs['keys'];
  /** The same with arrays of NumPy among them, if there are any. */
  readonly leaves?: readonly unknown[];
  /** The second result of the function, beside its value, if that was asked for. */
  readonly aux?: { readonly tree: unknown };
  /** Leaves in arguments what the function leaves there. */
  readonly finish?: () => void;
}

/** A call that compiled code can take. */
interface Call {
  readonly values: readonly unknown[];
  readonly inputs: Inputs;
  /** Null if the function writes into nothing. */
  readonly put: PuttingBack | null;
}

/** The count of numbers of copies that are kept from one call to the next: 1 MiB. */
const ROOM = 2 ** 17;

export class CompiledFunction implements FunctionParts {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly result: ResultForm;
  /** The questions to arrays that it is given. */
  readonly arrays: ArrayQuestions;
  readonly entry: Entry;
  readonly straight: Straight;
  /** True if the function writes into any parameter. */
  readonly writes: boolean;
  /** True if each row gets as many arguments as it takes. */
  private readonly hasRows: boolean;
  /** True if a run may give more than code does. */
  private readonly isPart: boolean;
  readonly isNested: boolean;
  /** True if it calls functions of the program that might see its writes: it then writes into copies. */
  private readonly isSeen: boolean;
  /** True if it calls functions of arrays, which only gradients record. */
  private readonly usesHost: boolean;
  /** Tells whether its calls of functions of the program are worth it, for a call. */
  private isWorth: ReturnType<typeof isWorthRuns> | null = null;
  readonly draws: boolean;
  /** True if it does so, and has no other values of the host. */
  private readonly onlyDraws: boolean;
  /** True if it also gives something beside its number. */
  private readonly hasAux: boolean;
  readonly types: readonly Type[];
  readonly derivatives: Derivatives;
  readonly structures: Structures;
  readonly results: Results;
  readonly series: SeriesOf;
  /** Calls in runs that record. */
  private calls: CallsInRuns | null = null;
  private readonly zeros: ExpectedZeros;
  readonly attempts = new Attempts();
  /** Lends room for copies of arguments, and for cotangents that are copied. */
  private readonly pools = new ArrayPools(ROOM);

  constructor({ func, origins, result, isPart, isNested, methods }: Program) {
    meetKinds(func);
    this.func = func;
    this.isPart = isPart;
    this.isNested = isNested;
    this.zeros = new ExpectedZeros(!isNested);
    this.usesHost = usesHost(func);
    this.draws = drawsNumbers(func);
    this.onlyDraws = this.draws && !handsOnHosts(func);
    this.hasAux = this.usesHost && !isPart && isWithAux(result);
    this.origins = origins;
    this.result = result;
    this.writes = writtenParams(this.func).length > 0;
    this.isSeen = this.writes && callsProgram(this.func);
    this.arrays = questionsFor(methods);
    this.entry = new Entry(origins, this.arrays, this.writes);
    this.straight = new Straight(origins, this.arrays, this.entry, this.pools);
    this.hasRows = [...statementsOf(this.func)].every(isOfArity);
    this.types = origins.map(({ type }) => type);
    this.derivatives = new Derivatives(this.func);
    this.structures = new Structures(this.func);
    const types = this.func.region.yields.map(({ type }) => type);
    this.results = new Results(types, result);
    this.series = new SeriesOf(this.func, this.results);
  }

  /** The result of a call in a run that records; undefined where the function itself has to record. */
  recorded(args: readonly unknown[], captures: Captures): unknown {
    // Code reads the numbers of arrays.
    if (!this.hasRows || this.usesHost || areHeld()) return undefined;
    const calls = (this.calls ??= new CallsInRuns(this));
    return this.attempt(() => calls.call(args, captures)) ?? undefined;
  }

  /**
   * The value and the cotangents; null where another version has to answer. Nothing else has happened then.
   *
   * @param asksForAux only functions that call functions of arrays are asked for what they give beside the
   *   number
   */
  answer(
    args: readonly unknown[],
    wrt: unknown,
    captures: Captures,
    asksForAux = false,
  ): CompiledAnswer | null {
    if (asksForAux !== this.hasAux || this.isSeen) return null;
    const work = () => this.attempt(() => this.answered(args, wrt, captures));
    return this.draws ? keepingDrawn(work) : work();
  }

  private answered(args: readonly unknown[], wrt: unknown, captures: Captures) {
    const pool = this.pools.borrow();
    const call = this.call(args, wrt, captures, pool);
    const found = call && this.asked(call, pool, () => this.learn(args, wrt, call));
    this.pools.giveBack(pool);
    return found;
  }

  private learn(args: readonly unknown[], wrt: unknown, { put, inputs }: Call): void {
    if (put !== null || this.usesHost) return;
    const { places } = inputs;
    this.straight.learn(args, wrt, places, () => this.gradientBy(places, false)!);
  }

  /** The same in the shape of the arguments, for usual small ones; null where `answer` is to be asked. */
  ready(args: readonly unknown[], wrt: unknown, captures: Captures): ReadyAnswer | null {
    if (!this.attempts.isWell || this.zeros.isExpected) return null;
    try {
      const found = this.straight.answer(args, wrt, captures);
      if (found !== null) this.attempts.answered();
      return found;
    } catch {
      return null;
    }
  }

  private gradientBy(places: readonly number[], asksForZeros: boolean): Derivative | null {
    const isGradient = this.hasRows && (this.result === ONE || this.hasAux);
    return isGradient ? this.derivatives.of('gradient', places, 1, asksForZeros) : null;
  }

  private asked(call: Call, pool: ArrayPool, learn: () => void): CompiledAnswer | null {
    const asks = this.zeros.areExpected();
    const found = this.run(call, asks, pool);
    if (found === null || asks) return found;
    // Without questions for zeros no gradient is wrong that is a number.
    if (this.zeros.matterIn(found.cotangents))
      return this.isNested ? null : this.run(call, true, pool);
    learn();
    return found;
  }

  /** The function at arguments; null where another version has to answer. */
  at(args: readonly unknown[], wrt: unknown, captures: Captures): Point | null {
    // Of what is not known of its result, a run knows more.
    if (!this.hasRows || this.isPart || (this.usesHost && !this.onlyDraws)) return null;
    return this.attempt(() => {
      const call = this.call(args, wrt, captures, fresh);
      if (call === null || isMixed(call.inputs)) return null;
      const { values, inputs, put } = call;
      const point = new Point(this, values, inputs.places, inputs.keys);
      return put === null ? point : point.finishing(put);
    });
  }

  private call(
    args: readonly unknown[],
    wrt: unknown,
    captures: Captures,
    room: Room,
  ): Call | null {
    const captured = captures();
    const values = this.entry.values(args, captured, wrt, room);
    const inputs = values && this.entry.inputs(args, wrt, values);
    if (values === null || inputs === null) {
      this.attempts.refused(() => this.entry.leftBecause({ args, captured, wrt }));
      return null;
    }
    if (!this.writes) return { values, inputs, put: null };
    const written = this.derivatives.written(inputs.places);
    const put = written && new PuttingBack(this.origins, written, args, captured);
    return put?.canWrite() === true ? { values, inputs, put } : null;
  }

  /** Null where compiled code leaves, or is not tried. */
  attempt = <T>(work: () => T | null): T | null => this.attempts.attempt(work);

  private run(call: Call, asksForZeros: boolean, pool: ArrayPool): CompiledAnswer | null {
    const { values, inputs, put } = call;
    const { places, keys } = inputs;
    if (this.usesHost) return this.runHost(call, asksForZeros);
    const made = this.gradientBy(places, asksForZeros);
    if (made === null) return null;
    // The only array is the gradient itself.
    const arrays = places.length === 1 ? undefined : pool;
    const shadows: unknown[] = [];
    for (const place of places) {
      const { type } = this.origins[place];
      if (isArray(type)) shadows.push(zerosOf(values[place], type, 1, arrays));
    }
    const given = shadows.length === 0 ? values : [...values, ...shadows];
    const results = made.run(...given);
    const [value] = results;
    if (typeof value !== 'number') return null;
    const slopes = results.slice(1, 1 + places.length - shadows.length) as number[];
    const cotangents =
      shadows.length === 0 ? slopes : inOneArray(this.types, values, inputs, shadows, slopes);
    if (put === null || made.lasts.length === 0) return { value, cotangents, keys };
    const lasts = results.slice(made.lasts[0]) as Float64Array[];
    return { value, cotangents, keys, finish: () => put.write(lasts) };
  }

  /** The same of a function that calls functions of arrays. */
  private runHost({ values, inputs, put }: Call, asksForZeros: boolean): CompiledAnswer | null {
    const { places, groups } = inputs;
    this.isWorth ??= callsProgram(this.func) ? isWorthRuns(this.func) : () => true;
    if (!this.isWorth((place) => values[place])) {
      this.attempts.refused(() => SLOWER);
      return null;
    }
    const made = groups.length > 0 ? null : this.gradientBy(places, asksForZeros);
    const found =
      made && hostGradient(made, values, places, this.types, this.hasAux ? this.results : null);
    if (made === null || found === null) return null;
    const { results, ...answer } = found;
    if (put === null || made.lasts.length === 0) return answer;
    const lasts = results.slice(made.lasts[0]) as Float64Array[];
    return { ...answer, finish: () => put.write(lasts) };
  }

  /** The reason that there is no adjoint for the first argument, the usual one; null if there is one. */
  obstacle(): string | null {
    const inputsOf = (isFirst: boolean) =>
      this.origins.flatMap((origin, place) => {
        const { of, path } = origin;
        const isIt = of === 'argument' && isInput(origin) && (path[0] === 0 || !isFirst);
        return isIt ? [place] : [];
      });
    if (this.result !== ONE) return 'the result is not one number';
    if (this.isSeen) return 'it writes into arguments, and calls functions that are not compiled';
    if (!this.hasRows) return 'a row of the module takes another number of arguments';
    const why = this.derivatives.obstacle(inputsOf(false));
    if (why === null) return null;
    const first = inputsOf(true);
    return first.length > 0 && this.derivatives.obstacle(first) === null ? null : why;
  }
}

/** True if reals of inputs stand in another order than in parameters. */
const isMixed = ({ groups }: Inputs): boolean =>
  groups.some(({ from, to, order }) => order !== undefined || to - from > 1);

/** True if a row gets as many arguments as it takes. */
const isOfArity = (stmt: Stmt): boolean => {
  if (stmt.tag !== 'let' || stmt.op.tag !== 'prim') return true;
  const arity = arityOf(stmt.op.row);
  return arity === stmt.op.args.length || (arity === null && isOfTable(stmt.op.row));
};
