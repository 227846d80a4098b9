/** Lowers the functions of `Object` on dictionaries, literals with any keys, and what makes maps and sets. */
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import type { Use } from '../arrays/in-place.js';
import { isKeyed } from './keyed.js';
import { KeyedMethods, sides, textOf, type Side } from './keyed-methods.js';
import {
  isNewTuple,
  meaning,
  nothing,
  type Frame,
  type KeyedMeaning,
  type Meaning,
} from '../meanings/meanings.js';
import { argumentsOf, shapeOf, shapeOfNew } from '../shapes/promised-shapes.js';
import type { Shape } from '../shapes/shapes.js';

export abstract class Dictionaries extends KeyedMethods {
  /** What a function of `Object` gives on a dictionary; undefined for anything else. */
  protected onDictionary(
    name: string,
    given: Meaning,
    others: readonly Meaning[],
    node: Node,
  ): Meaning | undefined {
    const of = given.tag === 'optional' && isKeyed(given.of) ? this.sure(given) : given;
    if (name === 'fromEntries' && this.hasContainers) return this.ofPairs(of, node);
    if (!isKeyed(of)) return undefined;
    if (of.keyed.kind !== 'object')
      return this.refuse(node, `Object.${name} of a map or a set`, 'use its methods');
    if (sides.includes(name)) return this.listOfSide(of, name as Side, node);
    const [key] = others;
    if (name === 'hasOwn' && key !== undefined) return meaning(this.hasKeyIn(of, key, node));
    if (name === 'assign' && others.every(isKeyed)) {
      for (const from of others) this.copyEntries(from, of, node);
      return of;
    }
    return this.refuse(node, `Object.${name} of an object with any keys`, 'write a loop');
  }

  /** A dictionary of pairs that are computed. */
  private ofPairs(given: Meaning, node: Node): Meaning | undefined {
    const isKnown = given.tag === 'record' && given.isTuple;
    const series = isKnown ? null : this.seriesOf(given, node);
    if (series === null) return undefined;
    const made = this.newKeyed(
      { kind: 'object', keys: 'text', of: undefined, madeFor: node },
      node,
    );
    this.eachOf(series, node, (pair) => {
      this.entryOf(made, this.part(pair, 0, node), node).set(this.partOfPair(pair, node));
    });
    return made;
  }

  /** What the key of a pair leads to. A new pair is no more then. */
  private partOfPair(pair: Meaning, node: Node): Meaning {
    const held = this.part(pair, 1, node);
    const isOwn = pair.tag === 'record' && !pair.isNamed && !pair.isHeld;
    if (isOwn && held.tag === 'record' && !held.isNamed) held.isHeld = false;
    return held;
  }

  /** `key in dictionary`; undefined for anything else. */
  protected isInDictionary(key: Meaning, given: Meaning, node: Node): Value | undefined {
    const of = this.sure(given);
    if (!isKeyed(of) || of.keyed.kind !== 'object') return undefined;
    const code = this.wordOf(this.asText(key, node));
    const { builder } = this;
    const found = this.textOp('isInherited', [code]);
    this.leaveUnless(builder.compare('eq', found, this.zero()));
    return this.hasKeyIn(of, key, node);
  }

