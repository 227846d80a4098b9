/** Makes what a shape describes of values, and brings meanings into a shape. */
import { CLASS, NODES, type Origin, type Step, type Tells } from '../../ir/origin.js';
import type { Type, Value } from '../../ir/ir.js';
import type { Node } from '../../front/syntax.js';
import {
  Frame,
  lost,
  meaning,
  noObject,
  nothing,
  type ColumnsMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
  type StretchMeaning,
} from '../meanings/meanings.js';
import { isText } from '../meanings/words.js';
import { isWithContainers } from '../syntax/with-containers.js';
import { OwnKeys } from './own-keys.js';
import type { ClassNode } from '../syntax/class-places.js';
import { isOpen } from '../shapes/recursive-shapes.js';
import {
  passedOn,
  type ColumnsShape,
  type DictionaryShape,
  type RecordShape,
  type RefShape,
  type Shape,
} from '../shapes/shapes.js';

/** A way through objects: origin.ts says what the steps are. */
export type Way = readonly Step[];
/** Makes a part of what a shape describes. */
export type Leaf = (type: Type, name: string, way: Way, tells?: Tells) => Value;

/** What a part of a shape stands in. */
interface Around {
  /** Where it comes from, if that is outside: fields that are written are cells then. */
  readonly outside?: { readonly of: Origin['of']; readonly which: number };
  /** The nodes that links lead to. */
  readonly nodes?: ColumnsMeaning;
  /** Makes an array of objects in one of the objects that stand in columns. */
  readonly stretch?: (shape: ColumnsShape) => StretchMeaning;
}

export abstract class ShapedMeanings extends OwnKeys {
  /** Whether texts and containers are lowered, and not only what is known of them. */
  protected get hasContainers(): boolean {
    return isWithContainers(this.facts.declared);
  }

  /** Learns that literals are objects with any keys: then they are lowered again. */
  protected learnDictionary(literals: readonly (Node | undefined)[]): void {
    for (const literal of this.hasContainers ? literals : [])
      if (literal?.type === 'ObjectExpression')
        this.remedies.learn(literal, { isDictionary: true });
  }

  protected abstract columnsOf(
    shape: RecordShape,
    name: string,
    leaf: Leaf,
    start?: Step,
  ): ColumnsMeaning;

  protected abstract dictionaryFormed(
    shape: DictionaryShape,
    name: string,
    leaf: Leaf,
    way: Way,
  ): Meaning;

  /** Where a class stands among what is captured, and the names of its methods. */
  protected abstract classAsked(of: ClassNode): {
    readonly place: number;
    readonly methods: readonly string[];
  };

  /** A node of a tree, which always comes from outside. */
  protected nodeAt = (columns: ColumnsMeaning, index: Value): Meaning => ({
    tag: 'element',
    columns,
    index,
    shape: columns.shape,
    at: 0,
  });

  /** A shape in which objects that have several names are places (pooled.ts). */
  protected abstract pooledShape(shape: Shape): Shape;
  protected abstract listAt(pool: string, index: Value): Meaning;
  protected abstract mapAt(pool: string, index: Value): Meaning;
  protected abstract refAt(shape: RefShape, index: Value): Meaning;
  protected abstract asRef(of: Meaning, shape: RefShape): Meaning;

  /** Something as a shape wants it: what may be missing, or a text. */
  protected asShape(of: Meaning, given: Shape | undefined): Meaning {
    const shape = given && this.pooledShape(given);
    if (shape?.tag === 'ref') return this.asRef(of, shape);
    // There is no tree for links to lead into.
    if (shape !== undefined && isOpen(shape)) return of;
    if (shape?.tag === 'text')
      return of.tag === 'text' ? { tag: 'word', code: this.wordOf(of) } : of;
    if (shape?.tag === 'record') return this.withFields(of, shape);
    if (shape?.tag === 'array' || shape?.tag === 'columns') return of;
    if (shape?.tag !== 'optional' || of.tag === 'optional' || of.tag === 'lost') return of;
    const isThere = of.tag !== 'nothing';
    if (!isThere && (of.isNull === true) !== shape.isNull) return of;
    const inner = isThere ? this.asShape(of, shape.of) : this.formed(shape.of, '', this.fillerOf);
    const there = this.answer(isThere);
    return { tag: 'optional', there, of: inner, isNull: shape.isNull };
  }

