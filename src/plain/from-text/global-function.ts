/** The translation of functions that see nothing but what is global, as those do that `new Function` makes. */
import { onLargeStack } from '../large-stack.js';
import { rebuiltText, type RebuiltText } from './rebuild.js';

const identifiers = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/gu;

/** The translation of the text of a sloppy function. O(length of the text). */
export function globalFunction(text: string): RebuiltText {
  const written = { text, name: 'anonymous', isSloppy: true };
  const taken = new Set(text.match(identifiers));
  return onLargeStack('rebuild', rebuiltText, { written, given: [], itself: [], taken });
}
