/**
 * The arguments that a primitive's partials depend on, found by running its own rules on markers: reals
 * that know from which arguments they were computed. `mul` has ∂₁ = y, so its first partial depends on
 * the second argument only; `add` has partials that are numbers, so nothing interacts. No row has to
 * say any of this.
 *
 * The answer is about structure, not about values: a partial that happens to be 0 counts in
 * full. Rules that compare primals (`pow`, `max`) are run at the point in question and at the
 * interior points of their row, and everything found counts. Rules that look at no primal are
 * run once, and remembered.
 */
import { nextLevel, within } from '../../core/open-runs.js';
import type { Primitive } from '../../core/primitives/row.js';
import { Dual, Run, primalOf, type Operation, type Real } from '../../core/real.js';

/** Positions of arguments. */
type Positions = ReadonlySet<number>;

/** The partials with respect to the arguments `left` depend on the arguments `right`. */
interface Interaction {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

export class Marker extends Dual {
  constructor(
    readonly run: MarkerRun,
    readonly primalNumber: number,
    readonly on: Positions,
  ) {
    super();
  }
}

const none: Positions = new Set();

/** The union; one of the two themselves if it contains the other. */
function union(a: Positions, b: Positions): Positions {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const k of small) if (!large.has(k)) return new Set([...large, ...small]);
  return large;
}

class MarkerRun extends Run {
  readonly level = nextLevel();
  /** True if a rule has looked at a primal, so that another point may have another answer. */
  looked = false;

  /** @param counts whether an argument of a primitive has any influence on its result. */
  constructor(private readonly counts: (primitive: Operation, position: number) => boolean) {
    super();
  }

  apply(primitive: Operation, args: readonly Real[]): Real {
    let on = none;
    const primals = args.map((x, k) => {
      if (!this.owns(x)) return primalOf(x);
      if (x.on.size > 0 && this.counts(primitive, k)) on = union(on, x.on);
      return x.primalNumber;
    });
    return new Marker(this, primitive.value(primals), on);
  }

  owns(x: Real): x is Marker {
    return x instanceof Marker && x.run === this;
  }

  primalOf(dual: Dual): number {
    this.looked = true;
    return (dual as Marker).primalNumber;
  }

  describe(dual: Dual): string {
    return `arguments ${[...(dual as Marker).on].join(', ')}`;
  }
}

/**
 * Runs the rules of the active arguments on markers; arguments that are not
 * active depend on nothing.
 */
function runRules(
  run: MarkerRun,
  primitive: Operation,
  primals: readonly number[],
  active: readonly boolean[],
): readonly Real[] {
  return within(run, () => {
    const markers = primals.map((x, k) => new Marker(run, x, active[k] ? new Set([k]) : none));
    const all = new Set<number>();
    active.forEach((is, k) => is && influences(primitive, k) && all.add(k));
    const output = new Marker(run, primitive.value(primals), all);
    return primitive.partials(markers, output, active);
  });
}

/** True if a primitive has a row with a rule for each argument. */
const hasRules = (primitive: Operation): primitive is Primitive =>
  'row' in primitive && typeof (primitive as Primitive).row.partials !== 'function';

const steps = new WeakMap<Primitive, readonly boolean[]>();

/**
 * True if a result changes with an argument at all. It does not if the rule is the number 0 without
 * having looked at anything, as that of `floor`. Rules are not followed into other primitives' rules
 * here, since those lead back (sin, cos, sin, …).
 */
export function influences(primitive: Operation, position: number): boolean {
  if (!hasRules(primitive)) return true;
  let found = steps.get(primitive);
  if (found === undefined) {
    const primals = primitive.row.domain.points[0] ?? primitive.row.formula.map(() => 0.5);
    found = primals.map((_, k) => {
      const run = new MarkerRun(() => true);
      return within(run, () => {
        const markers = primals.map((x, i) => new Marker(run, x, new Set([i])));
        const output = new Marker(run, primitive.value(primals), new Set(primals.keys()));
        const partial = primitive.partials(
          markers,
          output,
          primals.map((__, i) => i === k),
        )[k];
        // An exact 0 wins: nothing goes through it.
        return partial !== 0 || run.looked;
      });
    });
    steps.set(primitive, found);
  }
  return found[position];
}

interface Found {
  readonly interactions: readonly Interaction[];
  readonly looked: boolean;
}

function interactionsAt(
  primitive: Operation,
  primals: readonly number[],
  active: readonly boolean[],
): Found {
  const run = new MarkerRun(influences);
  const partials = runRules(run, primitive, primals, active);
  const leftOf = new Map<Positions, number[]>();
  partials.forEach((partial, k) => {
    if (!active[k] || !run.owns(partial) || partial.on.size === 0) return;
    const left = leftOf.get(partial.on);
    if (left === undefined) leftOf.set(partial.on, [k]);
    else left.push(k);
  });
  const interactions = [...leftOf].map(([right, left]) => ({ left, right: [...right] }));
  return { interactions, looked: run.looked };
}

const remembered = new WeakMap<Primitive, Map<string, Found>>();

/**
 * Which arguments interact: whose partials depend on which arguments, here or along other branches.
 */
export function interactionsOf(
  primitive: Operation,
  primals: readonly number[],
  active: readonly boolean[],
): readonly Interaction[] {
  if (!hasRules(primitive)) return interactionsAt(primitive, primals, active).interactions;
  let byActive = remembered.get(primitive);
  if (byActive === undefined) remembered.set(primitive, (byActive = new Map<string, Found>()));
  const key = active.join();
  let inside = byActive.get(key);
  if (inside === undefined) {
    const points = [...primitive.row.domain.points, primals];
    const found = points.map((point) => interactionsAt(primitive, point, active));
    inside = {
      interactions: distinct(found.flatMap(({ interactions }) => interactions)),
      looked: found.some(({ looked }) => looked),
    };
    byActive.set(key, inside);
  }
  if (!inside.looked) return inside.interactions;
  return distinct([
    ...inside.interactions,
    ...interactionsAt(primitive, primals, active).interactions,
  ]);
}

function distinct(interactions: readonly Interaction[]): readonly Interaction[] {
  const seen = new Map(interactions.map((x) => [`${x.left.join()};${x.right.join()}`, x]));
  return [...seen.values()];
}
