/**
 * Translated modules register their functions here, with their derivative versions. The text of a function
 * is not enough to tell whether the function is translated.
 */
import type { Real, Run } from '../core/real.js';

type AnyFunction = (...args: never[]) => unknown;

/**
 * Makes the stand-in for an array of floats whose elements have ids in succession, for code that
 * records.
 */
type Packing = (run: Run, first: number, xs: Float64Array) => Real[];

/** The record of a translated function: its versions, and how they take arrays of floats. */
interface Translated {
  readonly own: readonly AnyFunction[];
  readonly pack: Packing;
}

const translated = new WeakMap<AnyFunction, Translated | undefined>();

/** Remembers that a function is translated, with its versions, by code that can read arrays so packed. */
export function registerTranslated(
  f: AnyFunction,
  own: readonly AnyFunction[],
  pack: Packing,
): void {
  translated.set(f, { own, pack });
}

/** Remembers that a new function calls a translated one, and so takes arrays as that does. */
export function registerWrapper(f: AnyFunction, g: AnyFunction): void {
  translated.set(g, translated.get(f));
}

/**
 * The versions of a translated function that are functions of their own; undefined if it is not known to be
 * translated.
 */
export const versionsOf = (f: unknown): readonly AnyFunction[] | undefined =>
  translated.get(f as AnyFunction)?.own;

/** The packing that a function takes arrays of floats in; undefined if it may be any function. */
export const packingFor = (f: AnyFunction): Packing | undefined => translated.get(f)?.pack;

/** A vector: the reals of trees in their order. */
type Vector = ArrayLike<number>;

/** A function at arguments that were copied. Null where compiled code does not answer. */
interface CompiledPoint {
  readonly value: unknown;
  readonly push: (direction: Vector) => Float64Array | null;
  readonly pull: (cotangent: Vector) => Float64Array | null;
  /** Comes in front of a run that does the same once more. */
  readonly again: () => void;
}

/** A loop at arguments that are not copied, mostly for one pullback. */
export interface HeldLoop {
  /** Nobody may keep or change its array. */
  readonly value: number | Float64Array;
  /**
   * Adds the cotangents of arrays to arrays of zeros, one for each that derivatives are taken by, and gives
   * those of numbers. Null where the loop is to be recorded.
   */
  readonly pullInto: (
    arrays: readonly Float64Array[],
    cotangent: Vector,
  ) => readonly number[] | null;
}

/**
 * Compiled code in the place of a run. Each function gives null where a run has to answer; then nothing has
 * happened. `options` are asked for what only runs can do.
 */
export interface CompiledCode {
  /** The value and the gradient at arguments. */
  readonly gradient: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
  ) => { readonly value: number; readonly gradient: unknown } | null;
  /** The value, and how its reals change along a direction. */
  readonly pushed: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
    direction: readonly unknown[] | Float64Array,
  ) => { readonly value: unknown; readonly tangent: Float64Array } | null;
  /** The function at arguments, for later: for pullbacks, or for pushforwards. */
  readonly point: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
    isPulled: boolean,
  ) => CompiledPoint | null;
  /** The same of one of `loop`, as long as nobody writes into the arguments. */
  readonly held: (f: AnyFunction, args: readonly unknown[], wrt: unknown) => HeldLoop | null;
  /**
   * `same` is an object that is the same only where derivatives have the same patterns; null where that is
   * not known. A function that writes into arguments is left to runs: what looks for a pattern would write,
   * too.
   */
  readonly structure: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
  ) => { readonly same: object | null } | null;
  /** The Hessian times directions, or whole: times each unit. */
  readonly products: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
    directions: readonly ArrayLike<unknown>[] | 'units',
  ) => readonly Float64Array[] | null;
  /**
   * The value, with its tangents along directions, or with the cotangents of inputs for some cotangents of
   * it.
   */
  readonly swept: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
    plan: 'forward' | 'reverse',
    directions: readonly Vector[],
  ) => { readonly value: unknown; readonly vectors: readonly Float64Array[] } | null;
  /** The value, the gradient and what is beside the value, of a function that returns a pair. */
  readonly withAux: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
  ) => { readonly value: number; readonly gradient: unknown; readonly aux: unknown } | null;
  /** The value, and the rows of the Jacobian: in the shape of the arguments, or as vectors. */
  readonly rows: (
    f: AnyFunction,
    args: readonly unknown[],
    wrt: unknown,
    options: object,
    plan: 'forward' | 'reverse' | undefined,
  ) =>
    | { readonly value: unknown; readonly rows: readonly unknown[]; readonly areTrees: true }
    | {
        readonly value: unknown;
        readonly rows: readonly Float64Array[];
        readonly areTrees: false;
      }
    | null;
  /** The value at a number x, and coefficients 1 … order of the reals of f(x + scale t). */
  readonly series: (
    f: AnyFunction,
    x: number,
    options: object,
    order: number,
    scale: number,
  ) => { readonly value: unknown; readonly coefficients: readonly Vector[] } | null;
  /**
   * A loop that applies a function to arrays of floats, as a function of these, and of a start where there
   * are states; null for a function that has no compiled code.
   */
  readonly loop: (kind: LoopKind, f: AnyFunction) => AnyFunction | null;
}

