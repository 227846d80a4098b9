/** Code of the language as it runs. */
import { cut } from '../../../emit/cut-up.js';
import { emit } from '../../../emit/javascript.js';
import { inTurns } from '../../../improve/in-turns.js';
import { drawsNumbers } from '../../../ir/host.js';
import { allOf, statementCount, type Func } from '../../../ir/ir.js';
import { drawAgain } from '../../random-numbers.js';
import { linked } from '../code/linked.js';

/** Gives the list of its results. */
export type Run = (...args: readonly unknown[]) => readonly unknown[];

/** Gives its one result, or the list of them. */
export type Plain = (...args: readonly unknown[]) => unknown;

export interface Runs {
  readonly run: Run;
  /** The same that gives its one result without a list; null if there are several. */
  readonly alone: Plain | null;
}

/** The number of statements of the largest function of a program. */
export const largestIn = (f: Func): number =>
  Math.max(...allOf(f).map(({ region }) => statementCount(region)));

/**
 * The most statements that V8 optimises in one function, and the most of a whole that is cut into
 * parts.
 */
const MOST = 3500;
const LARGEST = 8000;

/** True if V8 optimises all functions of a program, the first of which may be cut. */
export function isOptimised(f: Func): boolean {
  return largestIn(f) <= LARGEST && largestIn(cut(f).f) <= MOST;
}

export const plainOf = (func: Func): Plain => linked(emit(inTurns(func), true));

export function runsBy(code: Plain, func: Func): Runs {
  const plain = drawsNumbers(func) ? drawingAgain(code) : code;
  return func.region.yields.length === 1
    ? { run: (...args) => [plain(...args)], alone: plain }
    : { run: plain as Run, alone: null };
}

/** Code that draws the numbers of its first run, whenever it runs again. */
const drawingAgain =
  (code: Plain): Plain =>
  (...args) => {
    drawAgain();
    return code(...args);
  };

export const runsOf = (func: Func): Runs => runsBy(plainOf(func), func);
