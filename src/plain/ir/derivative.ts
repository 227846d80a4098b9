/** A function of a program that is a derivative of another one of it (differentiate/expanded.ts). */
export interface Derivative {
  readonly name: string;
  readonly of: string;
  /**
   * A gradient gives the number that the function gives, and the gradients of the inputs. A tangent takes the tangents
   * of the inputs behind the first `count` arguments; it gives what the function gives, and then the tangents of what of
   * it holds reals. A pullback takes cotangents of what holds reals in the same places, and gives the gradients. What a
   * function gives beside its number comes last of what a gradient gives.
   */
  readonly kind: 'gradient' | 'tangent' | 'pullback';
  /**
   * The number of parameters of the function in the program; the values that it uses of functions
   * around it come behind them.
   */
  readonly count: number;
  /** The places of the inputs among these, in their order. */
  readonly inputs: readonly number[];
}
