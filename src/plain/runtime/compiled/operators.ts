/** The derivative operators of the library by compiled code. */
import { mode } from '../../../core/open-runs.js';
import type { CompiledCode } from '../../../core/translated-functions.js';
import { countOf, inputsWithBlocks, rebuildAll } from '../../../derivatives/argument-shapes.js';
import { asWrt } from '../../../derivatives/arguments/chosen.js';
import type { AnyFunction, Wrt } from '../../../derivatives/signatures.js';
import type { CompiledAnswer } from './compiled-function.js';
import { directGradient } from './direct.js';
import type { AnyPoint } from './guarded-point.js';

/** What compiled code answers; null where it does not. */
export interface Answers {
  answer: (f: AnyFunction, args: readonly unknown[], wrt: Wrt) => CompiledAnswer | null;
  /** The function at arguments. */
  at: (f: AnyFunction, args: readonly unknown[], wrt: Wrt) => AnyPoint | null;
}

/** What a run has to be watched for is asked for by other options. */
const usual: readonly string[] = ['wrt', 'plan', 'sparse'];

/** Whether options ask for more than a derivative: then a run has to be watched. */
function asksForMore(options: Readonly<Record<string, unknown>>): boolean {
  for (const name in options) if (!usual.includes(name) && options[name] !== undefined) return true;
  return false;
}

/** Whether a run has to answer, whatever the function: inside of another derivative, or where options ask for more. */
const isForRuns = (options: object): boolean =>
  mode.on || asksForMore(options as Readonly<Record<string, unknown>>);

const areNumbers = (vector: readonly unknown[]): vector is readonly number[] =>
  vector.every((x) => typeof x === 'number');

const units = (size: number): Float64Array[] =>
  Array.from({ length: size }, (_, k) => new Float64Array(size).fill(1, k, k + 1));

const rowOf = (columns: readonly Float64Array[], k: number): Float64Array =>
  Float64Array.from(columns, (column) => column[k]);

export function operatorsBy(compiled: Answers): CompiledCode {
  /** The value and the gradient of a function by its compiled code. */
  const gradient: CompiledCode['gradient'] = (f, args, given, options) => {
    if (isForRuns(options)) return null;
    const wrt = given as Wrt;
    const found = compiled.answer(f, args, wrt);
    if (found === null) return null;
    const direct =
      typeof wrt === 'number' ? directGradient(args[wrt], found.cotangents) : undefined;
    if (direct !== undefined) {
      found.finish?.();
      return { value: found.value, gradient: direct };
    }
    const inputs = inputsWithBlocks(args, wrt);
    if (countOf(inputs) !== found.cotangents.length) return null;
    found.finish?.();
    return { value: found.value, gradient: asWrt(wrt, rebuildAll(inputs, found.cotangents)) };
  };

  /** The function at arguments, if it has as many reals there as a run would count. */
  function pointAt(f: AnyFunction, args: readonly unknown[], given: unknown, options: object) {
    if (isForRuns(options)) return null;
    const wrt = given as Wrt;
    const point = compiled.at(f, args, wrt);
    return point !== null && countOf(inputsWithBlocks(args, wrt)) === point.width ? point : null;
  }

  const pushed: CompiledCode['pushed'] = (f, args, wrt, options, direction) => {
    if (!areNumbers(direction)) return null;
    const point = pointAt(f, args, wrt, options);
    if (point?.width !== direction.length) return null;
    const found = point.pushed([direction]);
    return found && { value: found.value, tangent: found.tangents[0] };
  };

  const point: CompiledCode['point'] = (f, args, wrt, options) => {
    const found = pointAt(f, args, wrt, options)?.kept() ?? null;
    const value = found?.value() ?? null;
    if (found === null || value === null) return null;
    return {
      value: value.tree,
      push: (direction) => (mode.on ? null : (found.pushed([direction])?.tangents[0] ?? null)),
      pull: (cotangent) => (mode.on ? null : (found.pulled([cotangent])?.[0] ?? null)),
    };
  };

  const products: CompiledCode['products'] = (f, args, wrt, options, directions) => {
    const isWhole = directions === 'units';
    if (!isWhole && (directions.length === 0 || !directions.every(areNumbers))) return null;
    const found = pointAt(f, args, wrt, options);
    if (found === null || found.width === 0) return null;
    if (isWhole) return found.products(units(found.width));
    return found.width === directions[0].length ? found.products(directions) : null;
  };

  const rows: CompiledCode['rows'] = (f, args, wrt, options, plan) => {
    const found = pointAt(f, args, wrt, options);
    const value = found?.value() ?? null;
    if (found === null || value === null || found.width === 0 || value.height === 0) return null;
    const { tree, height } = value;
    if ((plan ?? (found.width < height ? 'forward' : 'reverse')) === 'reverse') {
      const pulled = found.pulled(units(height));
      return pulled && { value: tree, rows: pulled };
    }
    const columns = found.pushed(units(found.width))?.tangents;
    return columns === undefined
      ? null
      : { value: tree, rows: Array.from({ length: height }, (_, k) => rowOf(columns, k)) };
  };

  return { gradient, pushed, point, products, rows };
}
