/**
 * What was learned of pools (objects/pooled.ts): which there are, and what the fields of their objects hold. Each lesson makes
 * a shape wider, or two pools one, so that there is an end to them.
 */
import type { Node } from '../../front/syntax.js';
import {
  CLASS_CODE,
  familyOf,
  shapeText,
  type ClassMember,
  type DictionaryShape,
  type RecordShape,
  type RefShape,
  type Shape,
} from './shapes.js';

/** A pool of maps: the code that makes the first of them, and what all are. */
interface MapsLearned extends Pick<DictionaryShape, 'kind' | 'keys'> {
  readonly site: Node;
}

type Fields = ReadonlyMap<string, Shape>;

export class PoolLessons {
  private readonly shapes = new Map<string, RecordShape>();
  /** Pools that became one with others. */
  private readonly others = new Map<string, string>();
  /** The literals and calls of `new` whose objects stand in a pool from the start, since they have several names. */
  private readonly sites = new Set<Node>();
  /** The pools into which entry puts the objects of arguments. */
  private readonly given = new Set<string>();
  private readonly holes = new Set<string>();
  private readonly literals = new Map<string, Node>();
  private readonly ofMaps = new Map<string, MapsLearned>();

  find(name: string): string {
    const other = this.others.get(name);
    return other === undefined ? name : this.find(other);
  }

  /** How often two pools became one. */
  get merged(): number {
    return this.others.size;
  }

  /** All pools, by their names. */
  get all(): ReadonlyMap<string, RecordShape> {
    return new Map([...this.shapes].map(([name, shape]) => [name, this.current(shape)]));
  }

  of = (name: string): RecordShape | undefined => this.all.get(this.find(name));

  isNamed = (site: Node): boolean => this.sites.has(site);
  isGiven = (pool: string): boolean => [...this.given].some((one) => this.find(one) === pool);

  /** Learns that objects of a literal have several names; false if that was known. */
  learnNamed(site: Node): boolean {
    if (this.sites.has(site)) return false;
    this.sites.add(site);
    return true;
  }

  /** Whether lists of objects of a pool may have no object at some places. */
  hasHoles = (pool: string): boolean => [...this.holes].some((one) => this.find(one) === pool);

  learnHoles(pool: string): boolean {
    if (this.hasHoles(this.find(pool))) return false;
    this.holes.add(this.find(pool));
    return true;
  }

  /** The literals of lists that stand in pools, the first of each pool. */
  get lists(): ReadonlyMap<string, Node> {
    const all = new Map<string, Node>();
    for (const [name, literal] of this.literals) {
      const pool = this.find(name);
      if (pool === name) all.set(pool, literal);
    }
    return all;
  }

  /** The pool of the lists that a literal makes, if they stand in one. */
  listOf(literal: Node): string | undefined {
    const name = nameOfList(literal);
    return this.literals.has(name) ? this.find(name) : undefined;
  }

  /** What stands for the lists of a field of the objects of a pool, as the type says. */
  learnField(name: string): Node {
    const before = this.literals.get(`list ${name}`);
    const key = before ?? ({ type: 'ArrayExpression', elements: [], start: name } as never);
    this.literals.set(`list ${name}`, key);
    return key;
  }

  learnList(literal: Node): boolean {
    const name = nameOfList(literal);
    if (this.literals.has(name)) return false;
    this.literals.set(name, literal);
    return true;
  }

  /** The pools of maps. */
  get maps(): ReadonlyMap<string, MapsLearned> {
    return new Map([...this.ofMaps].filter(([name]) => this.find(name) === name));
  }

  /** The pool of the maps that some code makes. */
  mapOf = (site: Node): string => this.find(nameOfMap(site));

  /** Learns of a pool of maps, or what their keys are; false if all that was known. */
  learnMap(site: Node, kind: MapsLearned['kind'], keys: MapsLearned['keys']): boolean {
    const name = nameOfMap(site);
    const before = this.ofMaps.get(name);
    if (before?.kind === kind && before.keys === keys) return false;
    this.ofMaps.set(name, { site, kind, keys });
    return true;
  }

  learnGiven(pool: string): boolean {
    if (this.isGiven(this.find(pool))) return false;
    this.given.add(this.find(pool));
    return true;
  }

  /**
   * Learns what fields of objects hold. The result is whether something was new; null if it cannot be.
   *
   * @param isPart whether there are further fields
   */
  learn(
    name: string,
    fields: Fields,
    classes: readonly ClassMember[] = [],
    isPart = false,
  ): boolean | null {
    const pool = this.find(name);
    const found = this.shapes.get(pool);
    const { merged } = this;
    const all = found === undefined ? classes : joinedFamily(familyOf(found), classes);
    if (all === null) return null;
    const isFamily = all.length > 1;
    // One of which nothing is known yet.
    const before = found?.fields.size === 0 ? undefined : found;
    const known = before?.fields ?? new Map<string, Shape>();
    const names = new Set([...known.keys(), ...fields.keys()]);
    const joined = new Map<string, Shape>();
    if (isFamily) joined.set(CLASS_CODE, { tag: 'number' });
    for (const field of names) {
      if (field === CLASS_CODE) continue;
      // Objects of other classes do not have it.
      const absent: Shape | undefined = before && { tag: 'absent', isNull: false };
      const missing = isFamily ? undefined : absent;
      const one = known.get(field) ?? missing;
      const made = this.joined(one, fields.get(field) ?? (isPart ? one : missing));
      if (made === null) return null;
      joined.set(field, made);
    }
    const [only] = all;
    const made: RecordShape = {
      tag: 'record',
      isTuple: false,
      fields: joined,
      ...(only?.isTold || isFamily ? { family: all } : {}),
      ...(only && !isFamily && { from: only.of }),
    };
    // What they hold may have made this pool one with others.
    if (this.shapes.get(this.find(pool)) !== found)
      return this.learn(name, fields, classes, isPart) === null ? null : true;
    const isNew =
      before === undefined ||
      this.merged !== merged ||
      shapeText(this.current(before)) !== shapeText(this.current(made));
    this.shapes.set(this.find(pool), made);
    return isNew;
  }

