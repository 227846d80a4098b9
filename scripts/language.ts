/** Writes docs/language.md, the page of all constructs, from the rows that the tests try. */
import { writeFileSync } from 'node:fs';
import { languagePage } from './language-page.js';

const path = new URL('../../docs/language.md', import.meta.url);
writeFileSync(path, languagePage());
