/** A controller with three gains, simulated on a cart: how well it follows where it should be. */
class PID {
  private integral = 0;
  private previous = 0;
  constructor(
    private readonly kp: number,
    private readonly ki: number,
    private readonly kd: number,
  ) {}
  update(error: number, dt: number): number {
    this.integral += error * dt;
    const derivative = (error - this.previous) / dt;
    this.previous = error;
    return this.kp * error + this.ki * this.integral + this.kd * derivative;
  }
}
const clamp = (x: number, lo: number, hi: number) => Math.min(Math.max(x, lo), hi);
const setpoint = (t: number) => (t < 1 ? 0 : t < 3 ? 1 : 0.5);

export function f([kp, ki, kd]: number[], mass: number, friction: number): number {
  const controller = new PID(kp, ki, kd);
  const dt = 0.02;
  let position = 0;
  let velocity = 0;
  let cost = 0;
  for (let t = 0; t < 5; t += dt) {
    const error = setpoint(t) - position;
    const force = clamp(controller.update(error, dt), -10, 10);
    velocity += ((force - friction * velocity) / mass) * dt;
    position += velocity * dt;
    cost += (error * error + 0.001 * force * force) * dt;
  }
  return cost;
}
export const inputs = (): Parameters<typeof f> => [[8, 2, 1.5], 1.2, 0.4];
