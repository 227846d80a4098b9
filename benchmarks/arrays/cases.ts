/** The cases that are measured. */
import type { Case } from './variant.js';

/** Modules are loaded where they are used: each case has a process of its own. */
export const cases: readonly Case[] = [
  {
    name: 'network, float64',
    tolerance: 1e-9,
    async variants() {
      const { library, problem } = await import('./network.js');
      const { byHandInLoops } = await import('./network-loops.js');
      const { byHandInNumpy } = await import('./network-numpy.js');
      const { product } = await import('./orders.js');
      const given = problem('float64');
      const own = [byHandInLoops(given), byHandInNumpy(given, 'float64')];
      return [...own, library(given, 'float64'), product()];
    },
  },
  {
    name: 'network, float32',
    tolerance: 1e-4,
    async variants() {
      const { library, problem } = await import('./network.js');
      const { byHandInNumpy } = await import('./network-numpy.js');
      const { byJax, byTensorFlow } = await import('./network-peers.js');
      const given = problem('float32');
      const own = [byHandInNumpy(given, 'float32'), library(given, 'float32')];
      return [...own, await byTensorFlow(given), await byJax(given)];
    },
  },
  {
    name: 'convolutional network, float32',
    tolerance: 1e-3,
    async variants() {
      const { byTensorFlow, library } = await import('./images.js');
      return [library(), await byTensorFlow()];
    },
  },
  {
    name: '100 operations on 8 elements',
    tolerance: 1e-12,
    variants: async () => (await import('./operation.js')).variants,
  },
  {
    name: 'Gaussian mixture',
    tolerance: 1e-9,
    async variants() {
      const { byHand, library, plain } = await import('./mixture.js');
      return [byHand(), library(), await plain()];
    },
  },
  {
    name: 'logistic regression',
    tolerance: 1e-9,
    async variants() {
      const { byHand, library, plain } = await import('./logistic.js');
      return [byHand(), library(), await plain()];
    },
  },
];
