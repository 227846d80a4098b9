/**
 * Traces at other inputs, and where the program would have gone another way (Theorem 6.2 of Abadi and
 * Plotkin).
 */
import * as comparisons from '../../core/comparisons.js';
import { namedOperators } from '../../special/named.js';
import { numberIn } from '../../core/number-in.js';
import { primalOf, type Real } from '../../core/real.js';
import type { Comparison } from '../../core/watcher.js';
import { wrongInputs } from './errors.js';
import { isVariable, type Guard, type Operand, type TraceTerm } from './trace-term.js';

/** A guard that does not hold. */
export interface Departure {
  readonly guard: Guard;
  /** The answer in the place of that of the guard. */
  readonly found: boolean | number;
}

export interface EvaluatedTrace {
  readonly values: readonly Real[];
  /**
   * Where the program would have gone another way. If there is none, the values are those of the program.
   */
  readonly departures: readonly Departure[];
}

export const valueIn = (values: readonly Real[], operand: Operand): Real =>
  isVariable(operand) ? values[operand.id] : operand;

function answer(question: string, args: readonly Real[]): boolean | number {
  if (question === 'value') return primalOf(args[0]);
  const compare = (comparisons as Readonly<Record<string, (x: Real, y: Real) => boolean>>)[
    question as Comparison
  ];
  if (compare !== undefined) return compare(args[0], args[1]);
  return namedOperators.get(question)!.primitive.value(args.map(numberIn));
}

/**
 * The values of all ids, of which none has id 0, with the guards that do not hold. O(length of the trace).
 */
export function run(
  { inputs, bindings, guards }: TraceTerm,
  at: readonly Real[],
): { values: Real[]; departures: Departure[] } {
  if (at.length !== inputs.length) throw wrongInputs(inputs.length, at.length);
  const values: Real[] = [0, ...at];
  const departures: Departure[] = [];
  let next = 0;
  const ask = (after: number): void => {
    for (; next < guards.length && guards[next].after <= after; next++) {
      const guard = guards[next];
      const found = answer(
        guard.question,
        guard.args.map((one) => valueIn(values, one)),
      );
      if (!Object.is(found, guard.answer)) departures.push({ guard, found });
    }
  };
  bindings.forEach(({ operation, args }, k) => {
    ask(k);
    values.push(operation.apply(args.map((one) => valueIn(values, one))));
  });
  ask(bindings.length);
  return { values, departures };
}

/**
 * A trace at other inputs, in their order. On numbers it gives numbers, with the bits of the program as far
 * as that goes the way of the trace. On reals it can be differentiated, and traced. O(length of the trace).
 *
 * @throws DeltaTapeError if there are not as many inputs.
 * @example evaluateTrace(traceTerm((x: Real) => mul(x, x))(3))([5]).values // [25]
 */
export const evaluateTrace =
  (term: TraceTerm) =>
  (at: readonly Real[]): EvaluatedTrace => {
    const { values, departures } = run(term, at);
    return { values: term.outputs.map((one) => valueIn(values, one)), departures };
  };
