/** Numbers as the page shows them. */

/** With so many significant digits, and no more zeros than needed. */
export function short(x: number, digits = 6): string {
  if (!Number.isFinite(x)) return String(x);
  return String(Number(x.toPrecision(digits)));
}

/** A time in words. */
export function duration(milliseconds: number): string {
  const [amount, unit] =
    milliseconds >= 1
      ? [milliseconds, 'ms']
      : milliseconds >= 1e-3
        ? [milliseconds * 1e3, 'µs']
        : [milliseconds * 1e6, 'ns'];
  return `${short(amount, 3)} ${unit}`;
}
