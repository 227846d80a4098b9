/** Arrays: how they are made, by literals, `new`, `from` and `of`, and by a loop that gives each element. */
import { value } from '../ir/build.js';
import {
  elementType,
  isArray,
  sameType,
  type ArrayType,
  type Storage,
  type Value,
} from '../ir/ir.js';
import {
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import { Loops } from './loops.js';
import {
  meaning,
  nothing,
  type ColumnsMeaning,
  type Frame,
  type Meaning,
  type RecordMeaning,
} from './meanings.js';

export const storages: readonly string[] = ['Float64Array', 'Float32Array', 'Int32Array'];
export type Call = types.CallExpression | types.NewExpression;

/** What methods of arrays go through. */
export interface Series {
  readonly length: Value;
  readonly at: (i: Value) => Meaning;
}

export abstract class Arrays extends Loops {
  protected abstract inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
  ): Meaning;
  /** What a function gives on arguments. */
  protected abstract applied(f: Meaning, args: readonly Meaning[], node: Node): Meaning;

  protected arguments = (node: Call, frame: Frame): Meaning[] =>
    node.arguments.flatMap((argument) => {
      if (argument.type === 'ArgumentPlaceholder')
        return this.refuse(argument, 'a placeholder', 'give it all');
      if (argument.type !== 'SpreadElement') return [this.expression(argument, frame)];
      const of = this.expression(argument.argument, frame);
      if (of.tag !== 'record' || !of.isTuple)
        return this.refuse(argument, 'spread arguments', 'name the arguments');
      return [...of.slots.keys()].map((name) => this.field(of, name, argument));
    });

  protected isGlobal = (node: Node, name: string): boolean =>
    node.type === 'Identifier' && node.name === name && this.facts.bindings.get(node) === undefined;

  /** The name of a global array class that an expression is. */
  protected arrayClass(node: Node): Storage | undefined {
    if (this.isGlobal(node, 'Array')) return 'number[]';
    return storages.find((name) => this.isGlobal(node, name)) as Storage | undefined;
  }

  protected seriesOf(of: Meaning): Series | null {
    if (of.tag === 'columns')
      return { length: this.builder.length(of.arrays[0]), at: (i) => this.elementOf(of, i) };
    if (of.tag !== 'value' || !isArray(of.value.type)) return null;
    const array = of.value;
    return {
      length: this.builder.length(array),
      at: (i) => meaning(this.element(array, i)),
    };
  }

  // ── New arrays ──

  /** A literal that has no name yet is an array where its elements are read by computed indices. */
  protected override asUsed(found: Meaning, binding: Binding | undefined, node: Node): Meaning {
    if (
      found.tag !== 'record' ||
      !found.isTuple ||
      found.isNamed ||
      found.isHeld ||
      binding === undefined
    )
      return found;
    const isScalar = binding.referencePaths.every(({ node: use, parent }) => {
      if (parent.type === 'VariableDeclarator')
        return parent.init === use && parent.id.type === 'ArrayPattern';
      if (parent.type !== 'MemberExpression' || parent.object !== use)
        return parent.type === 'ReturnStatement' || parent.type === 'SpreadElement';
      return parent.computed && parent.property.type === 'NumericLiteral';
    });
    return isScalar ? found : this.arrayOf(found, binding.identifier.name, node);
  }

  /** The elements of a literal as an array. */
  protected override arrayOf(tuple: RecordMeaning, name: string, node: Node): Meaning {
    const elements = [...tuple.slots.keys()].map((key) => {
      const found = this.field(tuple, key, node);
      if (found.tag !== 'record' || !found.isTuple) return found;
      if (found.isFixed)
        return this.refuse(node, 'a tuple in an array', 'declare it as Float64Array');
      return this.arrayOf(found, '', node);
    });
    return this.listed(this.builder.constant(elements.length), 'number[]', name, node, (put) =>
      elements.forEach((element, k) => put(this.builder.constant(k), element)),
    );
  }

  /** A tuple as an array that is read later: nobody may write into the tuple meanwhile. */
  protected steadyArray(tuple: RecordMeaning, node: Node): Meaning {
    const isWritten = [...tuple.slots.keys()].some((name) => this.isFieldWritten(name));
    if (isWritten && (tuple.isNamed || tuple.isHeld))
      this.refuse(node, 'a tuple that may be written meanwhile', 'declare it as Float64Array');
    return this.arrayOf(tuple, '', node);
  }

  /** A new array of a length, of which `fill` puts each element; what it is made of shows then. */
  protected listed(
    length: Value,
    storage: Storage,
    name: string,
    node: Node,
    fill: (put: (i: Value, element: Meaning) => void) => void,
  ): Meaning {
    const hole = this.builder.hole();
    let made: Value | null = null;
    let columns: ColumnsMeaning | null = null;
    fill((i, given) => {
      if (this.isForColumns(given, node)) {
        columns ??= this.newColumns(given, name, node);
        // An object that has a name could be written under it.
        const isFresh = given.tag === 'record' && !given.isNamed;
        if (!isFresh && this.isShapeWritten(columns.shape))
          this.refuse(node, 'an object in an array that has another name', 'copy it');
        this.storeElement(columns, i, given, node);
        return;
      }
      const isTuple = given.tag === 'record' && given.isTuple;
      if (isTuple && given.isNamed)
        this.refuse(
          node,
          'a tuple in an array that has another name',
          'declare it as Float64Array',
        );
      const element = isTuple ? this.arrayOf(given, '', node) : given;
      const stored = this.valueOf(element, node);
      made ??= value(name, this.typeWith(storage, stored));
      this.put(made, i, stored, node);
    });
    const all = columns as ColumnsMeaning | null;
    if (all !== null && made !== null)
      return this.refuse(node, 'an array with elements of different kinds', 'give them one type');
    const array = made ?? value(name, { storage });
    const arrays = all?.arrays ?? [array];
    hole(() => {
      for (const one of arrays) {
        const type = one.type as ArrayType;
        this.builder.add({ tag: 'let', value: one, op: { tag: 'alloc', type, args: [length] } });
      }
    });
    return all ?? meaning(array);
  }

  private typeWith = (storage: Storage, element: Value): ArrayType =>
    isArray(element.type) ? { storage: 'list', of: element.type } : { storage };

  private put(array: Value, i: Value, stored: Value, node: Node): void {
    const type = elementType(array.type as ArrayType);
    const isRight = isArray(type) ? sameType(stored.type, type) : !isArray(stored.type);
    if (!isRight || stored.type === 'bool')
      this.refuse(node, 'an array with elements of different kinds', 'give them one type');
    this.builder.store(array, i, stored);
  }

  /** Some elements of an array as a new one. */
  protected copied(
    storage: Storage,
    of: Meaning,
    node: Node,
    part?: readonly [Value, Value],
  ): Meaning {
    const series =
      of.tag === 'record' && of.isTuple
        ? this.seriesOf(this.arrayOf(of, '', node))
        : this.seriesOf(of);
    if (series === null)
      return this.refuse(node, 'an array made of what is no array', 'give it an array');
    const [from, length] = part ?? [this.zero(), series.length];
    const at = (i: Value) => (part === undefined ? i : this.builder.prim('add', [from, i]));
    return this.listed(length, storage, '', node, (put) =>
      this.builder.each(this.zero(), length, this.one(), (i) => put(i, series.at(at(i)))),
    );
  }

  /** An array of a length, with what a function gives for each index. */
  protected generated(
    storage: Storage,
    series: Series,
    f: Meaning,
    node: Node,
    frame: Frame,
  ): Meaning {
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const around = f.tag === 'function' ? f.node : node;
    return this.listed(series.length, storage, '', node, (put) => {
      this.range(around, range, frame, { slots: [], stops: [], name: 'k' }, (i) =>
        put(i, this.applied(f, [series.at(i), meaning(i)], node)),
      );
    });
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
    const made = this.builder.alloc(storage, this.numberOf(of, node), '');
    // Nothing is there yet, of which arithmetic makes NaN.
    if (storage === 'number[]') this.filled(made, this.builder.constant(NaN));
    return meaning(made);
  }

  protected filled(array: Value, x: Value): void {
    this.builder.each(this.zero(), this.builder.length(array), this.one(), (i) =>
      this.builder.store(array, i, x),
    );
  }

  /** `from` and `of` of array classes. */
  protected arrayStatic(
    name: string,
    storage: Storage,
    node: types.CallExpression,
    frame: Frame,
  ): Meaning | undefined {
    if (name === 'of') {
      const elements = this.arguments(node, frame);
      return this.listed(this.builder.constant(elements.length), storage, '', node, (put) =>
        elements.forEach((element, k) => put(this.builder.constant(k), element)),
      );
    }
    if (name !== 'from') return undefined;
    const [of, f] = this.arguments(node, frame);
    if (of?.tag === 'record' && !of.isTuple && of.slots.size === 1 && of.slots.has('length')) {
      const length = this.numberOf(this.field(of, 'length', node), node);
      if (f === undefined) {
        if (storage === 'number[]') return this.refuse(node, 'an array of nothing', 'fill it');
        return meaning(this.builder.alloc(storage, length, ''));
      }
      return this.generated(storage, { length, at: () => nothing }, f, node, frame);
    }
    if (f === undefined) return this.copied(storage, of, node);
    const list = of.tag === 'record' && of.isTuple ? this.steadyArray(of, node) : of;
    const series = this.seriesOf(list);
    return series === null ? undefined : this.generated(storage, series, f, node, frame);
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
      const series = this.seriesOf(list);
      return { series: series ?? this.refuse(node, 'a spread of what is no array', 'use slice') };
    });
    const add = (x: Value, y: Value) => this.builder.prim('add', [x, y]);
    const one = this.one();
    const length = known.map((part) => part.series?.length ?? one).reduce(add);
    return this.listed(length, 'number[]', '', node, (put) => {
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
    });
  }

  protected keyOf = (node: types.MemberExpression): string =>
    nameOfKey(node.property, node.computed) ?? '';
}
