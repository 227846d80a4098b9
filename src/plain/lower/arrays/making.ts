/** Lowers new arrays by `new`, `Array(n)`, `from`, `of` and spread. */
import { isArray, isWholeStorage, type ArrayType, type Storage, type Value } from '../../ir/ir.js';
import { isOpenStorage } from '../../ir/open-types.js';
import { bare, type Node, type types } from '../../front/syntax.js';
import type { Call } from './arrays.js';
import { Generated } from './generated.js';
import { meaning, nothing, type Frame, type Meaning } from '../meanings/meanings.js';
import { typedArrays, type Shape } from '../shapes/shapes.js';

export abstract class Making extends Generated {
  /** The methods of arrays that are called, by name. */
  protected readonly methodsCalled = new Set<string>();

  /** A number that is whole; leaves where it is not. */
  protected abstract whole(of: Value): Value;

  /** Arrays that have no elements at first. */
  protected readonly incomplete = new Set<Value>();

  /** The name of a global array class that an expression is. */
  protected arrayClass(node: Node): Storage | undefined {
    if (this.isGlobal(node, 'Array')) return 'number[]';
    return typedArrays.find((name) => this.isGlobal(node, name)) as Storage | undefined;
  }

  protected arrayCreated(node: Call, storage: Storage, frame: Frame): Meaning {
    const given = this.arguments(node, frame);
    const [of] = given;
    if (given.length !== 1)
      return this.refuse(node, 'new of this', 'use plain objects, and typed arrays of a length');
    if (of.tag !== 'value' || isArray(of.value.type)) {
      if (storage === 'number[]') return this.refuse(node, 'an Array of this', 'use a literal');
      return this.copied(storage, of, node);
    }
    const length = this.numberOf(of, node);
    const lesson = this.remedies.of(node)?.of;
    if (lesson !== undefined && this.hasPools) return this.arrayOfNothing(lesson, length, node);
    const made = this.builder.alloc(storage, length, '');
    if (storage === 'number[]') {
      this.incomplete.add(made);
      this.createdAt.set(made, node);
    }
    return meaning(made);
  }

  /** Where such arrays were made. */
  private readonly createdAt = new WeakMap<Value, Node>();

  /** Learns that such an array is one of objects. */
  protected override learnObjects(array: Value, given: Meaning, node: Node): void {
    const made = this.createdAt.get(array);
    if (!this.hasPools || made === undefined || !this.isForColumns(given, node)) return;
    const shape = this.shapeLike(given, node);
    if (shape?.tag !== 'ref') return;
    this.remedies.learn(made, { of: shape });
    if (this.remedies.pools.learnHoles(shape.pool)) this.remedies.isNew = true;
  }

  /** An array for objects of a pool, without objects. */
  private arrayOfNothing(of: Shape, length: Value, node: Node): Meaning {
    const shape = this.inList(this.pooledShape(of));
    if (shape.tag !== 'record') return this.refuse(node, 'an array of this', 'use a literal');
    const columns = this.columnsOf(shape, '', (type) =>
      this.builder.let({ tag: 'alloc', type: type as ArrayType, args: [length] }),
    );
    const none = this.builder.constant(-1);
    this.builder.each(this.zero(), length, this.one(), (i) =>
      this.builder.store(columns.arrays[0], i, none),
    );
    return columns;
  }

  /** `from` and `of` of array classes. */
  protected arrayStatic(
    name: string,
    storage: Storage,
    node: types.CallExpression,
    frame: Frame,
  ): Meaning | undefined {
    if (name === 'isArray' && storage === 'number[]') {
      const [of] = this.arguments(node, frame);
      return of && meaning(this.isListAt(of, node));
    }
    if (name === 'of') {
      const elements = this.arguments(node, frame);
      return this.listed(this.builder.constant(elements.length), storage, '', node, (put) =>
        elements.forEach((element, k) => put(this.builder.constant(k), element)),
      );
    }
    if (name !== 'from') return undefined;
    const [source, ...others] = node.arguments;
    const gone = source && this.iterated(source, frame, others.length === 0);
    const [of, f] = gone
      ? [gone, ...others.map((other) => this.expression(other, frame))]
      : this.arguments(node, frame);
    if (of === undefined) return undefined;
    if (of.tag === 'record' && !of.isTuple && of.slots.size === 1 && of.slots.has('length')) {
      const length = this.numberOf(this.field(of, 'length', node), node);
      if (f === undefined) {
        if (storage === 'number[]') return this.refuse(node, 'an array of nothing', 'fill it');
        return meaning(this.builder.alloc(storage, length, ''));
      }
      return this.generated(storage, { length, at: () => nothing, whole: nothing }, f, node, frame);
    }
    const list = of.tag === 'record' && of.isTuple ? this.steadyArray(of, node) : of;
    const series = this.seriesOf(list, node);
    if (series !== null && isWholeStorage(storage) && f === undefined)
      return this.listed(series.length, storage, '', node, (put) =>
        this.builder.each(this.zero(), series.length, this.one(), (i) =>
          put(i, this.wholly(series.at(i), node)),
        ),
      );
    if (f === undefined) return this.copied(storage, of, node);
    return series === null ? undefined : this.generated(storage, series, f, node, frame);
  }

