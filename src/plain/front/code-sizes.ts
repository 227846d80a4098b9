/**
 * Measures the parts of a module that have derivative versions: functions, and fields of classes with their
 * values. A version is a copy of its part with everything inside, and copies of copies would have no end.
 */
import type { Node } from './syntax.js';

interface Size {
  /** The nodes of this part that are in no part inside of it. */
  own: number;
  all: number;
  /** The number of levels of parts inside. */
  levels: number;
}

/** Parts with this many levels inside are copied, whatever their size. */
const FEW_LEVELS = 3;
/** A copy may be larger than the part's own nodes by this factor. */
const SHARE = 4;

export class CodeSizes {
  private readonly known = new Map<Node, Size>();
  private readonly around: Size[] = [];

  enter(node: Node): void {
    const size = { own: 0, all: 0, levels: 0 };
    this.known.set(node, size);
    this.around.push(size);
  }

  /** Counts a node. */
  count(): void {
    const innermost = this.around.at(-1);
    if (innermost !== undefined) innermost.own++;
  }

  exit(): void {
    const size = this.around.pop()!;
    size.all += size.own;
    const outer = this.around.at(-1);
    if (outer === undefined) return;
    outer.all += size.all;
    outer.levels = Math.max(outer.levels, size.levels + 1);
  }

  /**
   * True if a part is copied with everything inside. All copies together stay in proportion to the
   * module.
   */
  isCopied = (node: Node): boolean => {
    const { own, all, levels } = this.known.get(node)!;
    return levels <= FEW_LEVELS || all <= SHARE * own;
  };
}
