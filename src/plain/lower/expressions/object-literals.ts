/** Lowers literals of objects: their fields, spreads, methods, getters and setters. */
import { nameOfKey, type Node, type types } from '../../front/syntax.js';
import {
  lost,
  type Accessors,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Rest,
} from '../meanings/meanings.js';
import type { Source } from '../objects/own-keys.js';
import { Templates } from './templates.js';

/** What is spread after a field may have the field, too. */
const perhapsAnother = lost(
  'a field that is written in front of a spread object, which may have it, too',
  'write it behind the spread object, or read it from there',
);

export abstract class ObjectLiterals extends Templates {
  /** A literal with any keys; undefined for any other. */
  protected abstract spreadDictionary(
    node: types.ObjectExpression,
    frame: Frame,
  ): Meaning | undefined;

  protected object(node: types.ObjectExpression, frame: Frame): Meaning {
    const dictionary = this.spreadDictionary(node, frame);
    if (dictionary !== undefined) return dictionary;
    const fields = new Map<string, Meaning>();
    const nodes = new Map<string, Node>();
    const accessors = new Map<string, Accessors>();
    let isKnown = true;
    let isWhole = true;
    const sources: (Source | undefined)[] = [];
    let rest: Rest | undefined;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const of = this.sure(this.expression(property.argument, frame));
        const isObject = of.tag === 'record' && !of.isGrowing && of.accessors === undefined;
        if (!isObject && of.tag !== 'element')
          return this.refuse(property, 'a spread of what is no plain object', 'name the fields');
        sources.push(...this.sourcesOf(of));
        const isAll = of.tag === 'record' ? of.isWhole : of.shape.isWhole === true;
        if (accessors.size > 0)
          this.refuse(property, 'a spread behind a getter', 'put it in front');
        if (!isAll && !this.hasAllKeys(of, fields))
          for (const name of fields.keys()) fields.set(name, perhapsAnother);
        isWhole &&= isAll;
        const others = of.tag === 'record' ? of.rest : undefined;
        if (others !== undefined && rest !== undefined)
          return this.refuse(property, 'a spread of two unknown objects', 'name the fields');
        if (others !== undefined) rest = { ...others, isCopy: true };
        const names = of.tag === 'record' ? of.slots.keys() : of.shape.fields.keys();
        for (const name of names) {
          if (of.tag === 'record' && this.isLeftOut(of, name)) continue;
          const held = this.heldBy(of, name, property);
          const isOwn = of.tag === 'record' && this.isOwnKey(of, name);
          // Undefined would take the place of what is there, and a field that is not there would not.
          const isUnclear = held.tag === 'optional' && !held.isNull && fields.has(name) && !isOwn;
          fields.set(name, isUnclear ? perhapsAnother : held);
        }
        continue;
      }
      const name = nameOfKey(property.key, property.computed);
      const isMethod = property.type === 'ObjectMethod';
      if (name === undefined || name === '__proto__')
        return this.refuse(property, 'a field with a computed name', 'write its name');
      if (isMethod && property.kind !== 'method') {
        fields.delete(name);
        accessors.set(name, { ...accessors.get(name), [property.kind]: property, frame });
        [isWhole, isKnown] = [false, false];
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
    const made: RecordMeaning = {
      ...this.withCells(
        this.record(fields, false, undefined, (name) => nodes.get(name)),
        node,
      ),
      isWhole,
      literal: node,
      ...(rest && { rest }),
      ...(accessors.size > 0 && { accessors }),
      sites: [node],
    };
    if (isKnown) this.madeOf(made, sources);
    return this.standing(made, node);
  }

  /** Whether an object that is spread is known to have no field of a name that it may not have. */
  private hasAllKeys(of: Meaning, before: ReadonlyMap<string, Meaning>): boolean {
    if (of.tag !== 'record') return false;
    const isBare = [...before.keys()].some((name) => !of.slots.has(name));
    return isBare && this.knownKeys(of) !== undefined;
  }
}
