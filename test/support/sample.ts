/**
 * The amount that long tests try: a sample in `npm test`, and all of it in `npm run verify`, which sets `WHOLE`. What comes
 * in turns is another part each day; `DAY=20786 npx jest` tries that of another day.
 */
export const isWhole = process.env['WHOLE'] !== undefined;

const { DAY } = process.env;
export const day = Math.floor(DAY === undefined ? Date.now() / 86_400_000 : Number(DAY));

/** The number of random cases that are tried, of this many in whole. */
export const sampled = (runs: number): number => (isWhole ? runs : Math.ceil(runs / 6));

/** The part of a list whose turn it is: one of `turns` parts, which hold every `turns`-th element. */
export const inTurn = <T>(all: readonly T[], turns: number): readonly T[] =>
  all.filter((_, k) => isWhole || k % turns === day % turns);

/** `test`, or what skips a test if it is not the turn of these. */
export const testInTurn = (turn: number, turns: number): jest.It =>
  isWhole || day % turns === turn ? test : test.skip;
