/**
 * Puts back what a function leaves in arguments and captured variables that no gradient is wanted of. Compiled code
 * computes on copies. When all is computed, the last elements of the copies are put back, so that the caller finds
 * what a run would leave.
 */
import { NODES, type Origin, type Variable as Kind } from '../../../ir/origin.js';
import type { Variable } from '../../variables-of-modules.js';
import type { Held } from '../entry/records.js';

type Target = Record<string | number, unknown>;

export class PuttingBack {
  constructor(
    private readonly origins: readonly Origin[],
    /** The places of the parameters that are written. */
    private readonly written: readonly number[],
    private readonly args: readonly unknown[],
    private readonly captured: readonly unknown[],
  ) {}

  /** True if the function leaves anything outside: then another call of it might see that. */
  get leavesAny(): boolean {
    return this.written.length > 0;
  }

  /**
   * True if all elements can be written: texts, elements that may be missing, nodes, and arrays in
   * objects of an array are not put back. O(elements).
   */
  canWrite(): boolean {
    let isWritable = true;
    for (const place of this.written) {
      const { path, tells } = this.origins[place];
      if (path.includes(NODES) || path.indexOf(null) !== path.lastIndexOf(null)) return false;
      if (tells !== undefined && ('texts' in tells || 'absent' in tells)) return false;
      if (tells !== undefined && 'variable' in tells) continue;
      this.each(place, (target, key) => {
        isWritable &&=
          ArrayBuffer.isView(target) ||
          Object.getOwnPropertyDescriptor(target, key)?.writable === true;
      });
    }
    return isWritable;
  }

  /** Writes elements that are others than before. O(elements). */
  write(lasts: readonly ArrayLike<number>[]): void {
    this.written.forEach((place, n) => {
      const last = lasts[n];
      const { tells } = this.origins[place];
      if (tells !== undefined && 'variable' in tells) {
        this.assign(place, tells.variable, last);
        return;
      }
      this.each(place, (target, key, k) => {
        const one = typeof target[key] === 'boolean' ? last[k] !== 0 : last[k];
        if (!Object.is(target[key], one)) target[key] = one;
      });
    });
  }

  private assign(place: number, { of, absent }: Kind, last: ArrayLike<number>): void {
    const { path } = this.origins[place];
    const variable = this.captured[path[0]] as Variable;
    const held = last[absent === undefined ? 0 : 1];
    const one = of === 'bool' ? held !== 0 : held;
    const isThere = absent === undefined || last[0] !== 0;
    const to = isThere ? one : absent === 'null' ? null : undefined;
    if (!Object.is(variable.value, to)) variable.value = to;
  }

  /** Goes through the elements of a parameter: those of an array, one field, or one in each of some objects. */
  private each(
    place: number,
    use: (target: Target, key: string | number, k: number) => void,
  ): void {
    const { of, path, tells } = this.origins[place];
    // What may be missing is there where it is written.
    const [which, ...steps] = path;
    const way = steps.filter((step) => typeof step !== 'boolean');
    const all = (of === 'argument' ? this.args : this.captured)[which];
    const into = (from: unknown, steps: readonly (string | number | null)[]): unknown =>
      steps.reduce<unknown>((at, step) => (at as Held)[step!], from);
    if (tells !== undefined && 'isCell' in tells) {
      const target = into(all, way.slice(0, -1)) as Target | null | undefined;
      if (target != null) use(target, way.at(-1) as string, 0);
      return;
    }
    const column = way.indexOf(null);
    if (column < 0) {
      const array = into(all, way) as Target & ArrayLike<unknown>;
      for (let k = 0; k < array.length; k++) use(array, k, k);
      return;
    }
    const list = into(all, way.slice(0, column)) as readonly unknown[];
    const inside = way.slice(column + 1);
    const [key] = inside.slice(-1) as string[];
    list.forEach((one, k) => use(into(one, inside.slice(0, -1)) as Target, key, k));
  }
}
