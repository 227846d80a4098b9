/** Lowers methods of arrays without functions: those that write, rearrange, or seek. */
import { isArray, isWholeStorage, type ArrayType, type Value } from '../../ir/ir.js';
import { isOpenStorage } from '../../ir/open-types.js';
import { bare, type Node } from '../../front/syntax.js';
import type { Call, Series } from './arrays.js';
import { GrownElements } from './grown-elements.js';
import { isGrown, type Grown } from './growing-room.js';
import { Frame, lost, meaning, nothing, type Meaning, type Slot } from '../meanings/meanings.js';

/** A call of a method, with what it is called on. */
export interface Use {
  readonly node: Call;
  readonly frame: Frame;
  readonly series: Series;
  readonly args: readonly Meaning[];
}

export abstract class InPlace extends GrownElements {
  protected override copiedFrom(of: Meaning, k: number, node: Node): Meaning {
    const series = this.seriesOf(of, node);
    if (series === null) return this.refuse(node, 'the rest of what is no array', 'use slice');
    const from = this.builder.prim('min', [this.builder.constant(k), series.length]);
    const length = this.builder.prim('sub', [series.length, from]);
    return this.copied('number[]', of, node, [from, length]);
  }

  /** An array of nothing, or of bools, filled with one bool; null for any other. */
  protected filledByBool(of: Meaning, { node, args, series }: Use): Meaning | null {
    const [first, ...others] = args;
    if (others.length > 0 || first?.tag !== 'value' || first.value.type !== 'bool') return null;
    const each = (put: (i: Value) => void): void =>
      this.builder.each(this.zero(), series.length, this.one(), put);
    if (of.tag === 'columns' && of.shape.isOne === true) {
      each((i) => this.storeElement(of, i, first, node));
      return of;
    }
    const { callee } = node;
    const made = callee.type === 'MemberExpression' ? bare(callee.object) : callee;
    const isNew =
      (made.type === 'NewExpression' || made.type === 'CallExpression') &&
      this.isGlobal(made.callee, 'Array');
    return isNew
      ? this.listed(series.length, 'number[]', '', node, (put) => each((i) => put(i, first)))
      : null;
  }

  /** Methods that write, or read without a function. */
  protected inPlace(name: string, array: Value, { node, args, series }: Use): Meaning | null {
    const { storage, of } = array.type as ArrayType;
    const [first, second] = args;
    switch (name) {
      case 'fill': {
        if (args.length === 0 || of !== undefined) return null;
        const given = this.numberOf(first, node);
        const x = isWholeStorage(storage) ? this.asForeign(given) : given;
        const [from, length] = this.stretch({ args: args.slice(1), series, node });
        this.builder.each(this.zero(), length, this.one(), (i) =>
          this.builder.store(array, this.builder.prim('add', [from, i]), x),
        );
        return meaning(array);
      }
      case 'set': {
        if (isOpenStorage(storage) || args.length === 0) return null;
        // The source may share its numbers with the array.
        const copy = this.seriesOf(this.copied('number[]', first, node), node)!;
        const from = second === undefined ? this.zero() : this.whole(this.numberOf(second, node));
        const end = this.builder.prim('add', [from, copy.length]);
        const isInside = this.builder.choose(
          this.builder.compare('ge', from, this.zero()),
          this.builder.compare('le', end, series.length),
          this.builder.constant(false),
        );
        this.leaveUnless(isInside);
        this.builder.each(this.zero(), copy.length, this.one(), (i) => {
          const x = this.numberOf(copy.at(i), node);
          const stored = isWholeStorage(storage) ? this.asForeign(x) : x;
          this.builder.store(array, this.builder.prim('add', [from, i]), stored);
        });
        return nothing;
      }
      case 'subarray': {
        if (storage === 'number[]' || storage === 'list' || isOpenStorage(storage)) return null;
        const [from, length] = this.stretch({ args, series, node });
        const to = this.builder.prim('add', [from, length]);
        return meaning(this.builder.let({ tag: 'view', args: [array, from, to] }));
      }
      case 'reverse': {
        const before = this.seriesOf(this.copied('number[]', meaning(array), node), node)!;
        const last = this.builder.prim('sub', [series.length, this.one()]);
        this.builder.each(this.zero(), series.length, this.one(), (i) => {
          const from = this.builder.prim('sub', [last, i]);
          this.builder.store(array, i, this.valueOf(before.at(from), node));
        });
        return meaning(array);
      }
      default:
        return null;
    }
  }

