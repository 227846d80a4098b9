/**
 * Array contraction. Leaves out arrays whose elements need not be stored. A number that is written into a
 * place is taken from its variable where that place is read; what a step of a loop reads of the step before
 * is carried in a variable. An array goes if all that is read of it is known so, and each read element is
 * sure to be one: otherwise all of it stays. O(size of the function), times the number of its arrays.
 */
import { missingIn, tellsMissing } from '../analyse/missing.js';
import { privateIn } from '../analyse/private-arrays.js';
import { sizesOf, type Sizes } from '../analyse/sizes.js';
import { Walks, type Linear } from '../analyse/walks.js';
import { value } from '../ir/build.js';
import {
  isArray,
  regionsOf,
  statementsIn,
  type ArrayType,
  type ForStmt,
  type Func,
  type IfStmt,
  type Region,
  type Stmt,
  type Storage,
  type StoreStmt,
  type Value,
  wholeStorages,
} from '../ir/ir.js';
import { mapped } from './mapped.js';
import { shared } from './shared.js';
import { Substitution } from './substitution.js';

interface Element {
  readonly at: Linear;
  readonly is: Value;
}

/**
 * The facts known at a place: numbers in elements, by arrays, and the least number of elements of
 * arrays.
 */
interface Known {
  readonly elements: Map<Value, readonly Element[]>;
  readonly lengths: ReadonlyMap<Value, number>;
}

interface Tables {
  readonly walks: Walks;
  readonly sizes: Sizes;
  /**
   * Elements that may be missing, and are read where this matters: an array of floats has NaN in their
   * place.
   */
  readonly missing: Set<Value>;
  readonly telling: ReadonlySet<Value>;
}

/** Arrays into which nothing goes beyond their ends. */
const typed: readonly Storage[] = ['Float64Array', 'Float32Array', ...wholeStorages];

class Contracting {
  private readonly same = new Substitution();
  /** The arrays of which something has to be read after all. */
  readonly left = new Set<Value>();

  /** @param arrays those to be left out */
  constructor(
    private readonly arrays: ReadonlySet<Value>,
    private readonly of: Tables,
  ) {}

  whole = (region: Region): Region =>
    this.same.inRegion(this.region(region, { elements: new Map(), lengths: new Map() }));

  /** A region with what is known at its beginning, which is changed to what is known at its end. */
  private region = (region: Region, known: Known): Region => ({
    ...region,
    body: region.body.flatMap((stmt) => this.stmt(stmt, known)),
  });

  private stmt(stmt: Stmt, known: Known): Stmt[] {
    switch (stmt.tag) {
      case 'let':
        if (stmt.op.tag !== 'load' || !this.arrays.has(stmt.op.args[0])) return [stmt];
        return this.load(stmt.value, stmt.op.args, known) ? [] : [stmt];
      case 'store':
        if (!this.arrays.has(stmt.array)) return [stmt];
        this.store(stmt, known);
        return [];
      case 'if':
        return [this.branch(stmt, known)];
      case 'while': {
        const inside = this.without(known, stmt);
        const test = this.region(stmt.test, this.copied(inside));
        const body = this.region(stmt.body, this.copied(inside));
        this.forget(known, stmt);
        return [{ ...stmt, test, body }];
      }
      case 'for':
        return [this.loop(stmt, known)];
      default:
        return [stmt];
    }
  }

  private load(of: Value, [array, index]: readonly [Value, Value], known: Known): boolean {
    const at = this.of.walks.linear(index);
    const element = at && known.elements.get(array)?.find((one) => isSame(one.at, at));
    if (!element || !this.isInside(array, at!, known) || !this.givesBack(array, element.is, of)) {
      this.left.add(array);
      return false;
    }
    this.same.replace(of, element.is);
    return true;
  }

  private store({ array, index, value: is }: StoreStmt, known: Known): void {
    const at = this.of.walks.linear(index);
    const isTyped = typed.includes((array.type as ArrayType).storage);
    // Any other array has no place beyond its end, and code leaves there.
    if (at === null || !(isTyped || this.isInside(array, at, known))) {
      this.left.add(array);
      return;
    }
    const others = (known.elements.get(array) ?? []).filter(
      (one) => one.at.of === at.of && one.at.add !== at.add,
    );
    known.elements.set(array, [...others, { at, is }]);
  }

  /** True if a stored value may stand for the one that is read: then both have the same bits. */
  private givesBack({ type }: Value, stored: Value, read: Value): boolean {
    const { storage } = type as ArrayType;
    if (storage === 'number[]') return true;
    const { missing, telling } = this.of;
    return storage === 'Float64Array' && !(missing.has(stored) && telling.has(read));
  }

