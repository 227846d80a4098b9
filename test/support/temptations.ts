/** Programs that tempt compiled code to differ from runs, and the comparison of both on them. */
import { valueAndGrad } from 'delta-tape';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { mapReals } from '../../src/core/trees/tree.js';
import { load } from './plain.js';
import { answer } from './tiers.js';

type F = (...args: never[]) => number;
interface Outcome {
  readonly found?: unknown;
  readonly error?: string;
  readonly args: readonly unknown[];
  readonly isCompiled: boolean;
}

interface Found {
  readonly value: number;
  readonly gradient: unknown;
}

/** Gradients agree to rounding, values do to the last bit. */
const rounded = ({ value, gradient }: Found): Found => ({
  value,
  gradient: mapReals(gradient, 'the gradient', (x) => Number((x as number).toPrecision(12))),
});

/** The outcome of a derivative, with compiled code or without. */
function outcome(work: (args: unknown[]) => unknown, args: unknown[], isOn: boolean): Outcome {
  let isCompiled = false;
  compiled.answer = (...given) => {
    const found = isOn ? answer(...given) : null;
    isCompiled ||= found !== null;
    return found;
  };
  try {
    return { found: rounded(work(args) as Found), args, isCompiled };
  } catch (error) {
    return { error: String(error), args, isCompiled };
  } finally {
    compiled.answer = answer;
  }
}

export interface Temptation {
  readonly title: string;
  /** A module that exports f. */
  readonly text: string;
  readonly args: () => unknown[];
  readonly wrt?: number | number[] | string | string[];
  /** True if compiled code answers. */
  readonly isCompiled: boolean;
}

/** Expects the same answer or error of both tiers, and the same of what becomes of the arguments. */
export function compareTiers(temptation: Temptation): void {
  expect(areCompiled(temptation)).toBe(temptation.isCompiled);
}

/** The same, and whether compiled code answers. */
export function areCompiled({
  text,
  args,
  wrt = 0,
}: Omit<Temptation, 'isCompiled' | 'title'>): boolean {
  const { f } = load<{ f: F }>(text);
  const work = (given: unknown[]) =>
    (valueAndGrad as unknown as (f: F, options: object) => F)(f, { wrt })(...(given as never[]));
  const on = outcome(work, args(), true);
  const off = outcome(work, args(), false);
  expect({ ...on, isCompiled: false }).toEqual(off);
  return on.isCompiled;
}
