/** The derivatives of a compiled function at arguments, along any number of directions. */
import { isArray, type ArrayType, type Type } from '../../../ir/ir.js';
import { ArrayPools } from '../code/array-pool.js';
import type { Derivative, Kind } from './derivatives.js';
import type { FunctionParts } from './function-parts.js';
import { HeldPoint } from './held-point.js';
import { readArray, readNumber } from './lane-results.js';
import { areNew } from './met-arrays.js';
import {
  give,
  holdsNaN,
  ownArrays,
  sizeOf,
  take,
  takeLanes,
  zerosOf,
  type Vector,
} from './lane-values.js';
import { inLanes } from './in-lanes.js';
import { forCode, ofTree, type Order } from './orders.js';
import type { PuttingBack } from './putting-back.js';
import type { Expanded } from './series-code.js';
import { WayKept } from './way-kept.js';

export interface Pushed {
  readonly value: unknown;
  readonly tangents: readonly Float64Array[];
}
/** Room for cotangents side by side: 1 MiB. */
const laneArrays = new ArrayPools(2 ** 17);

type Keys = readonly (readonly string[])[] | null;

export class Point {
  /** The number of reals that derivatives are taken with respect to. */
  readonly width: number;
  /** The results of the function here. */
  private given: readonly unknown[] | null = null;
  /** The elements that the function leaves in arguments. */
  private lasts: readonly Float64Array[] = [];
  private putBack: PuttingBack | null = null;
  private way: WayKept | null = null;

  /**
   * @param values the arguments, and what the function captures
   * @param inputs the places of those that derivatives are taken by
   * @param keys of the objects on the way to these; null if any hides something
   */
  constructor(
    private readonly of: FunctionParts,
    private readonly values: readonly unknown[],
    private readonly inputs: readonly number[],
    readonly keys: Keys,
    /** Where the reals that derivatives are taken with respect to stand among those of the inputs. */
    private readonly order: Order = null,
  ) {
    this.width = order?.length ?? this.sizeOf(inputs);
  }

  /** The same with arrays of its own, for later, mostly for pullbacks or for none. O(size). */
  kept(isPulled: boolean): Point {
    const own = this.values.map((value, place) => ownArrays(value, this.of.types[place]));
    const point = new Point(this.of, own, this.inputs, this.keys, this.order);
    if (this.putBack !== null) return point.finishing(this.putBack);
    if (isPulled) point.way = WayKept.of(this.of.derivatives, this.inputs, own, false);
    return point;
  }

  /** A loop here, while nobody writes into the arrays among `args`. O(f). */
  held = (args: readonly unknown[]) => new HeldPoint(this.of, this.values, this.inputs, args);

  /** The augmented primal runs now, for the next pullback alone: nobody else has the arguments. */
  forOnePullback(): void {
    this.way = WayKept.of(this.of.derivatives, this.inputs, this.values, true);
  }

  /** The same, of a function that writes into arguments. */
  finishing(putBack: PuttingBack): this {
    this.putBack = putBack;
    return this;
  }

  /** True if it leaves anything outside, which another call of it might see. */
  get leavesAny(): boolean {
    return this.putBack?.leavesAny === true;
  }

  /** True if the function writes into arguments. */
  get writes(): boolean {
    return this.putBack !== null;
  }

  /** Leaves in arguments what the function leaves there, once something was computed. */
  finish = (): void => this.putBack?.write(this.lasts);

  /** An object that stands for the patterns of derivatives here; null where these are not known to stay. */
  get structure(): object | null {
    return this.of.structures.at(this.values, this.inputs);
  }

  private sizeOf = (places: readonly number[]): number =>
    places.reduce((sum, place) => sum + sizeOf(this.values[place], this.of.types[place]), 0);

  /** The results of the function, one value for each. */
  get found(): readonly unknown[] {
    return (this.given ??= this.way?.results ?? this.run(this.derivative('value', 1, false)!, []));
  }

