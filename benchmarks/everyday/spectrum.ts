/** Sines that are fitted to a spectrum of power, by a Fourier transform of complex objects. */
interface Complex {
  re: number;
  im: number;
}
const mul = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});
function fft(x: Complex[]): Complex[] {
  const n = x.length;
  if (n === 1) return x;
  const even = fft(x.filter((_, i) => i % 2 === 0));
  const odd = fft(x.filter((_, i) => i % 2 === 1));
  const out = new Array<Complex>(n);
  for (let k = 0; k < n / 2; k++) {
    const angle = (-2 * Math.PI * k) / n;
    const t = mul({ re: Math.cos(angle), im: Math.sin(angle) }, odd[k]);
    out[k] = { re: even[k].re + t.re, im: even[k].im + t.im };
    out[k + n / 2] = { re: even[k].re - t.re, im: even[k].im - t.im };
  }
  return out;
}
interface Wave {
  amplitude: number;
  frequency: number;
  phase: number;
}
export function f(waves: Wave[], target: number[]): number {
  const n = target.length;
  const signal = Array.from({ length: n }, (_, t) => ({
    re: waves.reduce(
      (s, w) => s + w.amplitude * Math.sin((2 * Math.PI * w.frequency * t) / n + w.phase),
      0,
    ),
    im: 0,
  }));
  return fft(signal)
    .map((c) => Math.log(1e-3 + c.re * c.re + c.im * c.im))
    .reduce((s, p, k) => s + (p - target[k]) ** 2, 0);
}
export const inputs = (): Parameters<typeof f> => [
  [
    { amplitude: 1, frequency: 3.2, phase: 0.1 },
    { amplitude: 0.5, frequency: 7.7, phase: 1 },
  ],
  Array.from({ length: 64 }, (_, k) => Math.cos(k / 5)),
];
