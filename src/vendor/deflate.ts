/** Packs and unpacks zip files, and converts text. */
export { inflateSync, strFromU8, strToU8, zipSync } from 'fflate';
