/** Lowers literals of objects: their fields, spreads, methods, getters and setters. */
import { bare, nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import {
  lost,
  type Accessors,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Rest,
  type Slot,
} from '../meanings/meanings.js';
import type { Source } from '../objects/own-keys.js';
import { Templates } from './templates.js';

/** What is spread after a field may have the field, too. */
const perhapsAnother = lost(
  'a field that is written in front of a spread object, which may have it, too',
  'write it behind the spread object, or read it from there',
);

/** An object that is being put together. */
interface Making {
  readonly fields: Map<string, Meaning>;
  readonly sources: (Source | undefined)[];
  isWhole: boolean;
  rest?: Rest;
}

export abstract class ObjectLiterals extends Templates {
  /** A literal with any keys; undefined for any other. */
  protected abstract spreadDictionary(
    node: types.ObjectExpression,
    frame: Frame,
  ): Meaning | undefined;

  protected object(node: types.ObjectExpression, frame: Frame): Meaning {
    const dictionary = this.spreadDictionary(node, frame);
    if (dictionary !== undefined) return dictionary;
    const made: Making = { fields: new Map(), sources: [], isWhole: true };
    const { fields, sources } = made;
    const nodes = new Map<string, Node>();
    const accessors = new Map<string, Accessors>();
    let isKnown = true;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        if (accessors.size > 0)
          this.refuse(property, 'a spread behind a getter', 'put it in front');
        this.spreadInto(made, this.spreadAt(property.argument, frame), property);
        continue;
      }
      const name = nameOfKey(property.key, property.computed);
      const isMethod = property.type === 'ObjectMethod';
      if (name === undefined) this.learnDictionary([node]);
      if (name === undefined || name === '__proto__')
        return this.refuse(property, 'a field with a computed name', 'write its name');
      if (isMethod && property.kind !== 'method') {
        fields.delete(name);
        accessors.set(name, { ...accessors.get(name), [property.kind]: property, frame });
        [made.isWhole, isKnown] = [false, false];
        continue;
      }
      accessors.delete(name);
      sources.push(name);
      nodes.set(name, property);
      fields.set(
        name,
        isMethod
          ? { tag: 'function', node: property, frame }
          : this.expression(property.value, frame),
      );
    }
    const object = this.madeOfFields(made, node, nodes);
    const of = accessors.size > 0 ? { ...object, accessors } : object;
    if (isKnown) this.madeOf(of, sources);
    return this.standing(of, node);
  }

  private madeOfFields(
    { fields, isWhole, rest }: Making,
    node: Node,
    nodes: ReadonlyMap<string, Node>,
  ): RecordMeaning {
    const record = this.record(fields, false, undefined, (name) => nodes.get(name));
    return {
      ...this.withCells(record, node),
      isWhole,
      literal: node,
      ...(rest && { rest }),
      sites: [node],
    };
  }

  /** A new object with what is spread into it, one after the other. */
  protected spreadTogether(all: readonly Meaning[], node: Node): Meaning {
    const made: Making = { fields: new Map(), sources: [], isWhole: true };
    for (const of of all) this.spreadInto(made, of, node);
    const object = this.madeOfFields(made, node, new Map());
    this.madeOf(object, made.sources);
    return this.standing(object, node);
  }

  /** What is spread. What counts as false has no fields, whatever it is. */
  private spreadAt(given: Node, frame: Frame): Meaning {
    const node = bare(given);
    if (node.type !== 'LogicalExpression' || node.operator !== '&&')
      return this.expression(node, frame);
    const test = this.testAt(node.left, frame);
    return this.objectWhere(test, () => this.spreadAt(node.right, frame));
  }

  /** An object, and where a test is false, one without fields. */
  private objectWhere(test: Value, make: () => Meaning): Meaning {
    const slot: Slot = { name: '' };
    this.if(
      test,
      () => this.state.set(slot, make()),
      () => {
        const none = { ...this.record([]), isWhole: true };
        this.madeOf(none, []);
        this.state.set(slot, none);
      },
    );
    return this.state.get(slot)!;
  }

  /** Adds what an object has to one that is made. */
  private spreadInto(made: Making, given: Meaning, at: Node): void {
    if (given.tag === 'nothing') return;
    const { fields } = made;
    const of = given.tag === 'optional' ? this.objectWhere(given.there, () => given.of) : given;
    const isObject = of.tag === 'record' && !of.isGrowing && of.accessors === undefined;
    if (!isObject && of.tag !== 'element')
      return this.refuse(at, 'a spread of what is no plain object', 'name the fields');
    made.sources.push(...this.sourcesOf(of));
    const isAll = of.tag === 'record' ? of.isWhole : of.shape.isWhole === true;
    if (!isAll && !this.hasAllKeys(of, fields))
      for (const name of fields.keys()) fields.set(name, perhapsAnother);
    made.isWhole &&= isAll;
    const others = of.tag === 'record' ? of.rest : undefined;
    if (others !== undefined && made.rest !== undefined)
      return this.refuse(at, 'a spread of two unknown objects', 'name the fields');
    if (others !== undefined) made.rest = { ...others, isCopy: true };
    const names = of.tag === 'record' ? of.slots.keys() : of.shape.fields.keys();
    for (const name of names) {
      if (of.tag === 'record' && this.isLeftOut(of, name)) continue;
      const held = this.heldBy(of, name, at);
      const before = fields.get(name);
      fields.set(name, before === undefined ? held : this.spreadOver(before, held, of, name));
    }
  }

  /** What a field holds once an object is spread that has it, or may have it. */
  private spreadOver(before: Meaning, held: Meaning, of: Meaning, name: string): Meaning {
    // Undefined takes the place of what is there, and a field that is not there does not.
    if (held.tag !== 'optional' || held.isNull) return held;
    if (of.tag === 'record' && this.isOwnKey(of, name)) return held;
    if (of.tag !== 'record' || !this.isKeyWhereThere(of, name)) return perhapsAnother;
    const slot: Slot = { name };
    this.if(
      held.there,
      () => this.state.set(slot, held.of),
      () => this.state.set(slot, before),
    );
    return this.state.get(slot)!;
  }

  /** Whether an object that is spread is known to have no field of a name that it may not have. */
  private hasAllKeys(of: Meaning, before: ReadonlyMap<string, Meaning>): boolean {
    if (of.tag !== 'record') return false;
    const isBare = [...before.keys()].some((name) => !of.slots.has(name));
    return isBare ? this.hasNoOtherKeys(of) : true;
  }
}