  /** Runs code here. It works on copies of what it writes. */
  private run(derivative: Derivative, more: readonly unknown[]): readonly unknown[] {
    const found = derivative.run(...this.values, ...more);
    const { lasts, starts } = derivative;
    if (lasts.length > 0) this.lasts = lasts.map((place) => found[starts[place]] as Float64Array);
    return found;
  }

  get value(): unknown {
    return this.of.results.tree(this.found);
  }

  /** The number of reals that the function gives. Where it gives numbers, it need not run. */
  get height(): number {
    const { real } = this.of.results;
    return this.givesNumbers ? real.length : this.heightOf(this.found);
  }

  private get givesNumbers(): boolean {
    return !this.writes && !this.of.results.types.some(isArray);
  }

  /** True if each array of the result is new, and stands there once. O(arrays). */
  givesNew = (): boolean => areNew(this.found, this.values);

  private heightOf(found: readonly unknown[]): number {
    const { real, types } = this.of.results;
    return real.reduce((sum, place) => sum + sizeOf(found[place], types[place]), 0);
  }

  /** The value, and tangents along directions; null where there is no such code. O(f · directions). */
  pushed(directions: readonly Vector[]): Pushed | null {
    let value: unknown;
    const own = forCode(directions, this.order);
    const tangents = this.inLanes('tangent', own, (derivative, some) => {
      const found = this.run(
        derivative,
        this.moved(derivative, some, () => undefined),
      );
      value ??= this.of.results.tree(found);
      return this.changes(derivative, found);
    });
    return tangents && { value, tangents };
  }

  /** Cotangents of the inputs, for those of the results; null without such code. O(f · cotangents). */
  pulled(given: readonly Vector[]): readonly Float64Array[] | null {
    const { results, types } = this.of;
    const own = this.givesNumbers ? [] : this.found;
    const starts = new Map<number, number>();
    let from = 0;
    for (const place of results.real) {
      starts.set(place, from);
      from += sizeOf(own[place], results.types[place]);
    }
    const cotangents = forCode(given, this.givesNumbers ? null : results.order(own));
    const pulled = this.inLanes('pullback', cotangents, (derivative, some) => {
      const { lanes, apart } = derivative;
      // Lanes are copied into vectors, but not those of the only input that have arrays of their own.
      const isAlone = this.inputs.length === 1 && (lanes === 1 || apart[0]);
      const pool = isAlone || lanes === 1 ? undefined : laneArrays.borrow();
      const [given, arrays]: [unknown[], unknown[][]] = [[], []];
      for (const place of this.arrays) {
        const type = types[place] as ArrayType;
        const isApart = apart[arrays.length];
        const made: unknown[] = [];
        for (let lane = 0; lane < (isApart ? lanes : 1); lane++)
          made.push(zerosOf(this.values[place], type, isApart ? 1 : lanes, pool));
        given.push(...made);
        arrays.push(made);
      }
      results.types.forEach((type, place) => {
        const start = starts.get(place);
        if (start !== undefined) give(given, own[place], type, some, start);
      });
      const isLater = lanes === 1 && !derivative.asksForZeros;
      const found = (isLater && this.way?.back(given)) || this.run(derivative, given);
      const numbers = this.inputs.length - arrays.length;
      if (this.givesNumbers) this.given ??= found.slice(derivative.starts[numbers]);
      let [array, number] = [0, 0];
      const all = this.gathered(lanes, isAlone ? (arrays[0] ?? []) : [], (type, vectors, at) => {
        if (isArray(type)) takeLanes(arrays[array++], type, vectors, at);
        else readNumber(derivative, number++, found, vectors, at);
      });
      if (pool !== undefined) laneArrays.giveBack(pool);
      return all;
    });
    return pulled && ofTree(pulled, this.order);
  }

