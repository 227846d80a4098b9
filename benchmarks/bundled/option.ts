/** Black and Scholes' price of an option, and its greeks. */
import { grad, hessian } from 'delta-tape';

function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = 0.3989422804014327 * Math.exp((-x * x) / 2);
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

export interface Market {
  spot: number;
  rate: number;
  volatility: number;
  years: number;
}

export function call({ spot, rate, volatility, years }: Market, strike: number): number {
  const spread = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + volatility ** 2 / 2) * years) / spread;
  return spot * normal(d1) - strike * Math.exp(-rate * years) * normal(d1 - spread);
}

export const greeks = grad(call);
export const gamma = (market: Market, strike: number): number =>
  hessian(call)(market, strike).spot.spot;
