/**
 * Arrays that grow: an array with room, and a count of the room that is used. Both change like fields of an object. Of an
 * array that grows in another one, both stand in lists of the other one, at its place.
 */
import { elementType, isNumber, sameType, type ArrayType, type Value } from '../../ir/ir.js';
import type { Binding, Node } from '../../front/syntax.js';
import { Making } from './making.js';
import { isShifted } from '../syntax/growing-uses.js';
import {
  meaning,
  type ColumnsMeaning,
  type GrownRowMeaning,
  type Meaning,
  type RecordMeaning,
  type Rows,
  type Slot,
} from '../meanings/meanings.js';
import type { RecordShape } from '../shapes/shapes.js';

/** How many elements there is room for at first. */
export const ROOM = 4;
/** Where an array of arrays that grow says how many elements each of them has. */
const COUNTS = 'arrayOfCounts';

export type Grown = RecordMeaning | GrownRowMeaning;

export const isGrown = (of: Meaning): of is Grown =>
  of.tag === 'grown' || (of.tag === 'record' && of.isGrowing === true && of.keyed === undefined);

export abstract class Room extends Making {
  /** The bodies of loops and functions in which arrays that grow were made. */
  protected readonly rounds = new WeakMap<RecordMeaning, object>();

  protected growing(
    arrays: readonly Value[],
    count: Value,
    madeFor?: Binding | Node,
    of: {
      readonly elements?: RecordShape | undefined;
      readonly rows?: Rows;
      readonly isSteady?: true;
    } = {},
  ): RecordMeaning {
    const isOfVariable = madeFor !== undefined && 'identifier' in madeFor;
    const head = isOfVariable && isShifted(madeFor) && of.rows === undefined;
    const made: RecordMeaning = {
      ...this.record(
        [
          ...arrays.map((array, k) => {
            const isCounts = of.rows !== undefined && k + 1 === arrays.length;
            return [isCounts ? COUNTS : `array${k}`, meaning(array)] as const;
          }),
          ['count', meaning(count)] as const,
          ...(head ? ([['head', meaning(this.zero())]] as const) : []),
        ],
        false,
      ),
      isGrowing: true,
      ...(madeFor && { madeFor }),
      ...(of.elements && { elements: of.elements }),
      ...(of.rows && { rows: of.rows }),
    };
    if (of.isSteady !== true) this.carry(made.slots.values());
    this.rounds.set(made, this.round);
    return made;
  }

  // ── What there is ──

  private valueIn = (slot: Slot, node: Node): Value => this.valueOf(this.read(slot, node), node);

  private countsOf = ({ of }: GrownRowMeaning, node: Node): Value =>
    this.valueIn(of.slots.get(COUNTS)!, node);

  /** The slots of the arrays that hold the elements. */
  private arraySlots = (of: RecordMeaning): readonly Slot[] =>
    [...of.slots].flatMap(([name, slot]) => (name.startsWith('array') ? [slot] : []));

  /** The lists that hold the rows, without their counts. */
  private rowSlots = ({ of }: GrownRowMeaning): readonly Slot[] => this.arraySlots(of).slice(0, -1);

  /** The arrays that hold the elements, as they are now. */
  protected arraysIn(of: Grown, node: Node): readonly Value[] {
    if (of.tag === 'record') return this.arraySlots(of).map((slot) => this.valueIn(slot, node));
    return this.rowSlots(of).map((slot) => this.element(this.valueIn(slot, node), of.index));
  }

  protected heldArray(of: Grown, node: Node): Value {
    if (of.tag === 'record') return this.valueIn(of.slots.get('array0')!, node);
    return this.element(this.valueIn(of.of.slots.get('array0')!, node), of.index);
  }

  /** How many elements it has. */
  protected countIn(of: Grown, node: Node): Value {
    return of.tag === 'record'
      ? this.valueIn(of.slots.get('count')!, node)
      : this.element(this.countsOf(of, node), of.index);
  }

  /** What is noted while it is gone through. All arrays in one array have the same. */
  protected gone = (of: Grown): Slot =>
    of.tag === 'record' ? of.slots.get('array0')! : of.of.slots.get(COUNTS)!;

  protected isBusy = (of: Grown): boolean => this.busy.has(this.gone(of));

