/**
 * How much code there is in what a derivative version can be made of: functions, and fields of classes with
 * their values. A version is a copy, of what is inside as well, and copies of copies have no end.
 */
import type { Node } from './syntax.js';

interface Size {
  /** Nodes that are not inside of another such part. */
  own: number;
  all: number;
  /** How many levels of such parts are inside. */
  levels: number;
}

/** Parts with so many levels inside are copied, whatever their size. */
const FEW_LEVELS = 3;
/** How much more a copy may have than what is its own. */
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

  /** Whether a part is copied as a whole, so that all copies together stay in proportion to the module. */
  isCopied = (node: Node): boolean => {
    const { own, all, levels } = this.known.get(node)!;
    return levels <= FEW_LEVELS || all <= SHARE * own;
  };
}