  /** The Hessian times directions, of a function with one result; null where there is no such code. */
  products(directions: readonly Vector[]): readonly Float64Array[] | null {
    const { types } = this.of;
    const own = forCode(directions, this.order);
    const products = this.inLanes('product', own, (derivative, some) => {
      const { lanes, places } = derivative;
      const zeros = (width: number) =>
        this.arrays.map((place) => zerosOf(this.values[place], types[place] as ArrayType, width));
      const [slopes, changes] = [zeros(1), zeros(lanes)];
      const moved = this.moved(derivative, some, (which) => changes[which]);
      const found = this.run(derivative, [...slopes, ...moved]);
      // Where a gradient is none, a run knows better what its change is.
      const isKnown = found
        .slice(0, 1 + this.inputs.length - slopes.length)
        .every((x) => typeof x === 'number' && x === x);
      if (!isKnown || slopes.some(holdsNaN)) return null;
      let [array, number] = [0, 1];
      const isAlone = lanes === 1 && this.inputs.length === 1;
      return this.gathered(lanes, isAlone ? changes : [], (type, vectors, at) => {
        if (isArray(type)) take(changes[array++], type, vectors, at);
        else readNumber(derivative, places[number++], found, vectors, at);
      });
    });
    return products && ofTree(products, this.order);
  }

  /** The power series along the input, if that is one number; null without such code. O(f · order²). */
  series(order: number, scale: number): Expanded | null {
    const { values, inputs, of } = this;
    const isNumber = inputs.length === 1 && of.types[inputs[0]] === 'f64';
    return isNumber ? of.series.at(values, inputs[0], order, scale) : null;
  }

  private derivative = (kind: Kind, lanes: number, asksForZeros: boolean): Derivative | null =>
    this.of.derivatives.of(kind, this.inputs, lanes, asksForZeros);

  private inLanes(
    kind: Kind,
    directions: readonly Vector[],
    run: (derivative: Derivative, directions: readonly Vector[]) => readonly Float64Array[] | null,
  ): Float64Array[] | null {
    const code = (lanes: number, asksForZeros: boolean) =>
      this.derivative(kind, lanes, asksForZeros);
    // Of a product, and of what has derivatives inside, there is no code that asks for zeros.
    return inLanes(directions, kind !== 'product' && !this.of.isNested, code, run);
  }

  /** The inputs that are arrays. */
  private get arrays(): readonly number[] {
    return this.inputs.filter((place) => isArray(this.of.types[place]));
  }

  /** The directions as arguments of code; `other` gives the tangents of arrays that are written. */
  private moved(
    { moving }: Derivative,
    directions: readonly Vector[],
    other: (which: number) => unknown,
  ): unknown[] {
    const { values, inputs, of } = this;
    const moved: unknown[] = [];
    for (const place of moving) {
      if (place >= values.length) moved.push(other(place - values.length));
      else {
        const start = this.sizeOf(inputs.slice(0, inputs.indexOf(place)));
        give(moved, values[place], of.types[place], directions, start);
      }
    }
    return moved;
  }

  /** Vectors by the inputs: those of the only one, or new ones; `read` copies the part of one input. */
  private gathered(
    lanes: number,
    own: readonly unknown[],
    read: (type: Type, vectors: readonly Float64Array[], at: number) => void,
  ): Float64Array[] {
    if (own[0] instanceof Float64Array) return own as Float64Array[];
    const size = this.sizeOf(this.inputs);
    const vectors = Array.from({ length: lanes }, () => new Float64Array(size));
    let at = 0;
    for (const place of this.inputs) {
      read(this.of.types[place], vectors, at);
      at += sizeOf(this.values[place], this.of.types[place]);
    }
    return vectors;
  }

  /** The tangents of the results. */
  private changes(derivative: Derivative, found: readonly unknown[]): readonly Float64Array[] {
    const { real, types } = this.of.results;
    const { lanes, places } = derivative;
    const vectors = Array.from({ length: lanes }, () => new Float64Array(this.heightOf(found)));
    let at = 0;
    for (const place of real) {
      const type = types[place];
      if (isArray(type)) readArray(derivative, places[place], type, found, vectors, at);
      else readNumber(derivative, places[place], found, vectors, at);
      at += sizeOf(found[place], type);
    }
    return ofTree(vectors, this.of.results.order(found));
  }
}
