/**
 * Tells at which arguments the derivatives of a function have the same patterns: where all that decides what the
 * function does is the same (analyse/steering.ts). Functions with rows of users are left out, since their partials
 * may decide otherwise.
 */
import { rootsOf } from '../../../analyse/roots.js';
import { steeringOf } from '../../../analyse/steering.js';
import { drawsNumbers } from '../../../ir/host.js';
import { isArray, statementsOf, type Func, type Type } from '../../../ir/ir.js';
import { isOfTable } from '../../../ir/rows.js';

/** An object that stands for a pattern. */
type Structure = object;

/** The number of structures that are remembered for each choice of inputs. */
const MOST = 4;

export class Structures {
  /** By place, whether what a parameter holds decides; null where that is not known. */
  private steering: readonly boolean[] | null | undefined;
  private readonly known = new Map<string, (readonly [signature: number[], of: Structure])[]>();

  constructor(private readonly func: Func) {}

  /** The same object only where patterns by these inputs are the same; null where that is not known. O(size). */
  at(values: readonly unknown[], inputs: readonly number[]): Structure | null {
    if (this.steering === undefined) this.steering = this.decided();
    const { steering } = this;
    if (steering === null || inputs.some((place) => steering[place])) return null;
    const signature: number[] = [];
    this.func.region.params.forEach(({ type }, place) =>
      sign(values[place], type, steering[place], signature),
    );
    const key = inputs.join();
    const before = this.known.get(key) ?? [];
    const found = before.find(([other]) => areSame(signature, other));
    if (found !== undefined) return found[1];
    const made = {};
    this.known.set(key, [[signature, made] as const, ...before].slice(0, MOST));
    return made;
  }

  private decided(): readonly boolean[] | null {
    const { func } = this;
    if (drawsNumbers(func)) return null;
    for (const stmt of statementsOf(func))
      if (stmt.tag === 'let' && 'row' in stmt.op && !isOfTable(stmt.op.row)) return null;
    const steering = steeringOf(func, rootsOf(func));
    return func.region.params.map((param) => steering.has(param));
  }
}

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((x, k) => Object.is(x, other[k]));

/** Adds what counts of a parameter: lengths, and what it holds if that decides. */
function sign(of: unknown, type: Type, decides: boolean, signature: number[]): void {
  if (!isArray(type)) {
    if (decides) signature.push(Number(of));
    return;
  }
  const { length } = of as ArrayLike<unknown>;
  signature.push(length);
  const { of: inner } = type;
  if (inner !== undefined) for (const one of of as unknown[]) sign(one, inner, decides, signature);
  else if (decides) for (const x of of as ArrayLike<number> & Iterable<number>) signature.push(x);
}
