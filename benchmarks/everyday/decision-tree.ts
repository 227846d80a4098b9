/** A decision tree that is given: soft splits of ten nodes. */
interface Split {
  feature: number;
  threshold: number;
  value: number;
  children: Split[];
}
const leaf = (value: number): Split => ({ feature: 0, threshold: 0, value, children: [] });
function predict(node: Split, x: number[]): number {
  if (node.children.length === 0) return node.value;
  const p = 1 / (1 + Math.exp(node.threshold - x[node.feature]));
  return node.value + (1 - p) * predict(node.children[0], x) + p * predict(node.children[1], x);
}
export const f = (root: Split, x: number[]): number => (predict(root, x) - 0.5) ** 2;
export const inputs = (): Parameters<typeof f> => [
  {
    feature: 0,
    threshold: 0.5,
    value: 0,
    children: [
      { feature: 1, threshold: 0.2, value: 0.1, children: [leaf(0.3), leaf(-0.2)] },
      {
        feature: 2,
        threshold: -0.4,
        value: -0.1,
        children: [
          leaf(0.7),
          { feature: 0, threshold: 1, value: 0, children: [leaf(0.2), leaf(0.9)] },
        ],
      },
    ],
  },
  [0.4, -0.3, 1.2],
];
