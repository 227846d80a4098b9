/** The packages that packages need, as far as they are installed. Where there are no files, none are known. */

interface FileSystem {
  existsSync(path: string): boolean;
  readFileSync(path: string, encoding: 'utf8'): string;
  realpathSync(path: string): string;
}

interface Host {
  readonly getBuiltinModule?: (name: string) => unknown;
}

function fileSystem(): FileSystem | undefined {
  const host = (globalThis as unknown as Readonly<Record<string, Host | undefined>>)['process'];
  return host?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
}

const real = (fs: FileSystem, path: string): string => fs.realpathSync(path).replaceAll('\\', '/');

/** The folder of a package, as modules in a folder find it: in all `node_modules` from there upwards. */
export function folderOf(name: string, from: string): string | undefined {
  const fs = fileSystem();
  if (fs === undefined) return undefined;
  for (
    let folder = from.replaceAll('\\', '/');
    folder !== '';
    folder = folder.slice(0, folder.lastIndexOf('/'))
  ) {
    if (folder.endsWith('/node_modules')) continue;
    const found = `${folder}/node_modules/${name}`;
    if (fs.existsSync(`${found}/package.json`)) return real(fs, found);
  }
  return undefined;
}

/** This library, and what comes in its own versions or has no code. */
const isApart = (name: string): boolean => /^(delta-tape|numpy-ts|@types\/.*)$/.test(name);

function dependenciesAt(folder: string): string[] {
  try {
    const text = fileSystem()!.readFileSync(`${folder}/package.json`, 'utf8');
    const { dependencies } = JSON.parse(text) as { readonly dependencies?: object };
    return Object.keys(dependencies ?? {});
  } catch {
    return [];
  }
}

/** The names of the packages that those in some folders need, and that these need. O(number of them). */
export function neededBy(folders: readonly string[]): string[] {
  const met = new Set(folders);
  const names = new Set<string>();
  for (const folder of met) {
    for (const name of dependenciesAt(folder)) {
      const found = isApart(name) ? undefined : folderOf(name, folder);
      if (found === undefined) continue;
      met.add(found);
      names.add(name);
    }
  }
  return [...names].sort();
}
