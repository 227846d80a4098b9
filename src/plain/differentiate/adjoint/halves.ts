/**
 * Split mode. Makes two halves of a function that another one calls: the first half does what the function
 * does, and keeps what its reverse sweep needs; the second half is this reverse sweep. All halves keep on
 * one stack, so that functions may call themselves.
 *
 * Where the cotangents of what a call gives are known before the call, one function does both at once
 * (together.ts), and nothing is kept between them: it takes what the first half takes, and these cotangents,
 * and gives what both give.
 *
 * The first half takes and gives the shadows of arrays, too. The second half takes the arrays, their
 * shadows, those numbers among the parameters that it asks for, and the cotangents of the numbers that the
 * function gives. Its results are the cotangents of the numbers that the function takes.
 */
import type { Activity } from '../../analyse/activity.js';
import { regionsByName, type Roots } from '../../analyse/roots.js';
import type { Stores } from '../../analyse/stores.js';
import {
  isArray,
  statementsIn,
  statementsOf,
  type CallStmt,
  type Func,
  type Region,
  type Value,
} from '../../ir/ir.js';

/** The places of parameters and results. */
export interface Half {
  readonly name: string;
  readonly region: Region;
  /** The names of the halves, and of both in one. */
  readonly there: string;
  readonly back: string;
  readonly both: string;
  /** Array parameters, and those of them with shadows. */
  readonly arrays: readonly number[];
  readonly shadowed: readonly number[];
  /** Results with shadows. */
  readonly made: readonly number[];
  /**
   * Numbers and bools that the reverse sweep is handed by the caller: it has them, or keeps them instead.
   */
  readonly handed: readonly number[];
  /** Numbers that gradients flow through: parameters, and results. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** Takes what is called of functions. */
export interface Called {
  readonly halves: (half: Half) => void;
  readonly both: (half: Half) => void;
}

/** By the name of a function, the places of the numbers and bools that its reverse sweep is handed. */
export type Handed = ReadonlyMap<string, readonly number[]>;

interface Halves {
  readonly byName: ReadonlyMap<string, Half>;
  /**
   * The values with shadows in calls. By each of them others get one: an argument by its parameter, and a
   * result by what gives it.
   */
  readonly linked: ReadonlyMap<Value, readonly Value[]>;
}

const places = (values: readonly Value[], has: (value: Value) => boolean): number[] =>
  values.flatMap((value, k) => (has(value) ? [k] : []));

/**
 * The halves of all functions through which gradients flow, or which give what the reverse sweep reads
 * again. O(size).
 */
export function halvesOf(
  f: Func,
  activity: Activity,
  roots: Roots,
  stores: Stores,
  handed: Handed,
): Halves {
  const hasGradients = (array: Value): boolean =>
    isArray(array.type) && roots.meets(array, activity);
  const isInput = (value: Value): boolean => !isArray(value.type) && activity.has(value);
  const byName = new Map<string, Half>();
  for (const { name, region } of f.functions ?? []) {
    const { params, yields } = region;
    const arrays = places(params, ({ type }) => isArray(type));
    const half: Half = {
      name,
      region,
      there: `${name}.there`,
      back: `${name}.back`,
      both: `${name}.both`,
      arrays,
      shadowed: places(params, hasGradients),
      made: places(yields, hasGradients),
      handed: handed.get(name) ?? [],
      inputs: places(params, isInput),
      outputs: places(yields, isInput),
    };
    const given = arrays.flatMap((k) => [...roots(params[k]), ...roots.within(params[k])]);
    const isWriting = given.some((root) => stores.writtenBy(name).has(root));
    const isKeeping = [...statementsIn(region)].some(
      (stmt) => stmt.tag === 'keep' || stmt.tag === 'take',
    );
    const gives = half.made.length + half.outputs.length > 0;
    if (isWriting || isKeeping || gives) byName.set(name, half);
  }
  const links: [Value, Value][] = [];
  const link = (from: Value, to: Value) => links.push([from, to]);
  const regions = regionsByName(f);
  for (const stmt of statementsOf(f)) {
    const half = stmt.tag === 'call' ? byName.get(stmt.of) : undefined;
    if (stmt.tag !== 'call' || half === undefined) continue;
    const { params, yields } = regions.get(stmt.of)!;
    for (const k of half.shadowed) link(params[k], stmt.args[k]);
    for (const k of half.made) link(stmt.results[k], yields[k]);
  }
  return { byName, linked: linksOf(links) };
}

/** The values that are linked to each value. */
export function linksOf(
  links: readonly (readonly [from: Value, to: Value])[],
): ReadonlyMap<Value, readonly Value[]> {
  const linked = new Map<Value, Value[]>();
  for (const [from, to] of links) linked.set(from, [...(linked.get(from) ?? []), to]);
  return linked;
}

/** Arrays that a call gives without shadows. */
export const strangersIn = (
  { of, results }: CallStmt,
  halves: ReadonlyMap<string, Half>,
): readonly Value[] =>
  results.filter(({ type }, k) => isArray(type) && halves.get(of)?.made.includes(k) !== true);
