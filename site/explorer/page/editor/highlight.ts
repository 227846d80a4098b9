/** The colours of code that is only read: the stretches of each kind of word, as the editor colours them. */
import { typescriptLanguage } from '@codemirror/lang-javascript';
import { highlightTree } from '@lezer/highlight';
import type { Span } from '../../logic/messages.js';
import { colours } from './look.js';

/** @returns the stretches by their classes. O(length of the text). */
export function coloured(text: string): Record<string, Span[]> {
  const found: Record<string, Span[]> = {};
  const tree = typescriptLanguage.parser.parse(text);
  highlightTree(tree, colours, (from, to, classes) => {
    (found[classes] ??= []).push({ from, to });
  });
  return found;
}
