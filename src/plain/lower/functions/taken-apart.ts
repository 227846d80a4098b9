/**
 * Takes apart what functions of the language take and give: a record is a value for each field. Functions and classes
 * are no values, since they are known where code is lowered.
 */
import { formOf } from '../meanings/carried-parts.js';
import { value } from '../../ir/build.js';
import { isArray, isNumber, sameType, typeText, type Type, type Value } from '../../ir/ir.js';
import type { FunctionNode, Node } from '../../front/syntax.js';
import { guessedResult, numbers } from '../shapes/guessed-results.js';
import { meaning, wordsFor, type ColumnsMeaning, type Meaning } from '../meanings/meanings.js';
import { RowCalls } from './row-calls.js';
import { isText } from '../meanings/words.js';
import { hostShape, refIn, shapeText, type RefShape, type Shape } from '../shapes/shapes.js';
import { shapeOf } from '../shapes/promised-shapes.js';

export abstract class TakenApart extends RowCalls {
  // ── What is given ──

  protected formIn = (of: Meaning, at: Node): unknown[] => {
    switch (of.tag) {
      case 'value':
        return [of.value.type === 'i32' ? 'f64' : typeText(of.value.type)];
      case 'function':
        return [of.node, of.frame];
      case 'row':
      case 'global':
        return [`${of.tag} ${of.name}`];
      case 'imported':
        return [of.name];
      case 'choice':
        return ['choice', ...of.among.flatMap((one) => this.formIn(one, at)), 'end'];
      case 'derivative':
        return [of.operator, JSON.stringify([of.wrt, of.hasAux]), ...of.form];
      case 'map':
        return [of];
      case 'class':
        return [of.node];
      case 'text':
        return [`text ${of.text}`];
      case 'match':
      case 'matches':
        return [formOf(of, this.state.get)];
      case 'optional':
        return [`optional ${of.isNull}`, ...this.formIn(of.of, at)];
      case 'nothing':
        return [of.isNull === true ? 'null' : 'nothing'];
      case 'pattern':
      case 'closures':
        return this.refuseGiven(of, at);
      case 'cell':
        if (of.at !== undefined) return this.refuseGiven(of, at);
        return [`cell ${typeText(of.array.type)}`];
      case 'columns':
        return [`columns ${shapeText(of.shape)}`];
      case 'element':
        return [
          `element ${of.at} ${of.columns.pool ?? ''} ${shapeText(of.columns.shape)} ${of.shape.from?.start}`,
        ];
      case 'grown':
        if (this.isPooledList(of)) return ['list', of.of];
        return this.refuse(
          at,
          'an array that may grow in another one as an argument of a function that is not inlined',
          'pass the array that holds it, and its index',
        );
      case 'stretch':
        return [`stretch ${of.at} ${shapeText(of.columns.shape)}`];
      case 'record': {
        if (of.accessors !== undefined) return this.refuseGiven(of, at);
        const fields = [...of.slots].flatMap(([name, slot]) => [
          name,
          ...this.formIn(this.kept(slot, at), at),
        ]);
        const kind =
          of.isGrowing === true
            ? `growing ${of.keyed ? JSON.stringify([of.keyed.kind, of.keyed.keys, of.keyed.pool]) : ''} ${of.rows?.elements ? shapeText(of.rows.elements) : of.rows !== undefined}`
            : of.isTuple
              ? 'tuple'
              : 'record';
        return [kind, of.from?.node ?? kind, ...fields, 'end'];
      }
      case 'word':
      case 'lost':
        return [of.tag];
    }
  };

  private refuseGiven = (of: Meaning, at: Node): never =>
    this.refuse(
      at,
      `${of.tag === 'record' ? 'an object with getters' : wordsFor[of.tag as keyof typeof wordsFor]} with own state as an argument of a function that calls itself or is large`,
      'write the function as a loop, or pass numbers and arrays',
    );

  protected leavesIn = (of: Meaning, at: Node): Value[] => {
    switch (of.tag) {
      case 'value':
        return [of.value];
      case 'cell':
        return [of.array];
      case 'columns':
        return [...of.arrays];
      case 'grown':
        return [of.index];
      case 'element':
        if (of.columns.pool !== undefined) return [of.index];
        return [...this.lasting(of.columns, at).arrays, of.index];
      case 'stretch':
        return [...of.columns.arrays, of.from, of.length];
      case 'word':
      case 'match':
      case 'matches':
      case 'choice':
        return [of.code];
      case 'optional':
        return [of.there, ...this.leavesIn(of.of, at)];
      case 'record':
        return [...of.slots.values()].flatMap((slot) => this.leavesIn(this.kept(slot, at), at));
      default:
        return [];
    }
  };

