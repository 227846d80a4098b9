// Change the code, or move the sliders.
export function wave(x: number, y: number): number {
  const t = x * y;
  return t * Math.sin(t) + x;
}
