/** Names what operations need that JavaScript has not. */
import type { Needed } from './code.js';
import type { Helpers } from './operations.js';

/** @param need notes what a name in the code stands for, and gives the name */
export const helpersBy = (need: (name: string, what: Needed) => string): Helpers => ({
  row: (row) => need(`$${row}`, { what: 'row', row }),
  partial: (row, by, along = []) =>
    need(`$${[row, by, ...along].join('_')}`, { what: 'partial', row, by, along }),
  times: () => need('$times', { what: 'times' }),
  zeros: () => need('$zeros', { what: 'zeros' }),
  text: (does) => need(`$text_${does}`, { what: 'text', does }),
  order: (by) => need(`$by_${by}`, { what: 'order', by }),
});
