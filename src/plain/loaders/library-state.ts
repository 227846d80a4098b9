/**
 * A digest that tells one build of this library from another, since another build translates differently. It
 * covers the sizes and times of the built files, so that a changed file gives another digest. Packages are
 * unpacked with a fixed time; a digest that the build writes tells these apart.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageOf } from './packages.js';

const here = dirname(fileURLToPath(import.meta.url));
const { folder: home } = packageOf(here);

/** The folder of the library's modules, which are built in more than one form. */
export const library = join(home, relative(home, here).split(sep)[0], sep);

function built(): string {
  try {
    return readFileSync(join(library, 'build.json'), 'utf8');
  } catch {
    return '';
  }
}

let state: string | undefined;

/** O(number of files), once. */
export function libraryState(): string {
  if (state === undefined) {
    const files = readdirSync(library, { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts')).sort();
    const stats = modules.map((file) => {
      const { size, mtimeMs } = statSync(join(library, file));
      return `${file} ${size} ${mtimeMs}`;
    });
    state = createHash('sha256')
      .update([built(), ...stats].join('\n'))
      .digest('hex');
  }
  return state;
}
