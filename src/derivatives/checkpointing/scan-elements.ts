/**
 * The list that `scan` goes through, as it was when the loop was called. Steps may read the elements, and
 * may not change them. Each step gets a copy of its element when derivatives are taken.
 */
import { Contents, type Replacement } from '../arguments/contents.js';
import { isSame } from '../arguments/remembered-lists.js';
import { Dual } from '../../core/real.js';
import { elementWritten } from './errors.js';

export class ScanElements {
  private readonly list: unknown[] = [];
  /** The contents of those elements that are not reals. */
  private readonly contents = new Map<number, Contents>();

  constructor(readonly now: ArrayLike<unknown>) {
    for (let k = 0; k < now.length; k++) {
      const x = now[k];
      this.list.push(x);
      const isTree = typeof x === 'object' && x !== null && !(x instanceof Dual);
      if (isTree) this.contents.set(k, new Contents([x], 'an element'));
    }
  }

  /** A copy of an element as it was. */
  copy(k: number, change: Replacement): unknown {
    const contents = this.contents.get(k);
    if (contents !== undefined) return contents.copy(change).roots[0];
    const x = this.list[k];
    return x instanceof Dual ? change(x, 0) : x;
  }

  /** @throws DeltaTapeError if an element is another now, or holds something else. */
  insistOnUnchanged(): void {
    for (let k = 0; k < this.list.length; k++) {
      if (!isSame(this.list[k], this.now[k])) throw elementWritten(k);
      if (this.contents.get(k)?.isUnchanged === false) throw elementWritten(k);
    }
  }
}
