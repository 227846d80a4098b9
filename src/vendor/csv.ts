/** Reads tables of comma-separated values. */
export { default } from 'papaparse';
