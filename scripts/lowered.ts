/** Writes the lowered forms of the log densities beside their sources. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loweredDensities } from '../test/support/lowered-densities.js';

const folder = fileURLToPath(new URL('../../src/learn/inference/distributions/', import.meta.url));
writeFileSync(`${folder}/forms.ts`, loweredDensities(folder));
