/**
 * Dead code elimination. Leaves out what nobody uses: values, carried values of loops, results of branches,
 * and statements without effects. An array is made, even if nobody uses it, where its length may be none:
 * the source throws there. O(size of the function).
 */
import {
  regionsOf,
  usesOf,
  type ForStmt,
  statementsIn,
  type Func,
  type KeepStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../ir/ir.js';
import { mapped } from './mapped.js';

/** Arrays of up to so many elements can be made. */
const LONGEST = 2 ** 24;

class Live {
  private readonly live = new Set<Value>();
  private readonly because = new Map<Value, readonly Value[]>();
  /** The values that are taken of each block that is taken in one place, after it was kept. */
  private readonly taken: ReadonlyMap<number, readonly Value[]>;
  private readonly ops = new Map<Value, Op>();
  /** Arrays of one region and one length that may be none: at least one of them is made. */
  private readonly risky: (readonly Value[])[] = [];

  constructor(region: Region) {
    this.taken = takenIn(region);
    this.collect(region);
    region.yields.forEach((value) => this.mark(value));
  }

  has = (value: Value): boolean => this.live.has(value);

  /** The places of what is kept and taken for a use; null for all. */
  placesIn({ block }: KeepStmt): number[] | null {
    const taken = this.taken.get(block);
    return taken === undefined ? null : placesOf(taken, this);
  }

  private mark(value: Value): void {
    const left = [value];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (this.live.has(next)) continue;
      this.live.add(next);
      left.push(...(this.because.get(next) ?? []));
    }
  }

  private link(value: Value, needs: readonly Value[]): void {
    this.because.set(value, [...(this.because.get(value) ?? []), ...needs]);
  }

  /** Notes what each value needs. The result says whether anything in the region has an effect. */
  private collect(region: Region): boolean {
    let hasEffects = false;
    const roots: Value[] = [];
    const risky = new Map<string, Map<Value, Value[]>>();
    for (const stmt of region.body) {
      const inner = regionsOf(stmt)
        .map((part) => this.collect(part))
        .includes(true);
      switch (stmt.tag) {
        case 'let': {
          const { value, op } = stmt;
          this.link(value, op.args);
          this.ops.set(value, op);
          if (op.tag !== 'alloc' || this.isLength(op.args[0])) break;
          const { storage } = op.type;
          const byLength = risky.get(storage) ?? new Map<Value, Value[]>();
          risky.set(storage, byLength);
          byLength.set(op.args[0], [...(byLength.get(op.args[0]) ?? []), value]);
          hasEffects = true;
          break;
        }
        case 'if':
          stmt.results.forEach((result, k) =>
            this.link(result, [stmt.test, stmt.then.yields[k], stmt.otherwise.yields[k]]),
          );
          if (inner) roots.push(stmt.test);
          hasEffects ||= inner;
          break;
        case 'for':
        case 'while': {
          const steering = this.steering(stmt);
          if (stmt.tag === 'for') this.link(stmt.end, steering);
          stmt.body.params.forEach((param, k) => {
            this.link(param, [stmt.inits[k], stmt.body.yields[k], ...steering]);
            this.link(stmt.results[k], [param]);
            if (stmt.tag === 'while') this.link(stmt.test.params[k], [param]);
          });
          // A loop that may have no end is left in.
          if (inner || stmt.tag === 'while') roots.push(...steering);
          hasEffects ||= inner || stmt.tag === 'while';
          break;
        }
        case 'keep': {
          const taken = this.taken.get(stmt.block);
          if (taken === undefined) roots.push(...stmt.values);
          else taken.forEach((value, k) => this.link(value, [stmt.values[k]]));
          hasEffects = true;
          break;
        }
        default:
          roots.push(...usesOf(stmt));
          hasEffects = true;
      }
    }
    roots.forEach((value) => this.effects.push(value));
    for (const byLength of risky.values()) this.risky.push(...byLength.values());
    return hasEffects;
  }

  /** True if a number is certainly the length of an array that can be made. */
  private isLength(of: Value): boolean {
    const op = this.ops.get(of);
    const isSum = op?.tag === 'prim' && op.row === 'add';
    return isSum ? op.args.every(this.isSimpleLength) : this.isSimpleLength(of);
  }

  private isSimpleLength = (of: Value): boolean => {
    const op = this.ops.get(of);
    if (op?.tag !== 'const') return op?.tag === 'length';
    const length = Number(op.value);
    return Number.isInteger(length) && length >= 0 && length <= LONGEST;
  };

  private readonly effects: Value[] = [];

  finish(): this {
    this.effects.forEach((value) => this.mark(value));
    for (const arrays of this.risky) if (!arrays.some(this.has)) this.mark(arrays[0]);
    return this;
  }

  private steering(stmt: ForStmt | WhileStmt): Value[] {
    if (stmt.tag === 'while') return [...stmt.test.yields];
    const go = stmt.go === undefined ? [] : [stmt.body.params[stmt.go]];
    return [stmt.from, stmt.to, stmt.step, ...go];
  }
}

