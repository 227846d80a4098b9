/** A portfolio of options, its value and what its greeks cost, as a quant writes it. */
interface Market {
  spot: number;
  rate: number;
  vol: number;
}
interface Position {
  type: 'call' | 'put';
  strike: number;
  expiry: number;
  quantity: number;
}
function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const d = 0.3989422804014327 * Math.exp((-x * x) / 2);
  const p =
    d *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - p : p;
}
function price(market: Market, { type, strike, expiry }: Position): number {
  const { spot, rate, vol } = market;
  const sd = vol * Math.sqrt(expiry);
  const d1 = (Math.log(spot / strike) + (rate + 0.5 * vol * vol) * expiry) / sd;
  const d2 = d1 - sd;
  const discounted = strike * Math.exp(-rate * expiry);
  if (type === 'call') return spot * normalCdf(d1) - discounted * normalCdf(d2);
  return discounted * normalCdf(-d2) - spot * normalCdf(-d1);
}
export const f = (market: Market, book: Position[]): number =>
  book.reduce((total, position) => total + position.quantity * price(market, position), 0);

export const inputs = (): Parameters<typeof f> => [
  { spot: 100, rate: 0.03, vol: 0.25 },
  Array.from({ length: 40 }, (_, i) => ({
    type: i % 3 === 0 ? ('put' as const) : ('call' as const),
    strike: 80 + i,
    expiry: 0.25 + (i % 5) / 4,
    quantity: i % 2 ? 10 : -5,
  })),
];
