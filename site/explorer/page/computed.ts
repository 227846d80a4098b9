/**
 * The computations of the gradient as a file, with their places, and those that belong to the selected
 * binding.
 */
import { computed, signal, useSignalEffect } from '@preact/signals';
import type { Computed, Span } from '../logic/messages.js';
import { placesOfCotangent, placesOfPrimal } from '../logic/marks.js';
import { answer, ask, numbers, selectedBinding, sources, sweep } from './store.js';

const found = signal<readonly Computed[]>([]);

export interface FileMarks {
  readonly primal: readonly Span[];
  readonly cotangent: readonly Span[];
}

const none: FileMarks = { primal: [], cotangent: [] };

export const fileMarks = computed<FileMarks>(() => {
  const binding = selectedBinding.value;
  if (binding === null) return none;
  const cotangent = sweep.value?.cotangents.get(binding.id);
  return {
    primal: placesOfPrimal(found.value, binding.primal),
    cotangent: cotangent === undefined ? [] : placesOfCotangent(found.value, cotangent),
  };
});

/** Asks for what the file computes, as long as a view needs it. */
export function useFileMarks(): FileMarks {
  useSignalEffect(() => {
    const isThere = typeof sources.value?.file === 'string' && answer.value !== null;
    if (!isThere) {
      found.value = [];
      return;
    }
    ask('computed', { at: numbers.value }).then(
      (all) => (found.value = all),
      // Where the file has no derivative, nothing is marked; a newer question has its own answer.
      () => undefined,
    );
  });
  return fileMarks.value;
}
