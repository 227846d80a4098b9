/**
 * What the reverse runs that record into the columns have in common: where they begin, forgetting
 * bindings, and giving the columns back. One may stand on another that is set aside meanwhile, and
 * starts where that one has got to: at 0, but for derivatives inside custom rules.
 */
import { TOP, WIDE, head } from '../core/columns.js';
import type { Row } from '../core/atoms.js';
import type { Real } from '../core/real.js';
import type { DeltaId } from './delta.js';
import { ReverseRun } from './reverse.js';
import type { Seed } from './tape.js';

export abstract class ColumnRun extends ReverseRun {
  readonly base: DeltaId = head[TOP];
  private readonly wideBase = head[WIDE];

  protected abstract readonly bindingBytes: number;
  protected abstract readonly wideEdgeBytes: number;
  /** Sets the cotangents after `id` to 0, for the next sweep. */
  protected abstract clear(id: DeltaId): void;

  get top(): DeltaId {
    return head[TOP];
  }

  get bytes(): number {
    return (
      (head[TOP] - this.base) * this.bindingBytes +
      (head[WIDE] - this.wideBase) * this.wideEdgeBytes
    );
  }

  override pull(seeds: readonly Seed[]): Row<Real> {
    try {
      return super.pull(seeds);
    } catch (error) {
      this.clear(this.base);
      throw error;
    }
  }

  protected mark(): () => void {
    const [top, wide] = head;
    return () => {
      this.clear(top);
      head[TOP] = top;
      head[WIDE] = wide;
    };
  }

  /** Gives the columns back. */
  override close(): void {
    super.close();
    head[TOP] = this.base;
    head[WIDE] = this.wideBase;
  }
}
