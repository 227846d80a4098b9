/** Balances by name after some transfers with fees. */
interface Transfer {
  from: string;
  to: string;
  share: number;
}
export function f(fee: number, transfers: Transfer[], start: Record<string, number>): number {
  const balance = new Map(Object.entries(start));
  for (const { from, to, share } of transfers) {
    const amount = share * (balance.get(from) ?? 0);
    balance.set(from, (balance.get(from) ?? 0) - amount);
    balance.set(to, (balance.get(to) ?? 0) + amount * (1 - fee));
  }
  let sum = 0;
  for (const b of balance.values()) sum += Math.sqrt(b + 1);
  return sum;
}
export const inputs = (): Parameters<typeof f> => [
  0.02,
  [
    { from: 'ann', to: 'bob', share: 0.5 },
    { from: 'bob', to: 'cid', share: 0.2 },
    { from: 'cid', to: 'ann', share: 0.9 },
  ],
  { ann: 10, bob: 5 },
];
