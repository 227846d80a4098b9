/** Answers the derivative operators of the library by compiled code. */
import { mode } from '../../../core/open-runs.js';
import type { CompiledCode } from '../../../functions/translated-functions.js';
import { countOf, inputsWithBlocks, rebuildAll } from '../../../derivatives/argument-shapes.js';
import { unitVectors } from '../../../derivatives/jacobian-columns.js';
import { asWrt } from '../../../derivatives/arguments/chosen.js';
import { mayNeedMore } from '../../../derivatives/arguments/left-out.js';
import type { AnyFunction, Wrt } from '../../../derivatives/signatures.js';
import { forgetDrawn } from '../random-numbers.js';
import type { CompiledAnswer } from './compiled-function.js';
import type { ReadyAnswer } from './answers/straight.js';
import { directGradient, directGradients } from './answers/direct.js';
import type { AnyPoint } from './answers/guarded-point.js';
import type { Vector } from './answers/lane-values.js';

type Cotangents = CompiledAnswer['cotangents'];

/** The answer of compiled code; null where it has none. */
export interface Answers {
  answer: (f: AnyFunction, args: readonly unknown[], wrt: Wrt) => CompiledAnswer | null;
  /** The same of a function that calls functions of arrays and gives something beside its number. */
  withAux: (f: AnyFunction, args: readonly unknown[], wrt: Wrt) => CompiledAnswer | null;
  /** The first in the shape of the arguments, if code for their kind has been made; it is asked first. */
  ready: (f: AnyFunction, args: readonly unknown[], wrt: Wrt) => ReadyAnswer | null;
  /** The function at arguments. */
  at: (f: AnyFunction, args: readonly unknown[], wrt: Wrt) => AnyPoint | null;
  /** A call in a run that records; undefined where the function itself has to record. */
  recorded: (f: AnyFunction, args: readonly unknown[]) => unknown;
}

/** The options that compiled code knows. Others ask for a run that is watched. */
const usual: readonly string[] = ['wrt', 'plan', 'sparse'];

/** True if options ask for more than a derivative: then a run has to be watched. */
function asksForMore(options: Readonly<Record<string, unknown>>): boolean {
  for (const name in options) if (!usual.includes(name) && options[name] !== undefined) return true;
  return false;
}

/**
 * True if a run has to answer: inside of another derivative, where options ask for more, or where
 * arguments are left out.
 */
const isForRuns = (f: AnyFunction, args: readonly unknown[], options: object): boolean =>
  mode.on || mayNeedMore(f, args) || asksForMore(options as Readonly<Record<string, unknown>>);

const areNumbers = (vector: ArrayLike<unknown>): vector is ArrayLike<number> =>
  vector instanceof Float64Array ||
  (vector as readonly unknown[]).every((x) => typeof x === 'number');

const isPair = (of: unknown): of is readonly [unknown, unknown] =>
  Array.isArray(of) && of.length === 2;

const arePlaces = (wrt: unknown): wrt is readonly number[] => Array.isArray(wrt) && areNumbers(wrt);

/** True if cotangents are those of the arguments at some places, which are numbers: a list for a list. */
function areOf(wrt: readonly number[], args: readonly unknown[], cotangents: Cotangents): boolean {
  if (!Array.isArray(cotangents) || cotangents.length !== wrt.length) return false;
  for (const place of wrt) if (typeof args[place] !== 'number') return false;
  return true;
}

/** The gradient, if it has one of the common shapes. */
function directly(
  args: readonly unknown[],
  wrt: unknown,
  { cotangents, keys }: Pick<CompiledAnswer, 'cotangents' | 'keys'>,
): unknown {
  if (keys === null) return undefined;
  if (typeof wrt === 'number') return directGradient(args[wrt], cotangents, keys);
  if (!arePlaces(wrt)) return undefined;
  if (areOf(wrt, args, cotangents)) return cotangents;
  const chosen = wrt.map((place) => args[place]);
  return directGradients(chosen, cotangents, keys);
}

function rowsOf(columns: readonly Float64Array[]): Float64Array[] {
  const rows = Array.from(columns[0], () => new Float64Array(columns.length));
  columns.forEach((column, j) => {
    for (let k = 0; k < column.length; k++) rows[k][j] = column[k];
  });
  return rows;
}

