/** Fields of objects of several classes (names/families.ts), of which only some have one of a name. */
import type { Node } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { ColumnsMeaning, ElementMeaning, Meaning } from '../meanings/meanings.js';
import type { ClassMember } from '../shapes/shapes.js';
import { PerhapsThere } from './perhaps-there.js';

export interface Place {
  readonly get: () => Meaning;
  readonly set: (to: Meaning) => void;
}

export abstract class FieldsOfSome extends PerhapsThere {
  protected abstract fieldOf(of: ElementMeaning, name: string, node: Node): Place | undefined;
  protected abstract arraysOf(columns: ColumnsMeaning): readonly Value[];

  /** The number of the class of an object of several. */
  protected classCode = ({ columns, index }: ElementMeaning): Value =>
    this.element(this.arraysOf(columns)[0], index);

  /** Whether the class of an object is one of some. */
  protected isOfClasses(of: ElementMeaning, classes: readonly ClassMember[]): Value {
    const { builder } = this;
    const code = this.classCode(of);
    return classes.reduce<Value>((found, { of: { start } }) => {
      const test = builder.compare('eq', code, builder.constant(start!));
      return builder.choose(test, builder.constant(true), found);
    }, builder.constant(false));
  }

  /** What only objects of some of the classes have: elsewhere it is undefined, and may not be written. */
  protected fieldOfSome(of: ElementMeaning, name: string, node: Node) {
    const having = of.shape.family!.filter(({ names }) => names.has(name));
    if (having.length === 0) return undefined;
    const own = this.fieldOf({ ...of, shape: { ...of.shape, family: having } }, name, node)!;
    return {
      get: (): Meaning => {
        const held = own.get();
        if (held.tag === 'optional')
          this.refuse(node, `the field ${name}, which not all of these objects have`, 'ask before');
        return { tag: 'optional', there: this.isOfClasses(of, having), of: held, isNull: false };
      },
      set: (to: Meaning): void => {
        this.leaveUnless(this.isOfClasses(of, having));
        own.set(to);
      },
    };
  }
}
