/** Where things are, seen from a compiled file as well as from its source. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const project = new URL('.', import.meta.resolve('delta-tape/package.json'));
/** Where the packages of the peers are installed. */
export const folder = new URL('benchmarks/peers/packages/', project);

/**
 * A package of a peer. It may be missing where types are checked, so what is used
 * of it is declared here.
 */
export async function packaged<T>(name: string): Promise<T> {
  const path = createRequire(new URL('package.json', folder)).resolve(name);
  const module = (await import(pathToFileURL(path).href)) as { readonly default?: T };
  return module.default ?? (module as T);
}

/** Installs the packages of the peers if they are missing. */
export function installPeers(): void {
  if (existsSync(new URL('node_modules', folder))) return;
  const cwd = fileURLToPath(folder);
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd, stdio: 'inherit' });
}
