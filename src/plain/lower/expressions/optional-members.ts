/** Lowers members of what may be missing. */
import { bare, type Node, type types } from '../../front/syntax.js';
import { nothing, type Frame, type Meaning, type Slot } from '../meanings/meanings.js';
import { Conditions } from './conditions.js';

export abstract class OptionalMembers extends Conditions {
  /** `o?.a.b`: of nothing there is nothing in the whole chain; what is missing behind that is read all the same. */
  protected chain(given: Node, frame: Frame, then: (of: Meaning) => Meaning): Meaning {
    const node = bare(given);
    if (node.type !== 'OptionalMemberExpression') return then(this.expression(node, frame));
    if (node.optional) this.noteAsked(node.object);
    const plain = { ...node, type: 'MemberExpression' } as unknown as types.MemberExpression;
    const read = (of: Meaning): Meaning => then(this.memberOf(of, plain, frame).get());
    if (!node.optional) return this.chain(node.object, frame, (of) => read(this.sure(of)));
    return this.chain(node.object, frame, (of) => {
      if (of.tag === 'nothing') return nothing;
      if (of.tag !== 'optional') return read(of);
      const slot: Slot = { name: '' };
      this.if(
        of.there,
        () => this.state.set(slot, read(of.of)),
        () => this.state.set(slot, nothing),
      );
      return this.read(slot, node);
    });
  }
}
