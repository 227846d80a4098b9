/** The worth of a tree of options, walked by recursion: each node keeps, or waits for its children. */
interface Tree {
  /** The places of the children; -1 for none. */
  left: Int32Array;
  right: Int32Array;
  worth: Float64Array;
}

function value(tree: Tree, node: number, discount: number): number {
  if (node < 0) return 0;
  const now = tree.worth[node];
  const left = value(tree, tree.left[node], discount);
  const right = value(tree, tree.right[node], discount);
  const later = discount * (0.6 * left + 0.4 * right);
  return Math.max(now, later) + 0.1 * now * later;
}

export const f = (worth: Float64Array, left: Int32Array, right: Int32Array): number =>
  value({ left, right, worth }, 0, 0.95);

export const inputs = (n: number): Parameters<typeof f> => {
  const size = 2 ** Math.ceil(Math.log2(4 * n)) - 1;
  const child = (k: number) => (k < size ? k : -1);
  return [
    Float64Array.from({ length: size }, (_, k) => 0.5 + 0.5 * Math.sin(k)),
    Int32Array.from({ length: size }, (_, k) => child(2 * k + 1)),
    Int32Array.from({ length: size }, (_, k) => child(2 * k + 2)),
  ];
};
