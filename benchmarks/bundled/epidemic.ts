/** The misfit of an epidemic to counts, by its rates. */
import { valueAndGrad } from 'delta-tape';

export interface Rates {
  infection: number;
  recovery: number;
  first: number;
}

export const infected = ({ infection, recovery, first }: Rates, days: number): number[] => {
  let [s, i] = [1 - first, first];
  const daily: number[] = [];
  for (let day = 0; day < days; day++) {
    const caught = infection * s * i;
    s -= caught;
    i += caught - recovery * i;
    daily.push(i);
  }
  return daily;
};

export function error(rates: Rates, counts: number[]): number {
  const model = infected(rates, counts.length);
  let sum = 0;
  counts.forEach((count, day) => {
    sum += (Math.log(model[day]) - Math.log(count)) ** 2;
  });
  return sum;
}

export const fit = valueAndGrad(error);
