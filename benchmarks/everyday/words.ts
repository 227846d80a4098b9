/** The fit of a text to weights of words. */
export function f(weights: Record<string, number>, text: string, label: number): number {
  const counts: Record<string, number> = {};
  for (const word of text.split(' ')) counts[word] = (counts[word] ?? 0) + 1;
  let score = 0;
  for (const word of Object.keys(counts)) score += (weights[word] ?? 0) * Math.sqrt(counts[word]);
  return Math.log(1 + Math.exp(-label * score));
}
export const inputs = (): Parameters<typeof f> => [
  { good: 1, bad: -1.3, film: 0.1, not: -0.4 },
  'a good film is not a bad film',
  1,
];
