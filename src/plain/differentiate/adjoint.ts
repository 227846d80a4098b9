/**
 * The adjoint of a function, from the language to the language: the function once, which keeps what the way back
 * needs, and then its statements backwards, on cotangents. There is no tape.
 *
 * The adjoint takes the arguments, then an array of zeros for each array that gradients are wanted of; it adds the
 * gradients to these, and gives the function's result and the gradients of numbers. If it is seeded, it takes a
 * cotangent of each real result at last, and gives the gradients only. O(size of the function).
 */
import { activityOf } from '../analyse/activity.js';
import { countsOf } from '../analyse/counts.js';
import { definitionsOf } from '../analyse/definitions.js';
import { overwritingOf } from '../analyse/overwriting.js';
import { rootsOf, type Roots } from '../analyse/roots.js';
import { handsOnStopped } from '../analyse/stopped.js';
import { storesOf } from '../analyse/stores.js';
import { isSum } from '../analyse/sums.js';
import {
  isArray,
  isList,
  isNumber,
  regionsOf,
  shadowType,
  statementsIn,
  type Func,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../ir/ir.js';
import { value } from '../ir/build.js';
import { WayBack } from './way-back.js';
import { wayThere } from './way-there.js';
import { Kept } from './kept.js';
import type { Partials } from './partials.js';
import { Shadows } from './shadows.js';

export interface AdjointOptions {
  readonly partials: Partials;
  /**
   * Whether an exact 0 is asked for in products: then it wins over partials that are not finite. Without, the
   * answer is the same wherever no gradient is NaN.
   */
  readonly asksForZeros: boolean;
  /** Whether cotangents of the results are given. Without, there is one result, of cotangent 1. */
  readonly isSeeded?: boolean;
}

/** Whether a result is real, so that a seeded adjoint takes a cotangent of it. */
const isReal = ({ type }: Value): boolean =>
  isArray(type) ? type.of !== undefined || type.storage !== 'Int32Array' : type !== 'bool';

export type Adjoint =
  | { readonly tag: 'adjoint'; readonly func: Func }
  | { readonly tag: 'refused'; readonly why: string };

/** @param inputs the parameters that gradients are wanted of: numbers, or arrays of them */
export function adjoint(f: Func, inputs: readonly Value[], options: AdjointOptions): Adjoint {
  const roots = rootsOf(f);
  const stores = storesOf(f, roots, definitionsOf(f));
  const why = refusal(f, roots, stores.written, options.isSeeded === true);
  if (why !== null) return { tag: 'refused', why };
  // What is restored is known when all that is read again is known.
  const all = way(f, inputs, options, null);
  if (all.isMixed)
    return { tag: 'refused', why: 'an array of arrays without gradients meets one with gradients' };
  return { tag: 'adjoint', func: way(f, inputs, options, all.reads).func };
}

function refusal(
  { region }: Func,
  roots: Roots,
  written: ReadonlySet<Value>,
  isSeeded: boolean,
): string | null {
  const argument = region.params.find((param) =>
    [param, ...roots.within(param)].some((root) => written.has(root)),
  );
  if (argument !== undefined) return `the argument ${argument.name} is written to`;
  if (!isSeeded && (region.yields.length !== 1 || !isNumber(region.yields[0].type)))
    return 'the result is not one number';
  for (const stmt of statementsIn(region))
    if (stmt.tag === 'let' && (stmt.op.tag === 'times' || stmt.op.tag === 'partial'))
      return 'it is a derivative';
  return handsOnStopped(region)
    ? 'an array without gradients is handed on, or has arrays in it'
    : null;
}

function way(
  f: Func,
  inputs: readonly Value[],
  options: AdjointOptions,
  /** What is read again, where it is known. */
  reads: ReadonlySet<Stmt> | null,
) {
  const definitions = definitionsOf(f);
  const roots = rootsOf(f);
  const around = new Map<Region, Stmt>();
  for (const stmt of statementsIn(f.region))
    for (const inner of regionsOf(stmt)) around.set(inner, stmt);
  const lists = [...statementsIn(f.region)].filter(
    (stmt): stmt is StoreStmt => stmt.tag === 'store' && isArray(stmt.value.type),
  );
  const shadows = new Shadows(definitions, around, roots, lists);
  const added = new Map<Value, Region>();
  const homes = { get: (of: Value) => added.get(of) ?? shadows.homes.get(of) };
  const { parts, originals } = shadows;
  const stores = storesOf(f, roots, definitions);
  const kept = new Kept(f.region, definitions, homes, parts, originals, roots, stores);
  const { isReadAgain, isStoredBefore } = overwritingOf(f, definitions, roots);
  const activity = activityOf(f, roots, inputs);
  const wayBack = new WayBack({
    activity,
    roots,
    counts: countsOf(f),
    kept,
    shadows,
    partials: options.partials,
    isRestored: (store) => reads === null || isReadAgain(store, reads),
    isStoredBefore,
    isSum: (loop, region) => isSum(loop, region, { activity, definitions, roots, stores }),
    added,
    asksForZeros: options.asksForZeros,
  });
  const arrays = inputs.filter(({ type }) => isArray(type));
  const numbers = inputs.filter(({ type }) => !isArray(type));
  const gradients = arrays.map(shadows.of);
  const { isSeeded = false } = options;
  const results = f.region.yields.filter((result) => !isSeeded || isReal(result));
  const given = isSeeded ? results.map(seedOf) : [];
  let slopes: readonly Value[] = [];
  const back = wayBack.builder.region([], () => {
    const seeds = isSeeded ? given : [wayBack.builder.constant(1)];
    slopes = wayBack.run(f.region, results, seeds, numbers);
    return [];
  });
  const there = wayThere(f.region, {
    shadows,
    keeps: kept.keeps,
    olds: wayBack.olds,
    counts: wayBack.counts,
    wholes: wayBack.wholes,
    backs: wayBack.backs,
    activity,
  });
  const region: Region = {
    params: [...f.region.params, ...gradients, ...given],
    body: [...unused(f.region.params, inputs, shadows), ...there.body, ...back.body],
    // What a function makes is taken apart again on the way back.
    yields: isSeeded ? slopes : [f.region.yields[0], ...slopes],
  };
  const isMixed = f.region.params.some(
    (param) => isList(param.type) && !inputs.includes(param) && shadows.has(param),
  );
  return { func: { name: `${f.name}_adjoint`, region }, reads: kept.reads, isMixed };
}

const seedOf = ({ name, type }: Value): Value =>
  value(`d_${name}`, isArray(type) ? shadowType(type) : 'f64');

/** Arrays that are no inputs may meet inputs in a variable: what would be their gradients is forgotten. */
const unused = (params: readonly Value[], inputs: readonly Value[], shadows: Shadows): Stmt[] =>
  params
    .filter((param) => isArray(param.type) && !inputs.includes(param) && shadows.has(param))
    .flatMap((param): Stmt[] => {
      const length = value('', 'f64');
      return [
        { tag: 'let', value: length, op: { tag: 'length', args: [param] } },
        {
          tag: 'let',
          value: shadows.of(param),
          op: { tag: 'alloc', type: { storage: 'Float64Array' }, args: [length] },
        },
      ];
    });