  /** The columns of an object that is given: they may not grow meanwhile. */
  private lasting(columns: ColumnsMeaning, at: Node): ColumnsMeaning {
    return columns.grown === undefined
      ? columns
      : this.refuse(
          at,
          'an object of an array that grows as an argument of a function that is not inlined',
          'pass the array and an index',
        );
  }

  /** An argument as a parameter takes it: a new literal is an array, if that is the type of the parameter. */
  protected asTaken(of: Meaning, param: Node | undefined, at: Node): Meaning {
    const inner = param?.type === 'AssignmentPattern' ? param.left : param;
    const type = inner !== undefined && 'typeAnnotation' in inner ? inner.typeAnnotation : null;
    const shape = shapeOf(type, this.facts.declared);
    const isNew = of.tag === 'record' && of.isTuple && !of.isNamed && of.isGrowing !== true;
    return isNew && (shape?.tag === 'array' || shape?.tag === 'columns')
      ? this.arrayOf(of, '', at)
      : of;
  }

  /** What a function is given, made of parameters, in the order of `leavesIn`. */
  protected param(of: Meaning, params: Value[], at: Node, field = ''): Meaning {
    const made = ({ name, type }: Value): Value => {
      const param = value(of.tag === 'value' ? field : name, type === 'i32' ? 'f64' : type);
      params.push(param);
      return param;
    };
    switch (of.tag) {
      case 'value':
        return meaning(made(of.value));
      case 'cell':
        return { ...of, array: made(of.array) };
      case 'columns':
        return { ...of, arrays: of.arrays.map(made) };
      case 'grown':
        return { ...of, index: made(of.index) };
      case 'element': {
        if (of.columns.pool !== undefined) return { ...of, index: made(of.index) };
        const columns = { ...of.columns, arrays: this.lasting(of.columns, at).arrays.map(made) };
        return { ...of, columns, index: made(of.index) };
      }
      case 'stretch': {
        const columns = { ...of.columns, arrays: of.columns.arrays.map(made) };
        return { ...of, columns, from: made(of.from), length: made(of.length) };
      }
      case 'word':
      case 'match':
      case 'matches':
      case 'choice':
        return { ...of, code: made(of.code) };
      case 'optional': {
        const there = made(of.there);
        return { ...of, there, of: this.param(of.of, params, at) };
      }
      case 'record': {
        const fields = [...of.slots].map(
          ([name, slot]) =>
            [name, this.param(this.kept(slot, at), params, at, of.isTuple ? '' : name)] as const,
        );
        const { slots } = this.record(fields, of.isTuple, of.from);
        // Each call may give another one.
        return { ...of, slots, rest: undefined, isFixed: true, isNamed: true, isWhole: false };
      }
      default:
        return of;
    }
  }

  // ── What is given back ──

  /** What a function gives on arguments, as far as that can be seen; null for nothing. */
  protected promised(node: FunctionNode, args: readonly Meaning[], at: Node): Shape | null {
    const given = (k: number): Shape | undefined => {
      const arg = args.at(k);
      if (arg?.tag === 'record' && arg.rows !== undefined) return undefined;
      if (arg?.tag === 'record' && arg.isGrowing === true)
        return arg.elements === undefined ? numbers : { tag: 'columns', of: arg.elements };
      return (arg && this.shapeIn(arg, at)) ?? undefined;
    };
    const guess = guessedResult(this.facts, node, given);
    return guess && this.pooledShape(guess);
  }

