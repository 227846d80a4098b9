// A tower of lets. Written out without sharing, it has 2¹² terms.
// The tape shares them, and the sweep visits each binding once.
export function tower(x = 0.01): number {
  let y = x;
  for (let k = 0; k < 12; k++) y = Math.sin(y) + y * 0.5;
  return y;
}