export type LoopKind = 'map' | 'map2' | 'fold' | 'scanl' | 'scanr';

/** It is there once a translated module has brought it. */
export let compiledCode: CompiledCode | null = null;

export function answerBy(code: CompiledCode): void {
  compiledCode = code;
}

/** Answers where compiled code does not. */
interface CodeBehind {
  /** True if it is asked first, before compiled code. */
  readonly isFirst: () => boolean;
  /** The result of a call in a run that records; undefined where the function itself has to record. */
  readonly recorded: (f: AnyFunction, args: readonly unknown[]) => unknown;
  /**
   * The answer of code, or what takes that of a run.
   *
   * @param kind the name of the derivative
   * @param ask asks code for it
   */
  readonly answer: <T extends object>(
    f: AnyFunction,
    kind: string,
    ask: Asking<T>,
  ) => T | LeftToRun<T>;
  readonly outcome: (f: AnyFunction, args?: readonly unknown[]) => Outcome | undefined;
}

interface Outcome {
  /** True if code was tried. */
  readonly isTried: boolean;
  readonly exists: boolean;
  /** Why code did not answer the last call, or would not answer the arguments. */
  readonly reason?: {
    readonly what: string;
    readonly line?: number;
    readonly code?: 'tiers-differ';
  };
}

/** It is there once a module has brought the core of its functions. */
export let codeBehind: CodeBehind | null = null;

export function answerBehind(code: CodeBehind): void {
  codeBehind = code;
}

type Asking<T> = (code: CompiledCode) => T | null | undefined;

/** Takes the answer of a run where code gives none, and gives the one that counts. */
export class LeftToRun<T> {
  constructor(readonly after: (answer: T) => T) {}
}

const same = new LeftToRun<unknown>((answer) => answer);

/** Takes the answer of a run as it is. */
export const asItIs = <T>() => same as LeftToRun<T>;

/** A derivative by compiled code, or by what is behind it. Runs stand beside it, so that errors in them show fewer frames. */
export function asked<T extends object>(
  f: AnyFunction,
  kind: string,
  ask: Asking<T>,
): T | LeftToRun<T> {
  if (codeBehind?.isFirst() !== true)
    return (compiledCode && ask(compiledCode)) ?? behind(f, kind, ask);
  const found = behind(f, kind, ask);
  const other = found instanceof LeftToRun && compiledCode ? ask(compiledCode) : null;
  return other && found instanceof LeftToRun ? found.after(other) : found;
}

const behind = <T extends object>(f: AnyFunction, kind: string, ask: Asking<T>) =>
  codeBehind === null ? asItIs<T>() : codeBehind.answer(f, kind, ask);

/** A derivative by code, or by a run. */
export function answered<T extends object>(
  f: AnyFunction,
  kind: string,
  ask: Asking<T>,
  run: () => T,
): T {
  const found = asked(f, kind, ask);
  return found instanceof LeftToRun ? found.after(run()) : found;
}
