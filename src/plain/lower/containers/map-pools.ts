/**
 * Maps, sets and dictionaries that have several names, or stand in others, in lists and in objects: they are known by their
 * places in a pool, as objects are (objects/pooled.ts). A pool has rows that grow of keys and of what they lead to, a row for
 * each map, and one array that says where keys stand, by pairs of a map and a key.
 */
import type { Node } from '../../front/syntax.js';
import type { ArrayType, Value } from '../../ir/ir.js';
import { value } from '../../ir/build.js';
import { ROOM } from '../arrays/growing-room.js';
import type { HeldByKeys } from '../meanings/held-by-keys.js';
import {
  meaning,
  type GrownRowMeaning,
  type KeyedMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import type { Shape } from '../shapes/shapes.js';
import { Patterns } from './patterns.js';

interface MapPool {
  readonly keys: RecordMeaning;
  /** What they lead to; null for sets. */
  readonly held: RecordMeaning | null;
  readonly places: Slot;
  readonly kept: HeldByKeys;
}

/** Both numbers of a pair are smaller. */
const PAIRS = 2 ** 26;

export const isKeyed = (of: Meaning): of is KeyedMeaning =>
  of.tag === 'record' && of.keyed !== undefined;

export abstract class MapPools extends Patterns {
  private readonly maps = new Map<string, MapPool>();

  protected override makePools(): void {
    super.makePools();
    if (!this.hasPools) return;
    for (const [pool, { site, kind, keys }] of this.remedies.pools.maps) {
      const places: Slot = { name: 'places' };
      const room = this.builder.constant(ROOM);
      this.state.set(places, meaning(this.builder.alloc('Int32Array', room, 'places')));
      this.carry([places]);
      this.maps.set(pool, {
        keys: this.rowsOfKeys(site, room),
        held: kind === 'Set' ? null : this.emptyRows(site, 'held'),
        places,
        kept: { kind, keys, of: undefined, madeFor: site, pool },
      });
    }
  }

  private rowsOfKeys(site: Node, room: Value): RecordMeaning {
    const types: readonly ArrayType[] = [
      { storage: 'list', of: { storage: 'Float64Array' } },
      { storage: 'Int32Array' },
    ];
    const arrays = types.map((type, k) => {
      const made = value(k === 0 ? 'keys' : 'counts', type);
      this.builder.add({ tag: 'let', value: made, op: { tag: 'alloc', type, args: [room] } });
      return made;
    });
    return this.asRows({ rows: { madeFor: site }, arrays }, this.zero()) as RecordMeaning;
  }

  protected override mapSlots = (): readonly Slot[] =>
    [...this.maps.values()].flatMap(({ keys, held, places }) => [
      ...keys.slots.values(),
      ...(held?.slots.values() ?? []),
      places,
    ]);

  private poolAt(pool: string): MapPool {
    const found = this.maps.get(this.remedies.pools.find(pool));
    // The function is lowered again, with the pool.
    if (found === undefined) throw this.learned();
    return found;
  }

  protected override mapAt(pool: string, index: Value): KeyedMeaning {
    const { kept } = this.poolAt(pool);
    const made = this.record([['index', meaning(index)]]);
    return { ...made, isNamed: true, isGrowing: true, keyed: kept };
  }

  /** A new map of a pool, without keys. */
  protected newInPool({ kind, keys }: HeldByKeys, site: Node): KeyedMeaning {
    const { pools } = this.remedies;
    if (pools.learnMap(site, kind, keys)) {
      this.remedies.isNew = true;
      throw this.learned();
    }
    const pool = pools.mapOf(site);
    const made = this.poolAt(pool);
    const emptyIn = (rows: RecordMeaning): Value =>
      this.placeBy(rows, (at) => this.putEmptyRow(this.arraysIn(rows, site), at), site);
    const index = emptyIn(made.keys);
    if (made.held !== null) emptyIn(made.held);
    return this.mapAt(pool, index);
  }

  // ── Where they stand ──

  private indexOf = (of: KeyedMeaning, node: Node): Value =>
    this.valueOf(this.read(of.slots.get('index')!, node), node);

  /** The keys of a map of a pool, and what they lead to, as rows; undefined for any other map. */
  protected rowIn(
    of: KeyedMeaning,
    side: 'keys' | 'held',
    node: Node,
  ): GrownRowMeaning | undefined {
    const { pool } = of.keyed;
    const rows = pool === undefined ? undefined : this.poolAt(pool)[side];
    return rows ? { tag: 'grown', of: rows, index: this.indexOf(of, node) } : undefined;
  }

  /** What holds the places of keys, if it is that of a pool. */
  protected pooledPlaces = ({ keyed: { pool } }: KeyedMeaning): Slot | undefined =>
    pool === undefined ? undefined : this.poolAt(pool).places;

  /** The number of a key among all places: in a pool, that of a map and a key. */
  protected codeOfPlace(of: KeyedMeaning, code: Value, node: Node): Value {
    if (of.keyed.pool === undefined) return code;
    const { builder } = this;
    const first = builder.prim('mul', [this.indexOf(of, node), builder.constant(PAIRS)]);
    return this.textOp('keyOf', [builder.prim('add', [first, code])]);
  }

  // ── What is learned ──

  /** The shape of a map in what holds it, which is learned to stand in a pool; null for one from outside. */
  protected override shapeOfMap(of: Meaning): Shape | null | undefined {
    if (!isKeyed(of)) return undefined;
    this.makesObjects = true;
    const { pool, isOutside, madeFor } = of.keyed;
    if (pool !== undefined) return { tag: 'map', pool: this.remedies.pools.find(pool) };
    if (!this.hasPools || isOutside || madeFor === undefined || 'identifier' in madeFor)
      return null;
    this.learnPooled(of);
    throw this.learned();
  }

  /** Learns that a map has several names. */
  protected learnPooled({ keyed: { kind, keys, madeFor, pool } }: KeyedMeaning): void {
    this.makesObjects = true;
    if (!this.hasPools || pool !== undefined || madeFor === undefined || 'identifier' in madeFor)
      return;
    this.remedies.learn(madeFor, { isPooled: true });
    if (this.remedies.pools.learnMap(madeFor, kind, keys)) this.remedies.isNew = true;
  }

  /** Learns that two maps may be in one place. */
  protected learnOneMap(one: KeyedMeaning, other: KeyedMeaning): boolean {
    this.learnPooled(one);
    this.learnPooled(other);
    const [kept, gone] = [one, other].map(({ keyed }) => keyed.pool);
    if (kept === undefined || gone === undefined) return this.remedies.isNew;
    const isNew = this.remedies.pools.unify(kept, gone) === true;
    if (isNew) this.remedies.isNew = true;
    return isNew;
  }

  /** The place of a map that goes into something of a pool. */
  protected override placeOfMap(of: Meaning, pool: string, node: Node): Value {
    if (of.tag === 'record' && !of.isTuple && of.keyed === undefined)
      this.learnDictionary([of.literal]);
    if (!isKeyed(of)) return this.refuse(node, 'something else among maps', 'give them one type');
    const shape = this.shapeOfMap(of);
    if (shape?.tag !== 'map')
      return this.refuse(node, 'a map from outside in another one', 'copy it first');
    const isNew = this.remedies.pools.unify(pool, shape.pool);
    if (isNew === null) return this.refuse(node, 'maps of several kinds', 'make them of one kind');
    if (isNew) {
      this.remedies.isNew = true;
      throw this.learned();
    }
    return this.indexOf(of, node);
  }
}
