/**
 * Reads each length from the array that was there first: `y.length` of a new array, or of one that a loop carries, is
 * that of the array after which it was made. So loops over such arrays are seen to go to the same end. O(size of the
 * program), times the depth of its loops.
 */
import { sizesOf, type Sizes } from '../analyse/sizes.js';
import type { Func, Op, Region, Stmt } from '../ir/ir.js';
import { inRegions, mapped } from './mapped.js';

class Sizing {
  constructor(private readonly sizes: Sizes) {}

  region = (region: Region): Region => ({ ...region, body: region.body.map(this.stmt) });

  private stmt = (stmt: Stmt): Stmt =>
    stmt.tag === 'let' ? { ...stmt, op: this.op(stmt.op) } : inRegions(stmt, this.region);

  private op(op: Op): Op {
    if (op.tag !== 'length') return op;
    const size = this.sizes(op.args[0]);
    return typeof size === 'number'
      ? { tag: 'const', value: size, args: [] }
      : { ...op, args: [size] };
  }
}

/** The function whose lengths are those of as few arrays as possible. */
export const sized = (f: Func): Func => mapped(f, new Sizing(sizesOf(f)).region);
