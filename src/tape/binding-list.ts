/**
 * Bindings in plain lists, whose primals and partials are any reals: those of runs inside other derivatives,
 * and copies that outlive the columns.
 */
import type { Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import type { Tape, VisitEdge } from './tape.js';

export class BindingList {
  readonly primals: Real[] = [0];
  /** The edges of the k-th binding are those from `ends[k - 1]` to `ends[k]`. */
  private readonly ends: number[] = [0];
  private readonly args: DeltaId[] = [];
  private readonly partials: Real[] = [];

  /** An edge of the next binding. An exact 0 wins: an edge with that partial is none. */
  addEdge(arg: DeltaId, partial: Real): void {
    if (partial === 0) return;
    this.args.push(arg);
    this.partials.push(partial);
  }

  /** The next binding, and how many there are. */
  bind(primal: Real): number {
    this.ends.push(this.args.length);
    return this.primals.push(primal) - 1;
  }

  get count(): number {
    return this.primals.length - 1;
  }

  edgesOf(k: number, visit: VisitEdge): void {
    const { args, partials, ends } = this;
    for (let e = ends[k - 1]; e < ends[k]; e++) visit(args[e], partials[e]);
  }

  /** Forgets all but the first ones. */
  truncate(count: number): void {
    this.primals.length = count + 1;
    this.ends.length = count + 1;
    this.args.length = this.ends[count];
    this.partials.length = this.ends[count];
  }
}

/** Those of a tape. O(bindings). */
export function bindingsOf(tape: Pick<Tape, 'base' | 'top' | 'primal' | 'edgesOf'>): BindingList {
  const bindings = new BindingList();
  const push: VisitEdge = (arg, partial) => bindings.addEdge(arg, partial);
  for (let id = tape.base + 1; id <= tape.top; id++) {
    tape.edgesOf(id, push);
    bindings.bind(tape.primal(id));
  }
  return bindings;
}
