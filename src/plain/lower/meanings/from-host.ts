/**
 * Values of the program that the language hands on, such as arrays of NumPy. Where a number is asked for, the code asks
 * whether the value is one, and leaves if not.
 */
import { value } from '../../ir/build.js';
import type { HostVerb } from '../../ir/host.js';
import type { Type, Value } from '../../ir/ir.js';
import { Optionals } from './optionals.js';

export abstract class HostValues extends Optionals {
  /** What an expression with `#` in the places of some values gives. */
  protected hostValue(text: string, args: readonly Value[], isConstant = false): Value {
    const made = value('', 'host');
    const call = { tag: 'host', does: 'call', text, args, results: [made] } as const;
    this.builder.add(isConstant ? { ...call, isConstant } : call);
    return made;
  }

  private fromHost(does: HostVerb, type: Type, of: Value): Value {
    const made = value('', type);
    this.builder.add({ tag: 'host', does, args: [of], results: [made] });
    return made;
  }

  /** The number that a value is. */
  protected realOf = (of: Value): Value => this.fromHost('real', 'f64', of);
  protected truthOf = (of: Value): Value => this.fromHost('truth', 'bool', of);
}
