/** The reports of a training or a sampling while it runs. */
import type { DrawReport } from '../inference/sampling/draw-report.js';

/** The report of a step. */
export interface StepReport {
  /** From 1. */
  readonly step: number;
  /** The number of steps if nothing ends the training before. */
  readonly steps: number;
  /** From 1. */
  readonly epoch: number;
  readonly epochs: number;
  /** The loss of the batch, before the step. */
  readonly loss: number;
}

/** The report of an epoch at its end. */
export interface EpochReport {
  /** From 1. */
  readonly epoch: number;
  readonly epochs: number;
  /** The mean loss of its examples, each before the step that it was for. */
  readonly loss: number;
  /** The loss of the examples for validation after the epoch, if there are any. */
  readonly validationLoss?: number;
  /** The results of the option `metrics` on these examples, if it is given. */
  readonly metrics?: Readonly<Record<string, number>>;
}

/** Why a training ended: all epochs are done; validation got no better; the signal said so. A sampling has the first or the last. */
export type Ending = 'finished' | 'stopped-early' | 'aborted';

/** The receiver of reports. Each call follows what it reports; nothing waits for an answer. */
export interface Progress {
  onStep?(report: StepReport): void;
  onEpoch?(report: EpochReport): void;
  /** A draw of a sampler. */
  onDraw?(report: DrawReport): void;
  /** Also if an error ends it. */
  onEnd?(reason: Ending | 'failed'): void;
}
