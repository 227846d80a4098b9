/**
 * Finds the folder where translations are kept. It is node_modules/.cache/delta-tape of the project, as for
 * other tools. If nothing can be written there, it is a folder for temporary files that belongs to this user
 * alone. `DELTA_TAPE_CACHE` names another folder, or is `off`.
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** True if a folder exists or can be made, and can be written. */
function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The nearest node_modules, from a folder upwards. */
function modulesOf(folder: string): string | undefined {
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  const parent = dirname(folder);
  return parent === folder ? undefined : modulesOf(parent);
}

/**
 * A folder for temporary files. Its files will be run, so in a place that all users share nobody else may have
 * written them.
 */
function temporary(): string | undefined {
  const { uid, username } = userInfo();
  const folder = join(tmpdir(), `delta-tape-${username}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOwn = uid === -1 || (found.uid === uid && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}

function found(): string | undefined {
  const given = process.env.DELTA_TAPE_CACHE;
  if (given === 'off') return undefined;
  if (given !== undefined && given !== '') return resolve(given);
  const modules = modulesOf(process.cwd());
  const folder = modules === undefined ? undefined : join(modules, '.cache', 'delta-tape');
  return folder !== undefined && isWritable(folder) ? folder : temporary();
}

let known: { readonly folder: string | undefined } | undefined;

/** The folder, which is looked for once; undefined if nothing is to be kept. */
export function cacheFolder(): string | undefined {
  known ??= { folder: found() };
  return known.folder;
}
