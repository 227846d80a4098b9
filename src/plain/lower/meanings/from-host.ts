/**
 * Values of the program that the language hands on, such as arrays of NumPy. Where a number is asked for, the code asks
 * whether the value is one, and leaves if not.
 */
import { value } from '../../ir/build.js';
import type { HostVerb } from '../../ir/host.js';
import { isNumber, type Stmt, type Type, type Value } from '../../ir/ir.js';
import { meaning, type Meaning } from './meanings.js';
import { Optionals } from './optionals.js';

export abstract class HostValues extends Optionals {
  /** What an expression with `#` in the places of some values gives. */
  protected hostValue(text: string, args: readonly Value[], isConstant = false): Value {
    const made = value('', 'host');
    const call = { tag: 'host', does: 'call', text, args, results: [made] } as const;
    this.builder.add(isConstant ? { ...call, isConstant } : call);
    return made;
  }

  private fromHost(does: HostVerb, type: Type, ...args: readonly Value[]): Value {
    const made = value('', type);
    this.builder.add({ tag: 'host', does, args, results: [made] });
    return made;
  }

  /** The number that a value is. */
  protected realOf = (of: Value): Value => this.fromHost('real', 'f64', of);

  /** The same of what may be a value of the host. */
  protected realIn = (of: Value): Value => (of.type === 'host' ? this.realOf(of) : of);
  /** What a variable that holds a number is given by a value of the host; undefined where there is nothing to do. */
  protected numberFor(held: Meaning, form: Meaning): Meaning | undefined {
    if (held.tag !== 'value' || held.value.type !== 'host') return undefined;
    const isOfNumber = form.tag === 'value' && isNumber(form.value.type);
    return isOfNumber ? meaning(this.realOf(held.value)) : undefined;
  }

  /** What two branches give: a number is a value of the host where the other one gives such a value. */
  protected asHosts(
    sides: readonly [Value[], Value[]],
    bodies: readonly Stmt[][],
  ): [Value[], Value[]] {
    const given = (of: Value, other: Value | undefined, body: Stmt[]): Value => {
      if (other?.type !== 'host' || !isNumber(of.type)) return of;
      const made = value('', 'host');
      body.push({ tag: 'host', does: 'call', text: '#', args: [of], results: [made] });
      return made;
    };
    const [left, right] = sides;
    return [
      left.map((of, k) => given(of, right[k], bodies[0])),
      right.map((of, k) => given(of, left[k], bodies[1])),
    ];
  }

  protected truthOf = (of: Value): Value => this.fromHost('truth', 'bool', of);

  /** What `Math.random()` gives. */
  protected drawn = (): Value => this.fromHost('draw', 'f64');
}
