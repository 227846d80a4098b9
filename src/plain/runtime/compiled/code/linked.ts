/** Makes functions of emitted code, with what the code needs. */
import { OutsideOfTier } from '../../../ir/leave.js';
import { orderOf } from '../../../ir/order.js';
import { verbOf } from '../../../ir/text-verbs.js';
import { partialOf, valueOf } from '../../../ir/rows.js';
import type { Code, Needed } from '../../../emit/code.js';
import { ArrayPools } from './array-pool.js';
import { host } from './recording-host.js';
import { column, frames } from './kept-column.js';
import { zeros } from './zeros.js';

/** A product in which an exact 0 wins, as in delta/exact-zero.ts; most products show that nothing is to be asked. */
function times(x: number, y: number): number {
  const product = x * y;
  return product === product || (x !== 0 && y !== 0) ? product : 0;
}

const leave = (): OutsideOfTier => new OutsideOfTier('the adjoint does not cover this');

function given(needed: Needed): unknown {
  switch (needed.what) {
    case 'row':
      return valueOf(needed.row);
    case 'partial':
      return partialOf(needed.row, needed.by, needed.along);
    case 'times':
      return times;
    case 'order':
      return (numbers: ArrayLike<number>) => orderOf(numbers, needed.by);
    case 'text':
      return verbOf(needed.does);
    case 'column':
      return column;
    case 'frames':
      return frames;
    case 'pools':
      return new ArrayPools();
    case 'zeros':
      return zeros;
    case 'leave':
      return leave;
    case 'host':
      return host;
  }
}

type Linked = (...args: unknown[]) => unknown;

/** Makes a function of its text. */
export const linked = (code: Code): Linked => linkedAll(code, [code.name])[0];

/** Makes some functions of a text, by their names in it. */
export function linkedAll({ code, needed }: Code, names: readonly string[]): Linked[] {
  const values = [...needed.values()].map(given);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that the compiler emitted
  const make = new Function(...needed.keys(), `${code}\nreturn [${names.join()}];`) as (
    ...given: unknown[]
  ) => Linked[];
  return make(...values);
}
