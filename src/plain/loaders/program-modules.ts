/**
 * Reads the modules of a program for the translation of those that import them: code that is compiled may have their
 * classes in it (plain/joined). So what a loader keeps of a module depends on their texts, too.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadModule } from '../joined/read-modules.js';
import { fileAt } from './neighbours.js';

interface File {
  readonly text: string;
  readonly filename: string;
}

/** @param isTranslated whether the loader translates a file, by its path and its text */
export function modulesOf(isTranslated: (file: string, code: string) => boolean): ReadModule {
  const known = new Map<string, File | undefined>();
  return (source, from) => {
    if (!source.startsWith('.')) return undefined;
    const path = join(dirname(from), source);
    if (!known.has(path)) known.set(path, fileNamed(path, isTranslated));
    return known.get(path);
  };
}

function fileNamed(
  path: string,
  isTranslated: (file: string, code: string) => boolean,
): File | undefined {
  const filename = fileAt(path);
  if (filename === undefined || /\.(json|d\.[cm]?ts)$/.test(filename)) return undefined;
  const text = readFileSync(filename, 'utf8');
  return isTranslated(filename, text) ? { text, filename } : undefined;
}

const imports = /\b(?:from|import)\s*(?:"([^"\n]+)"|'([^'\n]+)')/g;

/** The texts of all that a module imports, and of what that imports. O(length of all). */
export function textsAround(filename: string, text: string, read: ReadModule): readonly string[] {
  const found = new Map<string, string>();
  const look = (of: File): void => {
    for (const [, one, other] of of.text.matchAll(imports)) {
      const file = read(one ?? other, of.filename);
      if (file === undefined || file.filename === filename || found.has(file.filename)) continue;
      found.set(file.filename, file.text);
      look(file);
    }
  };
  look({ text, filename });
  return [...found].flat();
}
