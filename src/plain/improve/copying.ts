/** Copies of code with blocks of what is kept, and names of functions, of their own. O(size of the code). */
import type { Func } from '../ir/ir.js';
import { Copy } from './copy.js';

/** Numbers the blocks of kept values, so that each copy of the code has blocks of its own. */
export class Blocks {
  private next = 0;

  /** The numbers of one copy. */
  copy(): (block: number) => number {
    const known = new Map<number, number>();
    return (block) => {
      let found = known.get(block);
      if (found === undefined) known.set(block, (found = this.next++));
      return found;
    };
  }
}

/** Makes a copy with blocks and names of its own. */
export function copying(blocks: Blocks, nameOf: (called: string) => string = (of) => of): Copy {
  const blockOf = blocks.copy();
  return new Copy((stmt) => {
    if (stmt.tag === 'call') return { ...stmt, of: nameOf(stmt.of) };
    const isKept = stmt.tag === 'keep' || stmt.tag === 'take';
    return isKept ? { ...stmt, block: blockOf(stmt.block) } : stmt;
  });
}

/** A program with values of its own. */
export function copied(f: Func, blocks: Blocks, nameOf?: (called: string) => string): Func {
  const copy = copying(blocks, nameOf);
  const one = ({ name, region }: Func): Func => ({
    name: nameOf?.(name) ?? name,
    region: copy.region(region),
  });
  const functions = f.functions?.map(one);
  return { ...one(f), name: f.name, ...(functions && { functions }) };
}
