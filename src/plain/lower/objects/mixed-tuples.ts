/**
 * Lowers tuples whose parts do not fit into one array: functions, texts, objects of several classes. Such a tuple stays
 * a tuple. An index that is computed becomes a question for each part, so loops over it are written out.
 */
import type { Node } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import { isCallable } from '../meanings/chosen-functions.js';
import type { Meaning, RecordMeaning, Slot } from '../meanings/meanings.js';
import { isText } from '../meanings/words.js';
import { shapeText } from '../shapes/shapes.js';
import { ArraysOfObjects } from './arrays-of-objects.js';

/** What a list is gone through in parts has at most so many: each is code of its own. */
const MOST_PARTS = 16;

export abstract class MixedTuples extends ArraysOfObjects {
  /** The slots of lists of what an object holds: objects in these are known by the object, each with its own keys. */
  protected readonly partsOfObjects = new WeakSet<RecordMeaning['slots']>();

  /** Whether something is a tuple that cannot be an array. */
  protected isMixed(of: Meaning, node: Node): of is RecordMeaning {
    if (of.tag !== 'record' || !of.isTuple) return false;
    const parts = [...of.slots.values()].map((slot) => this.kept(slot, node));
    if (parts.some((part) => isCallable(part) || isText(part) || this.isMixed(part, node)))
      return true;
    if (this.partsOfObjects.has(of.slots) && parts.some(({ tag }) => tag === 'record')) return true;
    if (!parts.every((part) => part.tag === 'record' && !part.isTuple && !part.isGrowing))
      return false;
    const shapes = parts.map((part) => this.shapeLike(part, node));
    // A copy of an object from outside would be another one.
    const isOutside = (part: Meaning): boolean =>
      part.tag === 'record' && part.isNamed && part.sites === undefined;
    const isCopied = parts.length <= MOST_PARTS && parts.some(isOutside);
    if (isCopied && shapes.some((of) => of && (this.hasPools || this.isShapeWritten(of))))
      return true;
    return shapes.some(
      (shape, _, [first]) =>
        shape === null || first === null || shapeText(shape) !== shapeText(first),
    );
  }

  /** The names of the parts of such a tuple; refuses a long one. */
  protected namesOf(tuple: RecordMeaning, node: Node): readonly string[] {
    if (tuple.slots.size > MOST_PARTS)
      this.refuse(
        node,
        `a list of more than ${MOST_PARTS} functions, texts or objects of several kinds`,
        'make several lists, or give its elements one type',
      );
    return [...tuple.slots.keys()];
  }

  /** The part of a tuple at an index. Leaves where there is none. */
  protected partAt(tuple: RecordMeaning, index: Value, node: Node): Meaning {
    const { builder } = this;
    const slot: Slot = { name: '' };
    const last = this.namesOf(tuple, node).length - 1;
    const from = (k: number): void => {
      const test = builder.compare('eq', index, builder.constant(k));
      const own = () => this.state.set(slot, this.field(tuple, String(k), node));
      if (k < last) {
        this.if(test, own, () => from(k + 1));
        return;
      }
      this.leaveUnless(test);
      own();
    };
    if (last < 0) this.refuse(node, 'an element of an empty array', 'give it elements');
    from(0);
    return this.read(slot, node);
  }
}