/** The same of the rows of a Jacobian; null for other shapes. */
function allDirectly(
  args: readonly unknown[],
  wrt: unknown,
  rows: readonly Float64Array[],
  keys: CompiledAnswer['keys'],
): readonly unknown[] | null {
  const trees: unknown[] = [];
  for (const row of rows) {
    const tree = directly(args, wrt, { cotangents: row, keys });
    if (tree === undefined) return null;
    trees.push(tree);
  }
  return trees;
}

interface Swept {
  readonly value: unknown;
  readonly vectors: readonly Float64Array[];
}

function forwards(point: AnyPoint, directions: readonly Vector[]): Swept | null {
  if (point.width !== directions[0].length) return null;
  const found = point.pushed(directions);
  return found && { value: found.value, vectors: found.tangents };
}

function backwards(point: AnyPoint, directions: readonly Vector[]): Swept | null {
  if (point.height() !== directions[0].length) return null;
  const vectors = point.pulled(directions);
  const value = vectors && point.value();
  return value && { value: value.tree, vectors };
}

/** The gradient in the shape of the arguments, if they have as many reals as a run would count. */
function shaped(args: readonly unknown[], wrt: Wrt, found: CompiledAnswer) {
  const inputs = inputsWithBlocks(args, wrt);
  if (countOf(inputs) !== found.cotangents.length) return null;
  found.finish?.();
  forgetDrawn();
  const { value, leaves = found.cotangents } = found;
  return { value, gradient: asWrt(wrt, rebuildAll(inputs, leaves)) };
}

