/** Lowers what happens to elements of arrays that grow: they are read, replaced, taken away, and put before others. */
import { elementType, isArray, type ArrayType, type Value } from '../../ir/ir.js';
import { nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { Series } from './arrays.js';
import { Growing } from './growing.js';
import { isGrown, type Grown } from './growing-room.js';
import {
  meaning,
  Frame,
  type Meaning,
  type Member,
  type RecordMeaning,
} from '../meanings/meanings.js';

export abstract class GrownElements extends Growing {
  /** Refuses what makes an array shorter that has other names, or is gone through. */
  private insistOnOwn(of: Grown, node: Node): void {
    if (this.isShared(of) || this.isBusy(of))
      this.refuse(
        node,
        'an array that is shared, or gone through, becomes shorter',
        'make a new one',
      );
  }

  /** Takes the last element away, or the first one. It is missing where there is none. */
  protected taken(of: Grown, isFirst: boolean, node: Node): Meaning {
    this.insistOnOwn(of, node);
    if (of.tag === 'record' && of.rows !== undefined)
      return this.refuse(node, 'an array that may grow, and is taken away', 'use an index');
    const count = this.countIn(of, node);
    const isThere = this.builder.compare('gt', count, this.zero());
    return this.perhaps(node, isThere, () => this.takenOf(of, count, isFirst, node));
  }

  private takenOf(of: Grown, count: Value, isFirst: boolean, node: Node): Meaning {
    const { builder } = this;
    const one = this.one();
    const last = builder.prim('sub', [count, one]);
    const head = isFirst && of.tag === 'record' ? of.slots.get('head') : undefined;
    const place = this.placeIn(of, isFirst ? this.zero() : last, node);
    const columns = this.grownColumns(of, node);
    if (columns !== undefined && this.isShapeWritten(columns.shape))
      return this.refuse(node, 'an object that changes, and is taken away', 'use an index');
    const found =
      columns === undefined
        ? meaning(this.element(this.heldArray(of, node), place))
        : this.elementOf(columns, place);
    if (isFirst && head === undefined) this.moveDown(of, last, node);
    this.setCount(of, last, node);
    if (head !== undefined) this.state.set(head, meaning(builder.prim('add', [place, one])));
    return found;
  }

  /** Puts a copy without the first element in the place of what has no head: a row, or an array that is shifted by another name. */
  private moveDown(of: Grown, length: Value, node: Node): void {
    const { storage } = this.heldArray(of, node).type as ArrayType;
    const isList = storage === 'list' || this.objectsIn(of) !== undefined;
    const whole = isList ? 'number[]' : storage;
    const rest = this.copied(whole, of, node, [this.one(), length]);
    this.putArrays(of, rest.tag === 'columns' ? rest.arrays : [this.valueOf(rest, node)], node);
  }

  /** Puts elements of another array at the end. */
  protected pushElements(of: Grown, series: Series, node: Node): Meaning {
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const exits = { slots: [], stops: [], name: 'k' };
    this.through(
      series,
      () =>
        void this.range(node, range, new Frame(null), exits, (i) => {
          this.push(of, series.at(i), node);
        }),
    );
    return meaning(this.countIn(of, node));
  }

  /** Puts elements in the place of so many from an index on; the result is what was there. */
  protected spliced(
    of: Grown,
    [from, length]: readonly [Value, Value],
    given: readonly Meaning[],
    node: Node,
  ): Meaning {
    this.insistOnOwn(of, node);
    if (of.tag === 'record' && of.rows !== undefined)
      return this.refuse(node, 'other places for arrays that may grow', 'use an index');
    const { builder } = this;
    const count = this.countIn(of, node);
    const end = builder.prim('add', [from, length]);
    const removed = this.copied('number[]', of, node, [from, length]);
    const after = this.copied('number[]', of, node, [end, builder.prim('sub', [count, end])]);
    this.setCount(of, from, node);
    for (const one of given) this.push(of, one, node);
    this.pushElements(of, this.seriesOf(after, node)!, node);
    return removed;
  }

  /** Puts an element in the place of another one that is there. */
  protected replace(of: Grown, index: Value, to: Meaning, node: Node): void {
    if (!this.isReplaced(of))
      this.refuse(node, 'other places for objects or arrays that change', 'use copies of them');
    this.putting(of, to, node)(this.placeIn(of, index, node));
  }

  /** Whether elements may get other places: none is known by its place. */
  private isReplaced(of: Grown): boolean {
    const elements = this.objectsIn(of);
    return !(elements && this.isShapeWritten(elements)) && !(of.tag === 'record' && of.rows);
  }

  protected override seriesOf(given: Meaning, node: Node): Series | null {
    const of = this.sure(given);
    if (!isGrown(of)) return super.seriesOf(of, node);
    const isOfRows = of.tag === 'record' && of.rows !== undefined;
    const array = this.heldArray(of, node);
    const columns = this.grownColumns(of, node);
    return {
      length: this.countIn(of, node),
      at: (i) => {
        const place = this.placeIn(of, i, node);
        if (isOfRows) return this.elementIn(of, place, node);
        return columns === undefined
          ? meaning(this.element(array, place))
          : this.elementOf(columns, place);
      },
      whole: of,
      growing: this.gone(of),
    };
  }

  /** The element of an index where there is one; otherwise it is missing. */
  private elementWhere(of: Grown, index: Value, node: Node): Meaning {
    const { builder } = this;
    const isThere = this.isWithin(this.countIn(of, node), index);
    const get = (): Meaning => this.elementIn(of, this.placeIn(of, index, node), node);
    if (!this.holdsPlain(of, node)) return this.perhaps(node, isThere, get);
    const place = builder.choose(isThere, this.placeIn(of, index, node), builder.constant(-1));
    return meaning(this.element(this.heldArray(of, node), place));
  }

  /** Whether the elements are numbers or bools. */
  private holdsPlain(of: Grown, node: Node): boolean {
    if (this.objectsIn(of) !== undefined || (of.tag === 'record' && of.rows !== undefined))
      return false;
    return !isArray(elementType(this.heldArray(of, node).type as ArrayType));
  }

  protected override elementOrNothing(series: Series, index: Value, node: Node): Meaning {
    const { whole } = series;
    if (!isGrown(whole)) return super.elementOrNothing(series, index, node);
    return this.elementWhere(whole, index, node);
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

  protected override part(given: Meaning, k: number, node: Node): Meaning {
    const of = this.sure(given);
    return isGrown(of)
      ? this.elementAt(of, this.builder.constant(k), node).get()
      : super.part(of, k, node);
  }

  protected override memberOf(given: Meaning, node: types.MemberExpression, frame: Frame): Member {
    const object = this.sure(given);
    if (!isGrown(object)) return super.memberOf(object, node, frame);
    const name = nameOfKey(node.property, node.computed);
    const count = this.countIn(object, node);
    if (name === 'length')
      return {
        get: () => meaning(count),
        set: (to) => this.cut(object, this.numberOf(to, node), node),
      };
    if (name !== undefined)
      return this.refuse(node, `the member ${name} of an array`, 'write a loop');
    return this.elementAt(object, this.number(node.property, frame), node);
  }

  /** Arrays that were made in one go, and then replaced, are no arrays that grow. */
  private insistOnLasting(of: Grown, node: Node): void {
    const literal = of.tag === 'record' && of.madeFor === undefined && of.rows?.madeFor;
    if (!literal) return;
    this.remedies.learn(literal, { isReplaced: true });
    this.refuse(node, 'another array in the place of one that grows', 'push to it', 'lessons');
  }

  /** A write to the length, which makes the array shorter. Leaves where it would not. */
  private cut(of: Grown, to: Value, node: Node): void {
    this.insistOnOwn(of, node);
    const { builder } = this;
    builder.add({ tag: 'whole', value: to });
    this.leaveUnless(builder.compare('ge', to, this.zero()));
    this.leaveUnless(builder.compare('le', to, this.countIn(of, node)));
    this.setCount(of, to, node);
  }

  /** An element at an index. A store right behind the last one makes the array longer. */
  private elementAt(of: Grown, index: Value, node: Node) {
    const { builder } = this;
    /** Where the element stands. Leaves where there is none; what is beyond the end is in the room. */
    const inside = (): Value => {
      builder.add({ tag: 'check', array: this.heldArray(of, node), index });
      this.leaveUnless(builder.compare('lt', index, this.countIn(of, node)));
      return this.placeIn(of, index, node);
    };
    return {
      get: (): Meaning =>
        this.isAsked(node)
          ? this.elementWhere(of, index, node)
          : this.elementIn(of, inside(), node),
      set: (to: Meaning): void => {
        this.insistOnLasting(of, node);
        const put = this.putting(of, to, node);
        const replace = (): void => {
          if (this.isReplaced(of)) put(inside());
          else builder.add({ tag: 'leave' });
        };
        if (this.isShared(of) || this.isBusy(of)) {
          replace();
          return;
        }
        const isEnd = builder.compare('eq', index, this.countIn(of, node));
        this.if(isEnd, () => this.pushBy(of, put, node), replace);
      },
    };
  }
}