  /** Makes two pools one; false if they were one, null if they cannot be. */
  unify(one: string, other: string): boolean | null {
    const [kept, gone] = [this.find(one), this.find(other)];
    if (kept === gone) return false;
    const [first, second] = [this.shapes.get(kept), this.shapes.get(gone)];
    if (first && second && joinedFamily(familyOf(first), familyOf(second)) === null) return null;
    if (this.ofMaps.get(kept)?.kind !== this.ofMaps.get(gone)?.kind) return null;
    this.others.set(gone, kept);
    this.shapes.delete(gone);
    if (second === undefined) return true;
    return this.learn(kept, second.fields, familyOf(second)) === null ? null : true;
  }

  private current = <S extends Shape>(shape: S): S => {
    if (shape.tag === 'ref' || shape.tag === 'list' || shape.tag === 'map')
      return { ...shape, pool: this.find(shape.pool) };
    if (shape.tag === 'optional') return { ...shape, of: this.current(shape.of) };
    if (shape.tag !== 'record') return shape;
    const fields = [...shape.fields].map(([name, inner]) => [name, this.current(inner)] as const);
    return { ...shape, fields: new Map(fields) };
  };

  /** What holds either of two things; null if there is no such shape. */
  private joined(one: Shape | undefined, other: Shape | undefined): Shape | null {
    if (one === undefined || other === undefined) return one ?? other ?? null;
    if (shapeText(one) === shapeText(other)) return one;
    if (one.tag === 'absent') return withAbsent(other, one.isNull);
    if (other.tag === 'absent') return withAbsent(one, other.isNull);
    if ((one.tag === 'list' && other.tag === 'list') || (one.tag === 'map' && other.tag === 'map'))
      return this.unify(one.pool, other.pool) === null
        ? null
        : { ...one, pool: this.find(one.pool) };
    // A type says of a list that grows no more than that it is an array.
    if (one.tag === 'list' && isArrayShape(other)) return one;
    if (other.tag === 'list' && isArrayShape(one)) return other;
    if (one.tag === 'ref' && other.tag === 'ref') return this.joinedRefs(one, other);
    if (one.tag === 'optional' || other.tag === 'optional') {
      const [first, second] = [one, other].map((of) => (of.tag === 'optional' ? of : null));
      const isNull = (first ?? second)!.isNull;
      if (first && second && first.isNull !== second.isNull) return null;
      const of = this.joined(first?.of ?? one, second?.of ?? other);
      return of && { tag: 'optional', of, isNull };
    }
    return null;
  }

  private joinedRefs(one: RefShape, other: RefShape): Shape | null {
    if (one.absent && other.absent && one.absent !== other.absent) return null;
    if (this.unify(one.pool, other.pool) === null) return null;
    return { ...one, ...other, pool: this.find(one.pool) };
  }
}

/** The classes of both, with all names of fields; null where only one has classes. */
function joinedFamily(
  one: readonly ClassMember[],
  other: readonly ClassMember[],
): readonly ClassMember[] | null {
  if ((one.length === 0) !== (other.length === 0)) return null;
  const all = new Map<ClassMember['of'], ClassMember>();
  for (const { of, names, isTold } of [...one, ...other]) {
    const before = all.get(of);
    const both = [...(before?.names ?? []), ...names].filter((name) => name !== CLASS_CODE);
    const isOnlyTold = isTold === true && (before === undefined || before.isTold === true);
    all.set(of, { of, names: new Set(both), ...(isOnlyTold && { isTold: true }) });
  }
  const met = [...all.values()].filter(({ isTold }) => isTold === undefined);
  return met.length > 0 ? met : [...all.values()];
}

const isArrayShape = ({ tag }: Shape): boolean => tag === 'array' || tag === 'columns';

const nameOfMap = ({ start }: Node): string => `map ${start}`;
const nameOfList = ({ start }: Node): string => `list ${start}`;

/** What may be missing, in one of two ways; null if it may be missing in the other one. */
function withAbsent(of: Shape, isNull: boolean): Shape | null {
  if (of.tag === 'absent') return of.isNull === isNull ? of : null;
  if (of.tag === 'optional') return of.isNull === isNull ? of : null;
  if (of.tag !== 'ref') return { tag: 'optional', of, isNull };
  const absent = isNull ? 'null' : 'undefined';
  return of.absent === undefined || of.absent === absent ? { ...of, absent } : null;
}
