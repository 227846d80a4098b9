/** The logarithm of a sum of exponentials, without overflow. */
export function logSumExp(terms: readonly number[]): number {
  let greatest = -Infinity;
  for (const term of terms) if (term > greatest) greatest = term;
  let sum = 0;
  for (const term of terms) sum += Math.exp(term - greatest);
  return greatest + Math.log(sum);
}
