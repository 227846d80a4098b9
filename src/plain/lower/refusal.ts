/** Why code is not lowered: what stands where, and what to write instead. */
import type { Node } from '../front/syntax.js';

export interface Reason {
  /** The construct, in words. */
  readonly what: string;
  /** What to write instead. */
  readonly instead: string;
  /** The line in the source, if it is known. */
  readonly line: number | undefined;
}

/** Ends lowering of a function. Its general version answers. */
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(node: Node, what: string, instead: string) {
    super(what);
    this.reason = { what, instead, line: node.loc?.start.line };
  }
}

/** Says that a function is too large where all that it calls is inlined. */
export class TooLarge extends Refusal {
  constructor(node: Node) {
    super(node, 'the function is too large with all that it calls', 'split it in two');
  }
}