export function operatorsBy(compiled: Answers, loop: CompiledCode['loop']): CompiledCode {
  /** The value and the gradient of a function by its compiled code. */
  const gradient: CompiledCode['gradient'] = (f, args, given, options) => {
    if (isForRuns(f, args, options)) return null;
    const wrt = given as Wrt;
    const ready = compiled.ready(f, args, wrt);
    if (ready !== null) return ready;
    const found = compiled.answer(f, args, wrt);
    if (found === null) return null;
    const direct = directly(args, wrt, found);
    if (direct === undefined) return shaped(args, wrt, found);
    found.finish?.();
    forgetDrawn();
    return { value: found.value, gradient: direct };
  };

  /** True if the arguments have as many reals as a run would count. */
  function isRight(point: AnyPoint, args: readonly unknown[], wrt: Wrt): boolean {
    const of = typeof wrt === 'number' ? args[wrt] : null;
    const width = of instanceof Float64Array ? of.length : countOf(inputsWithBlocks(args, wrt));
    return width === point.width;
  }

  /** The function at arguments, if that is so. */
  function pointAt(f: AnyFunction, args: readonly unknown[], wrt: unknown, options: object) {
    const point = isForRuns(f, args, options) ? null : compiled.at(f, args, wrt as Wrt);
    return point !== null && isRight(point, args, wrt as Wrt) ? point : null;
  }

  const pushed: CompiledCode['pushed'] = (f, args, wrt, options, direction) => {
    if (!areNumbers(direction)) return null;
    const point = pointAt(f, args, wrt, options);
    if (point?.width !== direction.length) return null;
    const found = point.pushed([direction]);
    if (found === null) return null;
    point.finish();
    return { value: found.value, tangent: found.tangents[0] };
  };

  const point: CompiledCode['point'] = (f, args, wrt, options, isPulled) => {
    const found = pointAt(f, args, wrt, options)?.kept(isPulled) ?? null;
    const value = found?.value() ?? null;
    if (found === null || value === null) return null;
    found.finish();
    return {
      value: value.tree,
      push: (direction) => (mode.on ? null : (found.pushed([direction])?.tangents[0] ?? null)),
      again: () => found.again(),
      pull: (cotangent) => (mode.on ? null : (found.pulled([cotangent])?.[0] ?? null)),
    };
  };

  const held: CompiledCode['held'] = (f, args, wrt) => {
    // Vectors and numbers: a run would count the same reals.
    const point = isForRuns(f, args, {}) ? null : compiled.at(f, args, wrt as Wrt);
    return point?.held(args) ?? null;
  };

  const products: CompiledCode['products'] = (f, args, wrt, options, directions) => {
    const isOfUnits = directions === 'units';
    if (!isOfUnits && (directions.length === 0 || !directions.every(areNumbers))) return null;
    const found = pointAt(f, args, wrt, options);
    if (found === null || found.width === 0) return null;
    if (!isOfUnits && found.width !== directions[0].length) return null;
    const all = isOfUnits ? unitVectors(found.width) : directions;
    // A run calls the function for each direction, and each call sees what those before have left.
    if (found.leavesAny && all.length > 1) return null;
    const products = found.products(all);
    if (products !== null) found.finish();
    return products;
  };

  const structure: CompiledCode['structure'] = (f, args, wrt, options) => {
    const found = pointAt(f, args, wrt, options);
    return found === null || found.writes ? null : { same: found.structure() };
  };

  const swept: CompiledCode['swept'] = (f, args, wrt, options, plan, directions) => {
    const point = pointAt(f, args, wrt, options);
    if (point === null || directions.length === 0) return null;
    const found = plan === 'forward' ? forwards(point, directions) : backwards(point, directions);
    if (found !== null) point.finish();
    return found;
  };

  function recordedWithAux(f: AnyFunction, args: readonly unknown[], wrt: Wrt) {
    const found = compiled.withAux(f, args, wrt);
    const made = found && shaped(args, wrt, found);
    return made && { ...made, aux: found!.aux!.tree };
  }

  const withAux: CompiledCode['withAux'] = (f, args, wrt, options) => {
    const point = pointAt(f, args, wrt, options);
    if (point === null)
      return isForRuns(f, args, options) ? null : recordedWithAux(f, args, wrt as Wrt);
    const height = point.height() ?? 0;
    const found = height === 0 ? null : backwards(point, [new Float64Array(height).fill(1, 0, 1)]);
    if (found === null || !isPair(found.value) || typeof found.value[0] !== 'number') return null;
    point.finish();
    const [value, aux] = found.value;
    const gradients = rebuildAll(inputsWithBlocks(args, wrt as Wrt), found.vectors[0]);
    return { value, gradient: asWrt(wrt as Wrt, gradients), aux };
  };

  /** Functions whose last Jacobian had more rows than columns. So they need not run to tell how many rows there are. */
  const tall = new WeakSet<AnyFunction>();

  const rows: CompiledCode['rows'] = (f, args, given, options, plan) => {
    const wrt = given as Wrt;
    const found = isForRuns(f, args, options) ? null : compiled.at(f, args, wrt);
    if (found === null || found.width === 0) return null;
    const isGuessed = plan === undefined && tall.has(f);
    const height = isGuessed || plan === 'forward' ? Infinity : (found.height() ?? 0);
    if (height === 0) return null;
    let isForward = (plan ?? (found.width < height ? 'forward' : 'reverse')) === 'forward';
    let swept = isForward
      ? forwards(found, unitVectors(found.width))
      : backwards(found, unitVectors(height));
    if (swept === null) return null;
    const told = isForward ? swept.vectors[0].length : height;
    if (told === 0) return null;
    const isTall = isForward && told > found.width;
    if (isTall) tall.add(f);
    else tall.delete(f);
    if (isGuessed && !isTall) {
      // The same point: what it drew is drawn once.
      isForward = false;
      swept = backwards(found, unitVectors(told));
      if (swept === null) return null;
    }
    const { value, vectors } = swept;
    const all = isForward ? rowsOf(vectors) : vectors;
    const direct = allDirectly(args, wrt, all, found.keys);
    if (direct === null && !isRight(found, args, wrt)) return null;
    found.finish();
    return direct === null
      ? { value, rows: all, areTrees: false }
      : { value, rows: direct, areTrees: true };
  };

  const series: CompiledCode['series'] = (f, x, options, order, scale) =>
    pointAt(f, [x], 0, options)?.series(order, scale) ?? null;

  return { gradient, pushed, point, held, structure, products, swept, withAux, rows, series, loop };
}