  /** What a field that may be missing, or is a text, holds. */
  protected asHeld(to: Meaning, slot: Slot): Meaning {
    const before = this.state.get(slot);
    if (before?.tag !== 'optional')
      return before?.tag === 'word' && isText(to) ? { tag: 'word', code: this.wordOf(to) } : to;
    if (to.tag === 'optional' || to.tag === 'lost') return to;
    const isThere = to.tag !== 'nothing';
    if (!isThere && (to.isNull === true) !== before.isNull) return to;
    const there = this.builder.constant(isThere);
    return { ...before, there, of: isThere ? to : before.of };
  }

  /** A new object with all fields that it may have. */
  private withFields(of: Meaning, shape: RecordShape): Meaning {
    if (of.tag !== 'record' || of.isTuple || shape.isTuple || of.isNamed || of.isHeld) return of;
    if (shape.isNode === true || of.accessors !== undefined) return of;
    if (of.from !== undefined || shape.from !== undefined || of.isGrowing === true) return of;
    if ([...of.slots.keys()].some((name) => !shape.fields.has(name))) return of;
    const fields: (readonly [string, Meaning])[] = [];
    for (const [name, inner] of shape.fields) {
      const slot = of.slots.get(name);
      if (slot === undefined && inner.tag !== 'optional') return of;
      const held = slot === undefined ? nothing : (this.state.get(slot) ?? nothing);
      if (inner.tag === 'optional' && inner.isNull && slot === undefined) return of;
      fields.push([name, this.asShape(held, inner)]);
    }
    const made = { ...this.record(fields), isWhole: of.isWhole };
    this.keepsKeys(made, of);
    return made;
  }

  /** Notes the keys of an object from outside, some of which may be missing. */
  private noteKeys(
    made: RecordMeaning,
    { fields, isTuple, from }: RecordShape,
    path: Origin['path'],
    of: Origin['of'],
  ): void {
    if (isTuple || from !== undefined || fields.size === 0) return;
    const isPerhaps = (shape: Shape): boolean => shape.tag === 'optional' && !shape.isNull;
    const [names, perhaps] = [false, true].map((mayMiss) =>
      [...fields].flatMap(([name, shape]) => (isPerhaps(shape) === mayMiss ? [name] : [])),
    );
    this.comesFrom(made, { of, path, names, perhaps });
  }

  /** The variables outside of the function. */
  protected readonly module = new Frame(null);

  private columnsFrom(
    shape: RecordShape,
    name: string,
    leaf: Leaf,
    way: Way,
    { outside }: Around,
  ): Meaning {
    const made = this.columnsOf(shape, name, (type, own, inside, tells) =>
      leaf(type, own, [...way, ...inside], tells),
    );
    if (outside !== undefined) {
      this.askInColumns(shape, name, leaf, [...way, null]);
      this.standsAt(made, { of: outside.of, path: [outside.which, ...way] });
    }
    return made;
  }

  /** Asks for the classes of all objects in an array from outside, and of those in them. */
  private askInColumns(shape: Shape, name: string, leaf: Leaf, way: Way): void {
    if (shape.tag === 'optional') this.askInColumns(shape.of, name, leaf, [...way, true]);
    if (shape.tag === 'columns') this.askInColumns(shape.of, name, leaf, [...way, null]);
    if (shape.tag !== 'record') return;
    this.askClass(shape, name, leaf, way, { storage: 'Int32Array' });
    for (const [field, inner] of shape.fields) {
      const step = shape.isTuple ? Number(field) : field;
      this.askInColumns(inner, name, leaf, shape.isOne === true ? way : [...way, step]);
    }
  }

