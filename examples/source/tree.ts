/** Decisions in a tree: the places of the two that may follow each; -1 for none. */
export interface Tree {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** The worth of a node: of what it pays now, or of what may follow, as likely one as the other. */
function worth(tree: Tree, pays: readonly number[], node: number, discount: number): number {
  if (node < 0) return 0;
  const left = worth(tree, pays, tree.left[node], discount);
  const right = worth(tree, pays, tree.right[node], discount);
  return Math.max(pays[node], (discount * (left + right)) / 2);
}

/** The worth of a tree of decisions. */
export function treeWorth(pays: readonly number[], discount: number, tree: Tree): number {
  return worth(tree, pays, 0, discount);
}
