/**
 * The result of lowering a function: the text that is attached to it, or the reason why there is none.
 */
import type { Recording } from '../analyse/worth.js';
import type { Binding, Node } from '../front/syntax.js';
import type { ImportedName } from '../lower/meanings/meanings.js';
import type { Captured } from '../lower/names/outside.js';
import type { Reason } from '../lower/syntax/refusal.js';
import type { BoundMethod } from './bound-methods.js';
import type { Classes } from './class-bindings.js';
import type { FarNames } from './far-names.js';

export type Attached = {
  /** The binding of the method, if it is one. */
  readonly bound?: BoundMethod | undefined;
} & (
  | {
      readonly tag: 'text';
      readonly text: string;
      readonly captures: readonly Captured[];
      /** Those that functions assign. */
      readonly variables: ReadonlySet<Captured>;
      readonly classes: Classes;
      /** Where it was lowered together with other modules: what the names above are, and what it relies on there. */
      readonly joined: { readonly far: FarNames; readonly of: Node } | undefined;
      readonly operators: readonly Binding[];
      /** Functions of other modules. */
      readonly imported: readonly ImportedName[];
      /** The form in which a run records a call of it. */
      readonly recording: Recording;
      /** True if it returns one number. */
      readonly isNumber: boolean;
    }
  | { readonly tag: 'refused'; readonly reason: Reason }
);

/** Why functions are refused once the limit of a module is reached. */
export const tooMuch: Reason = {
  what: 'the module has too much code that is inlined',
  instead: 'move functions into a module of their own',
  line: undefined,
};

/** Why functions are refused of which branches and loops stand in each other deeply: what reads them calls itself. */
export const tooDeep: Reason = {
  what: 'branches and loops that are nested too deeply',
  instead: 'make functions of the inner ones',
  line: undefined,
};

export const doubtful: Reason = {
  what: 'it makes data, or takes derivatives itself',
  instead: 'name it in the option gradients',
  line: undefined,
};

export const outOfReach: Reason = {
  what: 'something of another module that this one cannot reach when it runs',
  instead: 'export it there',
  line: undefined,
};
