/** The modules beside a file, as its imports name them. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { ReadModule } from '../source/options.js';

/** The endings that a name without the right one may stand for. */
const endings = ['', '.ts', '.tsx', '.mts', '.js', '/index.ts', '/index.js'];

/**
 * Reads modules that are named by paths, which begin with a dot: TypeScript names what will be a `.js`.
 *
 * @param file the file that imports them, whose filename is its last part
 * @param tell is told each file that is read
 */
export function neighboursOf(file: string, tell: (path: string) => void = () => {}): ReadModule {
  const folder = dirname(file);
  return (source, from) => {
    if (!source.startsWith('.')) return undefined;
    const found = fileAt(join(folder, dirname(from), source));
    if (found === undefined) return undefined;
    tell(found);
    return { text: readFileSync(found, 'utf8'), filename: nameOf(found, folder) };
  };
}

/** The file that a path stands for. */
export function fileAt(path: string): string | undefined {
  const stems = [path, path.replace(/\.js$/, ''), path.replace(/\.mjs$/, '.mts')];
  return stems.flatMap((stem) => endings.map((ending) => stem + ending)).find(isFile);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const nameOf = (path: string, folder: string): string =>
  dirname(path) === folder ? basename(path) : relative(folder, path).replaceAll('\\', '/');
