/** A small network with one hidden layer, and how wrong it is about a table of truth. */
export interface Network {
  readonly hidden: readonly (readonly [number, number, number])[];
  readonly output: readonly number[];
}

export function answer({ hidden, output }: Network, a: number, b: number): number {
  const activities = hidden.map(([p, q, bias]) => Math.tanh(p * a + q * b + bias));
  const total = activities.reduce((sum, activity, k) => sum + output[k] * activity, 0);
  return 1 / (1 + Math.exp(-total));
}

export function loss(network: Network, table: readonly (readonly [number, number, number])[]) {
  let sum = 0;
  for (const [a, b, wanted] of table) {
    const given = answer(network, a, b);
    sum -= wanted === 1 ? Math.log(given) : Math.log(1 - given);
  }
  return sum;
}
