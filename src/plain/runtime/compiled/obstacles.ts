/** Remembers why functions were not lowered, for `why`. */
import type { AnyFunction } from '../../../derivatives/signatures.js';

export interface Obstacle {
  readonly what: string;
  readonly instead?: string;
  readonly line?: number;
}

export const obstacles = new WeakMap<AnyFunction, Obstacle>();

const unnamed = 'something that why names where the program is not bundled';

/** Translated modules tell why a function was not lowered. Bundles tell the line only. */
export function notLowered(
  f: AnyFunction,
  ...why: [what: string, instead: string, line?: number] | [line?: number]
): void {
  const [first, instead, last] = why;
  const [what, line] = typeof first === 'string' ? [first, last] : [unnamed, first];
  obstacles.set(f, {
    what,
    ...(instead !== undefined && { instead }),
    ...(line !== undefined && { line }),
  });
}

/** What keeps a function of another module that is called from being compiled, if that is known. */
export function obstacleAmong(called: readonly unknown[]): Pick<Obstacle, 'instead'> {
  const callee = called.find((one) => obstacles.has(one as AnyFunction));
  if (callee === undefined) return {};
  const { what, instead, line } = obstacles.get(callee as AnyFunction)!;
  const place = line === undefined ? '' : `, in line ${line} of its module,`;
  const { name } = callee as AnyFunction;
  return { instead: `${name} has${place} ${what}: ${instead ?? 'write that in another way'}` };
}
