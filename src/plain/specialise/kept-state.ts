/**
 * Inputs that meet what an earlier call kept. Where an input equals a number of the state that a function writes, or is near
 * it, the function may take what it computed before, which is constant: a run computes it again (runtime/caches.ts). So
 * code leaves where a comparison of both finds them equal, or near each other, and goes on as if they differ. All that
 * runs take for a cache does so; a comparison that is none leaves for nothing. O(size of the function), for each such comparison.
 */
import { flowsOf, keptFlows, regionsByName, rootsOf, type Roots } from '../analyse/roots.js';
import { value } from '../ir/build.js';
import { definedBy, isArray, statementsOf, usesOf, type Func, type Op } from '../ir/ir.js';
import type { Region, Stmt, Value } from '../ir/ir.js';
import { folded } from '../improve/folded.js';
import { inRegions, mapped } from '../improve/mapped.js';
import type { Kept } from './entry/holders.js';
import { Refusal } from './values/abstract.js';

type Compare = Extract<Op, { tag: 'compare' }>;
interface Met {
  readonly stmt: Stmt;
  readonly of: Value;
  readonly op: Compare;
  /** The outcome of numbers that meet. */
  readonly meeting: boolean;
}

const MOST = 64;

/** The function as code that leaves where inputs meet what was kept. */
export function leavingWhereKept(
  f: Func,
  kept: readonly Kept[],
  isInput: (k: number) => boolean,
): Func {
  if (kept.every((one) => one === 'no')) return f;
  let made = f;
  const outcomes = new Set<Value>();
  while (outcomes.size < MOST) {
    const met = new Meetings(made, kept, isInput).first(outcomes);
    if (met === null) return made;
    const outcome = value('', 'bool');
    outcomes.add(outcome);
    made = folded(mapped(made, (region) => leaving(region, met, outcome)));
  }
  throw new Refusal('many comparisons of inputs with state that may be a cache', undefined);
}

/** A region in which code leaves where numbers meet. */
function leaving(region: Region, met: Met, outcome: Value): Region {
  const body = region.body.flatMap((stmt): Stmt[] => {
    if (stmt !== met.stmt) return [inRegions(stmt, (inner) => leaving(inner, met, outcome))];
    const empty: Region = { params: [], body: [], yields: [] };
    const left: Region = { ...empty, body: [{ tag: 'leave' }] };
    const [then, otherwise] = met.meeting ? [left, empty] : [empty, left];
    return [
      { tag: 'let', value: outcome, op: met.op },
      { tag: 'if', test: outcome, then, otherwise, results: [] },
      { tag: 'let', value: met.of, op: { tag: 'const', value: !met.meeting, args: [] } },
    ];
  });
  return { ...region, body };
}

/** The numbers that are computed of others, also those that are rounded, and the roots of arrays that hold such numbers. */
function dependents(f: Func, roots: Roots, from: readonly Value[]): ReadonlySet<Value> {
  const found = new Set(from.flatMap((one) => [one, ...roots.within(one)]));
  const statements = [...statementsOf(f)];
  const regions = regionsByName(f);
  const flows = [
    ...statements.flatMap((stmt) => flowsOf(stmt, regions)),
    ...keptFlows(statements),
  ].filter(([, to]) => !isArray(to.type));
  const isFound = (of: Value): boolean =>
    isArray(of.type) ? roots.meets(of, found) : found.has(of);
  const mark = (of: Value): void => {
    if (of.type !== 'bool') found.add(of);
  };
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const stmt of statements) {
      if (stmt.tag === 'let' && stmt.op.tag !== 'length' && !isArray(stmt.value.type))
        if (usesOf(stmt).some(isFound)) mark(stmt.value);
      if (stmt.tag === 'host' && usesOf(stmt).some(isFound)) definedBy(stmt).forEach(mark);
      if (stmt.tag === 'store' && !isArray(stmt.value.type) && isFound(stmt.value))
        roots(stmt.array).forEach(mark);
      if (stmt.tag === 'for' && [stmt.from, stmt.step].some(isFound))
        [stmt.counter, stmt.end].forEach(mark);
    }
    for (const [one, to] of flows) if (isFound(one)) mark(to);
  }
  return found;
}

class Meetings {
  private readonly roots: Roots;
  private readonly active: ReadonlySet<Value>;
  /** Values that depend on state that is written, and on state in the same objects. */
  private readonly there: ReadonlySet<Value>;
  private readonly beside: ReadonlySet<Value>;
  private readonly ops = new Map<Value, Op>();

  constructor(
    private readonly f: Func,
    kept: readonly Kept[],
    isInput: (k: number) => boolean,
  ) {
    const { params } = f.region;
    this.roots = rootsOf(f);
    const from = (is: (k: number) => boolean) =>
      dependents(
        f,
        this.roots,
        params.filter((_, k) => is(k)),
      );
    this.active = from(isInput);
    this.there = from((k) => kept[k] === 'there' && !isInput(k));
    this.beside = from((k) => kept[k] !== 'no' && !isInput(k));
    for (const stmt of statementsOf(f)) if (stmt.tag === 'let') this.ops.set(stmt.value, stmt.op);
  }

  /** The first comparison of an input with what was kept, but for those of which code leaves already. */
  first(outcomes: ReadonlySet<Value>): Met | null {
    for (const stmt of statementsOf(this.f)) {
      if (stmt.tag !== 'let') continue;
      const { op, value: of } = stmt;
      if (op.tag === 'load' && this.active.has(op.args[1]) && this.isIn(op.args[0], this.there))
        throw new Refusal('an input finds something in state that may be a cache', undefined);
      if (op.tag !== 'compare' || outcomes.has(of)) continue;
      const meeting = this.meeting(op);
      if (meeting !== null) return { stmt, of, op, meeting };
    }
    return null;
  }

  private isIn = (array: Value, those: ReadonlySet<Value>): boolean =>
    isArray(array.type) && this.roots.meets(array, those);

  private meeting({ by, args }: Compare): boolean | null {
    if (by === 'eq' || by === 'ne') {
      const isMet = [this.active, this.beside].every((those) => args.some((one) => those.has(one)));
      return isMet ? by === 'eq' : null;
    }
    const distances = args.map((one) => this.isDistance(one));
    if (distances[0] && distances[1])
      throw new Refusal('distances of inputs to state that may be a cache are compared', undefined);
    if (!distances[0] && !distances[1]) return null;
    return (by === 'lt' || by === 'le') === distances[0];
  }

  /** True if a number depends both on inputs and on state that is written. */
  private isMixed = (of: Value): boolean => this.active.has(of) && this.there.has(of);

  /** True if a number may be the distance of an input to what was kept: no sum, nor a product of other factors. */
  private isDistance(of: Value): boolean {
    if (!this.isMixed(of)) return false;
    const op = this.ops.get(of);
    if (op?.tag !== 'prim' || !['add', 'sub', 'mul', 'div'].includes(op.row)) return true;
    return /^(mul|div)$/.test(op.row) && op.args.every(this.isMixed);
  }
}
