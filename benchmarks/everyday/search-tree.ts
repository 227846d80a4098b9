/** A binary tree of ten numbers that the function builds, and what hangs on its left and right. */
interface Tree {
  key: number;
  weight: number;
  left: Tree | null;
  right: Tree | null;
}
function insert(root: Tree | null, key: number, weight: number): Tree {
  const made: Tree = { key, weight, left: null, right: null };
  if (root === null) return made;
  let at = root;
  for (;;) {
    if (key < at.key) {
      if (at.left === null) {
        at.left = made;
        return root;
      }
      at = at.left;
    } else {
      if (at.right === null) {
        at.right = made;
        return root;
      }
      at = at.right;
    }
  }
}
function total(t: Tree | null, depth: number): number {
  if (t === null) return 0;
  return t.weight / depth + Math.tanh(total(t.left, depth + 1) - total(t.right, depth + 1));
}
export function f(weights: number[], keys: number[]): number {
  let root: Tree | null = null;
  for (let i = 0; i < keys.length; i++) root = insert(root, keys[i], weights[i]);
  return total(root, 1);
}
export const inputs = (): Parameters<typeof f> => [
  [0.3, 1.2, -0.4, 0.9, 1.1, 0.2, -0.7, 0.5, 0.8, 0.1],
  [5, 2, 8, 1, 4, 7, 9, 3, 6, 0],
];