  /** A copy of a dictionary that is spread into a new object, with fields in front of it and behind. */
  protected override spreadDictionary(
    node: types.ObjectExpression,
    frame: Frame,
  ): Meaning | undefined {
    if (!this.hasContainers) return undefined;
    const isSpread = node.properties.some(
      (one) => one.type === 'SpreadElement' && isKeyed(this.peeked(one.argument, frame)),
    );
    const lesson = this.remedies.of(node);
    if (!isSpread && lesson?.isDictionary !== true) return undefined;
    const made = this.newKeyed(
      { kind: 'object', keys: 'text', of: undefined, madeFor: node },
      node,
    );
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const of = this.sure(this.expression(property.argument, frame));
        if (!isKeyed(of))
          return this.refuse(property, 'a spread of two kinds of objects', 'write a loop');
        this.copyEntries(of, made, node);
        continue;
      }
      if (property.type !== 'ObjectProperty')
        return this.refuse(property, 'a method in an object with any keys', 'write a function');
      const name = nameOfKey(property.key, property.computed);
      const key = name === undefined ? this.expression(property.key, frame) : textOf(name);
      this.entryOf(made, key, property).set(this.expression(property.value, frame));
    }
    return made;
  }

  /** What a variable holds; anything else is no dictionary that is known before it is evaluated. */
  private peeked(given: Node, frame: Frame): Meaning {
    const node = bare(given);
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    if (binding === undefined) return nothing;
    const slot = frame.find(binding);
    if (slot !== undefined) return this.state.get(slot) ?? nothing;
    return this.expression(node, frame);
  }

  /** A new literal is what a type says that is written behind it: `{} as Record<string, number>`. */
  protected override expression(given: Node, frame: Frame): Meaning {
    const made = super.expression(given, frame);
    const type = 'typeAnnotation' in given ? given.typeAnnotation : null;
    if (type === null || !this.hasContainers || made.tag !== 'record') return made;
    const shape = shapeOf(type as Node, this.facts.classes);
    return shape?.tag === 'dictionary' ? this.asShape(made, shape) : made;
  }

  /** A fold begins with what its type says: `reduce<Record<string, number>>(…, {})`. */
  protected override reduced(use: Use, isBack: boolean): Meaning {
    const [f, start] = use.args;
    if (!this.hasContainers || start?.tag !== 'record') return super.reduced(use, isBack);
    const [param] = f?.tag === 'function' ? f.node.params : [];
    const type =
      argumentsOf(use.node as unknown as types.TSTypeReference)[0] ??
      (param?.type === 'Identifier' ? param.typeAnnotation : undefined);
    const shape = shapeOf(type, this.facts.classes);
    if (shape?.tag !== 'dictionary') return super.reduced(use, isBack);
    return super.reduced({ ...use, args: [f, this.asShape(start, shape)] }, isBack);
  }

  protected override asShape(of: Meaning, shape: Shape | undefined): Meaning {
    if (shape?.tag !== 'dictionary' || of.tag !== 'record' || isKeyed(of))
      return super.asShape(of, shape);
    const { literal } = of;
    const isNew = !of.isTuple && !of.isNamed && !of.isHeld && of.isGrowing !== true;
    if (!isNew || shape.kind !== 'object' || literal === undefined) return of;
    return this.asDictionary(of, shape, literal, literal);
  }

  // ── New ones ──

  /** `new Map` and `new Set`; undefined for anything else. */
  protected containerMade(node: types.NewExpression, frame: Frame): Meaning | undefined {
    const kind = ['Map', 'Set'].find((name) => this.isGlobal(bare(node.callee), name));
    if (!this.hasContainers || kind === undefined) return undefined;
    const shape = shapeOfNew(node, this.facts.classes);
    const known = shape?.tag === 'dictionary' ? shape : undefined;
    const made = this.newContainer(node, kind as 'Map' | 'Set', known);
    const [source, ...others] = node.arguments;
    if (others.length > 0) return this.refuse(node, 'new of this', 'give it one list');
    if (source !== undefined) this.fill(made, source, frame, node);
    return made;
  }

  private fill(made: KeyedMeaning, source: Node, frame: Frame, node: Node): void {
    const given = this.iterated(source, frame, true) ?? this.expression(source, frame);
    if (given.tag === 'nothing') return;
    const isSet = made.keyed.kind === 'Set';
    const put = (of: Meaning): void => {
      if (isSet) this.entryOf(made, of, node).set(nothing);
      else this.entryOf(made, this.part(of, 0, node), node).set(this.partOfPair(of, node));
    };
    if (given.tag === 'record' && given.isTuple) {
      for (const key of given.slots.keys()) {
        const one = this.field(given, key, node);
        if (one.tag === 'record' && isNewTuple({ ...one, isHeld: false })) one.isHeld = false;
        put(one);
      }
      return;
    }
    const series = this.seriesOf(given, node);
    if (series === null) this.refuse(node, 'a map or a set of this', 'set its entries one by one');
    else this.eachOf(series, node, put);
  }

  /** A new map or set, of which the code tells what its keys are if nobody says it. */
  protected containerOutside(init: Node, binding: Binding): Shape | undefined {
    const name =
      init.type === 'NewExpression' && init.callee.type === 'Identifier' && init.callee.name;
    const isIt = this.hasContainers && (name === 'Map' || name === 'Set');
    if (!isIt || init.type !== 'NewExpression' || !this.isGlobal(init.callee, name))
      return undefined;
    const known = shapeOfNew(init, this.facts.declared);
    if (known !== undefined) return known;
    const keys = this.remedies.of(binding)?.keys ?? 'text';
    return { tag: 'dictionary', kind: name, keys, of: { tag: 'number' }, madeFor: binding };
  }
}
