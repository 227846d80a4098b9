/** The targets of the project for arrays, and whether it reaches them. */
import type { Target } from '../text.js';
import { over, type ArrayResult } from './results.js';

/** Operations in one run of `operation.ts`, whose modules are not loaded here. */
const OPERATIONS = 100;

export function arrayTargets(results: readonly ArrayResult[]): Target[] {
  const ratio = (name: string, above: string, below: readonly string[]): number =>
    over(
      results.find((one) => one.name === name)!,
      (time) => time(above) / Math.min(...below.map(time)),
    );
  const excess = (above: string, below: string): number =>
    over(
      results.find(({ name }) => name === '100 operations on 8 elements')!,
      (time) => (1000 * (time(above) - time(below))) / OPERATIONS,
    );
  const loops = ['loops by hand', 'plain TypeScript'];
  const [doubles, singles] = ['network, float64', 'network, float32'];
  return [
    {
      what: 'network, float64: library ÷ loops by hand',
      atMost: 0.2,
      measured: ratio(doubles, 'library', ['loops by hand']),
    },
    {
      what: 'network, float64: library ÷ numpy-ts by hand',
      atMost: 1.25,
      measured: ratio(doubles, 'library', ['numpy-ts by hand']),
    },
    {
      what: 'network, float64: hvp ÷ gradient',
      atMost: 3,
      measured: ratio(doubles, 'hvp', ['library']),
    },
    {
      what: 'network, float32: library ÷ TensorFlow.js',
      atMost: 0.35,
      measured: ratio(singles, 'library', ['TensorFlow.js']),
    },
    {
      what: 'network, float32: library ÷ jax-js',
      atMost: 1,
      measured: ratio(singles, 'library', ['jax-js']),
    },
    {
      what: 'convolutional network: library ÷ TensorFlow.js',
      atMost: 1,
      measured: ratio('convolutional network, float32', 'library', ['TensorFlow.js']),
    },
    {
      what: 'µs to record an operation on 8 elements, beside the call',
      atMost: 1.5,
      measured: excess('recording', 'calls of numpy-ts'),
    },
    {
      what: 'Gaussian mixture: library ÷ best in loops',
      atMost: 1.5,
      measured: ratio('Gaussian mixture', 'library', loops),
    },
    {
      what: 'logistic regression: library ÷ best in loops',
      atMost: 1.5,
      measured: ratio('logistic regression', 'library', loops),
    },
  ];
}
