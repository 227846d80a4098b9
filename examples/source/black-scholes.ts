export interface Market {
  spot: number;
  rate: number;
  volatility: number;
}

/** The normal distribution function, to 7 digits (Abramowitz and Stegun 26.2.17). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = 0.3989422804014327 * Math.exp(-0.5 * x * x);
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

/** The price of a European call. */
export function callPrice(
  { spot, rate, volatility }: Market,
  strike: number,
  years: number,
): number {
  const spread = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + 0.5 * volatility ** 2) * years) / spread;
  const discount = Math.exp(-rate * years);
  return spot * normal(d1) - strike * discount * normal(d1 - spread);
}
