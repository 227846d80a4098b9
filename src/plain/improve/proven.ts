/**
 * Bounds-check elimination. Leaves out questions whose answer is always yes: an index between 0 and the length of its
 * array, a length that is whole, a comparison of two whole numbers. What is known of a whole number are sums that it
 * lies between: of a counter where its loop begins and ends, of any number what a branch has asked. O(size of the
 * function), times a constant for each question.
 */
import { countsOf } from '../analyse/counts.js';
import { sizesOf, type Sizes } from '../analyse/sizes.js';
import {
  isArray,
  type Comparison,
  type ForStmt,
  type Func,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** A whole number beside another one; an array stands for its length, and null for 0. */
interface Sum {
  readonly base: Value | null;
  readonly more: number;
}
const plus = ({ base, more }: Sum, n: number): Sum => ({ base, more: more + n });

/** The bounds of a number. */
interface Limits {
  readonly above: Sum[];
  readonly below: Sum[];
}

/** So many limits lead from one number to the other, and so many are known of each. */
const STEPS = 4;
const MOST_LIMITS = 6;

const contrary: Partial<Record<Comparison, Comparison>> = {
  lt: 'ge',
  le: 'gt',
  gt: 'le',
  ge: 'lt',
};

class Proving {
  private readonly sums = new Map<Value, Sum>();
  private readonly limits = new Map<Value, Limits>();
  /** Numbers that code before has asked to be whole, or that are whole as these are. */
  private readonly whole = new Set<Value>();
  private readonly compared = new Map<Value, Op & { readonly tag: 'compare' }>();
  private readonly answers = new Map<Value, boolean>();
  private readonly lengths = new Map<Value, Sum>();
  private readonly same = new Substitution();
  /** Takes back what is known in a region only. */
  private undo: (() => void)[] = [];

  constructor(
    private readonly counts: ReadonlySet<Value>,
    private readonly sizes: Sizes,
  ) {}

  region(region: Region, know = () => {}): Region {
    const outer = this.undo;
    this.undo = [];
    know();
    const body = region.body.flatMap((stmt) => this.stmt(stmt));
    const made = { ...region, body, yields: region.yields.map(this.same.of) };
    for (const back of this.undo.reverse()) back();
    this.undo = outer;
    return made;
  }

  private stmt(given: Stmt): Stmt | readonly Stmt[] {
    switch (given.tag) {
      case 'if':
        return this.branch(given);
      case 'for':
        return this.same.inStmt(given, (of) => this.region(of, () => this.count(given)));
      case 'check': {
        const [at, length] = [this.sumOf(given.index), this.lengthOf(given.array)];
        const isIn =
          this.isWhole(given.index) && this.isLess(at, length) && this.isAtMost(ZERO, at);
        if (isIn) return [];
        break;
      }
      case 'whole':
        if (this.isWhole(given.value)) return [];
        this.insist(given.value);
        break;
      case 'let':
        return this.defined(given);
    }
    return this.same.inStmt(given, (of) => this.region(of));
  }

  private defined(stmt: Stmt & { readonly tag: 'let' }): Stmt {
    const made = this.same.inStmt(stmt, (of) => of) as typeof stmt;
    const { value, op } = made;
    this.measure(value, op);
    if (op.tag !== 'compare') return made;
    const answer = this.answer(op.by, ...op.args);
    if (answer === null) {
      this.compared.set(value, op);
      return made;
    }
    this.answers.set(value, answer);
    return { ...made, op: { tag: 'const', value: answer, args: [] } };
  }

  private measure(value: Value, op: Op): void {
    if (op.tag === 'const' && Number.isSafeInteger(op.value))
      this.sums.set(value, { base: null, more: Number(op.value) });
    if (op.tag === 'length') this.sums.set(value, this.lengthOf(op.args[0]));
    if (op.tag === 'alloc' && this.isWhole(op.args[0]))
      this.lengths.set(value, this.sumOf(op.args[0]));
    if (op.tag !== 'prim' || (op.row !== 'add' && op.row !== 'sub')) return;
    const [x, y] = op.args;
    if (!this.isWhole(x) || !this.isWhole(y)) return;
    const [one, other] = [this.sumOf(x), this.sumOf(y)];
    const sum =
      other.base === null
        ? plus(one, op.row === 'add' ? other.more : -other.more)
        : one.base === null && op.row === 'add'
          ? plus(other, one.more)
          : null;
    if (sum === null || !Number.isSafeInteger(sum.more)) return;
    this.sums.set(value, sum);
    this.insist(value);
  }

  private branch(given: IfStmt): Stmt | readonly Stmt[] {
    const test = this.same.of(given.test);
    const answer = this.answers.get(test);
    if (answer !== undefined) {
      const { body, yields } = this.region(answer ? given.then : given.otherwise);
      given.results.forEach((result, k) => this.same.replace(result, yields[k]));
      return body;
    }
    const asked = this.compared.get(test);
    const knowing = (by: Comparison | undefined) => () => {
      if (asked && by) this.know(by, ...asked.args);
    };
    const then = this.region(given.then, knowing(asked?.by));
    const otherwise = this.region(given.otherwise, knowing(asked && contrary[asked.by]));
    // Who goes on has not left.
    if (then.body.at(-1)?.tag === 'leave') knowing(asked && contrary[asked.by])();
    if (otherwise.body.at(-1)?.tag === 'leave') knowing(asked?.by)();
    return { ...given, test, then, otherwise };
  }

  private count({ counter, from, to, step, by }: ForStmt): void {
    if (!this.counts.has(counter)) return;
    const { base, more } = this.sumOf(this.same.of(step));
    if (base !== null || more === 0) return;
    const [begin, end] = [from, to].map(this.same.of);
    const isUp = more > 0;
    if (isUp !== (by === 'lt' || by === 'le')) return;
    this.limit(counter, isUp ? 'below' : 'above', this.sumOf(begin));
    this.know(by, counter, end);
  }

  /** Notes an order of whole numbers that holds from here on. */
  private know(by: Comparison, x: Value, y: Value): void {
    if (!this.isWhole(x) || !this.isWhole(y)) return;
    const [one, other] = [this.sumOf(x), this.sumOf(y)];
    if (by === 'lt') this.order(plus(one, 1), other);
    if (by === 'le' || by === 'eq') this.order(one, other);
    if (by === 'gt') this.order(plus(other, 1), one);
    if (by === 'ge' || by === 'eq') this.order(other, one);
  }

  private order(one: Sum, other: Sum): void {
    if (one.base !== null) this.limit(one.base, 'above', plus(other, -one.more));
    if (other.base !== null) this.limit(other.base, 'below', plus(one, -other.more));
  }

  private limit(of: Value, side: keyof Limits, sum: Sum): void {
    let found = this.limits.get(of);
    if (found === undefined) this.limits.set(of, (found = { above: [], below: [] }));
    const list = found[side];
    if (list.length === MOST_LIMITS) return;
    list.push(sum);
    this.undo.push(() => void list.pop());
  }

  private insist(value: Value): void {
    if (this.whole.has(value)) return;
    this.whole.add(value);
    this.undo.push(() => void this.whole.delete(value));
  }

  private answer(by: Comparison, x: Value, y: Value): boolean | null {
    if (!this.isWhole(x) || !this.isWhole(y)) return null;
    const [one, other] = [this.sumOf(x), this.sumOf(y)];
    const [left, right] = by === 'gt' || by === 'ge' ? [other, one] : [one, other];
    if (by === 'lt' || by === 'gt')
      return this.isLess(left, right) ? true : this.isAtMost(right, left) ? false : null;
    if (by === 'le' || by === 'ge')
      return this.isAtMost(left, right) ? true : this.isLess(right, left) ? false : null;
    return null;
  }

  private readonly isWhole = (of: Value): boolean => {
    const value = this.same.of(of);
    return this.counts.has(value) || this.whole.has(value);
  };

  private readonly sumOf = (of: Value): Sum => {
    const value = this.same.of(of);
    return this.sums.get(value) ?? { base: value, more: 0 };
  };

  private lengthOf(array: Value): Sum {
    const own = this.same.of(array);
    const size = this.sizes(own);
    if (typeof size === 'number') return { base: null, more: size };
    return this.lengths.get(own) ?? this.lengths.get(size) ?? { base: size, more: 0 };
  }

  private isLess = (one: Sum, other: Sum): boolean => this.isAtMost(plus(one, 1), other);

  private isAtMost(one: Sum, other: Sum, steps = STEPS): boolean {
    if (one.base === other.base) return one.more <= other.more;
    if (one.base === null && isArray(other.base!.type) && one.more <= other.more) return true;
    if (steps === 0) return false;
    const above = one.base === null ? [] : (this.limits.get(one.base)?.above ?? []);
    if (above.some((sum) => this.isAtMost(plus(sum, one.more), other, steps - 1))) return true;
    const below = other.base === null ? [] : (this.limits.get(other.base)?.below ?? []);
    return below.some((sum) => this.isAtMost(one, plus(sum, other.more), steps - 1));
  }
}

const ZERO: Sum = { base: null, more: 0 };

/** The function without questions whose answer is always yes. */
export function proven(f: Func): Func {
  const [counts, sizes] = [countsOf(f), sizesOf(f)];
  return mapped(f, (region) => new Proving(counts, sizes).region(region));
}
