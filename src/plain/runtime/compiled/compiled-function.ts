/**
 * Lowered functions with their adjoints, which are compiled when they are first asked for, and known by the
 * parameters that gradients are wanted of.
 */
import { adjoint, type Adjoint } from '../../differentiate/adjoint.js';
import { emit } from '../../emit/javascript.js';
import { improved } from '../../improve/improved.js';
import { isArray, statementsOf, type Func, type Stmt } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result.js';
import { arityOf, isOfTable } from '../../ir/rows.js';
import { read, type Text } from '../../ir/written.js';
import { linked } from '../linked.js';
import { flatCotangents, holdsReals, zerosLike, type Cotangents } from './checked.js';
import { Entry } from './entry.js';
import { partialsOfRows } from './row-partials.js';

/** A lowered function as a translated module holds it, in JSON; most results are one number. */
type LoweredText = readonly [func: Text, origins: readonly Origin[], result: ResultForm];

type Numbers = Float64Array | readonly number[];

/** The value of a function, and the cotangents of the reals of what a derivative is taken by, in their order. */
export interface CompiledAnswer {
  readonly value: number;
  readonly cotangents: Numbers;
}

type Run = (...args: readonly unknown[]) => unknown;

/** How often in succession code may leave before it is not tried any more. */
const PATIENCE = 3;

export class CompiledFunction {
  private readonly func: Func;
  private readonly origins: readonly Origin[];
  private readonly result: ResultForm;
  private readonly entry: Entry;
  /** By the places of the inputs. */
  private readonly adjoints = new Map<number | string, Run | null>();
  /** The same that ask for zeros. */
  private readonly asking = new Map<number | string, Run | null>();
  private failures = 0;

  constructor(text: string) {
    const [func, origins, result = ONE] = JSON.parse(text) as LoweredText;
    this.func = read(func);
    this.origins = origins;
    this.result = result;
    this.entry = new Entry(origins);
  }

  /** The value and the cotangents; null where another version has to answer. Nothing else has happened then. */
  answer(
    args: readonly unknown[],
    wrt: unknown,
    captures: () => readonly unknown[],
  ): CompiledAnswer | null {
    if (this.failures >= PATIENCE) return null;
    try {
      const values = this.entry.values(args, captures());
      const inputs = values && this.entry.inputs(args, wrt);
      if (values === null || inputs === null) return null;
      const found = this.run(values, inputs, false);
      // Without questions for zeros no gradient is wrong that is a number.
      const answer =
        found !== null && holdsNaN(found.cotangents) ? this.run(values, inputs, true) : found;
      this.failures = 0;
      return answer;
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
  ): CompiledAnswer | null {
    const run = this.adjointBy(inputs, asksForZeros);
    if (run === null) return null;
    const given = [...values];
    const shadows: Cotangents[] = [];
    for (const place of inputs) {
      const { type } = this.origins[place];
      if (isArray(type)) shadows.push(zerosLike(values[place], type));
    }
    for (const shadow of shadows) given.push(shadow);
    const found = run(...given);
    const results = (Array.isArray(found) ? found : [found]) as readonly number[];
    const [value] = results;
    if (typeof value !== 'number') return null;
    const slopes = results.slice(1);
    return {
      value,
      cotangents: shadows.length === 0 ? slopes : this.together(inputs, shadows, slopes),
    };
  }

  /** The cotangents of all inputs, in their order. */
  private together(
    inputs: readonly number[],
    shadows: readonly Cotangents[],
    slopes: readonly number[],
  ): Float64Array {
    if (inputs.length === 1 && shadows[0] instanceof Float64Array) return shadows[0];
    let [array, number] = [0, 0];
    const parts = inputs.flatMap((place): readonly Numbers[] =>
      isArray(this.origins[place].type) ? flatCotangents(shadows[array++]) : [[slopes[number++]]],
    );
    const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  private adjointBy(inputs: readonly number[], asksForZeros: boolean): Run | null {
    const known = asksForZeros ? this.asking : this.adjoints;
    const key = inputs.length === 1 ? inputs[0] : inputs.join();
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = this.compiled(inputs, asksForZeros)));
    return found;
  }

  private compiled(inputs: readonly number[], asksForZeros: boolean): Run | null {
    const made = this.adjointOf(inputs, asksForZeros);
    return made.tag === 'refused' ? null : linked(emit(improved(made.func)));
  }

  private adjointOf(inputs: readonly number[], asksForZeros: boolean): Adjoint {
    const { func } = this;
    if (this.result !== ONE) return { tag: 'refused', why: 'the result is not one number' };
    if (![...statementsOf(func)].every(isOfArity))
      return { tag: 'refused', why: 'a row of the module takes another number of arguments' };
    const params = inputs.map((place) => func.region.params[place]);
    return adjoint(func, params, { partials: partialsOfRows, asksForZeros });
  }

  /** What keeps the function from having an adjoint by all its arguments that hold reals; null if nothing does. */
  obstacle(): string | null {
    const inputs = this.origins.flatMap(({ of, type }, place) =>
      of === 'argument' && holdsReals(type) ? [place] : [],
    );
    const made = this.adjointOf(inputs, false);
    return made.tag === 'refused' ? made.why : null;
  }
}

/** Whether a row gets as many arguments as it takes. */
const isOfArity = (stmt: Stmt): boolean => {
  if (stmt.tag !== 'let' || stmt.op.tag !== 'prim') return true;
  const arity = arityOf(stmt.op.row);
  return arity === stmt.op.args.length || (arity === null && isOfTable(stmt.op.row));
};

function holdsNaN(numbers: Numbers): boolean {
  for (let k = 0; k < numbers.length; k++) if (numbers[k] !== numbers[k]) return true;
  return false;
}
