/** Both ways of a program: of the function, and of those that it calls. O(size of the program). */
import { countsOf } from '../../analyse/counts.js';
import { definitionsOf } from '../../analyse/definitions.js';
import { meetsForeign } from '../../analyse/foreign.js';
import { handedOnIn } from '../../analyse/handed-on.js';
import { overwritingOf } from '../../analyse/overwriting.js';
import { keptFlows } from '../../analyse/roots.js';
import { storesOf } from '../../analyse/stores.js';
import { isSum } from '../../analyse/adding-loops.js';
import {
  holdsReals,
  isArray,
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
import { withCallees } from '../../ir/callees.js';
import { read, written } from '../../ir/written.js';
import { halvesOf, linksOf, type Half } from './halves.js';
import { Kept, mirrorOf, type Facts, type KeptBlock } from './kept.js';
import type { Dependences } from '../prepare/dependences.js';
import { keptCotangents } from './kept-cotangents.js';
import type { Partials } from '../operations/partials.js';
import { forgotten, Shadows } from './shadows.js';
import { barOf } from './cotangents.js';
import { WayBack } from './way-back.js';
import { wayThere } from './way-there.js';

export interface AdjointOptions {
  readonly partials: Partials;
  /**
   * Whether products ask for an exact 0, which wins over partials that are not finite. An adjoint that does not ask
   * is right wherever no gradient is NaN.
   */
  readonly asksForZeros: boolean;
  /** Whether the adjoint is given cotangents of the results. If not, there is one result, and its cotangent is 1. */
  readonly isSeeded?: boolean;
}

interface BothWays {
  readonly func: Func;
  /** What is read again on the way back. */
  readonly reads: ReadonlySet<Stmt>;
  /** Whether a value that depends on inputs goes into code that has no derivative. */
  readonly meetsForeign: boolean;
}

export function bothWays(
  { f, roots, activity }: Dependences,
  inputs: readonly Value[],
  options: AdjointOptions,
  /** What is read again, where it is known. */
  reads: ReadonlySet<Stmt> | null,
): BothWays {
  const definitions = definitionsOf(f);
  const around = new Map<Region, Stmt>();
  for (const stmt of statementsOf(f)) for (const inner of regionsOf(stmt)) around.set(inner, stmt);
  const lists = [...statementsOf(f)].filter(
    (stmt): stmt is StoreStmt => stmt.tag === 'store' && isArray(stmt.value.type),
  );
  const stores = storesOf(f, roots, definitions);
  const { byName: halves, linked } = halvesOf(f, activity, roots, stores);
  const own = keptCotangents(f, activity);
  const statements = [...statementsOf(f)];
  const kept = linksOf(
    keptFlows(statements).flatMap(([from, to]) => [[from, to] as const, [to, from] as const]),
  );
  const shadows = new Shadows(definitions, around, roots, lists, [linked, kept]);
  for (const [of] of linked) shadows.of(of);
  const added = new Map<Value, Region>();
  const { isReadAgain, isStoredBefore } = overwritingOf(f, definitions, roots);
  const counts = countsOf(f);
  const again = new Set<Stmt>();
  const keeps = new Map<Region, KeptBlock>();

  const facts: Facts = {
    definitions,
    added: { get: (of) => added.get(of) ?? shadows.homes.get(of) },
    parts: shadows.parts,
    originals: shadows.originals,
    handedOn: handedOnIn(f),
    stores,
    reads: again,
    keeps,
    first: own.first,
  };
  /** What makes the way back of a function, and what this needs of the way there. */
  const begun = (top: Region | null, given: ReadonlySet<Value>) => {
    const kept = new Kept(top, given, facts);
    const wayBack = new WayBack({
      activity,
      roots,
      counts,
      kept,
      shadows,
      halves,
      partials: options.partials,
      isRestored: (store) => reads === null || isReadAgain(store, reads),
      isStoredBefore,
      isSum: (loop, region) => isSum(loop, region, { activity, definitions, roots, stores }),
      added,
      asksForZeros: options.asksForZeros,
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
        activity,
        halves,
        stack: own.stack,
      });
    return { wayBack, there };
  };

  const halfWays = [...halves.values()].map((half) => {
    const { region, arrays, shadowed } = half;
    const given = [...arrays, ...shadowed].map((k, n) =>
      n < arrays.length ? region.params[k] : shadows.of(region.params[k]),
    );
    const { wayBack, there } = begun(null, new Set(given));
    return { half, there, back: wayBackOf(half, given, wayBack) };
  });
  const { wayBack, there } = begun(f.region, new Set());
  const gradients = inputs.filter(({ type }) => isArray(type)).map(shadows.of);
  const numbers = inputs.filter(({ type }) => !isArray(type));
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
  // All shadows are known now.
  const strangers = f.region.params.filter(
    (param) => isArray(param.type) && !inputs.includes(param),
  );
  const region: Region = {
    params: [...f.region.params, ...gradients, ...given],
    body: [...forgotten(strangers, shadows), ...there(f.region).body, ...back.body],
    // What a function makes is taken apart again on the way back.
    yields: isSeeded ? slopes : [f.region.yields[0], ...slopes, ...f.region.yields.slice(1)],
  };
  const functions = halfWays.flatMap((made): Func[] => [
    { name: made.half.there, region: wayThereOf(made.half, made.there(made.half.region), shadows) },
    { name: made.half.back, region: made.back },
  ]);
  const func = { name: `${f.name}_adjoint`, region };
  // The function may also run as it is; then its values must not be those of its halves.
  const asTheyAre = (f.functions ?? []).map((g) => (halves.has(g.name) ? read(written(g)) : g));
  return {
    func: withCallees(func, [...asTheyAre, ...functions]),
    reads: again,
    meetsForeign: meetsForeign(f, activity),
  };
}

const seedOf = ({ name, type }: Value): Value =>
  value(barOf(name), isArray(type) ? shadowType(type) : 'f64');

/** Arrays that a function is given without shadows. */
const strangersOf = ({ region, arrays, shadowed }: Half): readonly Value[] =>
  arrays.filter((k) => !shadowed.includes(k)).map((k) => region.params[k]);

/** The way there of a function that is called. */
function wayThereOf(half: Half, { params, body, yields }: Region, shadows: Shadows): Region {
  return {
    params: [...params, ...half.shadowed.map((k) => shadows.of(half.region.params[k]))],
    body: [...forgotten(strangersOf(half), shadows), ...body],
    yields: [...yields, ...half.made.map((k) => shadows.of(half.region.yields[k]))],
  };
}

/** The way back of a function that is called, with what it is given under names of its own. */
function wayBackOf(
  { region, inputs, outputs }: Half,
  given: readonly Value[],
  wayBack: WayBack,
): Region {
  const mirror = mirrorOf(region);
  const params = given.map(({ name, type }) => value(name, type));
  given.forEach((array, k) => mirror.again.set(array, params[k]));
  const seeds = outputs.map((k) => value(barOf(region.yields[k].name), 'f64'));
  return wayBack.region(mirror, [...params, ...seeds], () =>
    wayBack.run(
      region,
      outputs.map((k) => region.yields[k]),
      seeds,
      inputs.map((k) => region.params[k]),
    ),
  );
}
