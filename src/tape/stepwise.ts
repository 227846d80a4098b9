/**
 * A run that is swept in steps: between them other code computes cotangents, and adds them. So compiled code
 * has its calls of functions of arrays recorded (plain/runtime/compiled/code/recording-host.ts).
 */
import { within } from '../core/open-runs.js';
import type { Real } from '../core/real.js';
import type { Flat } from '../core/trees/flat.js';
import type { DeltaId } from '../delta/delta.js';
import { EngineRun } from './engine.js';
import { descent, sweeps } from './tape.js';

const none: readonly never[] = [];

export class Stepwise {
  readonly run = new EngineRun();
  private sweepTo: ((to: DeltaId) => void) | null = null;

  /**
   * Does the whole of `body`; if it fails, what it recorded is forgotten with its cotangents.
   *
   * @param body is given the duals of the inputs
   */
  open<T>(inputs: readonly Real[], body: (duals: readonly Real[]) => T): T {
    const { run } = this;
    const all = (): T => {
      const forget = run.mark();
      try {
        return body(inputs.length === 0 ? inputs : sweeps.dualise(run, inputs));
      } catch (error) {
        forget(false);
        throw error;
      }
    };
    return within(run, () => (sweeps.during === undefined ? all() : sweeps.during(run, all)));
  }

  /** Adds to the cotangent of an id. */
  push(id: DeltaId, cotangent: number): void {
    if (id !== 0) this.run.cotangents().add(id, cotangent);
  }

  /** The cotangent of an id, once all that was recorded after it has been swept. */
  pullAt(id: DeltaId): number {
    this.descend(id);
    return this.run.cotangents().take(id) as number;
  }

  private descend(to: DeltaId): void {
    (this.sweepTo ??= descent(this.run, this.run.cotangents()))(to);
  }

  /** The cotangents of the inputs, at last. */
  finish(): Flat<Real> {
    const { run } = this;
    if (run.inputs > 0) return run.pull([]);
    this.descend(run.base);
    return none;
  }
}
