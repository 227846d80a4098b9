/**
 * The distance from a target at which a ball lands that is thrown with a speed at an angle, with drag.
 */
export function miss(angle: number, speed: number, target: number): number {
  const step = 0.01;
  let [x, y] = [0, 0];
  let [vx, vy] = [speed * Math.cos(angle), speed * Math.sin(angle)];
  while (vy > 0 || y > 0) {
    const drag = 0.01 * Math.hypot(vx, vy);
    vx -= step * drag * vx;
    vy -= step * (drag * vy + 9.81);
    x += step * vx;
    y += step * vy;
  }
  // It landed within the last step, which is gone back to where y is 0.
  return x - (y / vy) * vx - target;
}