  /** Asks for the class of an object from outside, or of all objects in an array of such. */
  private askClass({ from }: RecordShape, name: string, leaf: Leaf, way: Way, type: Type): void {
    if (from === undefined) return;
    const { place, methods } = this.classAsked(from);
    leaf(type, name, [...way, CLASS], { instanceOf: place, methods });
  }

  /**
   * What a shape describes; `leaf` gives its numbers, bools and arrays, each with its way through the records.
   */
  protected formed(
    shape: Shape,
    name: string,
    leaf: Leaf,
    way: Way = [],
    around: Around = {},
  ): Meaning {
    switch (shape.tag) {
      case 'number':
        return meaning(leaf('f64', name, way));
      case 'bool':
        return meaning(leaf('bool', name, way));
      case 'array':
        return meaning(leaf(shape.type, name, way));
      case 'host':
        return meaning(leaf('host', name, way));
      case 'text':
        return { tag: 'word', code: leaf('f64', name, way, { texts: this.words }) };
      case 'optional': {
        const { isNull } = shape;
        const absent = isNull ? 'null' : 'undefined';
        const there = leaf('bool', name, [...way, false], { absent });
        return {
          tag: 'optional',
          there,
          of: this.formed(shape.of, name, leaf, [...way, true], around),
          isNull,
        };
      }
      case 'ref':
        return this.refAt(shape, leaf('f64', name, way));
      case 'list':
        return this.listAt(shape.pool, leaf('f64', name, way));
      case 'map':
        return this.mapAt(shape.pool, leaf('f64', name, way));
      case 'absent':
        return shape.isNull ? noObject : nothing;
      case 'link':
        return this.nodeAt(around.nodes!, leaf('f64', name, way));
      case 'record': {
        if (shape.isNode === true) {
          const part: Leaf = (type, own, inside, tells) =>
            leaf(type, own, [...way, ...inside], tells);
          const nodes = this.columnsOf(shape, name, part, NODES);
          return this.nodeAt(nodes, this.builder.constant(0));
        }
        const { isTuple } = shape;
        if (around.outside !== undefined) this.askClass(shape, name, leaf, way, 'bool');
        const from =
          shape.from && ({ tag: 'class', node: shape.from, frame: this.module } as const);
        const fields = [...shape.fields].map(([field, inner]) => {
          const own = field.replace(/^(?=\d)/, name);
          const next = [...way, isTuple ? Number(field) : field];
          const isCell = around.outside !== undefined && !isTuple;
          const cell = isCell ? this.cellTypeOf(field, inner) : undefined;
          const held: Meaning =
            cell === undefined
              ? this.formed(inner, own, leaf, next, around)
              : { tag: 'cell', array: leaf(cell, own, next, { isCell: true }) };
          return [field, held] as const;
        });
        // Others have it, too.
        const isWhole = shape.isWhole === true;
        const made = {
          ...this.record(fields, isTuple, from),
          isFixed: true,
          isNamed: true,
          isWhole,
        };
        const { outside } = around;
        if (shape.isPassedOn !== true || outside === undefined) {
          if (outside === undefined) return made;
          const path: Origin['path'] = [outside.which, ...way];
          this.standsAt(made, { of: outside.of, path });
          this.noteKeys(made, shape, path, outside.of);
          return made;
        }
        return { ...made, rest: { value: leaf(passedOn.type, name, way), isCopy: false } };
      }
      case 'dictionary':
        return around.stretch === undefined
          ? this.dictionaryFormed(shape, name, leaf, way)
          : lost('an object with any keys in an array');
      case 'columns':
        if (around.stretch !== undefined) return around.stretch(shape);
        if (shape.of.tag === 'link') return lost('an array of nodes that no node holds');
        return this.columnsFrom(shape.of, name, leaf, way, around);
    }
  }
}
