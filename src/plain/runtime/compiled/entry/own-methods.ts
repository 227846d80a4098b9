/**
 * Asks arrays for methods of their own. Compiled code has the methods of the language written down, and a run calls those of the
 * array, so code is for arrays that have none by the names that the function calls. O(1) an array and method.
 */
import { isTyped, usualArrays, type ArrayQuestions } from './checked.js';
import { isPlainList } from './records.js';

/**
 * The properties that array methods ask of an array beside themselves: the class of the arrays that
 * they make, and whether `concat` takes the array apart.
 */
const asked = (methods: readonly string[]): readonly string[] => [
  ...methods.map((method) => `.${method}`),
  '.constructor',
  ...(methods.includes('concat') ? ['[Symbol.isConcatSpreadable]'] : []),
];

/** Questions whether an array has what its prototype has, as code; `of` and `prototype` name them. */
export const ownMethods = (of: string, prototype: string, methods: readonly string[]): string[] =>
  methods.length === 0 ? [] : asked(methods).map((one) => `${of}${one} === ${prototype}${one}`);

/** The questions to arrays that are given to a function that calls some methods. */
export function questionsFor(methods: readonly string[]): ArrayQuestions {
  if (methods.length === 0) return usualArrays;
  const ofLists = ownMethods('of', 'ofLists', methods).join(' && ');
  const ofTyped = ownMethods('of', 'prototype', methods).join(' && ');
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a text of this file
  const make = new Function(
    'isPlainList',
    'isTyped',
    'ofLists',
    'methods',
    `return {
      methods,
      isPlainList: (of) => isPlainList(of) && ${ofLists},
      isTyped: (of, prototype) => isTyped(of, prototype) && ${ofTyped},
    };`,
  ) as (...given: unknown[]) => ArrayQuestions;
  return make(isPlainList, isTyped, Array.prototype, methods);
}
