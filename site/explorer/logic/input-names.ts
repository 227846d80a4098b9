/** The reals of the arguments, as the user would write them. */
import { trace } from 'delta-tape';
import type { Parameter } from './parameters.js';
import { positionsOf } from './reals.js';

/** A path of the library, such as `s1.rates[2]`, with the name of the parameter. */
export function namedPath(path: string, parameters: readonly Parameter[]): string {
  const [, place, rest] = /^s(\d+)(.*)$/s.exec(path) ?? [undefined, '0', path];
  const name = parameters[Number(place)]?.name;
  if (name == null) return rest.replace(/^\./, '') || `argument ${Number(place) + 1}`;
  return `${name}${rest}`;
}

/**
 * A name for each real of the arguments, in the order of `flatten`. The library tells the paths of the reals; an array of
 * NumPy is one input to it, and gets as many names as it has elements.
 */
export function inputNames(parameters: readonly Parameter[], args: readonly unknown[]): string[] {
  const wrt = positionsOf(args);
  if (wrt.length === 0) return [];
  // A function that does nothing: only its inputs are asked for.
  const paths = trace((..._: unknown[]) => 0, { wrt })(...args).inputs;
  return paths.flatMap(({ path, shape }) => {
    // Paths count the places of `wrt` by argument.
    const name = namedPath(path, parameters);
    if (shape === undefined) return [name];
    const size = shape.reduce((product, length) => product * length, 1);
    return Array.from({ length: size }, (_, k) => `${name}${indices(k, shape)}`);
  });
}

/** The indices of element k of an array of that shape, row by row. */
function indices(k: number, shape: readonly number[]): string {
  const places: number[] = [];
  let rest = k;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    places.unshift(rest % shape[axis]);
    rest = Math.floor(rest / shape[axis]);
  }
  return `[${places.join(', ')}]`;
}
