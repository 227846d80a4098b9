/** Lowers members and elements of values of the host. */
import { quoted } from '../../ir/host.js';
import type { Value } from '../../ir/ir.js';
import { nameOfKey, type types } from '../../front/syntax.js';
import { meaning, type Meaning } from '../meanings/meanings.js';
import { Stretches } from './stretches.js';

/** Members that depend on no input. */
const constants: readonly string[] = ['dtype', 'length', 'ndim', 'shape', 'size'];

export abstract class HostMembers extends Stretches {
  protected hostMember(
    of: Value,
    node: types.MemberExpression,
    place: () => Value,
  ): { get: () => Meaning; set: () => never } {
    const name = nameOfKey(node.property, node.computed);
    const set = (): never =>
      this.refuse(node, 'a write into an array of NumPy', 'make a new array');
    if (name !== undefined) return { get: () => meaning(this.hostField(of, name)), set };
    const index = place();
    return { get: () => meaning(this.hostValue('#[#]', [of, index])), set };
  }

  /** Reading has no effect: what the library gives has no getters but its own. */
  protected hostField(of: Value, name: string): Value {
    return this.hostValue(`#${fieldText(name)}`, [of], constants.includes(name));
  }

  /** The elements of what can be gone through. */
  protected hostSeries(of: Value) {
    const all = this.hostValue('[...#]', [of]);
    return {
      length: this.realOf(this.hostValue('#.length', [all], true)),
      at: (i: Value): Meaning => meaning(this.hostValue('#[#]', [all, i])),
      whole: meaning(of),
    };
  }
}

/** What reads a field, or calls it. */
export const fieldText = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${quoted(name)}]`;
