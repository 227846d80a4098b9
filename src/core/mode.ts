/**
 * What is in progress, for translated functions, which ask on entry and run their derivative
 * versions accordingly; hence a plain object that is read in one load.
 */
export const mode = {
  /** Whether any derivative is in progress. */
  on: false,
  /** Whether the deepest run is the one that records into the columns, so that they may be written. */
  recording: false,
};
