/**
 * Asks both tiers: each answer of compiled code is compared with that of a run, in all tests of translated modules.
 * Differences are errors, and lines of the file that TIERS_LOG names. `TIERS=off npx jest …` leaves compiled code out.
 */
import { appendFileSync } from 'node:fs';
import { valueAndGrad } from 'delta-tape';
import type { CompiledAnswer } from '../../src/plain/runtime/compiled/derivative-operators.js';
import { answerAtOnce, compiled } from './compiled.js';
import { isNested } from './nested.js';
import { comparedPoint } from './tiers-at.js';
import { effort } from '../../src/plain/runtime/compiled/answers/usual-lengths.js';
import { difference as differenceOf } from '../../src/plain/runtime/specialised/agreement.js';
import { effort as behind } from '../../src/plain/runtime/specialised/specialised-function.js';
import { keeping } from '../../src/plain/runtime/compiled/code/kept-column.js';
import { blocks, isBlock } from '../../src/core/block.js';
import { outputShapeWithBlocks } from '../../src/derivatives/output-reals.js';

type F = (...args: never[]) => unknown;
/** The answers of compiled code, not compared. */
export const { answer, at, beside, recorded } = compiled;
const none = (): null => null;
const nothing = (): undefined => undefined;

const log = (text: string): void => {
  if (process.env.TIERS_LOG !== undefined) appendFileSync(process.env.TIERS_LOG, `${text}\n`);
};

/** The numbers in a list, also those in arrays of NumPy. */
const elementsOf = (leaves: ArrayLike<unknown>): number[] =>
  Array.from(leaves).flatMap((leaf) =>
    isBlock(leaf) ? Array.from(blocks.kind!.numbers(leaf as never)) : [leaf as number],
  );

/** Says what is wrong with an answer; null if it is that of a run. */
export function difference(
  { value, cotangents }: CompiledAnswer,
  f: F,
  args: readonly unknown[],
  wrt: Parameters<typeof answer>[2],
  tolerance = 1e-10,
): string | null {
  let expected: { value: number; gradient: unknown };
  try {
    expected = (valueAndGrad as (f: F, options: object) => F)(f, { wrt })(
      ...(args as never[]),
    ) as unknown as typeof expected;
  } catch (error) {
    return `an answer where a run throws ${String(error)}`;
  }
  const slopes = elementsOf(outputShapeWithBlocks(expected.gradient, 'the gradient').reals);
  const own = elementsOf(cotangents);
  const isNear = Math.abs(value - expected.value) <= tolerance * Math.max(1, Math.abs(value));
  if (!Object.is(value, expected.value) && !(isNear && isNested(f, args)))
    return `the value ${value}, not ${expected.value}`;
  const size = Math.max(1e-300, ...slopes.map(Math.abs).filter(Number.isFinite));
  const isSame = (x: number, k: number) =>
    Object.is(x, slopes[k]) || x === slopes[k] || Math.abs(x - slopes[k]) <= tolerance * size;
  return own.length === slopes.length && own.every(isSame)
    ? null
    : `the gradient ${own.slice(0, 20).join()}, not ${slopes.slice(0, 20).join()}`;
}

/** Says what is wrong with the answer of compiled code; null if it is that of a run, or code leaves the call to one. */
export function complaintAbout(
  f: unknown,
  args: readonly unknown[],
  wrt: Parameters<typeof answer>[2] = 0,
): string | null {
  const found = answer(f as F, args, wrt);
  return found && withoutCompiled(() => difference(found, f as F, args, wrt));
}

/** The result of something when compiled code answers nothing. */
export function withoutCompiled<T>(work: () => T): T {
  const before = { ...compiled };
  const wasOn = behind.isOn;
  behind.isOn = false;
  Object.assign(compiled, {
    answer: none,
    at: none,
    beside: none,
    recorded: nothing,
  });
  try {
    return work();
  } finally {
    Object.assign(compiled, before);
    behind.isOn = wasOn;
  }
}

/** The result of something that compiled code answers, without a run beside it. */
export function notCompared<T>(work: () => T): T {
  const before = { ...compiled };
  Object.assign(compiled, { answer, at, recorded });
  try {
    return work();
  } finally {
    Object.assign(compiled, before);
  }
}

/** `answer`, compared. */
export const compared: typeof answer = (f, args, wrt) => {
  const found = answer(f, args, wrt);
  if (found === null) return null;
  const complaint = withoutCompiled(() => difference(found, f, args, wrt));
  log(complaint === null ? 'same' : `DIFFERENT: ${complaint}\n${String(f)}`);
  if (complaint !== null) throw new Error(`The tiers differ: ${complaint}.`);
  return found;
};

/** Says how a value, a gradient and what stands beside differ from those of a run; null if they do not. */
export function differenceBeside(
  found: object,
  f: F,
  args: readonly unknown[],
  wrt: Parameters<typeof answer>[2],
): string | null {
  const derivative = (valueAndGrad as unknown as (f: F, options: object) => F)(f, {
    wrt,
    aux: true,
  }) as unknown as (...args: readonly unknown[]) => object;
  return differenceOf(
    found,
    withoutCompiled(() => derivative(...args)),
  );
}

/** `beside`, compared. */
export const comparedBeside: typeof beside = (f, args, wrt) => {
  const found = beside(f, args, wrt);
  if (found === null) return null;
  const complaint = differenceBeside(found, f, args, wrt);
  log(complaint === null ? 'same' : `DIFFERENT: ${complaint}\n${String(f)}`);
  if (complaint !== null) throw new Error(`The tiers differ: ${complaint}.`);
  return found;
};

/** `at`, with derivatives that are compared. */
export const comparedAt: typeof at = (f, args, wrt) => {
  const found = at(f, args, wrt);
  if (found === null) return null;
  return comparedPoint(found, { f, args, wrt, withoutCompiled }, (complaint) => {
    log(complaint === null ? 'same' : `DIFFERENT: ${complaint}\n${String(f)}`);
    if (complaint !== null) throw new Error(`The tiers differ: ${complaint}.`);
  });
};

const isOff = process.env.TIERS === 'off';

/** Has all answers compared, whatever a test has changed: files that share their modules begin so (runner.js). */
export function compareAll(): void {
  behind.isOn = !isOff;
  behind.patience = 0;
  behind.held = Infinity;
  behind.onRefusal = (reason) => log(`refused: ${reason}`);
  behind.onDifference = (complaint, f) => {
    log(complaint === null ? 'same' : `DIFFERENT: ${complaint}\n${String(f)}`);
    if (complaint !== null) throw new Error(`The tiers differ: code gave ${complaint}.`);
  };
  // Some loops forget, and others do not.
  keeping.atMost = 8;
  effort.untilMade = 0;
  answerAtOnce();
  Object.assign(compiled, {
    answer: isOff ? none : compared,
    at: isOff ? none : comparedAt,
    beside: isOff ? none : comparedBeside,
    recorded: isOff ? nothing : recorded,
  });
}
compareAll();
