/**
 * The power series of a function along one number, from the language to the language: the function, with the
 * coefficients 1 … order beside each number that moves (§10.4). No product asks for an exact 0: where a coefficient
 * is NaN, a run decides. O(size of the program · order²); a row whose partials lead away from it takes O(order³).
 */
import type { Func, Op, Value } from '../../ir/ir.js';
import { statementsOf } from '../../ir/ir.js';
import type { Real } from '../../../core/real.js';
import { Beside } from './beside.js';
import { dependencesOf, type Dependences } from '../prepare/dependences.js';
import { NotCode } from '../operations/code-run.js';
import type { Partials } from '../operations/partials.js';
import { insistOnLinked, Refused } from '../prepare/refused.js';
import { RowSeries } from '../operations/row-series.js';

interface SeriesOptions {
  readonly partials: Partials;
  /** The highest coefficient, from 1 on. */
  readonly order: number;
  /** Coefficient 1 of the input. */
  readonly scale: number;
}

type FunctionOfSeries =
  | {
      readonly tag: 'series';
      /** Takes the arguments. Gives the results, then the coefficients of those that move, one after the other. */
      readonly func: Func;
      /** For each result where its coefficients begin among the results; null if they are 0. */
      readonly places: readonly (number | null)[];
    }
  | { readonly tag: 'refused'; readonly why: string };

/** @param input the parameter that moves, which is a number */
export function series(given: Func, input: Value, options: SeriesOptions): FunctionOfSeries {
  try {
    insistOnLinked(given);
    const all = dependencesOf(given, [input]);
    return { tag: 'series', ...new Expanding(all, input, options).program(all.f) };
  } catch (error) {
    if (error instanceof Refused) return { tag: 'refused', why: error.message };
    if (error instanceof NotCode) return { tag: 'refused', why: 'a row has no series as code' };
    throw error;
  }
}

class Expanding extends Beside {
  private readonly constants = new Map<Value, number>();
  private readonly rows: RowSeries;

  constructor(
    all: Dependences,
    private readonly input: Value,
    private readonly options: SeriesOptions,
  ) {
    super(all, [input], options.order);
    this.rows = new RowSeries(this.builder, options.partials);
    for (const stmt of statementsOf(all.f))
      if (stmt.tag === 'let' && stmt.op.tag === 'const' && typeof stmt.op.value === 'number')
        this.constants.set(stmt.value, stmt.op.value);
  }

  program(f: Func) {
    const { order, scale } = this.options;
    const begin = () =>
      this.put(
        this.input,
        Array.from({ length: order }, (_, k) => this.constant(k === 0 ? scale : 0)),
      );
    const func = this.rows.within(order, () => this.function(f, [], begin));
    return { func, places: this.places(f) };
  }

  protected namesOf(name: string): string[] {
    return Array.from({ length: this.options.order }, (_, k) => name && `${name}_${k + 1}`);
  }

  protected nameOfFunction(name: string): string {
    return `${name}_series`;
  }

  protected readonly isMissingZero = false;

  protected override constant(of: number): Value {
    const made = super.constant(of);
    this.constants.set(made, of);
    return made;
  }

  protected besideNumber(op: Op): readonly Value[] {
    if (op.tag === 'choose') {
      const [test, then, otherwise] = op.args;
      const [all, others] = [then, otherwise].map((of) => this.beside(of).map(this.real));
      return all.map((x, k) => this.codeOf(this.rows.chosen(test, x, others[k])));
    }
    if (op.tag !== 'prim' && op.tag !== 'partial') throw new Refused(`a number by ${op.tag}`);
    return this.rows.of(op, op.args.map(this.moving)).map(this.codeOf);
  }

  private real = (of: Value): Real => this.constants.get(of) ?? this.rows.real(of);

  private codeOf = (x: Real): Value =>
    typeof x === 'number' ? this.constant(x) : this.rows.codeOf(x);

  private moving = (of: Value): Real =>
    this.moves(of) ? this.rows.series([of, ...this.beside(of)].map(this.real)) : this.real(of);
}