  /** Whether it has names that are not known to be its. */
  protected isShared = (of: Grown): boolean =>
    of.tag === 'record' ? of.isFixed : of.of.isFixed || of.of.rows?.isSteady === true;

  protected objectsIn = (of: Grown): RecordShape | undefined =>
    of.tag === 'record' ? of.elements : of.of.rows?.elements;

  /** Where an element of an index stands: what was shifted out is before it. */
  protected placeIn(of: Grown, index: Value, node: Node): Value {
    const head = of.tag === 'record' ? of.slots.get('head') : undefined;
    return head === undefined ? index : this.builder.prim('add', [this.valueIn(head, node), index]);
  }

  /** The objects of an array that grows, and room for more. */
  protected grownColumns(of: Grown, node: Node): ColumnsMeaning | undefined {
    const shape = this.objectsIn(of);
    if (shape === undefined) return undefined;
    const arrays = this.arraysIn(of, node);
    // Objects are known by what holds the columns.
    const grown = of.tag === 'record' && { grown: this.arraySlots(of) };
    return { tag: 'columns', shape, arrays, ...grown };
  }

  /** What stands at a place. */
  protected elementIn(of: Grown, place: Value, node: Node): Meaning {
    if (of.tag === 'record' && of.rows !== undefined) return { tag: 'grown', of, index: place };
    const columns = this.grownColumns(of, node);
    return columns === undefined
      ? meaning(this.element(this.heldArray(of, node), place))
      : this.elementOf(columns, place);
  }

  // ── What changes ──

  protected setCount(of: Grown, to: Value, node: Node): void {
    if (of.tag === 'record') this.state.set(of.slots.get('count')!, meaning(to));
    else {
      this.originals.resized(this.gone(of));
      this.builder.store(this.countsOf(of, node), of.index, to);
    }
  }

  /** Puts other arrays in the place of those that hold the elements. */
  protected putArrays(of: Grown, arrays: readonly Value[], node: Node): void {
    const slots = of.tag === 'record' ? this.arraySlots(of) : this.rowSlots(of);
    this.arraysIn(of, node).forEach((before, k) => {
      const array = arrays[k];
      if (arrays.length !== slots.length || !sameType(array.type, before.type))
        this.refuse(node, 'another array in the place of one that grows', 'push to it');
      if (of.tag === 'record') this.state.set(slots[k], meaning(array));
      else this.builder.store(this.valueIn(slots[k], node), of.index, array);
    });
  }

  /** Room for as many elements again, and for the old ones. */
  private enlarge(of: Grown, length: Value, node: Node): void {
    const { builder } = this;
    const double = builder.prim('mul', [length, builder.constant(2)]);
    const twice = builder.prim('max', [double, builder.constant(ROOM)]);
    const slots = of.tag === 'record' ? this.arraySlots(of) : this.rowSlots(of);
    this.arraysIn(of, node).forEach((array, k) => {
      const type = array.type as ArrayType;
      const larger = builder.let({ tag: 'alloc', type, args: [twice] }, array.name);
      builder.each(this.zero(), length, this.one(), (i) =>
        builder.store(larger, i, this.element(array, i)),
      );
      if (of.tag === 'record') this.state.set(slots[k], meaning(larger));
      else builder.store(this.valueIn(slots[k], node), of.index, larger);
    });
  }

  /** Puts an element at the end by `put`; the room doubles where it is used up. */
  protected pushBy(of: Grown, put: (at: Value) => void, node: Node): Meaning {
    const count = this.countIn(of, node);
    const length = this.builder.length(this.heldArray(of, node));
    const place = this.placeIn(of, count, node);
    this.if(
      this.builder.compare('lt', place, length),
      () => undefined,
      () => this.enlarge(of, length, node),
    );
    put(place);
    const next = this.builder.prim('add', [count, this.one()]);
    this.setCount(of, next, node);
    return meaning(next);
  }

  /** Puts a number, or an array, into the only array of elements. */
  protected putElement(of: Grown, at: Value, element: Value, node: Node): void {
    const array = this.heldArray(of, node);
    // What is not there would become NaN.
    if (isNumber(elementType(array.type as ArrayType)))
      this.leaveUnless(this.builder.present(element));
    this.builder.store(array, at, element);
  }
}
