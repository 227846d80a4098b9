/**
 * Statements on values of the host, which is the program itself: calls of functions that are not compiled, such as those
 * of NumPy. They write into no array that the language knows, and may be done again where code leaves. They throw what
 * they throw, so none is left out, and their order stays.
 *
 * While a gradient is computed, what depends on its inputs is a dual of one run (runtime/compiled/host). So there is a way
 * back only where numbers come and go: what is `lifted` gets an id on the tape of this run, and a `real` has one; cotangents
 * are `pulled` of the former and `pushed` onto the latter.
 */
export type HostVerb =
  'call' | 'apply' | 'real' | 'number' | 'truth' | 'draw' | 'lift' | 'push' | 'pull';

export interface HostStmtOf<Value> {
  readonly tag: 'host';
  /**
   * `call` gives the value of an expression. `apply` gives what a function of the program gives, its first argument, which
   * changes nothing that was there before. `real` gives the number that a value is, or the primal of a real, and the id,
   * if it is asked for. `number` gives a number that depends on no input, and `truth` what a condition takes a value for.
   * `draw` gives the next random number; where code is done again, it gives the same.
   * `lift` makes a real of a number, or a list of reals of an array of numbers, and gives it with its id, or the first of
   * ids in succession. `push` adds to the cotangent of an id, and `pull` takes that of an id once all that came later has
   * been swept.
   */
  readonly does: HostVerb;
  /**
   * Of a `call`: an expression of JavaScript with `#` in the places of the arguments. Of an `apply`: the list of what the
   * function is given, with `#` in the places of all arguments but the first. Of a `lift` for it: the typed array that an array is.
   */
  readonly text?: string;
  /** Of a `call` or an `apply`: whether what it gives never depends on inputs, as a shape. */
  readonly isConstant?: boolean;
  readonly args: readonly Value[];
  readonly results: readonly Value[];
}
