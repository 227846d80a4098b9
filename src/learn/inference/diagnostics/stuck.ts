/** Chains that draw from nothing: they do not move, run away, or see the same log density everywhere. */
import type { Chain } from '../sampling/samples.js';

/** Further out than this, there is no place for parameters. */
const AWAY = 1e30;

const count = ({ stats }: Chain<unknown>): number => stats.energy.length;

/** The share of draws that are those before them. */
function stillShare(chain: Chain<unknown>): number {
  const draws = count(chain);
  const { values } = chain;
  const size = values.length / draws;
  let still = 0;
  for (let k = 1; k < draws; k++) {
    const before = values.subarray((k - 1) * size, k * size);
    if (before.every((x, i) => Object.is(x, values[k * size + i]))) still++;
  }
  return draws > 1 ? still / (draws - 1) : 0;
}

/** True if the log density is the same at all draws, also where these move. */
const isFlat = (chains: readonly Chain<unknown>[]): boolean => {
  const first = chains[0].stats.logDensity[0];
  const isSame = chains.every(({ stats }) => stats.logDensity.every((x) => x === first));
  return isSame && chains.some((chain) => count(chain) > 1);
};

/** The numbers of each draw that are out of any range in some draw. */
function awayIn(chains: readonly Chain<unknown>[]): readonly number[] {
  const size = chains[0].values.length / count(chains[0]);
  const found = new Set<number>();
  for (const { values } of chains)
    values.forEach((x, k) => {
      if (!(Math.abs(x) < AWAY)) found.add(k % size);
    });
  return [...found].sort((j, k) => j - k);
}

/** The warnings about such chains; none about others. O(size of all draws). */
export function stuckWarnings(
  chains: readonly Chain<unknown>[],
  nameOf: (k: number) => string,
): string[] {
  const stuck = chains.flatMap((chain, k) => (stillShare(chain) > 0.5 ? [k + 1] : []));
  const away = awayIn(chains);
  const several = stuck.length > 1;
  return [
    isFlat(chains) &&
      'the log density is the same at all draws: it does not depend on the parameters, and there is no distribution to ' +
        'draw from. Give the parameters a prior.',
    away.length > 0 &&
      `draws run away in ${away.map(nameOf).join(', ')}, beyond 1e30 or to what is not finite: the density is improper ` +
        'there, so that there is no distribution to draw from. Give them a prior, or a constraint.',
    stuck.length > 0 &&
      `${several ? 'chains' : 'chain'} ${stuck.join(', ')} ${several ? 'are' : 'is'} stuck: most draws are those before ` +
        'them, and say nothing. Look at the log density there; give another start, priors, or constraints.',
  ].filter((text) => text !== false);
}
