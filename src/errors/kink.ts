/** A kink that a run met: a comparison or a primitive on its boundary. */
export interface Kink {
  /** The name of the comparison or primitive. */
  readonly operation: string;
  /** The primals of its arguments. */
  readonly values: readonly number[];
  /** The distance from the boundary. */
  readonly distance: number;
  /**
   * File, line and column of the call, as the stack has them; undefined where there is no telling.
   */
  readonly source: string | undefined;
}
