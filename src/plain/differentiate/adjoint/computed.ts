/**
 * Finds what the augmented primal has computed already: the partial of a sine is a cosine, which programs
 * often take of the same number in the same region. It is kept, as any other value is, and not computed
 * again. O(region) for each region.
 */
import type { Definitions } from '../../analyse/definitions.js';
import type { Op, Region, Value } from '../../ir/ir.js';
import { isCheap } from './kept.js';

export class Computed {
  private readonly known = new Map<Region, readonly (readonly [Row, Value])[]>();

  constructor(private readonly definitions: Definitions) {}

  /** A value that is a row of some values, in the region of another value; undefined where there is none. */
  beside(value: Value, row: string, args: readonly Value[]): Value | undefined {
    const region = this.definitions.get(value)?.region;
    if (region === undefined || isCheap(row)) return undefined;
    const isIt = ([op]: readonly [Row, Value]) =>
      op.row === row &&
      op.args.length === args.length &&
      op.args.every((arg, k) => arg === args[k]);
    return this.rowsIn(region).find(isIt)?.[1];
  }

  private rowsIn(region: Region): readonly (readonly [Row, Value])[] {
    let found = this.known.get(region);
    if (found === undefined) {
      found = region.body.flatMap((stmt) =>
        stmt.tag === 'let' && stmt.op.tag === 'prim' && !isCheap(stmt.op.row)
          ? [[stmt.op, stmt.value] as const]
          : [],
      );
      this.known.set(region, found);
    }
    return found;
  }
}

type Row = Op & { readonly tag: 'prim' };
