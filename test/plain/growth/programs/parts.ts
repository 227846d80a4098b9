/** Parts of programs that grow with `n`. */
import { range } from '../../../support/range.js';

/** Programs of a size, by their shapes. */
export type Shapes = Readonly<Record<string, (n: number) => string>>;

export const each = (n: number, part: (k: number) => string, between = ' '): string =>
  range(n).map(part).join(between);
export const sum = (n: number, part: (k: number) => string): string => each(n, part, ' + ');
export const list = (n: number, part: (k: number) => string): string => each(n, part, ', ');

/** A function of two reals. */
export const f = (body: string): string =>
  `export function f(x: number, y: number): number { ${body} }`;
export const returning = (expression: string): string => f(`return ${expression};`);
