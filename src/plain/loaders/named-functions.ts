/** The option that names the functions of which derivatives are taken: `src/model.ts#loss`. */
import { resolve } from 'node:path';
import { invalidOption } from '../../errors/errors.js';

/** The functions of a file that are named; undefined if the option names none of it. */
export function namedIn(
  given: readonly string[] | undefined,
  folder: string,
): (file: string) => readonly string[] | undefined {
  const found = new Map<string, string[]>();
  const isNamed = (one: unknown): one is string => typeof one === 'string' && /.#./.test(one);
  if (given !== undefined && !(Array.isArray(given) && given.every(isNamed)))
    throw invalidOption('gradients', 'a list of functions, as src/model.ts#loss', given);
  for (const one of given ?? []) {
    const at = one.lastIndexOf('#');
    const file = resolve(folder, one.slice(0, at));
    found.set(file, [...(found.get(file) ?? []), one.slice(at + 1)]);
  }
  return (file) => found.get(file);
}
