/** Takes arrays that nobody has after the call from a pool: `$pool`. */
import { lifetimesOf, madeIn, sharedLifetimes, type Lifetimes } from '../analyse/lifetimes.js';
import { allOf, isArray, statementsIn, type Func, type Region, type Value } from '../ir/ir.js';
import type { Cut } from './cut-up.js';
import type { Names } from './names.js';
import { assigned, call, variable, type Text } from './text.js';

export class Pool {
  /** The variables of arrays of which there is one at a time. */
  private readonly kept = new Map<Value, string>();
  /** The variables of the array of the step before, where there are two at a time. */
  private readonly before = new Map<Value, string>();

  constructor(
    private readonly f: Func,
    private readonly isCalled: boolean,
    private readonly lifetimes: Lifetimes,
    /** The names of the functions that take the pool from the one that borrows it. */
    private readonly takers: ReadonlySet<string>,
    private readonly line: (text: string) => void,
    private readonly names: Names,
    private readonly pools: () => string,
  ) {}

  /** The arguments that a call of a function adds. */
  given = (of: string): readonly string[] => (this.takers.has(of) && this.isUsed ? ['$pool'] : []);

  get params(): readonly string[] {
    return this.given(this.f.name);
  }

  private get isPart(): boolean {
    return this.takers.has(this.f.name);
  }

  private get isUsed(): boolean {
    const { passing, areShared } = this.lifetimes;
    // Of a shared pool, a function that is called and takes none has no need.
    return passing.size > 0 && (!areShared || !this.isCalled || this.isPart);
  }

  begin(): void {
    if (!this.isUsed) return;
    if (!this.isPart) this.line(`const $pool = ${this.pools()}.borrow();`);
    const own = madeIn(this.f.region);
    for (const array of this.lifetimes.single)
      if (own.has(array)) this.kept.set(array, this.names.fresh('$array'));
    for (const array of this.lifetimes.double)
      if (own.has(array)) {
        this.kept.set(array, this.names.fresh('$array'));
        this.before.set(array, this.names.fresh('$before'));
      }
    const variables = [...this.kept.values(), ...this.before.values()];
    if (variables.length > 0) this.line(`let ${variables.join(', ')};`);
  }

  end(): void {
    if (this.isUsed && !this.isPart) this.line(`${this.pools()}.giveBack($pool);`);
  }

  /** A new array from the pool; null for what somebody has later. */
  made(array: Value, args: readonly Text[]): Text | null {
    const { passing, areShared } = this.lifetimes;
    if (!passing.has(array)) return null;
    if (isWhole(array)) return call('$pool.whole', args);
    if (areShared) return call('$pool.shared', args);
    const kept = this.kept.get(array);
    if (kept === undefined) return call('$pool.array', args);
    const before = this.before.get(array);
    if (before === undefined) return assigned(kept, call('$pool.again', [variable(kept), ...args]));
    const free = this.names.fresh('$free');
    this.line(`const ${free} = ${before};`);
    this.line(`${before} = ${kept};`);
    return assigned(kept, call('$pool.again', [variable(free), ...args]));
  }

  /** True if arrays that a step makes go back where it ends. */
  private isMarked(body: Region, whole: boolean): boolean {
    const { passing, closed, single, double } = this.lifetimes;
    const isIt = (of: Value) =>
      passing.has(of) && !single.has(of) && !double.has(of) && isWhole(of) === whole;
    return closed.has(body) && [...madeIn(body)].some(isIt);
  }

  /** A step of a loop; the arrays that end with it go back. */
  step(body: Region, fill: () => void): void {
    const counts = [...(this.isMarked(body, false) ? ['next'] : [])];
    if (this.isMarked(body, true)) counts.push('nextWhole');
    const marks = counts.map((count) => [count, this.names.fresh('$mark')] as const);
    for (const [count, mark] of marks) this.line(`const ${mark} = $pool.${count};`);
    fill();
    for (const [count, mark] of marks) this.line(`$pool.${count} = ${mark};`);
  }
}

const isWhole = ({ type }: Value): boolean => isArray(type) && type.storage === 'Int32Array';

/**
 * Which functions of a program take the pool, and which arrays end with each.
 *
 * @param given what the program was before it was cut
 * @param isWhole whether it runs as a whole: then nothing is kept for later
 */
export function takingOf({ f, origins }: Cut, given: Func, isWhole: boolean) {
  const shared = isWhole ? sharedLifetimes(given) : null;
  if (shared !== null) return { takers: takersOf(f, shared.passing), endedIn: () => shared };
  const ends = new Map<Func, Lifetimes>();
  const endedIn = (one: Func): Lifetimes => {
    const origin = origins.get(one.name) ?? one;
    const found = ends.get(origin) ?? lifetimesOf(origin, origin !== given);
    ends.set(origin, found);
    return found;
  };
  const isPart = ({ name }: Func) => (origins.get(name)?.name ?? name) !== name;
  return {
    takers: new Set(
      allOf(f)
        .filter(isPart)
        .map(({ name }) => name),
    ),
    endedIn,
  };
}

/** The functions that make some arrays, or call one that does. O(size), times the number of functions. */
function takersOf(f: Func, arrays: ReadonlySet<Value>): ReadonlySet<string> {
  const takers = new Set<string>();
  for (let before = -1; before < takers.size;) {
    before = takers.size;
    for (const { name, region } of f.functions ?? [])
      for (const stmt of statementsIn(region)) {
        const makes = stmt.tag === 'let' && arrays.has(stmt.value);
        if (makes || (stmt.tag === 'call' && takers.has(stmt.of))) takers.add(name);
      }
  }
  return takers;
}
