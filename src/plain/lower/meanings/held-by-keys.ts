/** What maps, sets, and objects with any keys hold (containers/keyed.ts). */
import type { Binding, Node } from '../../front/syntax.js';
import type { Shape } from '../shapes/shapes.js';

export interface HeldByKeys {
  readonly kind: 'Map' | 'Set' | 'object';
  readonly keys: 'text' | 'number';
  /** What keys lead to; numbers, if nobody said it. */
  readonly of: Shape | undefined;
  /** The code that makes it, if nobody said what it holds. */
  readonly madeFor?: Binding | Node;
  readonly isOutside?: true;
  /** The pool that it is in, if it is known by its place there (containers/map-pools.ts). */
  readonly pool?: string;
  /** Whether keys are taken away. */
  readonly shrinks?: true;
  /** What is gone through; as usual, if it is left out. */
  readonly side?: 'keys' | 'values' | 'entries';
  /** Whether it stands for the list of these. */
  readonly isList?: true;
}
