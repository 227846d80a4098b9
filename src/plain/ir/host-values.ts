/** The meaning of statements on values of the host where nothing is differentiated. */
import { filled, type HostStmt } from './host.js';
import { OutsideOfTier } from './leave.js';

const isNot = (what: string) => new OutsideOfTier(`what the host gives is not ${what}`);

/** A number that a value of the host is. */
export function numberIn(of: unknown): number {
  if (typeof of !== 'number') throw isNot('a number');
  return of;
}

/** The truth of a value of the host as a condition. */
export function truthIn(of: unknown): boolean {
  if (of !== null && typeof of === 'object') throw isNot('a number, a text, a boolean or nothing');
  return Boolean(of);
}

/** A copy of an array for the host, which may keep it. */
export const given = (of: unknown): unknown =>
  Array.isArray(of) ? of.map(given) : ArrayBuffer.isView(of) ? (of as Float64Array).slice() : of;

/** The same as an array of JavaScript, as which the program knows it. */
export const listed = (of: ArrayLike<number>): number[] => Array.from(of);

/** The results of a statement, one after the other. */
export function onNumbers(stmt: HostStmt, args: readonly unknown[]): readonly unknown[] {
  switch (stmt.does) {
    case 'call': {
      const names = args.map((_, k) => `x${k}`);
      const text = filled(stmt, names);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- an expression that lowering wrote
      const run = new Function(...names, `return ${text};`) as (...args: unknown[]) => unknown;
      return [run(...args.map(given))];
    }
    case 'apply': {
      const names = args.map((_, k) => `x${k}`);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a list that lowering wrote
      const run = new Function(...names, `return x0(...${filled(stmt, names)});`) as (
        ...args: unknown[]
      ) => unknown;
      return [run(args[0], ...args.slice(1).map(given))];
    }
    case 'real':
      return stmt.results.length > 1 ? [numberIn(args[0]), 0] : [numberIn(args[0])];
    case 'number':
      return [numberIn(args[0])];
    case 'truth':
      return [truthIn(args[0])];
    case 'draw':
      return [Math.random()];
    case 'lift':
      return [given(args[0]), 0];
    case 'push':
      return [];
    case 'pull':
      return [0];
  }
}
