/**
 * The parts that are left out where code is to be small, as in bundles. There are no recording
 * versions, either.
 */
import type { FunctionNode, NodePath } from '../front/syntax.js';
import type { NumericVersions } from './numeric-versions.js';
import { isGiven } from './uses-of-functions.js';

export class SmallCode {
  constructor(
    private readonly numeric: NumericVersions,
    private readonly isSmall: boolean,
  ) {}

  /** True if a call of a function asks in few characters whether it is one binding. */
  asksShortly(f: FunctionNode): boolean {
    return this.isSmall && ['binding', 'group'].includes(this.numeric.recordingOf(f));
  }

  /**
   * True if nothing but calls in the module can reach a function, so that nobody can ask for its
   * versions.
   */
  isHidden(path: NodePath<FunctionNode>): boolean {
    const binding = this.isSmall ? this.numeric.bindingOf(path) : undefined;
    return binding !== undefined && !isGiven(binding);
  }
}
