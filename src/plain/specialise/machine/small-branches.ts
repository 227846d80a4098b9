/**
 * Branches whose sides only compute a little are computed both, and chosen from: later passes see through
 * that.
 */
import { isArray, type Region, type Stmt, type Value } from '../../ir/ir.js';

const MOST_STATEMENTS = 6;
const MOST_RESULTS = 4;
/** Operations that are cheap, have no effects, and may be done where their result is not wanted. */
const cheapForBools = ['compare', 'choose', 'not', 'load', 'prim', 'length'];

/** The statements of a branch; none if it does nothing. */
export function choices(
  test: Value,
  then: Region,
  otherwise: Region,
  results: readonly Value[],
): readonly Stmt[] {
  const sides = [then, otherwise];
  const areBools = results.every(({ type }) => type === 'bool');
  const isCheap = (stmt: Stmt): boolean =>
    stmt.tag === 'let' &&
    (stmt.op.tag === 'const' || (areBools && cheapForBools.includes(stmt.op.tag)));
  const isSmall =
    results.length > 0 &&
    results.length <= MOST_RESULTS &&
    results.every(({ type }) => !isArray(type)) &&
    sides.every(({ body }) => body.length <= MOST_STATEMENTS && body.every(isCheap));
  if (isSmall)
    return [
      ...sides.flatMap(({ body }) => body),
      ...results.map((result, k): Stmt => ({
        tag: 'let',
        value: result,
        op: {
          tag: 'choose',
          args: [test, then.yields[k], otherwise.yields[k]],
        },
      })),
    ];
  const isEmpty = results.length === 0 && sides.every(({ body }) => body.length === 0);
  return isEmpty ? [] : [{ tag: 'if', test, then, otherwise, results }];
}
