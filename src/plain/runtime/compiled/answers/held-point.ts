/**
 * A loop that a run records as one binding: numbers and vectors in, one number or one vector out. Nobody changes the
 * arguments before the sweep, and mostly there is one sweep. So nothing is copied: the gradients of vectors are added where
 * the caller wants them, and the stack of the augmented primal is that of the call before.
 */
import { isArray } from '../../../ir/ir.js';
import type { FunctionParts } from './function-parts.js';
import { give, holdsNaN, ownArrays, type Vector } from './lane-values.js';
import { WayKept } from './way-kept.js';

export class HeldPoint {
  private readonly way: WayKept | null;
  private readonly result: unknown;
  private readonly values: readonly unknown[];

  /** @param args what nobody changes; other arrays are copied */
  constructor(
    private readonly of: FunctionParts,
    given: readonly unknown[],
    private readonly inputs: readonly number[],
    args: readonly unknown[],
  ) {
    const values = given.map((value, place) =>
      args.includes(value) ? value : ownArrays(value, of.types[place]),
    );
    this.values = values;
    this.way = WayKept.of(of.derivatives, inputs, values, true);
    const found = this.way?.results ?? of.derivatives.of('value', inputs, 1, false)!.run(...values);
    this.result = found[0];
  }

  /** The result, as code gives it: nobody may keep or change it. */
  get value(): number | Float64Array {
    return this.result as number | Float64Array;
  }

  /**
   * Adds the cotangents of vectors to `arrays`, which are zeros, and gives those of numbers; null where there is no such
   * code. The second time, the loop runs again. O(f).
   */
  pullInto(arrays: readonly Float64Array[], cotangent: Vector): readonly number[] | null {
    const numbers = this.pulled(arrays, cotangent, false);
    const isWhole = numbers === null || ![numbers, ...arrays].some(holdsNaN);
    if (isWhole || this.of.isNested) return numbers;
    for (const array of arrays) array.fill(0);
    return this.pulled(arrays, cotangent, true);
  }

  private pulled(arrays: readonly Float64Array[], cotangent: Vector, asksForZeros: boolean) {
    const { of, inputs, values, way, result } = this;
    const derivative = of.derivatives.of('pullback', inputs, 1, asksForZeros);
    if (derivative === null) return null;
    const given: unknown[] = [...arrays];
    give(given, result, of.results.types[0], [cotangent], 0);
    const back = asksForZeros ? null : way?.back(given);
    const found = back ?? derivative.run(...values, ...given);
    const numbers = inputs.filter((place) => !isArray(of.types[place]));
    return numbers.map((_, k) => found[derivative.starts[k]] as number);
  }
}
