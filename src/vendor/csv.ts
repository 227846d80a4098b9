/** Reads tables of comma-separated values. */
export { default, type ParseResult } from 'papaparse';
