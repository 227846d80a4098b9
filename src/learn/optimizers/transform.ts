/**
 * Optimizers consist of transforms. The first takes the gradient, and each other one takes the result of the one
 * before. A transform returns an update and a new state, and never changes a state. The last update is added to the
 * parameters. Everything here is a vector.
 */
import { isMap, Map } from 'immutable';
import { otherState } from './errors.js';
import type { Place } from '../trees/parts.js';

/** The memory of a transform: numbers, vectors that nobody writes, and the states of other transforms. */
export type OptimizerState = Map<string, number | Float64Array | OptimizerState>;

/** The result of a transform for one step. */
export interface Transformed {
  readonly update: Float64Array;
  readonly state: OptimizerState;
}

/** A part of an optimizer, on vectors: see `optimizerOf`. */
export interface Transform {
  /**
   * Returns the state before the first step.
   *
   * @param places the parts of the parameters that a vector is made of, with their names
   */
  start(params: Float64Array, places: readonly Place[]): OptimizerState;
  /**
   * One step: the update that comes of what came in, and what is remembered from here on.
   *
   * @param update the caller's no more; it may be written
   * @param state what `start` or the last call gave
   * @param params only read
   */
  apply(
    update: Float64Array,
    state: OptimizerState,
    params: Float64Array,
    places: readonly Place[],
  ): Transformed;
}

/**
 * The state itself, or what JSON made of it.
 *
 * @param begun makes a state of the same optimizer and parameters
 */
export const knownState = (given: unknown, begun: () => OptimizerState): OptimizerState =>
  isMap(given) ? (given as OptimizerState) : stateOfJson(given, begun());

/**
 * A state that has been through JSON: plain objects for its maps, and lists, or objects with the indices, for its vectors.
 *
 * @param like a state of the same optimizer and parameters
 * @throws DeltaTapeError if it is another one's, or has numbers that JSON does not have.
 */
function stateOfJson(json: unknown, like: OptimizerState, path = ''): OptimizerState {
  if (!isObject(json)) throw otherState('nothing that is known: it is not an object');
  const unknown = Object.keys(json).find((name) => !like.has(name));
  if (unknown !== undefined) throw otherState(`another optimizer: it has ${path}${unknown}`);
  return like.map((part, name) => partOfJson(json[name], part, path + name));
}

function partOfJson(
  json: unknown,
  like: number | Float64Array | OptimizerState,
  name: string,
): number | Float64Array | OptimizerState {
  if (json === undefined) throw otherState(`another optimizer: it has no ${name}`);
  if (typeof like === 'number') return numberOfJson(json, name);
  if (!(like instanceof Float64Array)) return stateOfJson(json, like, `${name}.`);
  const numbers = isObject(json) ? Object.values(json) : [];
  if (numbers.length !== like.length)
    throw otherState(`other parameters: ${name} has ${numbers.length} numbers, not ${like.length}`);
  return Float64Array.from(numbers, (x) => numberOfJson(x, name));
}

/** JSON writes null for what is not finite. */
function numberOfJson(json: unknown, name: string): number {
  if (typeof json === 'number') return json;
  throw otherState(`${name} that JSON did not keep: ${String(json)} is not a number`);
}

const isObject = (x: unknown): x is Readonly<Record<string, unknown>> =>
  typeof x === 'object' && x !== null;

/** @throws DeltaTapeError if the state is of an optimizer with other parts. */
function partIn(state: OptimizerState, name: string): unknown {
  const part = state.get(name);
  if (part === undefined) throw otherState(`another optimizer: it has no ${name}`);
  return part;
}

/** A vector of the state. */
export const vectorIn = (state: OptimizerState, name: string): Float64Array =>
  partIn(state, name) as Float64Array;

export const numberIn = (state: OptimizerState, name: string): number =>
  partIn(state, name) as number;

export const stateIn = (state: OptimizerState, name: string): OptimizerState =>
  partIn(state, name) as OptimizerState;

/**
 * Makes the state of a transform, with its entries by name. A state must have the same names, and
 * vectors of the same lengths, all the time.
 *
 * @example stateOf({ steps: 0 }).get('steps') // 0
 */
export const stateOf = (
  entries: Readonly<Record<string, number | Float64Array | OptimizerState>>,
): OptimizerState =>
  // Where the map is made of the object, the compiler compares types for half a minute.
  Map<string, number | Float64Array | OptimizerState>(Object.entries(entries));