function takenIn(region: Region): Map<number, readonly Value[]> {
  const taken = new Map<number, readonly Value[]>();
  const seen = new Set<string>();
  for (const stmt of statementsIn(region)) {
    if (stmt.tag !== 'keep' && stmt.tag !== 'take') continue;
    const { tag, block, values } = stmt;
    // Code that runs again keeps in a second place.
    const isNew = !seen.has(`take${block}`) && (tag === 'keep' || seen.has(`keep${block}`));
    seen.add(`${tag}${block}`);
    if (tag === 'take' && isNew) taken.set(block, values);
    else if (!isNew) taken.delete(block);
  }
  return taken;
}

function swept(region: Region, live: Live): Region {
  const stmts = region.body.flatMap((stmt): Stmt[] => {
    switch (stmt.tag) {
      case 'let':
        return live.has(stmt.value) ? [stmt] : [];
      case 'if': {
        const at = placesOf(stmt.results, live);
        const part = (of: Region): Region => ({
          ...swept(of, live),
          yields: at.map((k) => of.yields[k]),
        });
        const [then, otherwise] = [part(stmt.then), part(stmt.otherwise)];
        const isIdle = at.length === 0 && then.body.length === 0 && otherwise.body.length === 0;
        return isIdle
          ? []
          : [{ ...stmt, then, otherwise, results: at.map((k) => stmt.results[k]) }];
      }
      case 'for':
        return sweptFor(stmt, live);
      case 'while':
        return [sweptWhile(stmt, live)];
      case 'keep':
      case 'take': {
        const at = live.placesIn(stmt);
        if (at === null) return [stmt];
        return at.length === 0 ? [] : [{ ...stmt, values: at.map((k) => stmt.values[k]) }];
      }
      default:
        return [stmt];
    }
  });
  return { ...region, body: stmts };
}

const placesOf = (values: readonly Value[], live: Pick<Live, 'has'>): number[] =>
  values.flatMap((value, k) => (live.has(value) ? [k] : []));

function sweptFor(stmt: ForStmt, live: Live): Stmt[] {
  const at = placesOf(stmt.body.params, live);
  const pick = (list: readonly Value[]) => at.map((k) => list[k]);
  const body = {
    ...swept(stmt.body, live),
    params: pick(stmt.body.params),
    yields: pick(stmt.body.yields),
  };
  if (at.length === 0 && body.body.length === 0 && !live.has(stmt.end)) return [];
  const go = stmt.go === undefined ? {} : { go: at.indexOf(stmt.go) };
  return [{ ...stmt, ...go, inits: pick(stmt.inits), body, results: pick(stmt.results) }];
}

function sweptWhile(stmt: WhileStmt, live: Live): Stmt {
  const at = stmt.body.params.flatMap((param, k) =>
    live.has(param) || live.has(stmt.test.params[k]) ? [k] : [],
  );
  const pick = (list: readonly Value[]) => at.map((k) => list[k]);
  return {
    ...stmt,
    inits: pick(stmt.inits),
    test: { ...swept(stmt.test, live), params: pick(stmt.test.params) },
    body: {
      ...swept(stmt.body, live),
      params: pick(stmt.body.params),
      yields: pick(stmt.body.yields),
    },
    results: pick(stmt.results),
  };
}

/** The function without what it does not need. */
export const used = (f: Func): Func =>
  mapped(f, (region) => swept(region, new Live(region).finish()));
