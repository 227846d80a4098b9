/**
 * Finds modules where TypeScript looks for them: `./x.js` is written for `./x.ts`, and endings may be left out.
 * A file with the written name always comes first.
 */
import { statSync } from 'node:fs';
import { dirname, isAbsolute, resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const endings = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts'];

function candidates(path: string): string[] {
  const written = /^(.*\.[cm]?)js(x?)$/.exec(path);
  const sources = written === null ? [] : [`${written[1]}ts${written[2]}`, `${written[1]}tsx`];
  const folder = path.replace(/\/$/, '');
  return [
    ...sources,
    ...endings.map((ending) => `${path}${ending}`),
    ...endings.map((ending) => `${folder}/index${ending}`),
  ];
}

/** The specifier of the file that is meant. `pathOf` tells where a specifier leads. */
function meant(specifier: string, pathOf: (specifier: string) => string): string {
  if (isFile(pathOf(specifier))) return specifier;
  return candidates(specifier).find((candidate) => isFile(pathOf(candidate))) ?? specifier;
}

const isRelative = (specifier: string): boolean => /^\.{1,2}(\/|$)/.test(specifier);

/** The specifier that an import means, by the URL of the importing module. */
export function meantBy(specifier: string, importer: string | undefined): string {
  if (importer !== undefined && !importer.startsWith('file:')) return specifier;
  if (!isRelative(specifier) && !/^(\/|file:)/.test(specifier)) return specifier;
  const [path, query = ''] = specifier.split(/(?=[?#])/, 2);
  return meant(path, (name) => fileURLToPath(new URL(name, importer))) + query;
}

/**
 * The specifier that a `require` means, by the URL of the requiring file; without one, for the path that Node
 * was started with.
 */
export function meantFrom(specifier: string, requirer: string | undefined): string {
  if (requirer !== undefined && !requirer.startsWith('file:')) return specifier;
  if (!isRelative(specifier) && !isAbsolute(specifier)) return specifier;
  const folder = requirer === undefined ? '' : dirname(fileURLToPath(requirer));
  return meant(specifier, (name) => resolvePath(folder, name));
}
