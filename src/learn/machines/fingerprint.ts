/** The identity of a module on several machines: its name, and a hash of its text. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalidOption } from '../../errors/errors.js';

/** The name of a module: that of its file, without the ending. */
export const nameOfModule = (path: string): string => basename(path).replace(/\.[^.]+$/, '');

export function pathOfModule(url: string): string {
  if (url.startsWith('file:')) return fileURLToPath(url);
  throw invalidOption('module', 'a file, which workers have, too', url);
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The files that a relative import may mean. */
function fileOf(from: string, name: string): string | undefined {
  const path = join(dirname(from), name);
  const typed = path.replace(/\.([cm]?)js$/, '.$1ts');
  return [path, typed, `${path}.ts`, `${path}.js`].find(isFile);
}

/**
 * A hash of the text of a module and of those that it names by relative paths. Whoever has the same computes the same. Packages
 * are not in it.
 */
export function fingerprintOf(path: string): string {
  const hash = createHash('sha256');
  const seen = new Set([path]);
  // A set is gone through in the order of its members, with those that are added meanwhile.
  for (const file of seen) {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${text.length}\n${text}`);
    for (const [, name] of text.matchAll(
      /(?:from|import|import\(|require\()\s*['"](\.{1,2}\/[^'"]+)['"]/g,
    )) {
      const found = fileOf(file, name);
      if (found !== undefined) seen.add(found);
    }
  }
  return hash.digest('hex').slice(0, 32);
}
