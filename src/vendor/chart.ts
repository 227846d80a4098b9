/** Draws charts by characters. */
export { default } from 'simple-ascii-chart';
