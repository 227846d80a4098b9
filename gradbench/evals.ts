/** The evals of GradBench. Each is loaded, and translated, when it is asked for. */
import type { Evals } from './protocol.js';

export const evals: Evals = {
  hello: () => import('./evals/hello.js'),
  llsq: () => import('./evals/llsq.js'),
  lse: () => import('./evals/lse.js'),
  ode: () => import('./evals/ode.js'),
  det: () => import('./evals/det.js'),
  gmm: () => import('./evals/gmm.js'),
  lstm: () => import('./evals/lstm.js'),
  kmeans: () => import('./evals/kmeans.js'),
  ba: () => import('./evals/ba.js'),
  ht: () => import('./evals/ht.js'),
  particle: () => import('./evals/particle.js'),
  saddle: () => import('./evals/saddle.js'),
};
