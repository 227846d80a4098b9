/**
 * The amount that long tests try: a sample in `npm test`, and all of it in `npm run verify`, which sets `WHOLE`. Some tests
 * come in turns in `npm test` and `npm run test:nodes`: others each day, until all have been there. A file that is run by
 * hand has all; `DAY=20786 npx jest` has those of that day.
 */
const { DAY, WHOLE, npm_lifecycle_event: script = '' } = process.env;

export const isWhole = WHOLE !== undefined;
const isInTurns = !isWhole && (DAY !== undefined || /^test/.test(script));
const day = Math.floor(Number(DAY ?? Date.now() / 86_400_000));

/** The number of random cases that are tried, of this many in whole. */
export const sampled = (runs: number): number => (isWhole ? runs : Math.ceil(runs / 6));

/** True if it is the turn of what has this number. */
const isTurn = (turn: number, turns: number): boolean => !isInTurns || turn % turns === day % turns;

/** The part of a list whose turn it is: every `turns`-th element. */
export const inTurn = <T>(all: readonly T[], turns: number): readonly T[] =>
  all.filter((_, k) => isTurn(k, turns));

/** `test` if it is its turn, and otherwise what skips a test. */
export const testInTurn = (turn: number, turns: number): jest.It =>
  isTurn(turn, turns) ? test : test.skip;
