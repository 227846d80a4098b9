/**
 * The option `onConstant`: it reports outputs whose derivative is 0 or NaN because no input reached them. An
 * output is constant if it is not a dual of the run: no binding leads to it from an input, and it has no
 * tangent. So every mode gives the same answer. O(outputs) for each run; the inputs are looked at only if
 * there is something to report.
 */
import { invalidOption } from '../errors/errors.js';
import { callSite } from '../errors/call-site.js';
import { deepestRun, lastSerial, mode, nextLevel } from '../core/open-runs.js';
import { Dual, type Real } from '../core/real.js';
import { noted } from '../errors/swallowed.js';
import { isNotANumber } from './arguments/left-out.js';
import { outputShapeWithBlocks } from './output-reals.js';
import { toConsole, type WatchOptions } from '../core/watcher.js';
import { isUnanswered } from '../errors/meetings.js';
import { constantOutput, keptNumbers } from './errors.js';
import type { AnyFunction } from './signatures.js';

/** The places of calls whose output no input reached, and the functions that were called. */
const told = new Set<string>();
const toldOf = new WeakSet<AnyFunction>();

/**
 * Says, once for each function and each place in a program, that no input reached the output of a run that
 * ends, unless the option says what to do. Derivatives inside of derivatives may well be constant, so no message
 * is printed for them or for those around them.
 *
 * @param before the number of meetings (errors/meetings.ts) before the run
 * @throws DeltaTapeError if an input equalled a number that was kept
 */
export function tellOfConstant(f: AnyFunction, { onConstant }: WatchOptions, before: number): void {
  if (onConstant !== undefined || nextLevel() > 2 || mode.run !== lastSerial) return;
  if (isUnanswered(before))
    throw noted.refusals?.[0]?.error ?? keptNumbers(undefined, 'constant output');
  // The place is read from the stack, which takes longer than a small gradient.
  if (toldOf.has(f)) return;
  toldOf.add(f);
  const place = callSite() ?? '';
  if (told.has(place)) return;
  told.add(place);
  toConsole(
    `${place === '' ? '' : `at ${place}: `}${constantOutput(['the output'], false).message}`,
  );
}

type Report = (paths: readonly string[], isNaN: boolean) => void;

/** The reaction of a report; null if the option asks for none. */
function reaction({ onConstant = 'ignore' }: WatchOptions): Report | null {
  if (onConstant === 'ignore') return null;
  if (onConstant === 'throw') {
    return (paths, isNaN) => {
      throw constantOutput(paths, isNaN);
    };
  }
  if (onConstant !== 'warn') {
    throw invalidOption('onConstant', "'ignore', 'warn' or 'throw'", onConstant);
  }
  const reported = new Set<string>();
  return (paths, isNaN) => {
    const { message } = constantOutput(paths, isNaN);
    if (!reported.has(message)) toConsole(message);
    reported.add(message);
  };
}

/** The duals of a level in a list of trees; what cannot be taken apart holds none. */
function dualsIn(trees: readonly unknown[], level: number): Real[] {
  return trees.flatMap((tree) => {
    try {
      return outputShapeWithBlocks(tree).reals.filter((x) => isOf(x, level));
    } catch {
      return [];
    }
  });
}

const isOf = (x: Real, level: number): boolean => x instanceof Dual && x.run.level === level;

function look(args: readonly unknown[], output: unknown, level: number, tell: Report): void {
  const shape = outputShapeWithBlocks(output);
  const constant = shape.reals.map((x) => !isOf(x, level));
  const undefinedAt = shape.reals.map(isNotANumber);
  if (!constant.includes(true) && !undefinedAt.includes(true)) return;
  const inputs = dualsIn(args, level);
  const paths = (found: readonly boolean[]) => shape.paths().filter((_, k) => found[k]);
  if (undefinedAt.includes(true) && !inputs.some(isNotANumber)) tell(paths(undefinedAt), true);
  if (constant.includes(true) && inputs.length > 0) tell(paths(constant), false);
}

/** `f`, whose outputs are looked at in the runs that one call of a derivative opens. */
export function watchedForConstants(f: AnyFunction, options: WatchOptions): AnyFunction {
  const report = reaction(options);
  if (report === null || typeof f !== 'function') return f;
  const least = nextLevel();
  return (...args) => {
    const output = f(...args);
    const level = deepestRun()?.level ?? 0;
    if (level >= least && typeof output !== 'function') look(args, output, level, report);
    return output;
  };
}
