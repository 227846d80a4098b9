/** The inverse of the incomplete beta function. */
export { default } from '@stdlib/math-base-special-betaincinv';
