/** Writes files as a whole or not at all. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Puts bytes into a file. They are written beside it first, so that whoever reads it finds the old ones or the new
 * ones, even if the process is killed meanwhile. One process at a time may write a file.
 */
export function writeAtomically(path: string, bytes: Uint8Array): void {
  const beside = `${path}.tmp`;
  try {
    const file = openSync(beside, 'w');
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  keepName(dirname(path));
}

/** Writes the new name to the disk, too, where a system lets folders be opened for that. */
function keepName(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // Windows does not.
  }
}

/** The bytes of a file; undefined if there is none. */
export function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
