/** A partial at plain numbers: it is written in operators, so it is a number there, too. */
export type NumericPartial = (...args: readonly number[]) => number;
