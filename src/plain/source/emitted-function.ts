/** The text of a function of a file. */
import { laidOut } from '../emit/source/layout.js';
import type { Parameter } from './signature.js';

export interface Head {
  readonly name: string;
  /** The comment over the function. */
  readonly about: string;
  /** True if other files may use it; else it serves one that they use. */
  readonly isExported?: boolean;
}

/** The parameters of a function. */
export type Taken = Pick<Parameter, 'name' | 'type' | 'rest'>;

/**
 * @param lines the statements before what it returns
 * @param returned an expression, or nothing
 */
export function functionText(
  { name, about, isExported = true }: Head,
  parameters: readonly Taken[],
  lines: readonly string[],
  type: string,
  returned: string,
): string {
  const all = [...lines, returned].join('\n');
  const names = new Set(parameters.map((one) => one.name));
  const shown = (own: string) => (mentions(all, own) || names.has(`_${own}`) ? own : `_${own}`);
  const params = parameters.map(({ name: own, type: of, rest }) => `${shown(own)}: ${of}${rest}`);
  const word = isExported ? 'export function' : 'function';
  return [
    `/** ${about} */`,
    ...laidOut(`${word} ${name}`, `(${params.join(', ')})`, `: ${type} {`, ''),
    ...lines,
    ...(returned === '' ? [] : laidOut('return ', returned, ';', '  ')),
    '}',
  ].join('\n');
}

/** True if some code has a name. */
export const mentions = (code: string, name: string): boolean =>
  new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(code);
