/** Remembers why functions were not lowered, for `why`. */
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { isHost } from '../../ir/host.js';
import { statementsOf, type Func } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import type { Signature } from './taken-kinds.js';

interface Obstacle {
  readonly what: string;
  readonly instead?: string;
  readonly line?: number;
}

export const obstacles = new WeakMap<AnyFunction, Obstacle>();

/** A function that compiled code calls as it is, in a run that records it, and what keeps it from being compiled. */
export interface RunOf extends Partial<Obstacle> {
  readonly name: string;
}

/** The functions of the program that code calls as they are, among what it captures. */
export function calledIn(
  { func, origins }: { readonly func: Func; readonly origins: readonly Origin[] },
  captured: readonly unknown[],
): readonly unknown[] {
  const { params } = func.region;
  const called = [...statementsOf(func)].flatMap((stmt) => {
    const place = isHost(stmt) && stmt.does === 'apply' ? params.indexOf(stmt.args[0]) : -1;
    return place < 0 ? [] : [origins[place].path[0]];
  });
  return [...new Set(called)].map((which) => captured[which]);
}

export const runsAmong = (called: readonly unknown[]): readonly RunOf[] =>
  called.flatMap((f) =>
    typeof f === 'function' ? [{ name: f.name, ...obstacles.get(f as AnyFunction) }] : [],
  );

/** Compiled code of a function, or what keeps it from having any. */
export interface CompiledVersion {
  readonly exists: boolean;
  readonly obstacle?: Obstacle;
  readonly signatures?: readonly Signature[];
  readonly runs?: readonly RunOf[];
}

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

/** The reason that a function of another module that is called is not compiled, if that is known. */
export function obstacleAmong(called: readonly unknown[]): Pick<Obstacle, 'instead'> {
  const callee = called.find((one) => obstacles.has(one as AnyFunction));
  if (callee === undefined) return {};
  const { what, instead, line } = obstacles.get(callee as AnyFunction)!;
  const place = line === undefined ? '' : `, in line ${line} of its module,`;
  const { name } = callee as AnyFunction;
  return { instead: `${name} has${place} ${what}: ${instead ?? 'write that in another way'}` };
}
