/** Least squares of an epidemic (susceptible, infected, recovered), integrated by Runge and Kutta. */
interface State {
  S: number;
  I: number;
  R: number;
}
interface Params {
  beta: number;
  gamma: number;
  I0: number;
}
const derivatives = ({ S, I }: State, { beta, gamma }: Params): State => ({
  S: -beta * S * I,
  I: beta * S * I - gamma * I,
  R: gamma * I,
});
const add = (a: State, b: State, h: number): State => ({
  S: a.S + h * b.S,
  I: a.I + h * b.I,
  R: a.R + h * b.R,
});
function rk4(state: State, params: Params, dt: number): State {
  const k1 = derivatives(state, params);
  const k2 = derivatives(add(state, k1, dt / 2), params);
  const k3 = derivatives(add(state, k2, dt / 2), params);
  const k4 = derivatives(add(state, k3, dt), params);
  return {
    S: state.S + (dt / 6) * (k1.S + 2 * k2.S + 2 * k3.S + k4.S),
    I: state.I + (dt / 6) * (k1.I + 2 * k2.I + 2 * k3.I + k4.I),
    R: state.R + (dt / 6) * (k1.R + 2 * k2.R + 2 * k3.R + k4.R),
  };
}
export function f(params: Params, infected: number[]): number {
  let state: State = { S: 1 - params.I0, I: params.I0, R: 0 };
  let error = 0;
  for (const seen of infected) {
    for (let k = 0; k < 4; k++) state = rk4(state, params, 0.25);
    error += (state.I - seen) ** 2;
  }
  return error;
}
export const inputs = (): Parameters<typeof f> => [
  { beta: 0.5, gamma: 0.2, I0: 0.01 },
  Array.from({ length: 60 }, (_, t) => 0.2 * Math.exp(-(((t - 25) / 10) ** 2))),
];
