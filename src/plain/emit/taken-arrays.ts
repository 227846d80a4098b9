/** The pool that a function takes its arrays from, where nobody has them after it: `$pool`. */
import { lifetimesOf, type Lifetimes } from '../analyse/lifetimes.js';
import type { Func, Region, Value } from '../ir/ir.js';
import type { Names } from './names.js';
import { call, type Text } from './text.js';

export class Pool {
  private readonly lifetimes: Lifetimes;

  constructor(
    f: Func,
    isCalled: boolean,
    private readonly line: (text: string) => void,
    private readonly names: Names,
    private readonly pools: () => string,
  ) {
    this.lifetimes = lifetimesOf(f, isCalled);
  }

  private get isUsed(): boolean {
    return this.lifetimes.passing.size > 0;
  }

  begin(): void {
    if (this.isUsed) this.line(`const $pool = ${this.pools()}.borrow();`);
  }

  end(): void {
    if (this.isUsed) this.line(`${this.pools()}.giveBack($pool);`);
  }

  /** A new array from the pool; null for what somebody has later. */
  made = (array: Value, args: readonly Text[]): Text | null =>
    this.lifetimes.passing.has(array) ? call('$pool.array', args) : null;

  /** A step of a loop; the arrays that end with it go back. */
  step(body: Region, fill: () => void): void {
    const mark = this.lifetimes.closed.has(body) ? this.names.fresh('$mark') : null;
    if (mark !== null) this.line(`const ${mark} = $pool.next;`);
    fill();
    if (mark !== null) this.line(`$pool.next = ${mark};`);
  }
}
