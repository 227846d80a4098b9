/**
 * Copies the arrays that a function gives beside its number, at the end of the augmented primal: the reverse
 * sweep takes apart what a function makes, and the caller gets them as they were.
 */
import { Builder } from '../../ir/build.js';
import { isArray, type Func } from '../../ir/ir.js';
import { copyOf } from './new-arrays.js';

/**
 * O(size of the function).
 *
 * @param count how many of what it yields are results
 */
export function withKeptResults(f: Func, count: number): Func {
  const { params, body, yields } = f.region;
  const isKept = ({ type }: (typeof yields)[number], k: number): boolean =>
    k > 0 && k < count && isArray(type);
  if (!yields.some(isKept)) return f;
  const builder = new Builder();
  const region = builder.region(params, () => {
    body.forEach((stmt) => builder.add(stmt));
    return yields.map((of, k) => (isKept(of, k) ? copyOf(of, builder) : of));
  });
  return { ...f, region };
}
