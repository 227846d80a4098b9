/** What objects that have several names are made of, as their pools have them (pooled.ts). */
import { isArray } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import type { Meaning } from '../meanings/meanings.js';
import { isText } from '../meanings/words.js';
import { poolNameOf, poolOfShape, type ObjectMeaning } from '../meanings/pool-names.js';
import { typeOfField } from '../shapes/class-members.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import {
  bareOf,
  familyOf,
  inColumns,
  onlyField,
  type RecordShape,
  type Shape,
} from '../shapes/shapes.js';
import { ShapedMeanings } from './shaped-meanings.js';

export abstract class PoolShapes extends ShapedMeanings {
  /** The pool of a list, which is learned to stand in one. */
  protected abstract poolOfList(of: Meaning, isAsked?: boolean): string | undefined;

  /** The shape of a map in what holds it; null if it cannot be held, undefined for anything else. */
  protected abstract shapeOfMap(of: Meaning): Shape | null | undefined;

  protected get hasPools(): boolean {
    return this.remedies.has('pools');
  }

  protected poolOf = (of: ObjectMeaning): string => this.remedies.pools.find(poolNameOf(of));

  /** What stands in a list for elements of a shape. */
  protected inList(of: Shape): Shape {
    if (of.tag !== 'ref' || !this.remedies.pools.hasHoles(this.remedies.pools.find(of.pool)))
      return inColumns(of);
    return inColumns({ ...of, absent: of.absent ?? 'undefined' });
  }

  /** A shape in which objects are places in pools. */
  protected pooledShape(shape: Shape): Shape {
    if (!this.hasPools) return shape;
    const { pools } = this.remedies;
    switch (shape.tag) {
      case 'list':
      case 'map':
      case 'ref':
        return { ...shape, pool: pools.find(shape.pool) };
      case 'link': {
        const to = shapeOf(shape.to, this.facts.classes);
        return to === undefined || to.tag === 'link' ? shape : this.pooledShape(bareOf(to));
      }
      case 'optional': {
        const of = this.pooledShape(shape.of);
        if (of.tag === 'ref') return { ...of, absent: shape.isNull ? 'null' : 'undefined' };
        return { ...shape, of };
      }
      case 'columns': {
        const of = this.inList(this.pooledShape(shape.of));
        return of.tag === 'record' ? { tag: 'columns', of } : shape;
      }
      case 'record': {
        if (shape.isOne) return this.inList(this.pooledShape(onlyField(shape)));
        if (!shape.isTuple) return this.refTo(shape);
        const fields = [...shape.fields].map(([name, of]) => [name, this.pooledShape(of)] as const);
        return { ...shape, fields: new Map(fields) };
      }
      default:
        return shape;
    }
  }

  /** A place of an object of an annotated type. */
  private refTo(shape: RecordShape): Shape {
    const { pools } = this.remedies;
    const name = poolOfShape(shape);
    if (pools.of(name) === undefined && shape.fields.size > 0) {
      // Known at once, since it may contain itself.
      const family = familyOf(shape).map((one) => ({ ...one, isTold: true }) as const);
      pools.learn(name, new Map(), family, true);
      const fields = [...shape.fields].map(
        ([key, of]) => [key, this.pooledField(of, `${name}.${key}`)] as const,
      );
      pools.learn(name, new Map(fields), family, true);
      this.remedies.isNew = true;
    }
    return { tag: 'ref', pool: pools.find(name) };
  }

  /** What a field of such an object holds: an array of objects is a list of a pool. */
  private pooledField(of: Shape, name: string): Shape {
    const bare = bareOf(of);
    if (bare.tag !== 'columns') return this.pooledShape(of);
    const key = this.remedies.pools.learnField(name);
    this.remedies.tell(key, bare.of);
    const list: Shape = { tag: 'list', pool: this.remedies.pools.listOf(key)! };
    return of.tag === 'optional' ? { ...of, of: list } : list;
  }

  /** Whether a field is known to hold lists, or its type says so. */
  protected isListField(pool: RecordShape | undefined, name: string): boolean {
    const known = pool?.fields.get(name);
    if (known !== undefined && bareOf(known).tag === 'list') return true;
    return (pool === undefined ? [] : familyOf(pool)).some(({ of }) => {
      const told = shapeOf(typeOfField(of, name), this.facts.classes);
      return told !== undefined && bareOf(told).tag === 'columns';
    });
  }

  /** What a field of an object in a pool is that holds something; null if it cannot. */
  protected shapeInPool(of: Meaning, node: Node, isList = false): Shape | null {
    if (isText(of)) return { tag: 'text' };
    const map = this.shapeOfMap(of);
    if (map !== undefined) return map;
    const list = this.poolOfList(of, isList);
    if (list !== undefined) return { tag: 'list', pool: list };
    switch (of.tag) {
      case 'value': {
        const { type } = of.value;
        if (isArray(type)) return { tag: 'array', type };
        return type === 'host' ? null : { tag: type === 'bool' ? 'bool' : 'number' };
      }
      case 'nothing':
        return { tag: 'absent', isNull: of.isNull === true };
      case 'optional': {
        const inner = this.shapeInPool(of.of, node, isList);
        if (inner?.tag === 'ref') return { ...inner, absent: of.isNull ? 'null' : 'undefined' };
        return inner && { tag: 'optional', of: inner, isNull: of.isNull };
      }
      case 'element':
        return of.at === 0 ? { tag: 'ref', pool: this.poolOf(of) } : null;
      case 'record': {
        if (of.isGrowing || of.accessors || of.slots.size === 0) return null;
        if (!of.isTuple) return { tag: 'ref', pool: this.poolOf(of) };
        const fields = new Map<string, Shape>();
        for (const [name, slot] of of.slots) {
          const inner = this.shapeInPool(this.read(slot, node), node);
          if (inner === null) return null;
          fields.set(name, inner);
        }
        return { tag: 'record', isTuple: true, fields };
      }
      default:
        return null;
    }
  }
}
