/** The gradient of a functional program (Huot and Shaikhha) is a functional program. */
import { invalidOption } from '../../errors/errors.js';
import { gradientFile } from '../../functional/gradient-file.js';
import { isFunctional } from '../../functional/is-functional.js';
import { readSource } from '../../functional/read-program.js';
import type { Source } from '../../functional/read-source.js';
import type { GradientSourceOptions } from './options.js';

/** The text of the gradient; null for what does not call the operators of `delta-tape/functional`. */
export function functionalGradient(
  source: Source,
  name: string,
  options: GradientSourceOptions,
): string | null {
  if (!isFunctional(source)) return null;
  const { kind = 'gradient', wrt = 0, filename } = options;
  const is = 'for a program of delta-tape/functional';
  if (kind !== 'gradient') throw invalidOption('kind', `gradient ${is}`, kind);
  for (const option of ['plan', 'exactZeros', 'cost'] as const)
    if (options[option] !== undefined && options[option] !== false)
      throw invalidOption(option, `left out ${is}`, options[option]);
  const program = readSource(source);
  const count = program.context.length;
  const places = typeof wrt === 'number' ? [wrt] : wrt;
  const isThere = (place: number) => Number.isInteger(place) && place >= 0 && place < count;
  if (places.length === 0 || !places.every(isThere) || new Set(places).size < places.length)
    throw invalidOption('wrt', `places of its ${count} arguments, each once`, wrt);
  return gradientFile(program, { name, filename, wrt });
}
