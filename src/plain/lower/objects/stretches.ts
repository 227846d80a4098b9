/**
 * Lowers arrays of objects that objects of an array, or nodes of a tree, hold. All that they hold stands side by side in columns,
 * and each array is a stretch of these. A stretch of links holds the places of nodes.
 */
import { nameOfKey, type types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import {
  meaning,
  type ColumnsMeaning,
  type ElementMeaning,
  type Meaning,
  type StretchMeaning,
} from '../meanings/meanings.js';
import { MixedTuples } from './mixed-tuples.js';

export abstract class Stretches extends MixedTuples {
  /** One of the objects. Its index is in the array. */
  protected elementOfStretch({ columns, shape, at, from }: StretchMeaning, i: Value): Meaning {
    const index = this.builder.prim('add', [from, i]);
    if (shape.tag === 'link') return this.nodeAt(columns, this.element(columns.arrays[at], index));
    const element: ElementMeaning = { tag: 'element', columns, index, shape, at };
    if (shape.isOne === true) return this.onlyIn(element);
    return this.isShapeWritten(shape) ? element : this.snapshot(element);
  }

  /** An object of an array, or what stands for one there; leaves where there is none. */
  protected objectAt(of: ColumnsMeaning | StretchMeaning, k: number): Meaning {
    const index = this.builder.constant(k);
    if (of.tag === 'columns') this.checkObject(of, index);
    else this.leaveUnless(this.isWithin(of.length, index));
    return of.tag === 'columns' ? this.elementOf(of, index) : this.elementOfStretch(of, index);
  }

  /** A member of such an array. */
  protected memberOfStretch(
    of: StretchMeaning,
    node: types.MemberExpression,
    place: () => Value,
  ): { get: () => Meaning; set: () => never } {
    const set = (): never =>
      this.refuse(
        node,
        'a write to an array in an object of an array',
        'write fields of its objects',
      );
    const name = nameOfKey(node.property, node.computed);
    if (name === 'length') return { get: () => meaning(of.length), set };
    if (name !== undefined) this.refuse(node, `the member ${name} of an array`, 'write a loop');
    const index = place();
    const isThere = this.isWithin(of.length, index);
    return { get: () => this.perhaps(node, isThere, () => this.elementOfStretch(of, index)), set };
  }
}
