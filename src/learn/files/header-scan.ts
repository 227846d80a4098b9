/**
 * Checks a header before it is parsed. `JSON.parse` alone would silently take the last of two members of one name,
 * and would make objects nested as deeply as a hostile file says.
 */

/** Objects in an object, and lists in those. */
const MAX_DEPTH = 3;

const noJson = 'its header is not JSON';

/** Returns the mistakes in the header that a parser would not report; undefined if there are none. */
export function scan(text: string): string | undefined {
  if (!text.startsWith('{')) return 'its header is not an object';
  /** The names in each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let lastText = '';
  for (let k = 0; k < text.length; k++) {
    const sign = text[k];
    if (sign === '"') {
      const end = endOfText(text, k);
      lastText = text.slice(k, end + 1);
      k = end;
    } else if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(null);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ':') {
      const names = open[open.length - 1];
      const name = nameIn(lastText);
      if (name === undefined) return noJson;
      if (names?.has(name)) return `its header names ${JSON.stringify(name)} twice`;
      names?.add(name);
    }
    if (open.length > MAX_DEPTH) return 'its header is nested too deeply';
  }
  return undefined;
}

/** The place where the text in quotes ends that begins at a place. */
function endOfText(text: string, start: number): number {
  for (let k = start + 1; k < text.length; k++) {
    if (text[k] === '\\') k++;
    else if (text[k] === '"') return k;
  }
  return text.length;
}

/** A name may be written in several ways. */
function nameIn(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
