/** Both ways of a program: of the function, and of those that it calls. O(size of the program). */
import { countsOf } from '../../analyse/counts.js';
import { definitionsOf } from '../../analyse/definitions.js';
import { meetsForeign } from '../../analyse/foreign.js';
import { handedOnIn } from '../../analyse/handed-on.js';
import { stayingCotangentsIn } from '../../analyse/staying-cotangents.js';
import { overwritingOf } from '../../analyse/overwriting.js';
import { keptFlows, regionsByName } from '../../analyse/roots.js';
import { renewedIn } from '../../analyse/renewed.js';
import { storesOf } from '../../analyse/stores.js';
import { reliesOn, withTargets, type Limits } from '../../analyse/followed.js';
import {
  allOf,
  holdsReals,
  isArray,
  isNumber,
  regionsOf,
  shadowType,
  statementsOf,
  type Func,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../../ir/ir.js';
import { value } from '../../ir/build.js';
import { calleesOf, withCallees } from '../../ir/callees.js';
import { read, written } from '../../ir/written.js';
import { Computed } from './computed.js';
import { CalledFunctions, type Begin } from './called-functions.js';
import { halvesOf, linksOf, type Half, type Handed } from './halves.js';
import { Kept, type Facts, type KeptBlock } from './kept.js';
import type { Dependences } from '../prepare/dependences.js';
import { keptCotangents } from './kept-cotangents.js';
import type { Partials } from '../operations/partials.js';
import { RunAgain, type Forgetting } from './run-again.js';
import { forgotten, Shadows } from './shadows.js';
import { barOf } from './cotangents.js';
import { WayBack } from './way-back.js';
import { wayThere } from './way-there.js';

export interface AdjointOptions {
  readonly partials: Partials;
  /**
   * True if products ask for an exact 0, which wins over partials that are not finite. An adjoint that
   * does not ask is right wherever no gradient is NaN.
   */
  readonly asksForZeros: boolean;
  /** True if the adjoint is differentiated in turn: see `shares`. */
  readonly isDifferentiated?: boolean;
  /**
   * True if the adjoint is given cotangents of the results. If not, there is one result, and its
   * cotangent is 1.
   */
  readonly isSeeded?: boolean;
  /**
   * The count of numbers that are kept before loops forget, and run again in their reverse sweep;
   * without it, all are kept.
   */
  readonly keepsAtMost?: number;
}

interface BothWays {
  readonly func: Func;
  /** The statements whose operands are read again in the reverse sweep. */
  readonly reads: ReadonlySet<Stmt>;
  /**
   * True if all that it restores is read again, or that was known: then it would be the same once more.
   */
  readonly isSettled: boolean;
  /** The conditions under which its reverse sweep may follow it, and the exceptions. */
  readonly limits: Limits;
  /** The numbers, among those that functions take, that their reverse sweeps ask for. */
  readonly wanted: Handed;
  /** True if a value that depends on inputs goes into code that has no derivative. */
  readonly meetsForeign: boolean;
}

/**
 * @param reads what is read again, where it is known
 * @param limits what may be followed by its reverse sweep
 * @param handed what the reverse sweeps of functions are handed by those that call them
 */
export function bothWays(
  { f, roots, activity }: Dependences,
  inputs: readonly Value[],
  options: AdjointOptions,
  reads: ReadonlySet<Stmt> | null,
  limits: Limits,
  handed: Handed,
): BothWays {
  const definitions = definitionsOf(f);
  const around = new Map<Region, Stmt>();
  for (const stmt of statementsOf(f)) for (const inner of regionsOf(stmt)) around.set(inner, stmt);
  const lists = [...statementsOf(f)].filter(
    (stmt): stmt is StoreStmt => stmt.tag === 'store' && isArray(stmt.value.type),
  );
  const stores = storesOf(f, roots, definitions);
  const { byName: halves, linked } = halvesOf(f, activity, roots, stores, handed);
  const own = keptCotangents(f, activity);
  const statements = [...statementsOf(f)];
  const kept = linksOf(
    keptFlows(statements).flatMap(([from, to]) => [[from, to] as const, [to, from] as const]),
  );
  const renewed = renewedIn(f, { definitions, roots, stores });
  const isActive = (array: Value): boolean => roots.meets(array, activity);
  const shadows = new Shadows(definitions, around, roots, lists, [linked, kept], renewed, isActive);
  for (const [of] of linked) shadows.of(of);
  const added = new Map<Value, Region>();
  const { isReadAgain, isStoredBefore } = overwritingOf(f, definitions, roots);
  const inPlace = stayingCotangentsIn(f);
  const counts = countsOf(f);
  const again = new Set<Stmt>();
  const restored = new Set<StoreStmt>();
  const relied = new Set<Value>();
  const functions = regionsByName(f);
  const tables = { activity, definitions, roots, stores, functions, ...limits };
  const isLoose = (array: Value): boolean =>
    [...roots(array)].some((root) => limits.loose.has(root));
  let blocks = own.first;

  const facts: Omit<Facts, 'keeps'> = {
    definitions,
    added: { get: (of) => added.get(of) ?? shadows.homes.get(of) },
    parts: shadows.parts,
    originals: shadows.originals,
    handedOn: handedOnIn(f),
    stores,
    reads: again,
    isLoose,
    nextBlock: () => blocks++,
  };
  const called = new CalledFunctions(shadows, begun);
  const computed = new Computed(definitions);
  /** Makes the reverse sweep of a function, and the needs that this has of the augmented primal. */
  function begun(top: Region | null, given: ReadonlySet<Value>): ReturnType<Begin> {
    const keeps = new Map<Region, KeptBlock>();
    const kept = new Kept(top, given, { ...facts, keeps });
    const known = { around, definitions, stores, roots, activity, isLoose, keeps, added };
    const more = { reads: again, stack: own.stack };
    const most = options.keepsAtMost;
    const runAgain = most === undefined ? null : new RunAgain(kept, { ...known, ...more, most });
    const wayBack = new WayBack({
      activity,
      roots,
      definitions,
      counts,
      kept,
      runAgain,
      shadows,
      halves,
      called,
      partials: options.partials,
      computed,
      isRestored: (store) => {
        if (isLoose(store.array) || (reads !== null && !isReadAgain(store, reads))) return false;
        restored.add(store);
        return true;
      },
      isStoredBefore,
      inPlace,
      reliesOn: (stmt, region) => reliesOn(stmt, region, tables),
      rely: (on) => on.forEach((root) => relied.add(root)),
      added,
      asksForZeros: options.asksForZeros,
      isDifferentiated: options.isDifferentiated === true,
      keptCotangents: own,
    });
    const there = (region: Region): Region =>
      wayThere(region, {
        shadows,
        keeps,
        olds: wayBack.olds,
        counts: wayBack.counts,
        wholes: wayBack.wholes,
        backs: wayBack.backs,
        remembered: wayBack.remembered,
        forgetting: runAgain?.forgetting ?? new Map<Stmt, Forgetting>(),
        activity,
        halves,
        stack: own.stack,
      });
    return { wayBack, there };
  }

  const { wayBack, there } = begun(f.region, new Set());
  const gradients = inputs.filter(({ type }) => isArray(type)).map(shadows.of);
  // The gradients of values of the host are on the tape of their run.
  const numbers = inputs.filter(({ type }) => isNumber(type));
  const { isSeeded = false } = options;
  const { yields } = f.region;
  const results = isSeeded ? yields.filter(({ type }) => holdsReals(type)) : yields.slice(0, 1);
  const given = isSeeded ? results.map(seedOf) : [];
  let slopes: readonly Value[] = [];
  const back = wayBack.builder.region([], () => {
    const seeds = isSeeded ? given : [wayBack.builder.constant(1)];
    slopes = wayBack.run(f.region, results, seeds, numbers);
    return [];
  });
  const finish = called.finish();
  // All shadows are known now.
  const strangers = f.region.params.filter(
    (param) => isArray(param.type) && !inputs.includes(param),
  );
  const region: Region = {
    params: [...f.region.params, ...gradients, ...given],
    body: [...forgotten(strangers, shadows), ...there(f.region).body, ...back.body],
    // What a function makes is taken apart again in the reverse sweep.
    yields: isSeeded ? slopes : [f.region.yields[0], ...slopes, ...f.region.yields.slice(1)],
  };
  const func = { name: `${f.name}_adjoint`, region };
  // The function may also run as it is; then its values must not be those of its halves.
  const asTheyAre = (f.functions ?? []).map((g) => (halves.has(g.name) ? read(written(g)) : g));
  const program = withCallees(func, [...asTheyAre, ...finish()]);
  return {
    func: program,
    reads: again,
    isSettled: reads !== null || [...restored].every((store) => isReadAgain(store, again)),
    limits: {
      loose: withTargets(relied, f, roots),
      halved: new Set([...limits.halved, ...halvedIn(program, f, halves)]),
    },
    wanted: called.wanted,
    meetsForeign: meetsForeign(f, activity),
  };
}

/** Functions that call themselves by halves only, though others call both in one: that gains nothing. */
function halvedIn(program: Func, f: Func, halves: ReadonlyMap<string, Half>): readonly string[] {
  const byName = new Map([...allOf(f), ...allOf(program)].map((one) => [one.name, one]));
  const callsItself = (of: Func): boolean => calleesOf(of, byName).includes(of);
  return [...halves].flatMap(([name, { both }]) => {
    const inOne = byName.get(both);
    const isHalved = inOne !== undefined && callsItself(byName.get(name)!) && !callsItself(inOne);
    return isHalved ? [name] : [];
  });
}

const seedOf = ({ name, type }: Value): Value =>
  value(barOf(name), isArray(type) ? shadowType(type) : 'f64');
