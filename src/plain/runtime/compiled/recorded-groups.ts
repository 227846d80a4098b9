/**
 * Answers calls of compiled functions in a run that records, where they give arrays or objects, or write
 * into arrays. Their reals are a group of the run (tape/rules.ts): the augmented primal runs at the call, on
 * copies of the arguments, and the reverse sweep when the sweep comes to the group, once for all cotangents.
 * Where this does not take a call, the function records by itself.
 */
import { rootsOf } from '../../analyse/roots.js';
import { activityOf } from '../../analyse/activity.js';
import type { Charges } from '../../analyse/worth.js';
import { writtenParams } from '../../analyse/written-params.js';
import { onCopies } from '../../differentiate/prepare/on-copies.js';
import { holdsReals, isArray, type Func } from '../../ir/ir.js';
import { OutsideOfTier } from '../../ir/leave.js';
import type { Origin } from '../../ir/origin.js';
import type { ResultForm } from '../../ir/result-form.js';
import type { Real } from '../../../core/real.js';
import { recording } from '../../../tape/columns.js';
import { originQuery } from '../../../tape/origins.js';
import { tapeOf, type ReverseRun } from '../../../tape/reverse-run.js';
import { group } from '../../../tape/rules.js';
import { Derivatives } from './answers/derivatives.js';
import type { FunctionParts } from './answers/function-parts.js';
import { Point } from './answers/point.js';
import { Results } from './answers/results.js';
import { SeriesOf } from './answers/series-code.js';
import { Structures } from './answers/structures.js';
import type { ArrayQuestions } from './entry/checked.js';
import { ActiveValues } from './entry/active-values.js';
import type { Entry } from './entry/entry.js';
import { LinearMap } from './linear-map.js';
import { idsOf, realsOf, treeOf } from './recorded-reals.js';
import { mayOverlap, placed, storeAll, takesReals } from './recorded-arrays.js';

/** The data of a function. */
interface Of {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly result: ResultForm;
  readonly entry: Entry;
  readonly arrays: ArrayQuestions;
}

/** For a set of active parameters. */
interface Choice {
  readonly inputs: readonly number[];
  /** For each result: true if it depends on them. */
  readonly isActive: readonly boolean[];
  readonly canPull: boolean;
}

/** Up to here each set of active parameters has code of its own. */
const MOST_CHOICES = 4;
/** The number of parameters that have a bit. */
const BITS = 31;

/** Gives nothing, in the place of what the function gives. */
const DONE = true;

interface Parts extends FunctionParts {
  readonly arrays: ArrayQuestions;
  readonly results: Results;
}

export class RecordedGroups {
  private readonly choices = new Map<number, Choice>();
  private readonly active: ActiveValues;
  private isBusy = false;

  private constructor(
    private readonly of: Of,
    /** The function on copies of what it writes into, whose last elements follow its results. */
    private readonly func: Func,
    private readonly written: readonly number[],
    private readonly parts: Parts,
  ) {
    this.active = new ActiveValues(parts.types, parts.arrays, true);
  }

  /** Null for functions whose calls are not taken: of what they write or give, not all is known. */
  static for(of: Of): RecordedGroups | null {
    const { func, origins, result } = of;
    const { params, yields } = func.region;
    const roots = rootsOf(func);
    const written = new Set(writtenParams(func, roots));
    const places = [...params.keys()].filter((place) => written.has(params[place]));
    const isKnown = places.every((place) => isArrayByItself(origins[place]));
    // What is written and given back has to stay one array.
    const isKept = yields.some(({ type }, k) => isArray(type) && roots.meets(yields[k], written));
    const made = isKnown && !isKept ? onCopies(func, []) : null;
    if (made?.tag !== 'function') return null;
    const types = made.func.region.yields.map(({ type }) => type);
    const lasts = made.written.map((_, k) => yields.length + k);
    const results = new Results(types, [result, ...lasts]);
    const parts: Parts = {
      derivatives: new Derivatives(made.func),
      isNested: false,
      structures: new Structures(made.func),
      series: new SeriesOf(made.func, results),
      types: origins.map(({ type }) => type),
      arrays: of.arrays,
      results,
    };
    const inOrder = made.written.map((param) => params.indexOf(param));
    return new RecordedGroups(of, made.func, inOrder, parts);
  }

  /**
   * The result of a call; null where the function itself has to record. Then nothing has happened.
   *
   * @param charges what may be copied
   */
  call(args: readonly unknown[], captured: readonly unknown[], charges: Charges): unknown {
    const { owner } = recording;
    const run = owner && tapeOf(owner);
    // Who asks where bindings come from asks for those of operations.
    const isAsked = originQuery.origins !== null;
    if (owner === null || run === null || isAsked || this.isBusy) return null;
    this.isBusy = true;
    try {
      this.active.begin(run, owner, charges);
      return this.recordedCall(run, args, captured);
    } finally {
      this.isBusy = false;
    }
  }

