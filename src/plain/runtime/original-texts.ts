/** The texts of translated functions as they were written: `String(f)` gives these. */
import { showTexts } from '../../functions/native-text.js';

/** The texts of modules, by their names in the marks of their functions (general/original-places.ts). */
const modules = new Map<string, string>();

const marks = /\/\*#(\w+):(\d+):(\d+)\*\//g;

/** The original of the text of a function. All functions in it have marks, of which its own is the widest. */
function original(text: string): string | undefined {
  if (!text.includes('/*#')) return undefined;
  let widest = 0;
  let found: string | undefined;
  for (const [, name, from, to] of text.matchAll(marks)) {
    const module = modules.get(name);
    if (module === undefined || Number(to) - Number(from) <= widest) continue;
    widest = Number(to) - Number(from);
    found = module.slice(Number(from), Number(to));
  }
  return found;
}

/** Remembers the text of a module whose functions have marks of its name. */
export function writtenAs(name: string, text: string): void {
  if (modules.size === 0) showTexts(original);
  modules.set(name, text);
}
