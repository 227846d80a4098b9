/** The ways in which code of the numeric tier leaves: another tier answers then. */

/** Thrown before any effect that a caller could see. */
export class OutsideOfTier extends Error {}

export const indexOutOfBounds = (): OutsideOfTier =>
  new OutsideOfTier('a number[] is written where it has no element');

export const notWhole = (): OutsideOfTier =>
  new OutsideOfTier('a loop counts by a number that is not whole');
