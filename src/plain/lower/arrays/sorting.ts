/**
 * Lowers `sort` and `toSorted` by differences, such as `(a, b) => a.cost - b.cost`, with further differences behind
 * `||`. The sorting keys are computed once for each element. Then the elements follow a permutation, which is
 * passive.
 */
import { isArray, type Value } from '../../ir/ir.js';
import type { Order } from '../../ir/order.js';
import { bare, realParams, type FunctionNode, type Node } from '../../front/syntax.js';
import { assignedIn, childrenOf } from '../syntax/assigned.js';
import type { Series } from './arrays.js';
import { callsOthers } from '../syntax/counting.js';
import { InPlace, type Use } from './in-place.js';
import { Frame, type Meaning } from '../meanings/meanings.js';

/** What an element is sorted by: an expression of a parameter of the function that compares. */
interface Key {
  readonly of: Node;
  readonly param: Node;
  readonly isDown: boolean;
}

const refused = [
  'a sort by something else than differences',
  'sort by (a, b) => a - b, or by numbers of the elements, such as a.cost - b.cost',
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
    else if (of.tag === 'record')
      this.builder.store(this.heldArray(of, node), i, this.valueOf(to, node));
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
    const keys = this.keysOf(f.node) ?? this.refuse(f.node, ...refused);
    // What counts least is sorted first, since what is equal keeps its order.
    return keys.reduceRight<Value | null>((places, key) => {
      const numbers = (i: Value): Value => this.keyAt(key, f.frame, series.at(i));
      if (places === null) return this.ordered(series, 'difference', numbers);
      const within = this.ordered(series, 'difference', (i) => numbers(this.element(places, i)));
      return this.composed(places, within);
    }, null)!;
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

  /** What a function that compares subtracts; null for any other. */
  private keysOf(f: FunctionNode): readonly Key[] | null {
    const [first, second, ...others] = realParams<Node>(f.params);
    const result = resultOf(f);
    if (result === null || first === undefined || second === undefined || others.length > 0)
      return null;
    const keys: Key[] = [];
    for (const one of alternatives(result)) {
      if (one.type !== 'BinaryExpression' || one.operator !== '-') return null;
      const sides = [bare(one.left), bare(one.right)] as const;
      if (sides.some((side) => assignedIn(this.facts, side).bindings.size > 0 || hasEffects(side)))
        return null;
      const isUp = this.isSame(sides[0], sides[1], first, second);
      if (!isUp && !this.isSame(sides[1], sides[0], first, second)) return null;
      keys.push({ of: sides[isUp ? 0 : 1], param: first, isDown: !isUp });
    }
    return keys;
  }

  /** Whether two expressions are the same, one of the first parameter, and the other of the second. */
  private isSame(one: Node, other: Node, first: Node, second: Node): boolean {
    const renamed = new Map<unknown, unknown>();
    const { bindings } = this.facts;
    const pair = (a: Node, b: Node, isPattern: boolean): boolean => {
      const [x, y] = [bare(a), bare(b)];
      if (x.type !== y.type) return false;
      if (x.type === 'Identifier' && y.type === 'Identifier') {
        const [own, its] = [bindings.get(x), bindings.get(y)];
        if (own === undefined && its === undefined) return x.name === y.name;
        if (isPattern) renamed.set(own, its);
        return isPattern || (renamed.has(own) ? renamed.get(own) : own) === its;
      }
      const [parts, its] = [childrenOf(x), childrenOf(y)];
      return (
        parts.length === its.length &&
        wordsOf(x) === wordsOf(y) &&
        parts.every((part, k) => pair(part, its[k], isPattern))
      );
    };
    if (!pair(first, second, true)) return false;
    const mine = new Set(renamed.keys());
    const theirs = new Set(renamed.values());
    return pair(one, other, false) && !names(one, theirs) && !names(other, mine);

    function names(node: Node, some: ReadonlySet<unknown>): boolean {
      return (
        (node.type === 'Identifier' && some.has(bindings.get(node))) ||
        childrenOf(node).some((child) => names(child, some))
      );
    }
  }
}

/** What a node says beside what is in it. */
const wordsOf = (node: Node): string =>
  JSON.stringify(
    ['operator', 'value', 'name', 'computed'].map(
      (key) => (node as unknown as Readonly<Record<string, unknown>>)[key],
    ),
    (_, value: unknown) => (typeof value === 'object' && !Array.isArray(value) ? null : value),
  );

const hasEffects = (node: Node): boolean => node.type === 'UpdateExpression' || callsOthers(node);

/** The operands of `||`. */
const alternatives = (given: Node): readonly Node[] => {
  const node = bare(given);
  return node.type === 'LogicalExpression' && node.operator === '||'
    ? [...alternatives(node.left), ...alternatives(node.right)]
    : [node];
};

/** The one expression that a function gives; null for a function that does more. */
function resultOf({ body }: FunctionNode): Node | null {
  if (body.type !== 'BlockStatement') return bare(body);
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 ? (only.argument ?? null) : null;
}
