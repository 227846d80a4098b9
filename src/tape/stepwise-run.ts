/**
 * A run that is swept in steps: between them other code computes cotangents, and adds them. So compiled code has its calls
 * of functions of arrays recorded (plain/runtime/compiled/code/recording-host.ts).
 */
import { within } from '../core/open-runs.js';
import type { Real } from '../core/real.js';
import type { Flat } from '../core/trees/flat.js';
import type { DeltaId } from '../delta/delta.js';
import { EngineRun } from './engine.js';
import { descent, sweeps } from './tape.js';

const none: readonly never[] = [];

export class StepwiseRun extends EngineRun {
  private sweepTo: ((to: DeltaId) => void) | null = null;

  /**
   * Does the whole of `body`; if it fails, what it recorded is forgotten with its cotangents.
   *
   * @param body is given the duals of the inputs
   */
  open<T>(inputs: readonly Real[], body: (duals: readonly Real[]) => T): T {
    const all = (): T => {
      const forget = this.mark();
      try {
        return body(inputs.length === 0 ? inputs : sweeps.dualise(this, inputs));
      } catch (error) {
        forget(false);
        throw error;
      }
    };
    return within(this, () => (sweeps.during === undefined ? all() : sweeps.during(this, all)));
  }

  /** Adds to the cotangent of an id. */
  push(id: DeltaId, cotangent: number): void {
    if (id !== 0) this.cotangents().add(id, cotangent);
  }

  /** The cotangent of an id, once all that was recorded after it has been swept. */
  pullAt(id: DeltaId): number {
    this.descend(id);
    return this.cotangents().take(id) as number;
  }

  private descend(to: DeltaId): void {
    (this.sweepTo ??= descent(this, this.cotangents()))(to);
  }

  /** The cotangents of the inputs, at last. */
  finish(): Flat<Real> {
    if (this.inputs > 0) return this.pull([]);
    this.descend(this.base);
    return none;
  }
}
