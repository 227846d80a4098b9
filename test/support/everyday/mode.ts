type Mode = 'linear' | 'cubic' | 'nearest';
interface Options {
  mode?: Mode;
  clamp?: boolean;
}
export function f(
  ys: number[],
  x: number,
  mode: Mode = 'linear',
  { clamp = true }: Options = {},
): number {
  const t = clamp ? Math.min(Math.max(x, 0), ys.length - 1) : x;
  const i = Math.min(Math.floor(t), ys.length - 2);
  const u = t - i;
  if (mode === 'nearest') return u < 0.5 ? ys[i] : ys[i + 1];
  const s = mode === 'linear' ? u : u * u * (3 - 2 * u);
  return ys[i] * (1 - s) + ys[i + 1] * s;
}
export const inputs = () => [[1, 4, 2], 0.3, 'cubic'];
