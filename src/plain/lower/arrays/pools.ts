/** Makes pools (objects/pooled.ts), and puts objects into them: new ones, and those of arguments. */
import { isArray, type ArrayType, type Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import {
  Frame,
  meaning,
  nothing,
  type ColumnsMeaning,
  type ElementMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { CLASS_CODE, leavesIn, type RecordShape, type Shape } from '../shapes/shapes.js';
import { Room, ROOM } from './growing-room.js';

/** Columns of an argument, and the places of its objects in their pool. */
interface Given {
  readonly columns: ColumnsMeaning;
  readonly places: ColumnsMeaning;
}

export abstract class Pools extends Room {
  /** The objects of arguments that are in pools. */
  private readonly givenObjects: Given[] = [];

  /** Makes the pools that were learned of. */
  protected makePools(): void {
    if (!this.hasPools) return;
    const room = this.builder.constant(ROOM);
    for (const [name, shape] of this.remedies.pools.all) {
      const { arrays } = this.columnsOf(shape, 'pool', (type) =>
        this.builder.let({ tag: 'alloc', type: type as ArrayType, args: [room] }, 'pool'),
      );
      if (arrays.length > 0)
        this.pools.set(name, this.growing(arrays, this.zero(), undefined, { elements: shape }));
    }
  }

  /** What pools are made of: functions of the language take and give it. */
  protected override poolSlots = (): readonly Slot[] =>
    [...this.pools.values()].flatMap(({ slots }) => [...slots.values()]);

  protected override promoted(of: RecordMeaning, node: Node): ElementMeaning {
    if (of.accessors !== undefined)
      this.refuse(node, 'an object with getters and several names', 'write functions');
    const fields = [...of.slots].map(([name, slot]) => [name, this.read(slot, node)] as const);
    return this.putInPool(this.poolOf(of), new Map(fields), of.from?.node, node);
  }

  /** Puts an object with some fields into a pool. */
  private putInPool(
    name: string,
    fields: ReadonlyMap<string, Meaning>,
    from: RecordShape['from'],
    node: Node,
  ): ElementMeaning {
    const { pools } = this.remedies;
    const shapes = new Map<string, Shape>();
    for (const [field, held] of fields) {
      const isList = this.isListField(pools.of(name), field);
      const shape = this.shapeInPool(held, node, isList);
      if (shape === null)
        return this.refuse(
          node,
          'an object with several names that holds something else than numbers and such objects',
          'keep numbers in it',
        );
      shapes.set(field, shape);
    }
    const isNew = pools.learn(name, shapes, from && [{ of: from, names: new Set(shapes.keys()) }]);
    if (isNew === null)
      return this.refuse(node, 'objects with different fields in an array', 'give them the same');
    if (isNew) {
      this.remedies.isNew = true;
      throw this.learned();
    }
    const pool = this.pools.get(pools.find(name));
    if (pool === undefined)
      return this.refuse(node, 'an object without numbers', 'give it a field');
    const shape = pool.elements!;
    // What the object holds stands in its pool first: that may be this one.
    const held = [...shape.fields].map(([field, of]): readonly [Shape, Meaning] => {
      if (field === CLASS_CODE) return [of, meaning(this.builder.constant(from!.start!))];
      // What only objects of other classes have.
      if (shape.family !== undefined && !fields.has(field)) return [of, this.unread(of)];
      const found = fields.get(field) ?? nothing;
      const isCopy = found.tag === 'element' || (found.tag === 'record' && found.isNamed);
      if (of.tag === 'record' && isCopy && this.isShapeWritten(of))
        this.refuse(node, 'a tuple in an object that has another name', 'make a new one');
      return [of, of.tag === 'ref' ? this.placed(found, of, node, true) : found];
    });
    const index = this.placeBy(
      pool,
      (place) => {
        const columns = this.grownColumns(pool, node)!;
        let at = 0;
        for (const [of, found] of held) {
          this.storePart(columns, of, at, place, found, node);
          at += leavesIn(of);
        }
      },
      node,
    );
    return this.pooledAt(name, index);
  }

  /** What stands in a field that an object does not have. */
  private unread = (of: Shape): Meaning =>
    this.formed(of, '', (type) =>
      isArray(type) || type === 'host'
        ? this.fillerOf(type)
        : this.builder.constant(type === 'bool' ? false : 0),
    );

  /** The place of what `put` puts into a pool. */
  protected placeBy(of: RecordMeaning, put: (at: Value) => void, node: Node): Value {
    let index: Value | null = null;
    this.pushBy(
      of,
      (place) => {
        index = place;
        put(place);
      },
      node,
    );
    return index!;
  }

  // ── Arguments ──

  /** An argument whose arrays of objects are places in pools, if they have to be. */
  protected givenInPools(of: Meaning, node: Node): Meaning {
    if (!this.hasPools) return of;
    if (of.tag === 'record')
      for (const slot of of.slots.values()) {
        const held = this.state.get(slot);
        if (held !== undefined) this.state.set(slot, this.givenInPools(held, node));
      }
    if (of.tag !== 'columns' || of.shape.isOne || of.shape.isTuple) return of;
    const name = this.poolOf(this.elementOf(of, this.zero()) as ElementMeaning);
    if (!this.remedies.pools.isGiven(name)) return of;
    const length = this.countOf(of);
    const shape = this.inList({ tag: 'ref', pool: name }) as RecordShape;
    const array = this.builder.alloc('Int32Array', length, 'places');
    const places: ColumnsMeaning = { tag: 'columns', shape, arrays: [array] };
    const range = { from: this.zero(), to: length, step: this.one(), by: 'lt' as const };
    const exits = { slots: [], stops: [], name: 'k' };
    this.range(node, range, new Frame(null), exits, (i) => {
      const one = this.elementOf(of, i) as ElementMeaning;
      const held = [...one.shape.fields.keys()].map(
        (field) => [field, this.heldBy(one, field, node)] as const,
      );
      const made = this.putInPool(name, new Map(held), one.shape.from, node);
      this.builder.store(array, i, made.index);
    });
    this.givenObjects.push({ columns: of, places });
    return places;
  }

  /** Puts back what was written in objects of arguments. It also asks that none of them was given twice. */
  protected putBackGiven(node: Node): void {
    for (const { columns, places } of this.givenObjects) {
      const names = [...columns.shape.fields.keys()].filter(
        (name) => this.areCompared || this.isFieldWritten(name),
      );
      if (names.length === 0) continue;
      this.builder.each(this.zero(), this.countOf(columns), this.one(), (i) => {
        const one = this.elementOf(places, i) as ElementMeaning;
        const into: ElementMeaning = {
          tag: 'element',
          columns,
          index: i,
          shape: columns.shape,
          at: 0,
        };
        for (const name of names) {
          const found = this.fieldOf(one, name, node)!.get();
          this.fieldOf(into, name, node)!.set(found);
        }
      });
    }
  }
}
