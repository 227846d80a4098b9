/**
 * Checkpointing. Loops that are run again in their reverse sweep. A loop that stands in the steps of another
 * one, such as those of time, keeps numbers in each of them, and these may be more than all arrays of the
 * program. Where a stack has grown large, such a loop forgets what it kept; its reverse sweep begins by
 * running once more what computes it, which keeps it again.
 *
 * That is done where the loop needs nothing but sums, products and the like of elements that it does not
 * write, and where the steps around it carry an array, so that no two of them are taken side by side.
 */
import type { Activity } from '../../analyse/activity.js';
import type { Definitions } from '../../analyse/definitions.js';
import type { Roots } from '../../analyse/roots.js';
import type { Stores } from '../../analyse/stores.js';
import type { Builder } from '../../ir/build.js';
import { value } from '../../ir/build.js';
import { Copy } from '../../improve/copy.js';
import { isArray, type ForStmt, type Region, type Stmt, type Value } from '../../ir/ir.js';
import type { Scope } from './cotangents.js';
import type { Kept, KeptBlock } from './kept.js';
import { Slice } from './slice.js';

/** The count of numbers kept before a loop, and whether that is so large that the loop forgets. */
export interface Forgetting {
  readonly mark: Value;
  readonly isFull: Value;
  /** The count from which loops forget. */
  readonly most: number;
  readonly limit: Value;
}

interface Known {
  readonly around: ReadonlyMap<Region, Stmt>;
  readonly definitions: Definitions;
  readonly stores: Stores;
  readonly roots: Roots;
  readonly activity: Activity;
  readonly isLoose: (array: Value) => boolean;
  readonly keeps: ReadonlyMap<Region, KeptBlock>;
  /** Takes what is read again. */
  readonly reads: Set<Stmt>;
  /** Takes where values live that the augmented primal has in addition. */
  readonly added: Map<Value, Region>;
  readonly stack: number;
  /** The most numbers that are kept before loops forget. */
  readonly most: number;
}

export class RunAgain {
  readonly forgetting = new Map<ForStmt, Forgetting>();

  constructor(
    private readonly kept: Kept,
    private readonly of: Known,
  ) {}

  /**
   * Writes the statements before the reverse sweep of a loop, whose own statements are written already.
   */
  before(loop: ForStmt, scope: Scope, builder: Builder): void {
    // An attempt may have been taken back.
    this.forgetting.delete(loop);
    const { region } = scope;
    if (!this.isInSteps(scope) || loop.body.params.some(({ type }) => isArray(type))) return;
    const { keeps, definitions, stores, isLoose } = this.of;
    const isSteady = (array: Value) =>
      !stores.isWrittenAfter(loop.body, -1, array) && !isLoose(array) && this.kept.isInReach(array);
    const slice = new Slice(loop, { keeps, definitions, stack: this.of.stack, isSteady });
    const found = slice.found();
    if (found === null) return;
    slice.loads.forEach((load) => this.of.reads.add(load));
    const forgetting = {
      mark: value('mark', 'f64'),
      limit: value('', 'f64'),
      most: this.of.most,
      isFull: value('isFull', 'bool'),
    };
    this.forgetting.set(loop, forgetting);
    this.of.added.set(forgetting.isFull, region);
    const copy = new Copy();
    for (const outer of slice.taken) {
      const here = this.kept.need(outer);
      if (here !== outer) copy.replace(outer, here);
    }
    const nothing = { params: [], body: [], yields: [] };
    builder.add({
      tag: 'if',
      test: this.kept.need(forgetting.isFull),
      then: { ...nothing, body: [copy.stmt(found)] },
      otherwise: nothing,
      results: [],
    });
  }

  /** True if a region is in the steps of a loop that carries an array through which gradients flow. */
  private isInSteps({ kind, region, around }: Scope): boolean {
    if (this.kept.isPresent(region)) return false;
    if (kind === 'branch') return around !== null && this.isInSteps(around);
    const stmt = this.of.around.get(region);
    if (stmt?.tag !== 'for' && stmt?.tag !== 'while') return false;
    const { roots, activity } = this.of;
    return stmt.body.params.some((param) => isArray(param.type) && roots.meets(param, activity));
  }
}
