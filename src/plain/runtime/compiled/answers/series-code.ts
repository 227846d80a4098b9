/** Compiles the power series of a function, each order when it is first asked for: each order has code of its own. */
import { onCopies } from '../../../differentiate/prepare/on-copies.js';
import { series } from '../../../differentiate/beside/series.js';
import { improved } from '../../../improve/improved.js';
import { isArray, type Func } from '../../../ir/ir.js';
import { partialsOfRows } from './partials-of-rows.js';
import { largestIn, runsOf, type Run } from './run-code.js';
import { holdsNaN, sizeOf, take } from './lane-values.js';
import type { ResultTree } from './results.js';

interface SeriesCode {
  readonly run: Run;
  /** For each result where its coefficients begin among all that is given; null if they are 0. */
  readonly places: readonly (number | null)[];
}

/** A value, and coefficients 1 … order of its reals. */
export interface Expanded {
  readonly value: unknown;
  readonly coefficients: readonly Float64Array[];
}

/**
 * The most statements that are compiled: V8 does not optimise so many, and yet they are faster than a
 * run.
 */
const MOST = 12_000;
/** The highest order: some rows take the cube of it. */
const HIGHEST = 32;

export class SeriesOf {
  private readonly known = new Map<string, SeriesCode | null>();

  constructor(
    private readonly func: Func,
    private readonly results: ResultTree,
  ) {}

  /**
   * The series at arguments along one of them, which is a number; null where a run has to answer.
   *
   * @param scale coefficient 1 of that number
   */
  at(values: readonly unknown[], input: number, order: number, scale: number): Expanded | null {
    const code = this.code(input, order, scale);
    if (code === null) return null;
    const found = code.run(...values);
    if (this.results.order(found) !== null) return null;
    const coefficients = this.coefficients(code, found, order);
    // An exact 0 is not asked for.
    return coefficients.some(holdsNaN) ? null : { value: this.results.tree(found), coefficients };
  }

  private coefficients({ places }: SeriesCode, found: readonly unknown[], order: number) {
    const { real, types } = this.results;
    const size = real.reduce((sum, place) => sum + sizeOf(found[place], types[place]), 0);
    return Array.from({ length: order }, (_, k) => {
      const vector = new Float64Array(size);
      let at = 0;
      for (const place of real) {
        const [type, start] = [types[place], places[place]];
        if (start !== null && isArray(type)) take(found[start + k], type, [vector], at);
        else if (start !== null) vector[at] = found[start + k] as number;
        at += sizeOf(found[place], type);
      }
      return vector;
    });
  }

  private code(input: number, order: number, scale: number): SeriesCode | null {
    const key = `${input} ${order} ${scale}`;
    let found = this.known.get(key);
    if (found === undefined) this.known.set(key, (found = this.compiled(input, order, scale)));
    return found;
  }

  private compiled(input: number, order: number, scale: number): SeriesCode | null {
    if (order > HIGHEST || largestIn(this.func) * order ** 2 > MOST) return null;
    const param = this.func.region.params[input];
    const own = onCopies(this.func, [param]);
    if (own.tag === 'refused' || own.written.length > 0) return null;
    const made = series(own.func, param, { partials: partialsOfRows, order, scale });
    if (made.tag === 'refused' || largestIn(made.func) > MOST) return null;
    return { run: runsOf(improved(made.func)).run, places: made.places };
  }
}
