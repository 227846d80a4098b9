/** A graph of computation that code builds of nodes which name each other. */
class Unit {
  out = 0;
  inputs: { from: Unit; weight: number }[] = [];
  constructor(public bias: number) {}
  fire(): void {
    let sum = this.bias;
    for (const { from, weight } of this.inputs) sum += weight * from.out;
    this.out = Math.tanh(sum);
  }
}
export function f(weights: number[], x: number[]): number {
  const sources = x.map((v) => {
    const unit = new Unit(0);
    unit.out = v;
    return unit;
  });
  let k = 0;
  const hidden = [0.1, -0.2, 0.3].map((bias) => {
    const unit = new Unit(bias);
    for (const from of sources) unit.inputs.push({ from, weight: weights[k++] });
    return unit;
  });
  const last = new Unit(0.5);
  for (const from of hidden) last.inputs.push({ from, weight: weights[k++] });
  for (const unit of [...hidden, last]) unit.fire();
  return last.out ** 2;
}
export const inputs = (): Parameters<typeof f> => [
  [0.3, -0.4, 0.5, 0.9, -0.1, 0.2, 0.7, -0.6, 0.4],
  [1.1, -0.7],
];
