/**
 * Lowers `sort` and `toSorted` by differences, such as `(a, b) => a.cost - b.cost`, with further differences behind
 * `||`, and by the order of two numbers, such as `(a, b) => (a < b ? -1 : 1)`. The sorting keys are computed once for each element. Then the elements follow a permutation, which is
 * passive.
 */
import { isArray, type Value } from '../../ir/ir.js';
import type { Order } from '../../ir/order.js';
import type { Node } from '../../front/syntax.js';
import { keysOf, type Key } from '../syntax/sorting-keys.js';
import type { Series } from './arrays.js';
import { InPlace, type Use } from './in-place.js';
import { isGrown } from './growing-room.js';
import { Frame, type Meaning } from '../meanings/meanings.js';

const refused = [
  'a sort by something else than differences',
  'sort by (a, b) => a - b, by numbers of the elements, such as a.cost - b.cost, or by their order, as in a < b ? -1 : 1',
] as const;

export abstract class Sorting extends InPlace {
  /** A sorted array: the same one, or a new one. */
  protected sorted(of: Meaning, use: Use, isNew: boolean): Meaning {
    const { node, series } = use;
    const storage = of.tag === 'value' && isArray(of.value.type) ? of.value.type.storage : 'list';
    if (storage.startsWith('?'))
      return this.refuse(node, 'a sort of what another module gives', 'annotate what it gives');
    const isList = storage === 'list' || storage === 'number[]';
    const places = this.placesOf(use, isList);
    const before = isNew
      ? series
      : this.seriesOf(this.copied(isList ? 'number[]' : storage, of, node), node)!;
    const at = (i: Value): Meaning => before.at(this.element(places, i));
    if (isNew)
      return this.listed(series.length, isList ? 'number[]' : storage, '', node, (put) =>
        this.builder.each(this.zero(), series.length, this.one(), (i) => put(i, at(i))),
      );
    this.insistOnFree(series, node);
    this.builder.each(this.zero(), series.length, this.one(), (i) =>
      this.putAt(of, i, at(i), node),
    );
    return of;
  }

  /** An array that is gone through may not be sorted meanwhile. */
  private insistOnFree({ growing }: Series, node: Node): void {
    if (growing !== undefined && this.busy.has(growing))
      this.refuse(node, 'a sort of an array that is gone through', 'sort a copy');
  }

  private putAt(of: Meaning, i: Value, to: Meaning, node: Node): void {
    if (of.tag === 'value') this.builder.store(of.value, i, this.valueOf(to, node));
    else if (isGrown(of)) this.replace(of, i, to, node);
    else if (of.tag === 'columns' && !this.isShapeWritten(of.shape))
      this.storeElement(of, i, to, node);
    else this.refuse(node, 'a sort of objects that change', 'sort copies of them');
  }

  /** The places of the elements from the first on. */
  private placesOf({ node, series, args: [f] }: Use, isList: boolean): Value {
    if (f === undefined && !isList)
      return this.ordered(series, 'value', (i) => this.numberOf(series.at(i), node));
    if (f?.tag !== 'function')
      return f === undefined
        ? this.refuse(node, 'a sort of texts', 'sort numbers by (a, b) => a - b')
        : this.refuse(node, ...refused);
    const keys = keysOf(this.facts, f.node) ?? this.refuse(f.node, ...refused);
    // What counts least is sorted first, since what is equal keeps its order.
    return keys.reduceRight<Value | null>((places, key) => {
      const numbers = (i: Value): Value => this.keyAt(key, f.frame, series.at(i));
      if (places === null) {
        const first = this.ordered(series, 'difference', numbers);
        if (key.isStrict) this.insistOnOrder(series, (k) => numbers(this.element(first, k)));
        return first;
      }
      const within = this.ordered(series, 'difference', (i) => numbers(this.element(places, i)));
      return this.composed(places, within);
    }, null)!;
  }

  /** Leaves where two of the sorted numbers are equal. */
  private insistOnOrder({ length }: Series, sorted: (k: Value) => Value): void {
    const { builder } = this;
    builder.each(this.one(), length, this.one(), (k) => {
      const before = sorted(builder.prim('sub', [k, this.one()]));
      this.leaveUnless(builder.compare('lt', before, sorted(k)));
    });
  }

  private ordered(series: Series, by: Order, number: (i: Value) => Value): Value {
    const keys = this.builder.alloc('Float64Array', series.length, 'keys');
    this.builder.each(this.zero(), series.length, this.one(), (i) =>
      this.builder.store(keys, i, number(i)),
    );
    return this.builder.let({ tag: 'order', by, args: [keys] }, 'places');
  }

  private composed(outer: Value, inner: Value): Value {
    const length = this.builder.length(inner);
    const made = this.builder.alloc('Int32Array', length, 'places');
    this.builder.each(this.zero(), length, this.one(), (i) =>
      this.builder.store(made, i, this.element(outer, this.element(inner, i))),
    );
    return made;
  }

  private keyAt({ of, param, isDown }: Key, outer: Frame, element: Meaning): Value {
    const frame = new Frame(outer);
    this.bind(param, element, frame, true);
    const key = this.numberOf(this.expression(of, frame), of);
    return isDown ? this.builder.prim('neg', [key]) : key;
  }
}
