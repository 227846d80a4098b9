/** The inverse of the complementary error function. */
export { default } from '@stdlib/math-base-special-erfcinv';
