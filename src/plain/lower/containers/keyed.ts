/**
 * Lowers maps, sets and dictionaries: arrays that grow with the keys and with what they lead to, in the order in which they came,
 * and an array that says for each key where it stands, and one more; 0 for a key that is not there. A key is a whole number: the
 * place of a text, or one that a number has as a key (ir/text-table.ts). Of a key that is taken away the place stays, with -1 in
 * it, so that others stay where they are; and all such are counted.
 */
import type { ArrayType, Value } from '../../ir/ir.js';
import type { Binding, Node } from '../../front/syntax.js';
import type { HeldByKeys } from '../meanings/held-by-keys.js';
import { isKeyed, MapPools } from './map-pools.js';
import { ROOM, type Grown } from '../arrays/growing-room.js';
import {
  meaning,
  type KeyedMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { isText } from '../meanings/words.js';
import { columnType, elementShape, inColumns, type Shape } from '../shapes/shapes.js';

/** What comes from outside stays as long as it is. */
const steady = { isSteady: true } as const;

const inners = new WeakMap<Node, Node>();

/** What stands for the code that makes what the keys of a map lead to. */
function innerOf(node: Node): Node {
  const found = inners.get(node) ?? { ...node, start: (node.start ?? 0) + 0.5 };
  inners.set(node, found);
  return found;
}

const isList = ({ tag }: Shape): boolean => tag === 'array' || tag === 'columns';

export { isKeyed };

export abstract class Keyed extends MapPools {
  /** Adds what stands before all else. */
  protected abstract atStart(fill: () => void): void;

  // ── What there is ──

  private slotIn = (of: KeyedMeaning, name: string, node: Node): Meaning =>
    this.read(of.slots.get(name)!, node);

  /** The keys, as numbers, in an array that grows. */
  protected listOfKeys = (of: KeyedMeaning, node: Node): Grown =>
    this.rowIn(of, 'keys', node) ?? (this.slotIn(of, 'keys', node) as RecordMeaning);

  /** What they lead to. */
  protected listHeld = (of: KeyedMeaning, node: Node): Grown =>
    this.rowIn(of, 'held', node) ?? (this.slotIn(of, 'held', node) as RecordMeaning);

  protected placesOfKeys = (of: KeyedMeaning, node: Node): Value =>
    this.valueOf(this.read(this.slotOfPlaces(of), node), node);

  protected slotOfPlaces = (of: KeyedMeaning): Slot =>
    this.pooledPlaces(of) ?? of.slots.get('places')!;

  protected sizeOf = (of: KeyedMeaning, node: Node): Value => {
    const count = this.countOfPlaces(of, node);
    const gone = of.slots.get('gone');
    return gone === undefined
      ? count
      : this.builder.prim('sub', [count, this.valueOf(this.read(gone, node), node)]);
  };

  /** How many places there are, also of keys that were taken away. */
  protected countOfPlaces = (of: KeyedMeaning, node: Node): Value =>
    this.countIn(this.listOfKeys(of, node), node);

  /** A map, a set or a dictionary of some arrays. */
  private keyedOf(
    kept: HeldByKeys,
    places: Value,
    keys: RecordMeaning,
    held: RecordMeaning | null,
  ) {
    const fields: (readonly [string, Meaning])[] = [
      ['places', meaning(places)],
      ['keys', keys],
      ...(held === null ? [] : [['held', held] as const]),
      ...(kept.shrinks ? [['gone', meaning(this.zero())] as const] : []),
    ];
    const made: KeyedMeaning = { ...this.record(fields), isGrowing: true, keyed: kept };
    const own = ['places', 'gone'].flatMap((name) => made.slots.get(name) ?? []);
    if (kept.isOutside !== true) this.carry(own);
    return made;
  }

  /** A new one, without keys. */
  protected newKeyed(kept: HeldByKeys, key: Binding | Node): KeyedMeaning {
    const { builder } = this;
    if (this.hasPools && this.remedies.of(key)?.isPooled && !('identifier' in key))
      return this.newInPool(kept, key);
    const room = builder.constant(ROOM);
    const keys = this.growing([builder.alloc('Float64Array', room, 'keys')], this.zero());
    const places = builder.alloc('Int32Array', room, 'places');
    const shrinks = kept.madeFor && this.remedies.of(kept.madeFor)?.shrinks;
    const made = shrinks ? { ...kept, shrinks } : kept;
    return this.keyedOf(made, places, keys, kept.kind === 'Set' ? null : this.newHeld(kept, key));
  }

  private newHeld({ of }: HeldByKeys, key: Binding | Node): RecordMeaning {
    const { builder } = this;
    const lesson = this.remedies.of(key);
    // Lists and objects that keys lead to may have several names.
    this.makesObjects ||= lesson?.isOfRows === true || (of !== undefined && isList(of));
    if (lesson?.isOfRows) return this.emptyRows(key, 'held');
    if (of?.tag === 'columns' && lesson?.isOfLists !== true) {
      const inRows = of.of;
      this.remedies.learn(key, this.hasPools ? { isOfLists: true } : { isOfRows: true, inRows });
      throw this.learned();
    }
    const shape = lesson?.isOfLists
      ? this.listsFor(key, of)
      : this.inList(this.pooledShape(lesson?.of ?? this.mapsFor(key, of) ?? { tag: 'number' }));
    const room = builder.constant(ROOM);
    const alloc = (type: ArrayType): Value =>
      builder.let({ tag: 'alloc', type, args: [room] }, 'held');
    const elements = shape.tag === 'record' ? shape : undefined;
    const arrays = elements
      ? this.columnsOf(elements, 'held', (type) => alloc(type as ArrayType)).arrays
      : [alloc(columnType(shape))];
    return this.growing(arrays, this.zero(), key, { elements });
  }

  /** Maps that keys lead to, by their places in a pool; anything else as it is. */
  private mapsFor(key: Binding | Node, of: Shape | undefined): Shape | undefined {
    if (of?.tag !== 'dictionary') return of;
    const node = 'identifier' in key ? key.identifier : key;
    const { pools } = this.remedies;
    this.makesObjects = true;
    if (!this.hasPools) return this.refuse(node, 'maps in a map', 'use a key of both');
    const inner = innerOf(node);
    if (of.of !== undefined && of.of.tag !== 'number' && of.of.tag !== 'dictionary')
      this.remedies.learn(inner, { inRows: of.of });
    if (pools.learnMap(inner, of.kind, of.keys)) this.remedies.isNew = true;
    return { tag: 'map', pool: pools.mapOf(inner) };
  }

  /** Lists that are known by their places in a pool. */
  private listsFor(key: Binding | Node, of: Shape | undefined): Shape {
    const node = 'identifier' in key ? key.identifier : key;
    const inRows = of && elementShape(of);
    if (inRows !== undefined && inRows.tag !== 'number') this.remedies.learn(node, { inRows });
    if (this.remedies.pools.learnList(node)) {
      this.remedies.isNew = true;
      throw this.learned();
    }
    return inColumns({ tag: 'list', pool: this.remedies.pools.listOf(node)! });
  }

  /** One from outside: nobody may give it new keys. */
  protected keyedOutside(kept: HeldByKeys, given: Value, held: Meaning | null): KeyedMeaning {
    const [codes, places, count] = this.tableOf(kept, given);
    const keys = this.growing([codes], count, undefined, steady);
    const arrays =
      held?.tag === 'columns' ? held.arrays : held?.tag === 'value' ? [held.value] : [];
    const elements = held?.tag === 'columns' ? held.shape : undefined;
    const list = held && this.growing(arrays, count, undefined, { ...steady, elements });
    const made = this.keyedOf({ ...kept, isOutside: true }, places, keys, list);
    this.fix(made, this.state.get);
    made.isNamed = true;
    return made;
  }

  private readonly tables = new WeakMap<
    Value,
    readonly [codes: Value, places: Value, count: Value]
  >();

  /** The keys of what comes from outside, and where they stand: computed once, before all else. */
  private tableOf({ keys }: HeldByKeys, given: Value): readonly [Value, Value, Value] {
    let found = this.tables.get(given);
    if (found === undefined) {
      this.atStart(() => {
        const count = this.builder.length(given);
        const codes = keys === 'text' ? given : this.keysOfNumbers(given, count);
        const places = this.builder.let({ tag: 'order', by: 'inverse', args: [codes] }, 'places');
        found = [codes, places, count];
      });
      this.tables.set(given, found!);
    }
    return found!;
  }

  private keysOfNumbers(given: Value, count: Value): Value {
    const { builder } = this;
    const keys = builder.alloc('Float64Array', count, 'keys');
    builder.each(this.zero(), count, this.one(), (i) =>
      builder.store(keys, i, this.textOp('keyOf', [this.element(given, i)])),
    );
    return keys;
  }

  // ── Keys ──

  /** The number of a key. */
  protected codeOfKey({ keyed }: KeyedMeaning, given: Meaning, node: Node): Value {
    const key = this.sure(given);
    if (keyed.kind === 'object' || isText(key)) {
      if (keyed.keys === 'number') return this.refuseKeys(keyed, 'text', node);
      return this.wordOf(this.asText(key, node));
    }
    if (keyed.keys === 'text') return this.refuseKeys(keyed, 'number', node);
    const x = this.numberOf(key, node);
    this.leaveUnless(this.builder.present(x));
    return this.textOp('keyOf', [this.asPassive(x)]);
  }

  /** Refuses a key of another kind, unless nobody said what keys are. */
  private refuseKeys({ madeFor }: HeldByKeys, kind: 'text' | 'number', node: Node): never {
    if (madeFor !== undefined) this.remedies.learn(madeFor, { keys: kind });
    return this.refuse(node, 'a map with keys of several kinds', 'make several maps', 'lessons');
  }

  /** A key as the program sees it. */
  protected keySeen(of: KeyedMeaning, i: Value, node: Node): Meaning {
    const code = this.element(this.heldArray(this.listOfKeys(of, node), node), i);
    return of.keyed.keys === 'text' ? this.word(code) : meaning(this.textOp('numberOf', [code]));
  }

  /** Where a key stands; below 0 for one that is not there. */
  protected placeOfKey(of: KeyedMeaning, code: Value, node: Node): Value {
    const { builder } = this;
    const places = this.placesOfKeys(of, node);
    const among = this.codeOfPlace(of, code, node);
    const found = builder.let({ tag: 'load', args: [places, among], orZero: true });
    return builder.prim('sub', [found, this.one()]);
  }

  protected isThere = (place: Value): Value => this.builder.compare('ge', place, this.zero());
}
