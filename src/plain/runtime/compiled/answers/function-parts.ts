/** The parts of a compiled function that all points at which its derivatives are taken share. */
import type { Type } from '../../../ir/ir.js';
import type { Derivatives } from './derivatives.js';
import type { ResultTree } from './results.js';
import type { SeriesOf } from './series-code.js';
import type { Structures } from './structures.js';

export interface FunctionParts {
  readonly derivatives: Derivatives;
  /** True if there are derivatives inside of it, which never ask for zeros. */
  readonly isNested: boolean;
  readonly structures: Structures;
  readonly series: SeriesOf;
  readonly types: readonly Type[];
  readonly results: ResultTree;
}
