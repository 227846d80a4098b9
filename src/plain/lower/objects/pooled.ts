/**
 * Objects that have several names: they stand in a pool, which has a growing column for each field, and are known by their
 * places there. So a write under any name is seen under all, and two names are compared by the places. A list of such
 * objects is a list of places. Pools are slower than variables. So a function is lowered with them only if it is refused
 * without.
 */
import type { Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import type { ElementMeaning, Meaning, RecordMeaning, Slot } from '../meanings/meanings.js';
import { objectIn, type ObjectMeaning } from '../meanings/pool-names.js';
import { Refusal } from '../syntax/refusal.js';
import type { RefShape } from '../shapes/shapes.js';
import { PoolShapes } from './pool-shapes.js';

const another = ['an object in an array that has another name', 'copy it'] as const;

export abstract class Pooled extends PoolShapes {
  /** The pools of the function: arrays that grow. */
  protected readonly pools = new Map<string, RecordMeaning>();

  protected abstract poolSlots: () => readonly Slot[];

  /** Learns that an array without elements is one of objects. */
  protected abstract learnObjects(array: Value, given: Meaning, node: Node): void;

  /** Puts a new object into its pool. */
  protected abstract promoted(of: RecordMeaning, node: Node): ElementMeaning;

  /** Whether the function makes objects that could have several names. */
  makesObjects = false;

  /** Ends lowering: the function is lowered again with what was learned. */
  protected learned = (): Refusal =>
    new Refusal(this.facts.program, 'objects that have several names', 'copy them', 'lessons');

  /** A new object, in its pool if it was learned that it has several names. */
  protected standing(of: RecordMeaning, site: Node): Meaning {
    this.makesObjects = true;
    return this.hasPools && this.remedies.pools.isNamed(site) ? this.promoted(of, site) : of;
  }

  /** An object of a pool. */
  protected pooledAt(pool: string, index: Value): ElementMeaning {
    const name = this.remedies.pools.find(pool);
    const of = this.pools.get(name);
    // The function is lowered again, with the pool.
    if (of === undefined) throw this.learned();
    const grown = [...of.slots].flatMap(([key, slot]) => (key.startsWith('array') ? [slot] : []));
    const shape = of.elements!;
    const columns = { tag: 'columns', shape, arrays: [], grown, pool: name } as const;
    return { tag: 'element', columns, index, shape, at: 0 };
  }

  protected override refAt({ pool, absent }: RefShape, index: Value): Meaning {
    const of = this.pooledAt(pool, index);
    if (absent === undefined) return of;
    const there = this.builder.compare('ge', index, this.builder.constant(0));
    return { tag: 'optional', there, of, isNull: absent === 'null' };
  }

  // ── Objects in their pools ──

  /** Something as a place in a pool: an object that has no other name is put there. */
  protected placed(of: Meaning, shape: RefShape, node: Node, isOwn = false): Meaning {
    const { pools } = this.remedies;
    if (of.tag === 'optional') {
      this.insistOnAbsent(of, shape, node);
      return { ...of, of: this.placed(of.of, shape, node) };
    }
    if (of.tag === 'nothing') {
      this.insistOnAbsent(of, shape, node);
      return of;
    }
    if (of.tag !== 'record' && of.tag !== 'element')
      return this.refuse(node, 'something else among objects', 'give them one type');
    if (of.tag === 'record' && (of.isTuple || of.isGrowing === true))
      return this.refuse(node, 'a list among objects', 'give them one type');
    this.unified(this.poolOf(of), shape.pool, node);
    if (of.tag === 'record') {
      if (of.isNamed || (of.isHeld && !isOwn)) return this.severalNames(of, node);
      return this.promoted(of, node);
    }
    if (of.columns.pool === undefined || of.at !== 0) return this.givenObject(of, node);
    // It was learned meanwhile that it is of the same pool as others.
    if (of.columns.pool !== pools.find(shape.pool)) throw this.learned();
    return of;
  }

  /** Learns that an object has several names: it stands in a pool from the start. */
  protected severalNames(of: RecordMeaning, node: Node): never {
    for (const site of of.sites ?? [])
      if (this.remedies.pools.learnNamed(site)) this.remedies.isNew = true;
    return this.refuse(node, ...another);
  }

  /** Learns that objects from outside are put into a pool. */
  private givenObject(of: ElementMeaning, node: Node): never {
    if (of.at === 0 && this.remedies.pools.learnGiven(this.poolOf(of))) this.remedies.isNew = true;
    return this.refuse(node, ...another);
  }

  private unified(one: string, other: string, node: Node): void {
    const made = this.remedies.pools.unify(other, one);
    if (made === null) this.refuse(node, 'objects of different classes', 'give them one class');
    if (made) {
      this.remedies.isNew = true;
      throw this.learned();
    }
  }

  /** Insists that a list, or a field, may hold what is missing in this way. */
  private insistOnAbsent(
    { isNull }: { readonly isNull?: boolean },
    { absent }: RefShape,
    node: Node,
  ): void {
    if (absent !== (isNull === true ? 'null' : 'undefined'))
      this.refuse(node, 'what may be missing among objects', 'annotate it');
  }

  /** The place of something that was put into its pool; -1 where it is missing. */
  protected placeOfObject(of: Meaning, node: Node): Value {
    const { builder } = this;
    if (of.tag === 'nothing') return builder.constant(-1);
    if (of.tag === 'optional')
      return builder.choose(of.there, this.placeOfObject(of.of, node), builder.constant(-1));
    if (of.tag !== 'element' || of.columns.pool === undefined) return this.refuse(node, ...another);
    return of.index;
  }

  /** What may be missing, as a pool has it. */
  protected override asRef(of: Meaning, shape: RefShape): Meaning {
    const isNull = shape.absent === 'null';
    if (shape.absent === undefined || of.tag === 'optional' || of.tag === 'lost') return of;
    if (of.tag === 'nothing') {
      if ((of.isNull === true) !== isNull) return of;
      const none = this.pooledAt(shape.pool, this.builder.constant(-1));
      return { tag: 'optional', there: this.answer(false), of: none, isNull };
    }
    return { tag: 'optional', there: this.answer(true), of, isNull };
  }

  /** Whether two objects are the same; undefined if one of them is no object. */
  protected sameObjects(x: Meaning, y: Meaning, node: Node): Value | undefined {
    const [one, other] = [objectIn(x), objectIn(y)];
    if (one === undefined || other === undefined) return undefined;
    const { builder } = this;
    const same = this.areOne(one, other, node);
    const there = (of: Meaning): Value => (of.tag === 'optional' ? of.there : this.answer(true));
    if (x.tag !== 'optional' && y.tag !== 'optional') return same;
    const isBoth = x.tag === 'optional' && y.tag === 'optional';
    if (isBoth && x.isNull !== y.isNull)
      return this.refuse(node, 'null beside undefined', 'use one of them');
    const none = isBoth ? builder.not(y.there) : builder.constant(false);
    const both =
      y.tag === 'optional' ? builder.choose(there(y), same, builder.constant(false)) : same;
    return builder.choose(there(x), both, none);
  }

  private areOne(one: ObjectMeaning, other: ObjectMeaning, node: Node): Value {
    if (one.tag === 'record' && other.tag === 'record' && one.slots === other.slots)
      return this.answer(true);
    if (!this.hasPools)
      return this.refuse(
        node,
        'a question whether two objects are the same',
        'compare their places',
      );
    for (const of of [one, other]) {
      if (of.tag === 'record') this.severalNames(of, node);
      else if (of.columns.pool === undefined || of.at !== 0) this.givenObject(of, node);
    }
    const [first, second] = [one, other] as readonly ElementMeaning[];
    if (first.columns.pool !== second.columns.pool) return this.answer(false);
    this.areCompared = true;
    return this.builder.compare('eq', first.index, second.index);
  }

  /** Whether the code compares objects, so that none from outside may be given twice. */
  protected areCompared = false;
}
