/** A Hessian-vector product of the network. */
import { hvp } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import { arrayOf, BATCH, INPUTS, loss, NAMES, problem, SHAPES } from './network.js';
import { Random } from './random.js';
import type { Variant } from './variant.js';

export function product(): Variant {
  const given = problem('float64');
  const random = new Random();
  const arrays = (numbers: (name: (typeof NAMES)[number]) => Float64Array) =>
    Object.fromEntries(
      NAMES.map((name) => [name, arrayOf(numbers(name), SHAPES[name], 'float64')]),
    ) as never;
  const at = arrays((name) => given[name] as Float64Array);
  const along = arrays((name) => random.numbers(given[name].length));
  const x = arrayOf(given.x, [BATCH, INPUTS], 'float64');
  const times = hvp((network: Parameters<typeof loss>[0]) => loss(network, x, given.labels));
  return {
    name: 'hvp',
    run: () => np.tidy(() => (times(at, along) as { b2: typeof x }).b2.iget(0) as number),
    gradient: () => null,
  };
}