  /** Whether something is an array of JavaScript, as typed arrays are not. */
  private isListAt(of: Meaning, node: Node): Value {
    const { builder } = this;
    if (of.tag === 'lost') this.refuse(node, of.why, of.instead);
    if (of.tag === 'optional')
      return builder.choose(of.there, this.isListAt(of.of, node), builder.constant(false));
    if (of.tag === 'value' && isArray(of.value.type)) {
      const { storage } = of.value.type;
      if (isOpenStorage(storage))
        return this.refuse(node, 'isArray of what may be a typed array', 'annotate it');
      return this.answer(storage === 'number[]' || storage === 'list');
    }
    const isTuple = of.tag === 'element' && of.shape.isTuple;
    const isList =
      of.tag === 'record' && (of.isTuple || (of.isGrowing === true && of.keyed === undefined));
    return this.answer(
      isTuple || isList || of.tag === 'grown' || of.tag === 'columns' || of.tag === 'stretch',
    );
  }

  /** The array whose method is called. */
  protected receiverOf(callee: types.MemberExpression, frame: Frame): Meaning {
    this.methodsCalled.add(this.keyOf(callee));
    return this.sure(this.expression(callee.object, frame));
  }

  /** What `keys`, `values` or `entries` of an array go through; undefined for any other code. */
  protected override iterated(given: Node, frame: Frame, isAtOnce = false): Meaning | undefined {
    const call = bare(given);
    if (call.type !== 'CallExpression' || call.arguments.length > 0) return undefined;
    if (call.callee.type !== 'MemberExpression') return undefined;
    const { object } = call.callee;
    const name = this.keyOf(call.callee);
    if (!['keys', 'values', 'entries'].includes(name)) return undefined;
    const of = this.expression(object, frame);
    const list = of.tag === 'record' && of.isTuple ? this.steadyArray(of, call) : of;
    const series = this.seriesOf(list, call);
    if (series === null)
      return object.type === 'Identifier'
        ? undefined
        : this.refuse(call, `the method ${name}`, 'write a loop, or a function');
    this.methodsCalled.add(name);
    if (name === 'values') return list;
    if (series.growing !== undefined && !isAtOnce)
      return this.refuse(call, `${name} of an array that grows`, 'write a loop that counts');
    return this.listed(series.length, 'number[]', '', call, (put) =>
      this.builder.each(this.zero(), series.length, this.one(), (i) => {
        const entry = () => this.record(Object.entries({ 0: meaning(i), 1: series.at(i) }), true);
        put(i, name === 'keys' ? meaning(i) : entry());
      }),
    );
  }

  /** `[...xs, x]`: the lengths are added up. */
  protected override spread(
    parts: readonly (Meaning | { readonly all: Meaning })[],
    node: Node,
  ): Meaning {
    const known = parts.map((part) => {
      if (!('all' in part)) return { one: part };
      const { all } = part;
      const list = all.tag === 'record' && all.isTuple ? this.arrayOf(all, '', node) : all;
      const series = this.seriesOf(list, node);
      return { series: series ?? this.refuse(node, 'a spread of what is no array', 'use slice') };
    });
    const add = (x: Value, y: Value) => this.builder.prim('add', [x, y]);
    const one = this.one();
    const length = known.map((part) => part.series?.length ?? one).reduce(add);
    return (this.fresh = this.listed(length, 'number[]', '', node, (put) => {
      let at = this.zero();
      for (const { series, one: single } of known) {
        const from = at;
        if (series === undefined) put(at, single);
        else
          this.builder.each(this.zero(), series.length, one, (i) =>
            put(add(from, i), series.at(i)),
          );
        at = add(at, series?.length ?? one);
      }
    }));
  }

  /** The length of an array of nothing that is written down: `[...Array(n)]`, or `Array(n).fill()`. */
  protected emptyLength(given: Node, frame: Frame): Value | undefined {
    const node = bare(given);
    let holes: Node | undefined;
    if (node.type === 'ArrayExpression') {
      const [first, ...others] = node.elements;
      if (first?.type === 'SpreadElement' && others.length === 0) holes = bare(first.argument);
    } else if (node.type === 'CallExpression' && node.arguments.length === 0) {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && this.keyOf(callee) === 'fill')
        holes = bare(callee.object);
    }
    if (holes?.type !== 'CallExpression' && holes?.type !== 'NewExpression') return undefined;
    const [length, ...more] = holes.arguments;
    if (!this.isGlobal(holes.callee, 'Array') || length === undefined || more.length > 0)
      return undefined;
    if (length.type === 'SpreadElement') return undefined;
    const found = this.whole(this.number(length, frame));
    this.leaveUnless(this.builder.compare('ge', found, this.zero()));
    return found;
  }
}
