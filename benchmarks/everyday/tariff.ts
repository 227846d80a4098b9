/** The price of electricity by steps of a tariff. */
interface Step {
  upTo: number;
  price: number;
}
export function f(tariff: { base: number; steps: Step[] }, used: number[]): number {
  let bill = 0;
  for (const amount of used) {
    let [left, from] = [amount, 0];
    bill += tariff.base;
    for (const { upTo, price } of tariff.steps) {
      const part = Math.min(left, upTo - from);
      bill += part * price;
      left -= part;
      from = upTo;
      if (left <= 0) break;
    }
  }
  return bill;
}
export const inputs = (): Parameters<typeof f> => [
  {
    base: 5,
    steps: [
      { upTo: 10, price: 0.2 },
      { upTo: 50, price: 0.3 },
      { upTo: Infinity, price: 0.5 },
    ],
  },
  [4, 33, 80],
];
