/** Every operator of the table, as a function of the list of its arguments. */
import * as library from 'delta-tape';
import type { Real } from 'delta-tape';
import { onList, type Operator } from './check-row.js';

export interface Listed {
  readonly name: string;
  readonly operator: Operator;
  readonly of: (xs: readonly Real[]) => Real;
  /** Where the operator is smooth, and where its row declares a convention. */
  readonly points: readonly (readonly number[])[];
}

export const operators: readonly Listed[] = Object.entries(library).flatMap(([name, member]) => {
  if (typeof member !== 'function' || !('primitive' in member)) return [];
  const operator = member as unknown as Operator;
  const { domain, conventions } = operator.primitive.row;
  const points = [...domain.points, ...conventions.map(({ at }) => at)];
  return [{ name, operator, of: onList(operator), points }];
});

/** Every way to hold some of the arguments constant, but not all. */
export function choices(count: number): boolean[][] {
  const all = Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (__, k) => ((bits >> k) & 1) === 1),
  );
  return all.filter((chosen) => chosen.includes(true));
}
