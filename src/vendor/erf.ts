/** One special function, alone in its module, since bundlers leave out modules rather than parts of CommonJS. */
export { default } from '@stdlib/math-base-special-erf';
