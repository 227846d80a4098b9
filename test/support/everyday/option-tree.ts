type Kind = 'call' | 'put';
interface Contract {
  kind: Kind;
  strike: number;
  american?: boolean;
}
function payoff({ kind, strike }: Contract, spot: number): number {
  switch (kind) {
    case 'call':
      return Math.max(spot - strike, 0);
    case 'put':
      return Math.max(strike - spot, 0);
  }
}
export function f(
  market: { spot: number; rate: number; vol: number },
  contract: Contract,
  T: number,
  n: number,
): number {
  const { spot, rate, vol } = market;
  const dt = T / n;
  const u = Math.exp(vol * Math.sqrt(dt));
  const d = 1 / u;
  const p = (Math.exp(rate * dt) - d) / (u - d);
  const disc = Math.exp(-rate * dt);
  let values = Array.from({ length: n + 1 }, (_, j) =>
    payoff(contract, spot * u ** (n - j) * d ** j),
  );
  for (let i = n - 1; i >= 0; i--) {
    const next: number[] = [];
    for (let j = 0; j <= i; j++) {
      const hold = disc * (p * values[j] + (1 - p) * values[j + 1]);
      next.push(
        contract.american ? Math.max(hold, payoff(contract, spot * u ** (i - j) * d ** j)) : hold,
      );
    }
    values = next;
  }
  return values[0];
}
export const inputs = () => [
  { spot: 100, rate: 0.05, vol: 0.2 },
  { kind: 'put', strike: 105, american: true },
  1,
  40,
];
