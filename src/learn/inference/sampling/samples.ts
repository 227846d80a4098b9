/** The result of a sampler: chains of draws in the shape of the parameters. */
import type { FreeParameters } from '../constraints/free-parameters.js';
import type { ChainRecord, ChainStats } from './chain.js';
import type { Plan } from './options.js';

/** The draws of one chain. */
export class Chain<P> {
  private trees: P[] | undefined;

  constructor(
    private readonly parameters: FreeParameters,
    /** The reals of the parameters, one draw after another. */
    readonly values: Float64Array,
    /** The statistics of each draw, and of the warm-up. */
    readonly stats: ChainStats,
  ) {}

  /** The parameters, draw by draw. O(size of all) when first asked for. */
  get draws(): readonly P[] {
    const { valueCount } = this.parameters;
    this.trees ??= Array.from(
      this.stats.energy,
      (_, k) => this.parameters.tree(this.values.slice(k * valueCount, (k + 1) * valueCount)) as P,
    );
    return this.trees;
  }

  /**
   * The energy Bayesian fraction of missing information: below about 0.3, momenta change the energy too little from one
   * draw to the next to reach all of it.
   */
  get ebfmi(): number {
    const { energy } = this.stats;
    const mean = energy.reduce((total, e) => total + e, 0) / energy.length;
    let [changes, spread] = [0, 0];
    energy.forEach((e, k) => {
      if (k > 0) changes += (e - energy[k - 1]) ** 2;
      spread += (e - mean) ** 2;
    });
    return changes / spread;
  }
}

/** The draws of all chains. */
export class Samples<P> {
  readonly chains: readonly Chain<P>[];
  /** The number of draws whose trajectories diverged. */
  readonly divergences: number;
  /** The number of trajectories that reached the longest length and had not turned back. */
  readonly atMaxDepth: number;

  constructor(parameters: FreeParameters, { kind, length }: Plan, records: readonly ChainRecord[]) {
    this.chains = records.map(({ values, stats }) => new Chain<P>(parameters, values, stats));
    const count = (is: (stats: ChainStats, k: number) => boolean) =>
      records.reduce(
        (total, { stats }) => total + stats.energy.filter((_, k) => is(stats, k)).length,
        0,
      );
    this.divergences = count(({ divergent }, k) => divergent[k] === 1);
    this.atMaxDepth = kind === 'hmc' ? 0 : count(({ depth }, k) => depth[k] === length);
  }

  /** The draws of all chains, one chain after another. */
  get draws(): readonly P[] {
    return this.chains.flatMap(({ draws }) => draws);
  }
}
