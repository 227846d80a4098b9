/**
 * Function cloning. Makes a function of its own of each way in which a function is called: with these or
 * those arguments active. So a call through which no gradient flows costs nothing in the reverse sweep,
 * whatever other calls of the function do. First each call has its own function; then those that are called
 * alike become one again. O(size of all calls), which is bounded.
 */
import { activityOf, type Activity } from '../../analyse/activity.js';
import { rootsOf, type Roots } from '../../analyse/roots.js';
import { Copy } from '../../improve/copy.js';
import { renamed } from '../../improve/with-calls.js';
import { withCallees } from '../../ir/callees.js';
import {
  allOf,
  isArray,
  statementCount,
  statementsIn,
  statementsOf,
  type Func,
  type Value,
} from '../../ir/ir.js';

/** The most statements that all calls may have, each with a function of its own. */
const MOST = 10_000;
/** The most functions that may be made of one. */
const MOST_APART = 4;

/** A function for each call; what calls itself is one function within a call. */
class Calls {
  readonly functions: Func[] = [];
  /** The names of the functions that they were. */
  readonly originals = new Map<string, string>();
  private size = 0;

  constructor(private readonly byName: ReadonlyMap<string, Func>) {}

  get isTooLarge(): boolean {
    return this.size > MOST;
  }

  /** @param around the functions that the call is in */
  called = (of: string, around: ReadonlyMap<string, string>): string => {
    const itself = around.get(of);
    if (itself !== undefined || this.isTooLarge) return itself ?? of;
    const callee = this.byName.get(of);
    if (callee === undefined) return of;
    const { region } = callee;
    this.size += statementCount(region);
    const name = `${of}:${this.originals.size}`;
    this.originals.set(name, of);
    const inside = new Map([...around, [of, name]]);
    const own = renamed(new Copy().region(region), (callee) => this.called(callee, inside));
    this.functions.push({ name, region: own });
    return name;
  };
}

/** True if any function is called from two places, neither of which is in itself. */
function isAnyCalledTwice(f: Func): boolean {
  const seen = new Set<string>();
  for (const { name, region } of allOf(f))
    for (const stmt of statementsIn(region)) {
      if (stmt.tag !== 'call' || stmt.of === name) continue;
      if (seen.has(stmt.of)) return true;
      seen.add(stmt.of);
    }
  return false;
}

/** True if it is a derivative: its halves belong together. */
const keeps = (f: Func): boolean =>
  [...statementsOf(f)].some(({ tag }) => tag === 'keep' || tag === 'take');

function freshName(like: string, taken: Set<string>): string {
  let k = 1;
  while (taken.has(`${like}:${k}`)) k++;
  taken.add(`${like}:${k}`);
  return `${like}:${k}`;
}

/** Which parameters of a function are active, as text. */
function patternOf({ region }: Func, roots: Roots, activity: Activity): string {
  const isActive = (param: Value): boolean =>
    isArray(param.type) ? roots.meets(param, activity) : activity.has(param);
  return region.params.map((param) => Number(isActive(param))).join('');
}

/**
 * A program in which all calls of a function have the same arguments active, unless there are too many ways
 * to call it.
 *
 * @param inputs the parameters that derivatives are wanted of
 */
export function apartByActivity(f: Func, inputs: readonly Value[]): Func {
  if (f.functions === undefined || !isAnyCalledTwice(f) || keeps(f)) return f;
  const calls = new Calls(new Map(f.functions.map((one) => [one.name, one])));
  const top = renamed(f.region, (of) => calls.called(of, new Map()));
  if (calls.isTooLarge) return f;
  const whole = { ...f, region: top, functions: calls.functions };
  const roots = rootsOf(whole);
  const activity = activityOf(whole, roots, inputs);
  /** By the functions that they were, and then by what is active. */
  const apart = new Map<string, Map<string, Func[]>>();
  for (const one of calls.functions) {
    const original = calls.originals.get(one.name)!;
    const found = apart.get(original) ?? new Map<string, Func[]>();
    apart.set(original, found);
    const pattern = patternOf(one, roots, activity);
    found.set(pattern, [...(found.get(pattern) ?? []), one]);
  }
  if ([...apart.values()].every(({ size }) => size === 1)) return f;
  const taken = new Set(allOf(f).map(({ name }) => name));
  const names = new Map<string, string>();
  const kept: Func[] = [];
  for (const [original, patterns] of apart) {
    const groups = [...patterns.values()];
    for (const [k, group] of (groups.length > MOST_APART ? [groups.flat()] : groups).entries()) {
      const name = k === 0 ? original : freshName(original, taken);
      for (const one of group) names.set(one.name, name);
      kept.push({ name, region: group[0].region });
    }
  }
  const named = (of: string): string => names.get(of) ?? of;
  const functions = kept.map(({ name, region }) => ({ name, region: renamed(region, named) }));
  return withCallees({ ...f, region: renamed(top, named) }, functions);
}