  private recordedCall(
    run: ReverseRun,
    args: readonly unknown[],
    captured: readonly unknown[],
  ): unknown {
    const { active, parts } = this;
    const values = this.of.entry.valuesBy(active.read, args, captured);
    if (values === null) return null;
    const choice = this.choice(active.active);
    const targets = choice.canPull ? this.targets(choice) : null;
    if (targets === null) return null;
    const point = new Point(parts, values, choice.inputs, null);
    if (choice.inputs.length > 0) point.forOnePullback();
    if (!point.givesNew()) return null;
    const ids = idsOf(choice.inputs, values, active.ids, parts.types);
    const given = this.bound(run, point, ids, choice.isActive);
    const own = given.length - targets.length;
    targets.forEach((target, k) => {
      const place = own + k;
      storeAll(
        target,
        choice.isActive[place] ? given[place] : (point.found[place] as Float64Array),
      );
    });
    const { result } = this.of;
    const { types } = parts.results;
    return result === null
      ? DONE
      : treeOf(result, (k) => placed(point.found[k], types[k], given[k]));
  }

  private choice(mask: number): Choice {
    const { types } = this.parts;
    const isKnown = types.length <= BITS;
    let key = isKnown ? mask : -1;
    if (!this.choices.has(key) && this.choices.size >= MOST_CHOICES) key = -1;
    let found = this.choices.get(key);
    if (found === undefined) this.choices.set(key, (found = this.choiceBy(key)));
    return found;
  }

  private choiceBy(mask: number): Choice {
    const { types, derivatives } = this.parts;
    const { params, yields } = this.func.region;
    const inputs = [...types.keys()].filter(
      (place) => holdsReals(types[place]) && (mask & (1 << place)) !== 0,
    );
    const roots = rootsOf(this.func);
    const active = activityOf(
      this.func,
      roots,
      inputs.map((place) => params[place]),
    );
    const isActive = yields.map((of) =>
      isArray(of.type) ? holdsReals(of.type) && roots.meets(of, active) : active.has(of),
    );
    const canPull =
      inputs.length === 0 ||
      derivatives.wayThere(inputs) !== null ||
      derivatives.of('pullback', inputs, 1, false) !== null;
    return { inputs, isActive, canPull };
  }

  /**
   * The arrays that are written; null if they may not hold what is written there, or share elements with
   * others.
   */
  private targets({ isActive }: Choice): readonly unknown[] | null {
    const { written } = this;
    if (written.length === 0) return [];
    const { sources } = this.active;
    const targets = written.map((place) => sources[place]);
    const own = isActive.length - written.length;
    if (!targets.every((target, k) => takesReals(target, isActive[own + k]))) return null;
    const { types } = this.parts;
    const arrays = [...types.keys()].filter((place) => isArray(types[place]));
    return mayOverlap(arrays.map((place) => sources[place])) ? null : targets;
  }

  /** The duals of each result that depends on inputs: those of a group. */
  private bound(
    run: ReverseRun,
    point: Point,
    ids: Int32Array,
    isActive: readonly boolean[],
  ): readonly (readonly Real[])[] {
    const { results } = this.parts;
    const { numbers, starts, places, height } = realsOf(point.found, results, isActive);
    const [pullback, pushforward] = LinearMap.pair(
      (cotangents) => {
        const vector = new Float64Array(height);
        for (let k = 0; k < places.length; k++) vector[places[k]] = cotangents[k];
        return known(point.pulled([vector]))[0];
      },
      (tangents) => {
        const [vector] = known(point.pushed([Float64Array.from(tangents)])).tangents;
        return places.map((place) => vector[place]);
      },
    );
    const duals = group(run, numbers, {
      pull: (cotangents, to) => {
        const slopes = pullback.of(cotangents);
        // An exact 0 wins.
        for (let k = 0; k < ids.length; k++)
          if (ids[k] !== 0 && slopes[k] !== 0) to.add(ids[k], slopes[k]);
      },
      push: (tangentOf) => {
        const tangents = Array.from(ids, tangentOf);
        // An exact 0 wins.
        return tangents.every((x) => x === 0) ? numbers.map(() => 0) : pushforward.of(tangents);
      },
    });
    return results.types.map((_, k) => (isActive[k] ? duals.slice(starts[k], starts[k + 1]) : []));
  }
}

/** True if a parameter is an array that stands by itself, or in objects: not a column of some. */
const isArrayByItself = ({ path, type }: Origin): boolean =>
  isArray(type) &&
  path.every((step) => typeof step === 'string' || (typeof step === 'number' && step >= 0));

/** The result of code that has run once; where it ends otherwise now, nothing can stand for it. */
function known<T>(found: T | null): T {
  if (found === null) throw new OutsideOfTier('a way back leaves where its way there did not');
  return found;
}
