/** Gradients of plain TypeScript as ratios: to the function, and to explicit operators. */
import type { Answers } from './answered.js';
import { median } from './timing.js';

export interface PlainLaunch {
  /**
   * Milliseconds of the fastest plain function, the original in plain TypeScript, the same after
   * translation, and of gradients: of the translation, with explicit operators, by hand.
   */
  readonly steady: readonly number[];
  /** The version of the translation that answers. */
  readonly answers: Answers;
}

/** The bindings of a gradient of the translation, and of explicit operators. */
export interface PlainBindings {
  readonly bindings: number;
  readonly bindingsOfOperators: number;
}

export interface PlainResult extends PlainBindings {
  readonly name: string;
  readonly answers: Answers;
  readonly originalMilliseconds: number;
  /** The translated function on numbers ÷ the original. */
  readonly translated: number;
  /** Gradients ÷ the fastest plain function, and the first of them ÷ the original. */
  readonly gradient: number;
  readonly gradientToOriginal: number;
  readonly operators: number;
  readonly handWritten: number;
  /** The gradient of the translation ÷ that with explicit operators. */
  readonly toOperators: number;
}

export function summarisePlain(
  name: string,
  launches: readonly PlainLaunch[],
  counted: PlainBindings,
): PlainResult {
  const ratio = (of: number, to: number) =>
    median(launches.map(({ steady }) => steady[of] / steady[to]));
  return {
    name,
    answers: launches[0].answers,
    originalMilliseconds: median(launches.map(({ steady }) => steady[1])),
    translated: ratio(2, 1),
    gradient: ratio(3, 0),
    gradientToOriginal: ratio(3, 1),
    operators: ratio(4, 0),
    handWritten: ratio(5, 0),
    toOperators: ratio(3, 4),
    ...counted,
  };
}
