/** What packs and unpacks zip files, and text. */
export { inflateSync, strFromU8, strToU8, zipSync } from 'fflate';
