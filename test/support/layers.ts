/** Layers of neurons and trees, whose objects hold arrays of objects, and what comes of asking about them. */
import { grad } from 'delta-tape';

export const layerTypes = `
export interface Point { x: number; y: number }
export interface Node { value: number; children: Node[]; kids?: readonly Node[] }
export interface Layer { bias: number; neurons: { b: number; w: number[]; taps: Point[] }[]; more?: Point[] }
`;
const point = (x: number) => ({ x, y: 0.5 - x });
const neuron = (b: number, ...taps: object[]) => ({ b, w: [b / 2, 1 - b], taps });
export const layers = () => [
  { bias: 0.3, neurons: [neuron(0.2, point(1), point(0.25)), neuron(-0.4)], more: [point(2)] },
  { bias: -0.1, neurons: [] },
  { bias: 0.8, neurons: [neuron(1.5, point(-0.3))] },
];
const node = (value: number, ...children: object[]): object => ({ value, children });
export const tree = () => node(0.7, node(0.2), node(1.1, node(0.4), node(-0.6, node(2))));

const rounded = (of: unknown): string =>
  JSON.stringify(of, (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(10)) : value,
  );

export type Call = (...args: unknown[]) => unknown;

export const gradientOf = grad as unknown as (f: Call, options?: object) => Call;

/** The answer, or its error. */
export function outcome(work: () => unknown): string {
  try {
    return rounded(work());
  } catch (error) {
    return String(error);
  }
}
