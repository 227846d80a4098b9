/**
 * Segments: parts of a reverse run whose bindings are forgotten, to be recorded again when the sweep comes
 * to them. Duals made in a segment belong to it, not to the run, so that none that escapes is mistaken for a
 * later binding with the same id (invariant *one run*).
 */
import { leftBehind } from '../core/left-behind.js';
import { Run, type Dual, type Operation, type Real, type Status } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import type { DeltaDual } from './columns.js';
import { withoutOriginQuery } from './origins.js';
import type { ReverseRun } from './reverse-run.js';
import { handleOf, homeOf } from './with-blocks.js';

/** The use of a segment. */
interface SegmentUse {
  /** Only its reals are wanted, and it is never swept. */
  readonly isDry?: boolean;
  /** True if a watcher has seen the same before. */
  readonly isRepeated?: boolean;
}

class Segment extends Run {
  readonly level: number;
  isOver = false;

  constructor(readonly host: ReverseRun) {
    super();
    this.watcher = host.watcher;
    this.level = host.level;
  }

  override get status(): Status {
    return this.isOver ? 'finished' : this.host.status;
  }

  apply(operation: Operation, args: readonly Real[]): Real {
    return this.host.apply(operation, args);
  }

  primalOf(dual: Dual): Real {
    return this.host.primalOf(dual);
  }

  override isPartOf(run: Run | null): boolean {
    return run === this.host;
  }

  /** The primals after the id `from`, if they were kept when the segment was over. */
  private kept: readonly Real[] = [];
  private from = 0;

  /**
   * Keeps the primals of all ids after `from`: duals may have been left behind, and are settled when the run
   * ends.
   */
  keep(from: DeltaId): void {
    const { host } = this;
    this.kept = Array.from({ length: host.top - from }, (_, k) => host.primal(from + 1 + k));
    this.from = from;
  }

  override lastPrimalOf(dual: Dual): Real | undefined {
    const { id } = dual as DeltaDual;
    return this.isOver && id > this.from ? this.kept[id - this.from - 1] : this.host.primalOf(dual);
  }

  override keptPrimalOf(dual: Dual): Real | undefined {
    return this.host.status === 'finished'
      ? this.kept[(dual as DeltaDual).id - this.from - 1]
      : undefined;
  }

  override close(): void {
    this.isOver = true;
  }

  describe(dual: Dual): string {
    return this.host.describe(dual);
  }
}

/**
 * Runs `body`, which records and sweeps all of what it recorded or nothing, and forgets its bindings. Their
 * origins are not noted, since their ids will name other bindings.
 */
export function inSegment<T>(
  run: ReverseRun,
  body: () => T,
  { isDry = false, isRepeated = false }: SegmentUse = {},
): T {
  const forget = run.mark();
  const { top } = run;
  const { owner, watcher, isDry: wasDry } = run;
  const count = run.groups.length;
  const { blockBytes = 0 } = run;
  if (isRepeated) run.watcher = null;
  run.isDry ||= isDry;
  const segment = new Segment(run);
  run.enter(segment);
  let isSwept = false;
  try {
    const result = withoutOriginQuery(body);
    isSwept = true;
    return result;
  } finally {
    segment.close();
    if (leftBehind() !== null) segment.keep(top);
    run.watcher = watcher;
    run.isDry = wasDry;
    run.enter(owner);
    run.groups.length = count;
    if (run.blockBytes !== undefined) run.blockBytes = blockBytes;
    forget(isSwept);
  }
}

/** Memory of the tape, its arrays included. */
export const bytesOf = (run: ReverseRun): number => run.bytes + (run.blockBytes ?? 0);

/**
 * The real by which new bindings of a run know one that its segment adopted, when the segment is over.
 */
export function released(run: ReverseRun, x: Dual): Dual {
  const home = homeOf(x);
  const isOver = home instanceof Segment && home.host === run && home.isOver;
  return isOver ? handleOf(run, x as DeltaDual) : x;
}
