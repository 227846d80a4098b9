/** Lowers calls of methods of what may be missing: of nothing there is nothing, and no argument is evaluated. */
import { bare, nameOfKey, type types } from '../../front/syntax.js';
import { nothing, type Frame, type Meaning, type Slot } from '../meanings/meanings.js';
import { isNumber } from '../../ir/ir.js';
import { Calls } from './calls.js';

export abstract class OptionalCalls extends Calls {
  /** `o?.f(x)`, `o.f?.(x)`: of nothing there is nothing, and no argument is evaluated. What is there must be known. */
  protected override optionalCall(node: types.OptionalCallExpression, frame: Frame): Meaning {
    const callee = bare(node.callee);
    const call = { ...node, type: 'CallExpression' } as unknown as types.CallExpression;
    const isOptional = callee.type === 'OptionalMemberExpression' && callee.optional;
    if (callee.type !== 'MemberExpression' && !isOptional) {
      const f = callee.type === 'Identifier' ? this.expression(callee, frame) : undefined;
      if (f?.tag === 'nothing' && node.optional) return nothing;
      return this.applied(f, this.arguments(call, frame), node);
    }
    const of = this.expression(callee.object, frame);
    if (of.tag === 'nothing' && isOptional) return nothing;
    const isNumeric = of.tag === 'value' && isNumber(of.value.type);
    if (!node.optional && !isNumeric)
      return this.onlyThere(of, (it) => this.methodOn(it, callee, call, frame));
    const name = nameOfKey(callee.property, callee.computed);
    if (of.tag !== 'record' || of.isTuple || of.isGrowing === true || name === undefined)
      return this.refuse(node, 'an optional call of what may be missing', 'ask for it by if');
    const isMissing = of.from === undefined && this.field(of, name, node).tag === 'nothing';
    if (isMissing && node.optional) return nothing;
    return (
      this.methodOfRecord(name, of, call, frame) ??
      this.refuse(node, `the method ${name}`, 'write a function')
    );
  }

  /** What something gives if it is there, and nothing if it is missing. */
  private onlyThere(of: Meaning, use: (of: Meaning) => Meaning): Meaning {
    if (of.tag !== 'optional') return use(of);
    const slot: Slot = { name: '' };
    this.if(
      this.presenceOf(of),
      () => this.state.set(slot, use(of.of)),
      () => this.state.set(slot, nothing),
    );
    // What it gives may be of no use to anybody.
    return this.state.get(slot) ?? nothing;
  }
}
