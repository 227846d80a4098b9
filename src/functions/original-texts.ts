/** The texts of translated functions as they were written: `String(f)` gives these. */
import { nativeText, showTexts } from './native-text.js';

/** The texts of modules, by their names in the marks of their functions (general/original-places.ts). */
const modules = new Map<string, string>();

const marks = /\/\*#(\w+):(\d+):(\d+)\*\//g;

/** A function as it was written: the text of its module, without types, and its place there. */
export interface Original {
  readonly module: string;
  readonly from: number;
  readonly to: number;
}

/** The original of the text of a function. All functions in it have marks, of which its own is the widest. */
function original(text: string): Original | undefined {
  if (!text.includes('/*#')) return undefined;
  let found: Original | undefined;
  for (const [, name, from, to] of text.matchAll(marks)) {
    const module = modules.get(name);
    const size = Number(to) - Number(from);
    if (module === undefined || (found !== undefined && size <= found.to - found.from)) continue;
    found = { module, from: Number(from), to: Number(to) };
  }
  return found;
}

/** A translated function as it was written; undefined for other functions. */
export const originalOf = (f: (...args: never[]) => unknown): Original | undefined =>
  original(nativeText(f));

function originalText(text: string): string | undefined {
  const found = original(text);
  return found?.module.slice(found.from, found.to);
}

/** Remembers the text of a module whose functions have marks of its name. */
export function writtenAs(name: string, text: string): void {
  if (modules.size === 0) showTexts(originalText);
  modules.set(name, text);
}
