/** Takes arrays that nobody has after the call from a pool: `$pool`. */
import { madeIn, type Lifetimes } from '../analyse/lifetimes.js';
import type { Func, Region, Value } from '../ir/ir.js';
import type { Names } from './names.js';
import { assigned, call, variable, type Text } from './text.js';

export class Pool {
  /** The variables of arrays of which there is one at a time. */
  private readonly kept = new Map<Value, string>();

  constructor(
    private readonly f: Func,
    private readonly lifetimes: Lifetimes,
    /** The names of the parts of the function that borrows the pool. */
    private readonly parts: ReadonlySet<string>,
    private readonly line: (text: string) => void,
    private readonly names: Names,
    private readonly pools: () => string,
  ) {}

  /** What a call of a function gives it: parts take the pool. */
  given = (of: string): readonly string[] => (this.parts.has(of) && this.isUsed ? ['$pool'] : []);

  get params(): readonly string[] {
    return this.given(this.f.name);
  }

  private get isPart(): boolean {
    return this.parts.has(this.f.name);
  }

  private get isUsed(): boolean {
    return this.lifetimes.passing.size > 0;
  }

  begin(): void {
    if (!this.isUsed) return;
    if (!this.isPart) this.line(`const $pool = ${this.pools()}.borrow();`);
    const own = madeIn(this.f.region);
    for (const array of this.lifetimes.single)
      if (own.has(array)) this.kept.set(array, this.names.fresh('$array'));
    if (this.kept.size > 0) this.line(`let ${[...this.kept.values()].join(', ')};`);
  }

  end(): void {
    if (this.isUsed && !this.isPart) this.line(`${this.pools()}.giveBack($pool);`);
  }

  /** A new array from the pool; null for what somebody has later. */
  made(array: Value, args: readonly Text[]): Text | null {
    if (!this.lifetimes.passing.has(array)) return null;
    const kept = this.kept.get(array);
    if (kept === undefined) return call('$pool.array', args);
    const made = call('$pool.again', [variable(kept), ...args]);
    return assigned(kept, made);
  }

  private isMarked(body: Region): boolean {
    const { passing, closed, single } = this.lifetimes;
    return closed.has(body) && [...madeIn(body)].some((of) => passing.has(of) && !single.has(of));
  }

  /** A step of a loop; the arrays that end with it go back. */
  step(body: Region, fill: () => void): void {
    const mark = this.isMarked(body) ? this.names.fresh('$mark') : null;
    if (mark !== null) this.line(`const ${mark} = $pool.next;`);
    fill();
    if (mark !== null) this.line(`$pool.next = ${mark};`);
  }
}