  /** Methods that read any list without a function. */
  protected sought(name: string, { node, args, series }: Use): Meaning | null {
    const { builder } = this;
    const { whole } = series;
    const type = whole.tag === 'value' ? (whole.value.type as ArrayType) : undefined;
    const [first] = args;
    switch (name) {
      case 'concat':
        return type === undefined || type.storage === 'number[]' || type.storage === 'list'
          ? this.spread([{ all: whole }, ...args.map((arg) => this.joined(arg))], node)
          : null;
      case 'indexOf':
      case 'lastIndexOf':
      case 'includes': {
        const isOfNumbers = type === undefined ? this.holdsNumbers(whole, node) : !type.of;
        return args.length === 1 && isOfNumbers
          ? this.placeOf(name, series, this.numberOf(first, node), node)
          : null;
      }
      case 'at': {
        if (first === undefined) return null;
        const i = this.whole(this.numberOf(first, node));
        const back = builder.prim('add', [series.length, i]);
        const place = builder.choose(builder.compare('lt', i, this.zero()), back, i);
        return this.elementOrNothing(series, place, node);
      }
      default:
        return null;
    }
  }

  private holdsNumbers(of: Meaning, node: Node): boolean {
    if (!isGrown(of) || (of.tag === 'record' && of.rows !== undefined)) return false;
    const { type } = this.heldArray(of, node);
    return this.objectsIn(of) === undefined && (type as ArrayType).of === undefined;
  }

  /** What `concat` adds: the elements of an array, or one element. */
  private joined(arg: Meaning): Meaning | { readonly all: Meaning } {
    if (arg.tag === 'value' && isArray(arg.value.type)) {
      const { storage } = arg.value.type;
      // A typed array would become an element.
      return storage === 'number[]' || storage === 'list' ? { all: arg } : lost('a typed array');
    }
    const isList =
      arg.tag === 'columns' ||
      arg.tag === 'stretch' ||
      arg.tag === 'grown' ||
      (arg.tag === 'record' &&
        (arg.isTuple || (arg.isGrowing === true && arg.keyed === undefined)));
    return isList ? { all: arg } : arg;
  }

  /** The first index of a number, or -1; or whether there is one, as which NaN counts, too. */
  private placeOf(
    name: 'indexOf' | 'lastIndexOf' | 'includes',
    series: Series,
    x: Value,
    node: Node,
  ): Meaning {
    const { builder } = this;
    const slot: Slot = { name: 'place' };
    this.state.set(slot, meaning(builder.constant(-1)));
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const carried = { slots: [slot], stops: [], name: 'k' };
    const isNaN = (of: Value) => builder.compare('ne', of, of);
    this.range(node, range, new Frame(null), carried, (i) => {
      const before = this.valueOf(this.read(slot, node), node);
      const element = this.numberOf(series.at(i), node);
      const isSame = builder.compare('eq', element, x);
      const both = builder.choose(isNaN(element), isNaN(x), builder.constant(false));
      const isIt =
        name === 'includes' ? builder.choose(isSame, builder.constant(true), both) : isSame;
      const isFirst = builder.compare('lt', before, this.zero());
      const isFound =
        name === 'lastIndexOf' ? isIt : builder.choose(isFirst, isIt, builder.constant(false));
      this.state.set(slot, meaning(builder.choose(isFound, i, before)));
    });
    const place = this.valueOf(this.read(slot, node), node);
    return meaning(name !== 'includes' ? place : builder.compare('ge', place, this.zero()));
  }

  protected override whole(of: Value): Value {
    this.builder.add({ tag: 'whole', value: of });
    return of;
  }

  /** `unshift` and `splice` of an array that grows. */
  protected putBetween(of: Grown, name: 'unshift' | 'splice', use: Use): Meaning {
    const { node, args } = use;
    if (name === 'splice') return this.spliced(of, this.taking(use), args.slice(2), node);
    this.spliced(of, [this.zero(), this.zero()], args, node);
    return meaning(this.countIn(of, node));
  }

  /** Where `splice` begins to take elements away, and how many. */
  protected taking({ args, series, node }: Use): readonly [Value, Value] {
    const { builder } = this;
    if (args.length === 0) return [this.zero(), this.zero()];
    const [from, rest] = this.stretch({ args: args.slice(0, 1), series, node });
    if (args[1] === undefined) return [from, rest];
    const asked = this.whole(this.numberOf(args[1], node));
    return [from, builder.prim('max', [builder.prim('min', [asked, rest]), this.zero()])];
  }

  /** Where a part begins that two indices say, and its length; indices below 0 count from the end. */
  protected stretch({
    args,
    series,
    node,
  }: Pick<Use, 'args' | 'series' | 'node'>): readonly [Value, Value] {
    const { builder } = this;
    const { length } = series;
    const zero = this.zero();
    const place = (of: Meaning | undefined, usual: Value): Value => {
      if (of === undefined || of.tag === 'nothing') return usual;
      const i = this.whole(this.numberOf(of, node));
      return builder.choose(
        builder.compare('lt', i, zero),
        builder.prim('max', [builder.prim('add', [length, i]), zero]),
        builder.prim('min', [i, length]),
      );
    };
    const from = place(args[0], zero);
    const to = place(args[1], length);
    if (args.length === 0) return [zero, length];
    return [from, builder.prim('max', [builder.prim('sub', [to, from]), zero])];
  }
}
