/** Writes the core of the library of JavaScript's methods into the build, packed: what runs needs no Babel then. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);

const { libraryCore } = await load('plain/specialise/library/library-core.js');
const { Packing } = await load('plain/core/packed-core.js');
const packing = new Packing();
const text = packing.packed(libraryCore());
const path = join(dist, 'plain/specialise/library/library-core.js');
writeFileSync(
  path,
  `/** The library as core. */
import { unpacking } from '../../core/packed-core.js';
let made = null;
export const libraryCore = () => (made ??= unpacking(${JSON.stringify(packing.head)})(${JSON.stringify(text)}));
`,
);
rmSync(`${path}.map`, { force: true });
