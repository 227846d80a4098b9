/**
 * Lists that have several names, or stand in objects of pools: rows of a list of lists that grow, by their places. The lists
 * of one literal, and all that stand where they do, are of one pool.
 */
import type { ArrayType, Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import {
  isNewTuple,
  type GrownRowMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { ROOM, type Grown } from './growing-room.js';
import { Pools } from './pools.js';

export abstract class ListPools extends Pools {
  private readonly lists = new Map<string, RecordMeaning>();

  protected abstract push(of: Grown, given: Meaning, node: Node): Meaning;
  /** What puts a new array in its place among lists, once there is room. */
  protected abstract puttingRow(of: RecordMeaning, given: Meaning, node: Node): (at: Value) => void;

  protected override makePools(): void {
    super.makePools();
    if (!this.hasPools) return;
    const room = this.builder.constant(ROOM);
    for (const [name, literal] of this.remedies.pools.lists) {
      const made = this.newRows(literal, 'lists');
      for (const array of made.arrays) {
        const type = array.type as ArrayType;
        this.builder.add({ tag: 'let', value: array, op: { tag: 'alloc', type, args: [room] } });
      }
      this.lists.set(name, this.asRows(made, this.zero()) as RecordMeaning);
    }
  }

  protected override poolSlots = (): readonly Slot[] => [
    ...[...this.pools.values(), ...this.lists.values()].flatMap(({ slots }) => [...slots.values()]),
    ...this.mapSlots(),
  ];

  /** What pools of maps are made of. */
  protected abstract mapSlots: () => readonly Slot[];

  protected override listAt(pool: string, index: Value): GrownRowMeaning {
    const of = this.lists.get(this.remedies.pools.find(pool));
    if (of === undefined) throw this.learned();
    return { tag: 'grown', of, index };
  }

  /** The pool that a list is in. */
  private poolIn = ({ of }: GrownRowMeaning): string | undefined =>
    [...this.lists].find(([, list]) => list === of)?.[0];

  protected isPooledList = (of: GrownRowMeaning): boolean => this.poolIn(of) !== undefined;

  /** Learns that a list grows that something else than a list holds. */
  protected abstract learnGrowing(of: Meaning): void;

  /** Learns that the lists of a literal have several names. */
  protected learnList(of: Meaning): void {
    const literal = of.tag === 'record' && (of.isTuple || of.isGrowing) ? of.literal : undefined;
    if (!this.hasPools || literal === undefined) return;
    if (this.remedies.pools.learnList(literal)) this.remedies.isNew = true;
  }

  /** The same for an empty literal of which elements are asked: it may grow. */
  protected override learnEmpty(of: RecordMeaning): void {
    if (isNewTuple({ ...of, isHeld: false, isNamed: false }) && of.slots.size === 0)
      this.learnList(of);
  }

  /** @param isAsked whether a literal has to be one, though it is not empty */
  protected override poolOfList(of: Meaning, isAsked = false): string | undefined {
    if (of.tag === 'grown') return this.poolIn(of);
    if (of.tag !== 'record' || of.keyed !== undefined) return undefined;
    const isLiteral = isNewTuple({ ...of, isHeld: false, isNamed: false });
    if (!(isLiteral && (isAsked || of.slots.size === 0)) && of.isGrowing !== true) return undefined;
    this.learnList(of);
    return of.literal && this.remedies.pools.listOf(of.literal);
  }

  /** The place of a list that goes into an object of a pool. */
  protected override placeOfList(of: Meaning, pool: string, node: Node): Value {
    const own = of.tag === 'grown' ? this.poolIn(of) : undefined;
    if (of.tag !== 'grown' || own === undefined) {
      this.learnList(of);
      if (of === this.fresh && of.tag === 'value') return this.placeOfNew(of, pool, node);
      return this.refuse(node, 'a list in an object with several names', 'make it empty, and push');
    }
    if (this.remedies.pools.unify(pool, own)) {
      this.remedies.isNew = true;
      throw this.learned();
    }
    return of.index;
  }

  /** Learns that two lists may be in one place. */
  protected learnOnePool(one: GrownRowMeaning, other: GrownRowMeaning): boolean {
    const [kept, gone] = [this.poolIn(one), this.poolIn(other)];
    const isNew = kept !== undefined && gone !== undefined && this.remedies.pools.unify(kept, gone);
    if (isNew) this.remedies.isNew = true;
    return isNew === true;
  }

  /** The place of a new array, which nobody else has. */
  private placeOfNew(of: Meaning, pool: string, node: Node): Value {
    const { of: lists } = this.listAt(pool, this.zero());
    return this.placeBy(lists, this.puttingRow(lists, of, node), node);
  }

  /** A literal as a list of its pool, if it has to be one. */
  protected override literalInPool(tuple: RecordMeaning, node: Node): Meaning | undefined {
    const pool = this.hasPools ? this.remedies.pools.listOf(node) : undefined;
    if (pool === undefined) return undefined;
    const { of } = this.listAt(pool, this.zero());
    const index = this.placeBy(
      of,
      (place) => {
        this.putEmptyRow(this.arraysIn(of, node), place);
      },
      node,
    );
    const made: GrownRowMeaning = { tag: 'grown', of, index };
    for (const key of tuple.slots.keys()) {
      const element = this.field(tuple, key, node);
      // The literal that held it is no more.
      if (element.tag === 'record' && !element.isNamed) element.isHeld = false;
      this.push(made, element, node);
    }
    return made;
  }
}
