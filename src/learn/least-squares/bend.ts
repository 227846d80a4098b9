/**
 * Tries a refused step a second time, bent. Where the step led, the residuals are other than their Jacobian promised.
 * A correction by the same Jacobian takes this difference off, and so bends the step. This is geodesic acceleration
 * (Transtrum and Sethna, 2012), with residuals that are known already in the place of second derivatives.
 */
import { project, type Box } from '../runs/bounds.js';
import { along, minus, norm, shrunk, stretched, type Vector } from '../runs/vectors.js';
import type { Costs, LeastSquaresPoint } from './costs.js';
import type { Matrix } from './weighed-jacobian.js';
import type { Steps } from './trusted-steps.js';

/** Where a step leads, and the cost there. */
export interface Trial {
  readonly x: Vector;
  readonly value: number;
}

/** The parts from which steps from a point are made. */
export interface Model {
  readonly from: LeastSquaresPoint;
  /** The Jacobian with respect to the unknowns that are free to move. */
  readonly free: Matrix;
  readonly steps: Steps;
  readonly scales: Vector;
  readonly box: Box | null;
}

/**
 * The greatest length of a correction, as a part of its step. A longer correction is not to be trusted.
 */
const LONGEST = 0.75;

/**
 * Gives the lower one of a trial and of its bent step. This runs the residuals once more, unless the correction is
 * too long.
 *
 * @param promised the change of the residuals by the Jacobian
 */
export function bent(
  costs: Costs,
  { from, free, steps, scales, box }: Model,
  straight: Trial,
  promised: Vector,
): Trial {
  const there = costs.residuals(straight.x);
  if (there === null || !Number.isFinite(straight.value)) return straight;
  const unasked = minus(minus(there, from.residuals), promised);
  const correction = steps.correction(shrunk(free.pulled(unasked), scales));
  const taken = stretched(minus(straight.x, from.x), scales);
  if (!(norm(correction) <= LONGEST * norm(taken))) return straight;
  const x = along(straight.x, 1, shrunk(correction, scales));
  if (box !== null) project(x, box);
  const value = costs.cost(x);
  return value < straight.value ? { x, value } : straight;
}
