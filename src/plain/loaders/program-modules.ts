/**
 * Reads the modules of a program for the translation of those that import them: code that is compiled may have their
 * classes in it (plain/joined). So what a loader keeps of a module depends on their texts, too.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadModule } from '../joined/read-modules.js';
import { fileAt } from './neighbours.js';

interface File {
  readonly text: string;
  readonly filename: string;
}

/** Reads modules, and tells which files it read. */
interface ProgramModules {
  readonly read: ReadModule;
  /** Receives each file that is read, while a module is translated. */
  tell: (path: string) => void;
}

/** @param isTranslated whether the loader translates a file, by its path and its text */
export function programModules(isTranslated: IsTranslated): ProgramModules {
  const made: ProgramModules = {
    read: (source, from) => {
      const path = source.startsWith('.') ? fileAt(join(dirname(from), source)) : undefined;
      const file = path === undefined ? undefined : readAt(path, isTranslated);
      if (file != null) made.tell(file.filename);
      return file ?? undefined;
    },
    tell: () => {},
  };
  return made;
}

type IsTranslated = (file: string, code: string) => boolean;

interface Read {
  readonly time: number;
  readonly file: File | null;
}

/** Files as they were read, by what tells whether they are translated. */
const known = new WeakMap<IsTranslated, Map<string, Read>>();

/** A file is read again where it has changed. */
function readAt(filename: string, isTranslated: IsTranslated): File | null {
  const files = known.get(isTranslated) ?? new Map<string, Read>();
  known.set(isTranslated, files);
  const time = statSync(filename).mtimeMs;
  const before = files.get(filename);
  if (before?.time === time) return before.file;
  const isCode = !/\.(json|d\.[cm]?ts)$/.test(filename);
  const text = isCode ? readFileSync(filename, 'utf8') : '';
  const file = isCode && isTranslated(filename, text) ? { text, filename } : null;
  files.set(filename, { time, file });
  return file;
}

const imports = /\b(?:from|import)\s*(?:"([^"\n]+)"|'([^'\n]+)')/g;

/** The sources that the imports of a text name, and some names in its texts and comments. */
export const importsIn = (text: string): string[] =>
  Array.from(text.matchAll(imports), ([, one, other]) => one ?? other);

/** The texts of all that a module imports, and of what that imports. O(length of all). */
export function textsAround(filename: string, text: string, read: ReadModule): readonly string[] {
  const found = new Map<string, string>();
  const look = (of: File): void => {
    for (const source of importsIn(of.text)) {
      const file = read(source, of.filename);
      if (file === undefined || file.filename === filename || found.has(file.filename)) continue;
      found.set(file.filename, file.text);
      look(file);
    }
  };
  look({ text, filename });
  return [...found].flat();
}
