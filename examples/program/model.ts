/** The rest of an activity after some time, and its distance from the measurements. */
export interface Decay {
  amount: number;
  rate: number;
}

export type Measurement = readonly [time: number, activity: number];

const activity = ({ amount, rate }: Decay, time: number): number => amount * Math.exp(-rate * time);

export function misfit(decay: Decay, measurements: readonly Measurement[]): number {
  let sum = 0;
  for (const [time, measured] of measurements) {
    sum += (activity(decay, time) - measured) ** 2;
  }
  return sum / measurements.length;
}
