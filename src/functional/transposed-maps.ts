/** The transposed Jacobians of map, map2 and build: Figs. 5, 16 and 17. */
import { multiple } from './ground.js';
import type { Iteration } from './iteration.js';
import { constant, iterate, variable, type Term } from './language.js';
import type { Transpose } from './transpose.js';

export function ofMap(all: Iteration): Transpose {
  const { term, params, types, result, free } = all;
  const [g, b] = ['g', 'b'].map(variable);
  const ofElements = (xs: readonly Term[], z: Term): readonly Term[] => {
    if (term.name === 'build') return [constant(0)];
    if (result.tag !== 'real') return params.map((one) => all.through([one], xs, z));
    return params.map((one, k) => {
      const gradients = iterate(term.name, params, all.gradient(one), ...xs);
      return iterate('map2', ['g', 'b'], multiple(types[k], g, b), gradients, z);
    });
  };
  return {
    args: term.args,
    free,
    at: (xs) => ({
      value: { ...term, args: xs },
      prepared: [],
      pull: (z) => ({ cotangents: ofElements(xs, z), free: all.ofFree(xs, z) }),
    }),
  };
}
