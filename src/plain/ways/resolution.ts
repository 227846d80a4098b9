/**
 * Where TypeScript looks for a module that is not where its specifier says: `./x.js` is written
 * for `./x.ts`, and endings may be left out. A file that is there is never passed over.
 */
import { statSync } from 'node:fs';
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

/** The specifier that says where the file is that is meant, given where specifiers lead. */
export function meant(specifier: string, pathOf: (specifier: string) => string): string {
  const isPath = /^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier);
  if (!isPath || isFile(pathOf(specifier))) return specifier;
  return candidates(specifier).find((candidate) => isFile(pathOf(candidate))) ?? specifier;
}

/** The same for what a module imports, by the URL of the module. */
export function meantBy(specifier: string, importer: string | undefined): string {
  if (importer !== undefined && !importer.startsWith('file:')) return specifier;
  const [path, query = ''] = specifier.split(/(?=[?#])/, 2);
  return meant(path, (name) => fileURLToPath(new URL(name, importer))) + query;
}