  /** True if an index is one of an array. */
  private isInside(array: Value, { of, add }: Linear, { lengths }: Known): boolean {
    const size = this.of.sizes(array);
    if (of === null)
      return add >= 0 && add < (typeof size === 'number' ? size : (lengths.get(size) ?? 0));
    const walk = this.of.walks.of(of);
    if (walk === null || walk.from + add < 0) return false;
    const { to } = walk;
    if (typeof size === 'number') return to.of === null && to.add + add <= size;
    return to.of === size && to.add + add <= 0;
  }

  private branch(stmt: IfStmt, known: Known): Stmt {
    const lengths = new Map(known.lengths);
    const op = this.of.walks.op(stmt.test);
    if (op?.tag === 'compare' && op.by === 'lt') {
      const [less, more] = op.args.map(this.of.walks.linear);
      if (less?.of === null && more?.of && isArray(more.of.type)) {
        const least = less.add + 1 - more.add;
        lengths.set(more.of, Math.max(least, lengths.get(more.of) ?? 0));
      }
    }
    const then = this.region(stmt.then, { ...this.copied(known), lengths });
    const otherwise = this.region(stmt.otherwise, this.copied(known));
    this.forget(known, stmt);
    return { ...stmt, then, otherwise };
  }

  private loop(stmt: ForStmt, known: Known): Stmt {
    const inside = this.without(known, stmt);
    const { params, yields } = stmt.body;
    const carried: { param: Value; init: Value; next: Value }[] = [];
    for (const { array, behind, next } of this.handedOn(stmt)) {
      const at: Linear = { of: null, add: this.of.walks.of(stmt.counter)!.from + behind };
      const first = known.elements.get(array)?.find((one) => isSame(one.at, at));
      if (!first || !this.isInside(array, at, known)) {
        this.left.add(array);
        continue;
      }
      const param = value(next.name, 'f64');
      if ([first.is, next].some((of) => this.of.missing.has(of))) this.of.missing.add(param);
      carried.push({ param, init: first.is, next });
      inside.elements.set(array, [{ at: { of: stmt.counter, add: behind }, is: param }]);
    }
    const body = this.region(stmt.body, inside);
    this.forget(known, stmt);
    return {
      ...stmt,
      inits: [...stmt.inits, ...carried.map(({ init }) => init)],
      body: {
        ...body,
        params: [...params, ...carried.map(({ param }) => param)],
        yields: [...yields, ...carried.map(({ next }) => next)],
      },
      results: [...stmt.results, ...carried.map(({ param }) => value(param.name, 'f64'))],
    };
  }

  /** The arrays of which each step of a loop writes one element, and reads that of the step before. */
  private handedOn(loop: ForStmt): { array: Value; behind: number; next: Value }[] {
    if (this.of.walks.of(loop.counter) === null) return [];
    const all = [...statementsIn(loop.body)];
    return loop.body.body.flatMap((stmt) => {
      if (stmt.tag !== 'store' || !this.arrays.has(stmt.array)) return [];
      const { array, value: next } = stmt;
      const at = this.of.walks.linear(stmt.index);
      const isOnly = all.every((one) => one === stmt || one.tag !== 'store' || one.array !== array);
      if (!isOnly || at?.of !== loop.counter) return [];
      const behind = at.add - 1;
      const isRead = all.some((one) => {
        if (one.tag !== 'let' || one.op.tag !== 'load' || one.op.args[0] !== array) return false;
        const place = this.of.walks.linear(one.op.args[1]);
        return place !== null && isSame(place, { of: loop.counter, add: behind });
      });
      return isRead ? [{ array, behind, next }] : [];
    });
  }

  private copied = ({ elements, lengths }: Known): Known => ({
    elements: new Map(elements),
    lengths,
  });

  /** The facts that remain known, except for the arrays that a statement writes. */
  private without(known: Known, stmt: Stmt): Known {
    const copy = this.copied(known);
    this.forget(copy, stmt);
    return copy;
  }

  private forget({ elements }: Known, stmt: Stmt): void {
    for (const region of regionsOf(stmt))
      for (const inner of statementsIn(region))
        if (inner.tag === 'store') elements.delete(inner.array);
  }
}

const isSame = (one: Linear, other: Linear): boolean =>
  one.of === other.of && one.add === other.add;

/** The function with fewer arrays; itself if all stay. What loops then compute twice is computed once. */
export function contracted(f: Func): Func {
  const tables = {
    walks: new Walks(f),
    sizes: sizesOf(f),
    missing: new Set(missingIn(f)),
    telling: tellsMissing(f),
  };
  let isChanged = false;
  const made = mapped(f, (region) => {
    const arrays = new Set(privateIn(region));
    while (arrays.size > 0) {
      const contracting = new Contracting(arrays, tables);
      const without = contracting.whole(region);
      if (contracting.left.size === 0) {
        isChanged = true;
        return without;
      }
      contracting.left.forEach((array) => arrays.delete(array));
    }
    return region;
  });
  return isChanged ? shared(made) : f;
}
