/**
 * The inputs from which each binding was computed. Small sets are formed at once, others only when they are
 * asked for: so the partial sums of a long sum have none. A binding with a large set may be met again on the
 * way to another one (a mean, a normalising constant). Then it gets its set, as long as the work for such
 * sets stays linear in the number of bindings. Nothing recurses over the bindings.
 */
import type { DeltaId } from '../../delta/delta.js';
import { IndexSets, type IndexSet } from './index-sets.js';

/**
 * The arguments of binding `id` are `args[starts[id]] … args[starts[id + 1] - 1]`;
 * ids 1 … inputs are inputs.
 */
export interface Bindings {
  readonly inputs: number;
  readonly starts: readonly number[];
  readonly args: readonly DeltaId[];
}

/** Sets up to this size are formed at once. */
const SMALL = 64;

export class Reach {
  private readonly sets: IndexSets;
  private readonly known: (IndexSet | undefined)[];
  /** By id, the walk that came there last, and the last such walk for a set that was asked for. */
  private readonly walkedBy: Int32Array;
  private readonly metBy: Int32Array;
  private walks = 0;
  private allowance: number;

  constructor(private readonly bindings: Bindings) {
    const { inputs, starts, args } = bindings;
    const size = starts.length - 1;
    this.sets = new IndexSets(inputs);
    this.known = new Array<undefined>(size);
    this.walkedBy = new Int32Array(size);
    this.metBy = new Int32Array(size);
    this.allowance = 4 * (size + args.length);
    this.known[0] = this.sets.empty;
    for (let id = 1; id <= inputs; id++) this.known[id] = this.sets.single(id - 1);
    for (let id = inputs + 1; id < size; id++) this.known[id] = this.smallUnion(id);
  }

  /** The inputs that binding `id` was computed from. */
  inputsOf(id: DeltaId): IndexSet {
    const walk = ++this.walks;
    return (this.known[id] ??= this.gather(id, (arg) => {
      const before = this.metBy[arg];
      if (before === walk) return null;
      this.metBy[arg] = walk;
      return before > 0 && this.allowance > 0 ? this.remembered(arg) : undefined;
    }));
  }

  private remembered(id: DeltaId): IndexSet {
    const walk = ++this.walks;
    const set = this.gather(id, (arg) => {
      this.allowance--;
      if (this.walkedBy[arg] === walk) return null;
      this.walkedBy[arg] = walk;
      return undefined;
    });
    this.allowance -= set.members.length;
    return (this.known[id] = set);
  }

  /**
   * The union of the sets below a binding. `meet` is asked about bindings without a set: it gives
   * one, or null to pass by, or undefined to look below.
   */
  private gather(root: DeltaId, meet: (id: DeltaId) => IndexSet | null | undefined): IndexSet {
    const { starts, args } = this.bindings;
    const parts = new Set<IndexSet>();
    const open = [root];
    while (open.length > 0) {
      const id = open.pop()!;
      for (let k = starts[id]; k < starts[id + 1]; k++) {
        const set = this.known[args[k]] ?? meet(args[k]);
        if (set === undefined) open.push(args[k]);
        else if (set !== null) parts.add(set);
      }
    }
    return this.sets.union([...parts]);
  }

  private smallUnion(id: DeltaId): IndexSet | undefined {
    const { starts, args } = this.bindings;
    const parts: IndexSet[] = [];
    let size = 0;
    for (let k = starts[id]; k < starts[id + 1]; k++) {
      const set = this.known[args[k]];
      if (set === undefined) return undefined;
      if (parts.includes(set)) continue;
      size += set.members.length;
      if (size > SMALL && parts.length > 0) return undefined;
      parts.push(set);
    }
    return this.sets.union(parts);
  }
}
