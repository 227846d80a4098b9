/** What lowering a function made of it: the text that is attached to it, or the reason why there is none. */
import type { Recording } from '../analyse/worth.js';
import type { Binding } from '../front/syntax.js';
import type { ImportedName } from '../lower/meanings/meanings.js';
import type { Captured } from '../lower/names/outside.js';
import type { Reason } from '../lower/syntax/refusal.js';
import type { BoundMethod } from './bound-methods.js';
import type { Classes } from './class-questions.js';

export type Attached = {
  /** How the method is bound that it is. */
  readonly bound?: BoundMethod | undefined;
} & (
  | {
      readonly tag: 'text';
      readonly text: string;
      readonly captures: readonly Captured[];
      readonly classes: Classes;
      readonly operators: readonly Binding[];
      /** Functions of other modules. */
      readonly imported: readonly ImportedName[];
      /** Whether runs have to answer for all but its gradients, since it calls functions of arrays. */
      readonly usesHost: boolean;
      /** What becomes of a call of it in a run that records. */
      readonly recording: Recording;
    }
  | { readonly tag: 'refused'; readonly reason: Reason }
);

/** Why functions are refused once the limit of a module is reached. */
export const tooMuch: Reason = {
  what: 'the module has too much code that is inlined',
  instead: 'move functions into a module of their own',
  line: undefined,
};
