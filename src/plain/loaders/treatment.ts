/**
 * Decides how Node's hooks treat a file: translate it, take its types away, or leave it alone. Babel is not
 * needed for this. The `delta-tape` field in the package.json of the working folder selects.
 */
import { readFileSync } from 'node:fs';
import { directivesOf, isCode, selectorIn, type Selects } from './selection.js';

export type Treatment = 'translated' | 'stripped' | 'alone';

let selects: Selects | undefined;

function isSelected(file: string, code: string): boolean {
  selects ??= selectorIn(process.cwd());
  return selects(file, directivesOf(code));
}

let isSuspended = false;

/** Runs what loads tools of this library, which are not part of the program. */
export function untranslated<T>(run: () => T): T {
  isSuspended = true;
  try {
    return run();
  } finally {
    isSuspended = false;
  }
}

export const isTypeScript = (file: string): boolean => /tsx?$/.test(file);

/** The text of a file of code; undefined if it is none, or is not there. */
export function textOf(file: string): string | undefined {
  if (!isCode(file)) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The treatment of a file. O(length of the path and of the text before the first statement). */
export function treatmentOf(file: string, code: string): Treatment {
  if (isSuspended || !isCode(file)) return 'alone';
  if (isSelected(file, code)) return 'translated';
  return isTypeScript(file) ? 'stripped' : 'alone';
}
