/** Ratings of players by the games that they won. */
interface Game {
  winner: string;
  loser: string;
}
export function f(ratings: Record<string, number>, games: Game[]): number {
  let loss = 0;
  for (const { winner, loser } of games)
    loss += Math.log(1 + Math.exp((ratings[loser] - ratings[winner]) / 1.7));
  for (const name in ratings) loss += 0.01 * ratings[name] ** 2;
  return loss;
}
export const inputs = (): Parameters<typeof f> => [
  { ann: 0.3, bob: -0.2, cid: 0.8, dee: 0 },
  [
    { winner: 'ann', loser: 'bob' },
    { winner: 'cid', loser: 'ann' },
    { winner: 'dee', loser: 'bob' },
    { winner: 'cid', loser: 'dee' },
    { winner: 'bob', loser: 'cid' },
  ],
];
