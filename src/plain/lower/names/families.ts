/**
 * Objects of several classes in one pool: a number beside the fields of each tells its class. What is called on one of them
 * is lowered once for each class, and that number chooses; there, and in methods, the class is known.
 */
import type { Node, types } from '../../front/syntax.js';
import { isArray } from '../../ir/ir.js';
import { INSTANCES } from '../../ir/origin.js';
import {
  meaning,
  type ClassMeaning,
  type ElementMeaning,
  type Frame,
  type Meaning,
  type Slot,
} from '../meanings/meanings.js';
import { memberOf, uncast } from '../meanings/members-of-family.js';
import { isStaticMember } from '../shapes/class-members.js';
import { lineOf, nameOfMember } from '../syntax/class-places.js';
import { Instances } from './instances.js';

export abstract class Families extends Instances {
  /** What each class makes of an object; null where no class knows what to do. Leaves for an object of another class. */
  protected byClass(
    of: ElementMeaning,
    node: Node,
    each: (one: ElementMeaning) => Meaning | null,
  ): Meaning | null {
    const { family } = of.shape;
    if (family === undefined || family.length === 1) return each(of);
    const code = this.classCode(of);
    const slot: Slot = { name: '' };
    let isKnown = false;
    const from = ([first, ...others]: typeof family): void => {
      const own = (): void => {
        const made = each(memberOf(of, first));
        if (made === null) this.builder.add({ tag: 'leave' });
        else this.state.set(slot, uncast(made));
        isKnown ||= made !== null;
      };
      const test = this.builder.compare('eq', code, this.builder.constant(first.of.start!));
      if (others.length > 0) {
        this.if(test, own, () => from(others));
        return;
      }
      this.leaveUnless(test);
      own();
    };
    from(family);
    return isKnown ? this.read(slot, node) : null;
  }

  /** The class of an instance, which may stand in an array. */
  protected classOf(of: Meaning): ClassMeaning | undefined {
    if (of.tag === 'record') return of.from;
    const node = of.tag === 'element' ? of.shape.from : undefined;
    return node && { tag: 'class', node, frame: this.module };
  }

  private hasParent = (of: types.ClassDeclaration, parent: types.ClassDeclaration): boolean =>
    this.lineOf({ tag: 'class', node: of, frame: this.module }).includes(parent);

  /** Whether something is an instance of a class of the module. Of each instance the class is known, not only a parent. */
  protected override isInstance(node: types.BinaryExpression, frame: Frame): Meaning {
    const of = this.expression(node.left, frame);
    const by = this.expression(node.right, frame);
    if (by.tag !== 'class' || lineOf(this.facts, by.node) === undefined)
      return this.refuse(
        node,
        'instanceof of what is no class of the module',
        'keep a tag in a field',
      );
    if (by.node.body.body.some((member) => isStaticMember(member) && !nameOfMember(member)))
      return this.refuse(node, 'instanceof of a class with computed names', 'write the names');
    const answer = (given: Meaning): boolean => {
      if (given.tag === 'nothing' || given.tag === 'text' || given.tag === 'word') return false;
      if (given.tag === 'value' && !isArray(given.value.type)) return false;
      const from = this.classOf(given);
      if (from !== undefined) return this.hasParent(from.node, by.node);
      const isNew = given.tag === 'record' && given.isWhole && given.rest === undefined;
      return isNew
        ? false
        : this.refuse(node, 'instanceof of an object of which no class is known', 'annotate it');
    };
    this.relyOn(by.node, INSTANCES);
    const one = of.tag === 'optional' ? of.of : of;
    if (one.tag === 'element' && one.shape.family !== undefined && one.shape.from === undefined) {
      const classes = one.shape.family.filter(({ of: node }) => this.hasParent(node, by.node));
      const test = this.isOfClasses(one, classes);
      const isThere = of.tag === 'optional' ? of.there : test;
      return meaning(this.builder.choose(isThere, test, this.builder.constant(false)));
    }
    const found = answer(one);
    return meaning(of.tag === 'optional' && found ? of.there : this.answer(found));
  }
}
