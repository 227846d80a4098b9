/** Which function stands in which. */
import { isFunction, type FunctionNode, type Node, type NodePath } from '../front/syntax.js';

export class FunctionNesting {
  private readonly outer = new Map<FunctionNode, FunctionNode | null>();
  private readonly inner = new Map<FunctionNode, FunctionNode[]>();
  private readonly known = new Map<Node, FunctionNode | null>();

  /** O(all steps up from the functions, each taken once). */
  constructor(functions: readonly NodePath<FunctionNode>[]) {
    for (const path of functions) {
      const outer = this.over(path);
      this.outer.set(path.node, outer);
      if (outer === null) continue;
      const siblings = this.inner.get(outer);
      if (siblings === undefined) this.inner.set(outer, [path.node]);
      else siblings.push(path.node);
    }
  }

  /** The function around a function. */
  around(f: FunctionNode): FunctionNode | null {
    return this.outer.get(f) ?? null;
  }

  /** The functions directly inside of a function. */
  inside(f: FunctionNode): readonly FunctionNode[] {
    return this.inner.get(f) ?? [];
  }

  /** True if `f` is `root`, or stands in it. */
  isInside(f: FunctionNode | null, root: FunctionNode | null): boolean {
    if (root === null) return false;
    for (let g = f; g !== null; g = this.around(g)) if (g === root) return true;
    return false;
  }

  /** The innermost function around some code. Each step up is taken once in all, so deep code is as cheap as other code. */
  over(path: NodePath): FunctionNode | null {
    const passed: Node[] = [];
    let found: FunctionNode | null = null;
    for (let at = path.parentPath; at !== null; at = at.parentPath) {
      const { node } = at;
      const known = isFunction(node) ? node : this.known.get(node);
      if (known !== undefined) {
        found = known;
        break;
      }
      passed.push(node);
    }
    for (const node of passed) this.known.set(node, found);
    return found;
  }
}
