/** The report of each draw of a chain, those of the warm-up included. */
export interface DrawReport {
  /** From 0. */
  readonly chain: number;
  /** The number of chains. */
  readonly chains: number;
  /** From 1; the warm-up comes first. */
  readonly draw: number;
  /** The number of draws that this chain will have, with the warm-up. */
  readonly draws: number;
  readonly isWarmup: boolean;
  readonly isDivergent: boolean;
  readonly stepSize: number;
}
