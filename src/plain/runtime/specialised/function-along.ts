/** The parts that the derivatives of a specialised function along directions share: code that leaves nothing behind. */
import { onCopies } from '../../differentiate/prepare/on-copies.js';
import { improved } from '../../improve/improved.js';
import { holdsReals, isArray, type Func, type Type } from '../../ir/ir.js';
import { activityOf } from '../../analyse/activity.js';
import { rootsOf } from '../../analyse/roots.js';
import { leavingFor } from '../../specialise/specialised-gradient.js';
import type { Specialised } from '../../specialise/specialised.js';
import { Derivatives } from '../compiled/answers/derivatives.js';
import type { FunctionParts } from '../compiled/answers/function-parts.js';
import { SeriesOf } from '../compiled/answers/series-code.js';
import { Structures } from '../compiled/answers/structures.js';
import { ShapedResults } from './shaped-results.js';

export class FunctionAlong implements FunctionParts {
  readonly derivatives: Derivatives;
  readonly isNested: boolean;
  readonly structures: Structures;
  readonly results: ShapedResults;
  readonly series: SeriesOf;
  readonly types: readonly Type[];
  private readonly func: Func;
  private readonly active = new Map<string, readonly boolean[]>();

  /** @param positions the arguments that derivatives are taken by, or that hold what they are taken by */
  constructor(of: Specialised, positions: readonly number[]) {
    this.results = new ShapedResults(of.result);
    const func = improved(givingOnly(of, positions, this.results.types.length));
    this.func = func;
    this.derivatives = new Derivatives(func);
    this.isNested = of.isNested;
    this.structures = new Structures(func);
    this.series = new SeriesOf(func, this.results);
    this.types = of.params.map(({ value }) => value.type);
  }

  /** For each leaf of the result: true if it depends on some parameters. O(size of the function), once for each. */
  activeBy(inputs: readonly number[]): readonly boolean[] {
    const key = inputs.join();
    let found = this.active.get(key);
    if (found === undefined) this.active.set(key, (found = this.dependents(inputs)));
    return found;
  }

  private dependents(inputs: readonly number[]): readonly boolean[] {
    const { params, yields } = this.func.region;
    const roots = rootsOf(this.func);
    const given = inputs.map((place) => params[place]);
    const active = activityOf(this.func, roots, given);
    return yields.map((of) =>
      isArray(of.type) ? holdsReals(of.type) && roots.meets(of, active) : active.has(of),
    );
  }
}

/** The function without the state that it gives behind its results. What it writes into are copies of its own, for any number of calls. */
function givingOnly(of: Specialised, positions: readonly number[], count: number): Func {
  const func = leavingFor(of, positions);
  const copied = func.region.params.filter((_, k) => of.params[k].isCopied);
  const own = onCopies(func, copied);
  const { region } = own.tag === 'function' ? own.func : func;
  return { ...func, region: { ...region, yields: region.yields.slice(0, count) } };
}
