/**
 * Asks both tiers: each answer of compiled code is compared with that of a run, in all tests of translated modules.
 * Differences are errors, and lines of the file that TIERS_LOG names. `TIERS=off npx jest …` leaves compiled code out, and
 * `TIERS=specialised` leaves all to code that is specialised at calls; `TIERS=front` asks that first, and holds it against the other.
 */
import { appendFileSync } from 'node:fs';
import { inspect, types } from 'node:util';
import { valueAndGrad } from 'delta-tape';
import type { CompiledAnswer } from '../../src/plain/runtime/compiled/compiled-function.js';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { isNested } from './nested.js';
import { comparedPoint } from './tiers-at.js';
import { questions } from '../../src/plain/runtime/compiled/classes-as-written.js';
import { calls } from '../../src/plain/runtime/compiled/answers/straight.js';
import { effort } from '../../src/plain/runtime/compiled/answers/usual-lengths.js';
import { effort as behind } from '../../src/plain/runtime/specialised/specialised-function.js';
import { keeping } from '../../src/plain/runtime/compiled/code/kept-column.js';
import { blocks, isBlock } from '../../src/core/block.js';
import { flatten } from '../../src/core/trees/tree.js';
import { inputsWithBlocks } from '../../src/derivatives/argument-shapes.js';
import { outputShapeWithBlocks } from '../../src/derivatives/output-reals.js';

type F = (...args: never[]) => unknown;
/** The answers of compiled code, not compared. */
export const { answer, at, ready, recorded, withAux } = compiled;
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
  { value, cotangents: numbers, leaves }: CompiledAnswer,
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
  const slopes =
    leaves === undefined
      ? (flatten(expected.gradient, 'the gradient').reals as number[])
      : elementsOf(inputsWithBlocks([expected.gradient], 0)[0].flat);
  const cotangents = leaves === undefined ? numbers : elementsOf(leaves);
  const isNear = Math.abs(value - expected.value) <= tolerance * Math.max(1, Math.abs(value));
  if (!Object.is(value, expected.value) && !(isNear && isNested(f, args)))
    return `the value ${value}, not ${expected.value}`;
  const size = Math.max(1e-300, ...slopes.map(Math.abs).filter(Number.isFinite));
  const isSame = (x: number, k: number) =>
    Object.is(x, slopes[k]) || x === slopes[k] || Math.abs(x - slopes[k]) <= tolerance * size;
  return cotangents.length === slopes.length && [...cotangents].every(isSame)
    ? null
    : `the gradient ${[...cotangents].slice(0, 20).join()}, not ${slopes.slice(0, 20).join()}`;
}

/** The result of something when compiled code answers nothing. */
export function withoutCompiled<T>(work: () => T): T {
  const before = { ...compiled };
  const wasOn = behind.isOn;
  behind.isOn = false;
  Object.assign(compiled, {
    answer: none,
    ready: none,
    at: none,
    withAux: none,
    recorded: nothing,
  });
  try {
    return work();
  } finally {
    Object.assign(compiled, before);
    behind.isOn = wasOn;
  }
}

/**
 * Says what is wrong with an answer in the shape of the arguments, beside that of `answer`; null if it
 * is the same.
 */
export function readyDifference(
  made: NonNullable<ReturnType<typeof ready>>,
  { value, cotangents }: CompiledAnswer,
  args: readonly unknown[],
  wrt: Parameters<typeof answer>[2],
): string | null {
  const chosen = Array.isArray(wrt)
    ? wrt.map((place) => args[place as number])
    : args[wrt as number];
  const [expected, own] = [chosen, made.gradient].map((tree) => flatten(tree, 'it'));
  if (!Object.is(made.value, value)) return `at once the value ${made.value}, not ${value}`;
  if (own.paths().join() !== expected.paths().join()) return 'at once another shape';
  const isSame = own.reals.every((x, k) => Object.is(x, cotangents[k]));
  return isSame ? null : `at once the gradient ${own.reals.join()}, not ${[...cotangents].join()}`;
}

/** `answer`, compared, and what is answered at once from then on. */
export const compared: typeof answer = (f, args, wrt) => {
  const found = answer(f, args, wrt);
  if (found === null) return null;
  const made = found.finish === undefined ? ready(f, args, wrt) : null;
  const complaint =
    (made && readyDifference(made, found, args, wrt)) ??
    withoutCompiled(() => difference(found, f, args, wrt));
  log(complaint === null ? 'same' : `DIFFERENT: ${complaint}\n${String(f)}`);
  if (complaint !== null) throw new Error(`The tiers differ: ${complaint}.`);
  return found;
};

/** Says what is wrong with the second result beside a number; null if it is that of a run. */
export function differenceBeside(
  found: CompiledAnswer,
  f: F,
  args: readonly unknown[],
  wrt: Parameters<typeof answer>[2],
  tolerance = 1e-10,
): string | null {
  const expected = withoutCompiled(() =>
    (valueAndGrad as unknown as (f: F, options: object) => (...args: unknown[]) => Beside)(f, {
      wrt,
      aux: true,
    })(...args),
  );
  const number = (...given: never[]) => (f(...given) as readonly unknown[])[0];
  const [own, others] = [found.aux!.tree, expected.aux].map(inText);
  if (own !== others) return `beside the number ${own}, not ${others}`;
  return withoutCompiled(() => difference(found, number, args, wrt, tolerance));
}

interface Beside {
  readonly aux: unknown;
}

/** A tree as text, with what its arrays of NumPy hold. What is recorded has another class. */
function inText(tree: unknown): string {
  const shape = outputShapeWithBlocks(tree);
  const text = (of: unknown): unknown => {
    if (!isBlock(of)) return of;
    const { dtype, shape, constructor } = of as unknown as Record<string, unknown>;
    const kind = [types.isProxy(of), dtype, (constructor as { name: string }).name];
    return [...kind, shape, elementsOf([of])].join(' ');
  };
  return inspect(shape.rebuild(shape.reals.map(text)), { depth: 9, maxArrayLength: null });
}

/** `withAux`, compared. */
export const comparedWithAux: typeof withAux = (f, args, wrt) => {
  const found = withAux(f, args, wrt);
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

const isOff = ['off', 'specialised'].includes(process.env.TIERS ?? '');

/** Has all answers compared, whatever a test has changed: files that share their modules begin so (runner.js). */
export function compareAll(): void {
  behind.isOn = process.env.TIERS !== 'off';
  behind.isFirst = process.env.TIERS === 'front';
  behind.patience = 0;
  behind.held = Infinity;
  behind.onRefusal = (reason) => log(`refused: ${reason}`);
  behind.onDifference = (complaint, f) => {
    log(complaint === null ? 'specialised' : `DIFFERENT: specialised, ${complaint}\n${String(f)}`);
    if (complaint !== null)
      throw new Error(`The tiers differ: specialised code gave ${complaint}.`);
  };
  calls.untilReady = 1;
  // Some loops forget, and others do not.
  keeping.atMost = 8;
  effort.untilMade = 0;
  questions.untilMade = 0;
  Object.assign(compiled, {
    // So each call comes to `compared`.
    ready: none,
    answer: isOff ? none : compared,
    at: isOff ? none : comparedAt,
    withAux: isOff ? none : comparedWithAux,
    recorded: isOff ? nothing : recorded,
  });
}
compareAll();
