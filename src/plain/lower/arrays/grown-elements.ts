/** Lowers what happens to elements of arrays that grow: they are read, replaced, taken away, and put before others. */
import type { Value } from '../../ir/ir.js';
import { nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { Series } from './arrays.js';
import { Growing } from './growing.js';
import { meaning, Frame, type Meaning, type RecordMeaning } from '../meanings/meanings.js';

export abstract class GrownElements extends Growing {
  /** Refuses what makes an array shorter that has other names, or is gone through. */
  private insistOnOwn(of: RecordMeaning, node: Node): void {
    if (of.isFixed || this.busy.has(this.slot(of, 'array0')))
      this.refuse(
        node,
        'an array that is shared, or gone through, becomes shorter',
        'make a new one',
      );
  }

  /** Takes the last element away, or the first one. Leaves where there is none. */
  protected taken(of: RecordMeaning, isFirst: boolean, node: Node): Meaning {
    this.insistOnOwn(of, node);
    const { builder } = this;
    const one = this.one();
    const count = this.held(of, 'count', node);
    this.leaveUnless(builder.compare('gt', count, this.zero()));
    const last = builder.prim('sub', [count, one]);
    const head = isFirst ? of.slots.get('head') : undefined;
    const place = this.placeIn(of, head === undefined ? last : this.zero(), node);
    const columns = this.grownColumns(of, node);
    if (columns !== undefined && this.isShapeWritten(columns.shape))
      return this.refuse(node, 'an object that changes, and is taken away', 'use an index');
    const found =
      columns === undefined
        ? meaning(this.element(this.heldArray(of, node), place))
        : this.elementOf(columns, place);
    this.state.set(this.slot(of, 'count'), meaning(last));
    if (head !== undefined) this.state.set(head, meaning(builder.prim('add', [place, one])));
    return found;
  }

  /** Puts elements of another array at the end. */
  protected pushElements(of: RecordMeaning, series: Series, node: Node): Meaning {
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const exits = { slots: [], stops: [], name: 'k' };
    this.through(
      series,
      () =>
        void this.range(node, range, new Frame(null), exits, (i) => {
          this.push(of, series.at(i), node);
        }),
    );
    return meaning(this.held(of, 'count', node));
  }

  /** Puts elements in the place of so many from an index on; the result is what was there. */
  protected spliced(
    of: RecordMeaning,
    [from, length]: readonly [Value, Value],
    given: readonly Meaning[],
    node: Node,
  ): Meaning {
    this.insistOnOwn(of, node);
    const { builder } = this;
    const count = this.held(of, 'count', node);
    const end = builder.prim('add', [from, length]);
    const removed = this.copied('number[]', of, node, [from, length]);
    const after = this.copied('number[]', of, node, [end, builder.prim('sub', [count, end])]);
    this.state.set(this.slot(of, 'count'), meaning(from));
    for (const one of given) this.push(of, one, node);
    this.pushElements(of, this.seriesOf(after, node)!, node);
    return removed;
  }

  /** Puts an element in the place of another one that is there. */
  protected replace(of: RecordMeaning, index: Value, to: Meaning, node: Node): void {
    if (of.elements !== undefined && this.isShapeWritten(of.elements))
      this.refuse(node, 'other places for objects that change', 'use copies of them');
    this.putting(of, to, node)(this.placeIn(of, index, node));
  }

  protected override seriesOf(given: Meaning, node: Node): Series | null {
    const of = this.sure(given);
    if (of.tag !== 'record' || of.isGrowing !== true) return super.seriesOf(of, node);
    const array = this.heldArray(of, node);
    const columns = this.grownColumns(of, node);
    return {
      length: this.held(of, 'count', node),
      at: (i) => {
        const place = this.placeIn(of, i, node);
        return columns === undefined
          ? meaning(this.element(array, place))
          : this.elementOf(columns, place);
      },
      whole: of,
      growing: this.slot(of, 'array0'),
    };
  }

  /** The element of an index, or undefined where that is -1; objects have to be there. */
  protected elementWhere(of: RecordMeaning, index: Value, node: Node): Meaning {
    const { builder } = this;
    const isThere = builder.compare('ge', index, this.zero());
    const columns = this.grownColumns(of, node);
    const place = this.placeIn(of, index, node);
    if (columns === undefined)
      return meaning(this.element(this.heldArray(of, node), builder.choose(isThere, place, index)));
    this.leaveUnless(isThere);
    return this.elementOf(columns, place);
  }

  protected override field(of: RecordMeaning, name: string, node: Node): Meaning {
    if (of.isGrowing === true)
      return this.refuse(
        node,
        `the field ${name} of an array`,
        'read its elements by their indices',
      );
    return super.field(of, name, node);
  }

  protected override memberOf(
    given: Meaning,
    node: types.MemberExpression,
    frame: Frame,
  ): { get: () => Meaning; set: (to: Meaning) => void } {
    const object = this.sure(given);
    if (object.tag !== 'record' || object.isGrowing !== true)
      return super.memberOf(object, node, frame);
    const name = nameOfKey(node.property, node.computed);
    const count = this.held(object, 'count', node);
    if (name === 'length')
      return {
        get: () => meaning(count),
        set: () => this.refuse(node, 'a write to length', 'make a new array'),
      };
    if (name !== undefined)
      return this.refuse(node, `the member ${name} of an array`, 'write a loop');
    return this.elementAt(object, this.number(node.property, frame), node);
  }

  /** An element at an index. A store right behind the last one makes the array longer. */
  private elementAt(of: RecordMeaning, index: Value, node: Node) {
    const { builder } = this;
    /** Where the element stands. Leaves where there is none; what is beyond the end is in the room. */
    const inside = (): Value => {
      builder.add({ tag: 'check', array: this.heldArray(of, node), index });
      this.leaveUnless(builder.compare('lt', index, this.held(of, 'count', node)));
      return this.placeIn(of, index, node);
    };
    return {
      get: (): Meaning => {
        const place = inside();
        const columns = this.grownColumns(of, node);
        return columns === undefined
          ? meaning(this.element(this.heldArray(of, node), place))
          : this.elementOf(columns, place);
      },
      set: (to: Meaning): void => {
        const put = this.putting(of, to, node);
        const replace = (): void => {
          if (of.elements !== undefined && this.isShapeWritten(of.elements))
            builder.add({ tag: 'leave' });
          else put(inside());
        };
        if (of.isFixed || this.busy.has(this.slot(of, 'array0'))) {
          replace();
          return;
        }
        const isEnd = builder.compare('eq', index, this.held(of, 'count', node));
        this.if(isEnd, () => this.pushBy(of, put, node), replace);
      },
    };
  }
}
