/** Writes docs/primitives.md, the page of all primitives, from the rows of the table. */
import { writeFileSync } from 'node:fs';
import { primitivesPage } from './primitives-page.js';

const path = new URL('../../docs/primitives.md', import.meta.url);
writeFileSync(path, primitivesPage());
