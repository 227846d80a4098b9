// The gradient of callPrice in black-scholes.ts, written by delta-tape.

interface Market {
  spot: number;
  rate: number;
  volatility: number;
}

/** The value of callPrice, and its gradient with respect to market. */
export function callPriceGradient(
  market: Market,
  strike: number,
  years: number,
): { value: number; gradient: Market } {
  const { spot, rate, volatility } = market;
  const sqrt = Math.sqrt(years);
  const spread = volatility * sqrt;
  const t = spot / strike;
  const d1 = (Math.log(t) + (rate + 0.5 * volatility ** 2) * years) / spread;
  const discount = Math.exp(-rate * years);
  const t2 = 1 / (1 + 0.2316419 * Math.abs(d1));
  const t3 = -0.5 * d1;
  const exp = Math.exp(t3 * d1);
  const density = 0.3989422804014327 * exp;
  const t4 = density * t2;
  const t5 = -1.821255978 + t2 * 1.330274429;
  const t6 = 1.781477937 + t2 * t5;
  const t7 = -0.356563782 + t2 * t6;
  const t8 = 0.31938153 + t2 * t7;
  const tail = t4 * t8;
  const test = d1 > 0;
  const chosen = test ? 1 - tail : tail;
  const t9 = strike * discount;
  const x = d1 - spread;
  const t10 = 1 / (1 + 0.2316419 * Math.abs(x));
  const t11 = -0.5 * x;
  const exp2 = Math.exp(t11 * x);
  const density2 = 0.3989422804014327 * exp2;
  const t12 = density2 * t10;
  const t13 = -1.821255978 + t10 * 1.330274429;
  const t14 = 1.781477937 + t10 * t13;
  const t15 = -0.356563782 + t10 * t14;
  const t16 = 0.31938153 + t10 * t15;
  const tail2 = t12 * t16;
  const test2 = x > 0;
  const chosen2 = test2 ? 1 - tail2 : tail2;

  // The reverse sweep.
  const chosenBar = -1 * t9;
  const tailBar = test2 ? -chosenBar : chosenBar;
  const t17 = tailBar * t16;
  const t18 = tailBar * t12;
  const t19 = t18 * t10;
  const t20 = t19 * t10;
  const tBar = t18 * t15 + t19 * t14 + t20 * t13 + t20 * t10 * 1.330274429 + t17 * density2;
  const t21 = t17 * t10 * 0.3989422804014327 * exp2;
  const xBar = t21 * t11 + t21 * x * -0.5 + -(tBar * t10 * t10) * 0.2316419 * Math.sign(x);
  const tailBar2 = test ? -spot : spot;
  const t22 = tailBar2 * t8;
  const t23 = tailBar2 * t4;
  const t24 = t23 * t2;
  const t25 = t24 * t2;
  const tBar2 = t23 * t7 + t24 * t6 + t25 * t5 + t25 * t2 * 1.330274429 + t22 * density;
  const t26 = t22 * t2 * 0.3989422804014327 * exp;
  const d1Bar = xBar + t26 * t3 + t26 * d1 * -0.5 + -(tBar2 * t2 * t2) * 0.2316419 * Math.sign(d1);
  const logBar = d1Bar * (1 / spread);
  const t27 = logBar * years;
  const volatilityBar = t27 * 0.5 * (2 * volatility) + (-xBar + -(logBar * d1)) * sqrt;
  const gradient: Market = {
    spot: chosen + logBar * (1 / t) * (1 / strike),
    rate: -(-1 * chosen2 * strike * discount * years) + t27,
    volatility: volatilityBar,
  };
  insist([gradient.spot, gradient.rate, gradient.volatility]);
  return { value: spot * chosen - t9 * chosen2, gradient };
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