  /** The parts of a result of a shape; null if it is of another. */
  protected partsOf(of: Meaning, shape: Shape | null, node: Node): readonly Value[] | null {
    if (shape === null) return of.tag === 'nothing' ? [] : null;
    if (shape.tag === 'ref') return this.placesIn(of, shape, node);
    if (shape.tag === 'text') return isText(of) ? [this.wordOf(of)] : null;
    // Nobody knows which tree a node that comes back is of.
    if (shape.tag === 'record' && shape.isNode === true) return null;
    if (shape.tag === 'optional') {
      const found = this.asShape(of, shape);
      if (found.tag !== 'optional') return null;
      const parts = this.partsOf(found.of, shape.of, node);
      return parts && [found.there, ...parts];
    }
    if (of.tag === 'optional') return this.partsOf(this.sure(of), shape, node);
    // What is given is a copy.
    if (of.tag === 'element')
      return this.isShapeWritten(of.shape) ? null : this.partsOf(this.snapshot(of), shape, node);
    if (of.tag === 'columns')
      return shape.tag === 'columns' && shapeText(shape.of) === shapeText(of.shape)
        ? of.arrays
        : null;
    if (of.tag === 'record' && of.isGrowing && refIn(of.elements) && shape.tag === 'columns')
      return this.partsOf(this.copied('number[]', of, node), shape, node);
    if (of.tag === 'record' && shape.tag === 'array') {
      if (of.isGrowing === true && !of.isFixed)
        return this.partsOf(this.copied(shape.type.storage, of, node), shape, node);
      if (of.isTuple && !of.isNamed) return this.partsOf(this.arrayOf(of, '', node), shape, node);
    }
    if (of.tag === 'value') return isOf(of.value.type, shape) ? [of.value] : null;
    if (of.tag !== 'record' || shape.tag !== 'record') return null;
    const isLike = of.slots.size === shape.fields.size && of.isTuple === shape.isTuple;
    if (!isLike || of.from !== undefined || of.isGrowing === true) return null;
    const parts: Value[] = [];
    for (const [name, inner] of shape.fields) {
      const slot = of.slots.get(name);
      const found = slot && this.partsOf(this.read(slot, node), inner, node);
      if (found == null) return null;
      parts.push(...found);
    }
    return parts;
  }

  /** The place of an object in its pool as a result; null if it is none. */
  private placesIn(of: Meaning, shape: RefShape, node: Node): readonly Value[] | null {
    if (this.shapeInPool(of, node)?.tag !== (of.tag === 'nothing' ? 'absent' : 'ref')) return null;
    const isMissing = of.tag === 'nothing' || of.tag === 'optional';
    const absent = isMissing ? (of.isNull === true ? 'null' : 'undefined') : shape.absent;
    if (absent !== shape.absent) return null;
    return [this.placeOfObject(this.placed(of, shape, node), node)];
  }

  /** The shape of a result; undefined if a function cannot give it. */
  protected shapeIn(of: Meaning, node: Node): Shape | null | undefined {
    const isObject = of.tag === 'element' || (of.tag === 'record' && !of.isTuple && !of.isGrowing);
    if (this.hasPools && isObject) return this.shapeInPool(of, node) ?? undefined;
    if (of.tag === 'record' && of.isGrowing && refIn(of.elements))
      return { tag: 'columns', of: of.elements! };
    if (of.tag === 'nothing') return of.isNull === true ? undefined : null;
    if (isText(of)) return { tag: 'text' };
    if (of.tag === 'optional') {
      const inner = this.shapeIn(of.of, node);
      if (inner?.tag === 'ref') return { ...inner, absent: of.isNull ? 'null' : 'undefined' };
      return inner == null ? undefined : { tag: 'optional', of: inner, isNull: of.isNull };
    }
    if (of.tag === 'value') {
      const { type } = of.value;
      if (isArray(type)) return { tag: 'array', type };
      if (type === 'host') return hostShape;
      return { tag: type === 'bool' ? 'bool' : 'number' };
    }
    if (of.tag === 'columns') return { tag: 'columns', of: of.shape };
    if (of.tag === 'element')
      return of.shape.isNode === true || this.isShapeWritten(of.shape) ? undefined : of.shape;
    if (of.tag !== 'record' || of.from !== undefined || of.isGrowing === true) return undefined;
    const fields = new Map<string, Shape>();
    for (const [name, slot] of of.slots) {
      const inner = this.shapeIn(this.read(slot, node), node);
      if (inner == null) return undefined;
      fields.set(name, inner);
    }
    return { tag: 'record', isTuple: of.isTuple, fields };
  }
}

function isOf(type: Type, shape: Shape): boolean {
  if (shape.tag === 'host') return type === 'host';
  if (shape.tag === 'array') return isArray(type) && sameType(type, shape.type);
  return shape.tag === 'bool' ? type === 'bool' : shape.tag === 'number' && isNumber(type);
}
