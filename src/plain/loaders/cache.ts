/**
 * Keeps texts on the disk that were made before. Each is a file, named by a digest of everything that the text
 * was made from, with a checksum in front. A file is written under another name and then renamed, so that any
 * number of programs may write at once. A damaged file is made anew. If nothing can be written, nothing is kept.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.js';
import { libraryState } from './library-state.js';

const DAY = 24 * 60 * 60 * 1000;
/** Texts that were not used for this time are removed. */
const KEPT = 30 * DAY;

const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Does without what the file system refuses. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const age = (path: string): number | undefined =>
  attempt(() => Date.now() - statSync(path).mtimeMs);

function touch(path: string): void {
  const now = new Date();
  attempt(() => utimesSync(path, now, now));
}

/** The text of an entry, unless it is not there or not whole. */
function read(path: string): string | undefined {
  const entry = attempt(() => readFileSync(path));
  if (entry === undefined) return undefined;
  const end = entry.indexOf('\n');
  const text = entry.subarray(end + 1);
  if (entry.toString('latin1', 0, end) !== digest(text)) return undefined;
  // The time of the last use, to the day.
  if (age(path)! > DAY) touch(path);
  return text.toString();
}

/** Removes the texts that were not used for long, at most once a day. */
function prune(folder: string): void {
  const pruned = join(folder, 'pruned');
  if ((age(pruned) ?? Infinity) < DAY) return;
  attempt(() => writeFileSync(pruned, ''));
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const path = join(folder, name);
    if ((age(path) ?? 0) > KEPT) attempt(() => rmSync(path, { force: true }));
  }
}

function write(folder: string, path: string, text: string): void {
  const made = `${path}.${randomUUID()}`;
  attempt(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(made, `${digest(text)}\n${text}`, { flag: 'wx' });
    renameSync(made, path);
  });
  attempt(() => rmSync(made, { force: true }));
  prune(folder);
}

/** A key for a list of texts. Lists with other texts, or with the same text split otherwise, have other keys. */
function keyOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex');
}

/**
 * The text that this library makes from these parts: read from the cache, or made now. O(length of the parts and
 * the text).
 */
export function remembered(parts: readonly string[], make: () => string): string {
  const folder = cacheFolder();
  if (folder === undefined) return make();
  const path = join(folder, keyOf([libraryState(), ...parts]));
  const before = read(path);
  if (before !== undefined) return before;
  const text = make();
  write(folder, path, text);
  return text;
}
