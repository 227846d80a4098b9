/** The lists of the iterators that methods give in a run: nothing else tells them. O(1) for an iterator. */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { apply, methods, type Native, type NativeVersion } from './native-versions.js';

const lists = new WeakMap<object, object>();

/** The list that an iterator goes through, if a run has made it. */
export const listOf = (iterator: object): object | undefined => lists.get(iterator);

const iterating = (native: Native): NativeVersion =>
  function (this: unknown, ...args) {
    const iterator = apply(native, this, args) as object;
    if (typeof this === 'object' && this !== null) lists.set(iterator, this);
    return iterator;
  };

export const ofIterators: FunctionVersions = [Array, Map, Set].flatMap(({ prototype }) =>
  methods(prototype, ['values', 'entries'], iterating),
);
