/** Meanings, with what each of them is called and how the usual ones are made. */
import type { Node } from '../../front/syntax.js';
import { isArray, type Value } from '../../ir/ir.js';
import type { HeldByKeys } from './held-by-keys.js';
import type { Meaning, RecordMeaning } from './kinds.js';

export * from './kinds.js';

export type KeyedMeaning = RecordMeaning & { readonly keyed: HeldByKeys };

/** What each of them is called. */
export const wordsFor = {
  record: 'an object',
  element: 'an object',
  columns: 'an array of objects',
  stretch: 'an array of objects',
  grown: 'an array that may grow in another one',
  function: 'a function',
  row: 'a function',
  imported: 'a function',
  derivative: 'a function',
  map: 'a function',
  class: 'a class',
  text: 'a text',
  word: 'a text',
  choice: 'a function',
  global: 'a function',
  pattern: 'a regular expression',
  match: 'what a pattern finds',
  matches: 'what a pattern finds',
  closures: 'an array of functions',
  cell: 'a field',
  optional: 'what may be missing',
  nothing: 'undefined',
  lost: '',
} as const;

/** Whether something is a new literal, which the variable or the field that it is given to may hold in another form. */
export const isNewTuple = (of: Meaning): boolean =>
  of.tag === 'record' && of.isTuple && !of.isNamed && !of.isHeld;

/** An empty literal that nothing holds. */
export const isEmptyLiteral = (of: Meaning): of is RecordMeaning & { readonly literal: Node } =>
  isNewTuple(of) && of.tag === 'record' && of.slots.size === 0 && of.literal !== undefined;

export const nothing: Meaning = { tag: 'nothing' };
export const noObject: Meaning = { tag: 'nothing', isNull: true };
export const meaning = (value: Value): Meaning => ({ tag: 'value', value });
export const lost = (why: string, instead = 'give each case a variable of its own'): Meaning => ({
  tag: 'lost',
  why,
  instead,
});
export const perhapsMissing = (why: string, instead: string): Meaning => ({
  tag: 'lost',
  why,
  instead,
  mayBeMissing: true,
});

/** What `typeof` gives, where that is known. */
export function kindOf(of: Meaning): string | undefined {
  switch (of.tag) {
    case 'nothing':
      return of.isNull === true ? 'object' : 'undefined';
    case 'text':
    case 'word':
      return 'string';
    case 'function':
    case 'row':
    case 'class':
      return 'function';
    case 'record':
    case 'element':
    case 'columns':
    case 'grown':
    case 'match':
      return 'object';
    case 'value': {
      const { type } = of.value;
      if (type === 'host') return undefined;
      return isArray(type) ? 'object' : type === 'bool' ? 'boolean' : 'number';
    }
    default:
      return undefined;
  }
}
