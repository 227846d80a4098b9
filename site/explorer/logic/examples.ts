/** The examples, in the order in which they are offered. The code of each is the file of its name in `examples`. */
import type { Pair } from './messages.js';

export interface Example {
  readonly id: string;
  readonly title: string;
  /** The function that is shown, where there are several. */
  readonly name?: string;
  /** Where inputs of the plot begin and end, by name. */
  readonly ranges?: Readonly<Record<string, Pair>>;
}

export const examples: readonly Example[] = [
  {
    id: 'fit',
    title: 'Fitting a curve',
    name: 'cost',
    ranges: { height: [0, 5], rate: [0, 1.5] },
  },
  { id: 'paper', title: 'The paper, Fig. 12', name: 'rotated' },
  { id: 'rosenbrock', title: 'Rosenbrock’s valley', ranges: { x: [-2, 2], y: [-1, 3] } },
  { id: 'neuron', title: 'A neuron' },
  {
    id: 'spring',
    title: 'A spring, simulated',
    ranges: { 'spring.stiffness': [0.5, 5], 'spring.damping': [0, 1.5] },
  },
  { id: 'newton', title: 'Newton’s root', name: 'cubicRoot', ranges: { p: [0.2, 4], q: [0.2, 6] } },
  { id: 'tower', title: 'A tower of lets', ranges: { x: [-0.1, 0.1] } },
  { id: 'kink', title: 'A kink', ranges: { x: [-2, 2], y: [0, 2] } },
  { id: 'rnn', title: 'A recurrent network' },
  { id: 'numpy', title: 'A network in NumPy' },
  { id: 'wave', title: 'A wave', ranges: { x: [-3, 3], y: [-3, 3] } },
];
