/** One chain: its start, its warm-up and its draws. */
import { seedOf } from '../../../derivatives/check/seed.js';
import { reproducibly } from '../../../functions/reproducible.js';
import { noFiniteStart } from '../errors.js';
import { Chance } from './chance.js';
import type { Dynamics, Point, Transition } from './dynamics.js';
import { hmcTransition } from './hmc-transition.js';
import { diagonalMetric } from './metric.js';
import { nutsTransition } from './nuts-transition.js';
import type { DrawReport } from './draw-report.js';
import type { Plan } from './options.js';
import { DualAveraging, reasonableStep } from './step-size.js';
import type { Target } from './target.js';
import { Moments, windowsOf } from './warmup.js';

/** The result of a chain: numbers alone, which can come from another thread. */
export interface ChainRecord {
  /** The reals of the parameters, draw by draw. */
  readonly values: Float64Array;
  readonly stats: ChainStats;
}

/** A number for each draw, and what the warm-up came to. */
export interface ChainStats {
  /** The log density of the free reals: with the log-Jacobian of the constraints. */
  readonly logDensity: Float64Array;
  readonly energy: Float64Array;
  /** The mean probability that steps were accepted. */
  readonly acceptance: Float64Array;
  /** Gradients for this draw. */
  readonly steps: Float64Array;
  /** The number of times that the trajectory was doubled. */
  readonly depth: Float64Array;
  /** 1 where a trajectory went where the step size is too large for it, else 0. */
  readonly divergent: Float64Array;
  /** Of all draws after the warm-up. */
  readonly stepSize: number;
  /** The inverse mass matrix of the free reals: its diagonal, or its rows one after another. */
  readonly inverseMass: Float64Array;
}

/** The number of times that a chain tries to begin where the log density is finite. */
const TRIES = 100;

const isSound = ({ logDensity, gradient }: Point): boolean =>
  Number.isFinite(logDensity) && gradient.every(Number.isFinite);

/** A place near the start to begin at. */
function beginning(target: Target, jitter: number, chance: Chance): Point {
  const { start } = target.parameters;
  const tries = jitter === 0 ? 1 : TRIES;
  let logDensity = NaN;
  for (let k = 0; k < tries; k++) {
    const position = start.map((x) => x + jitter * (2 * chance.uniform() - 1));
    const point = { position, ...target.at(position) };
    if (isSound(point)) return point;
    ({ logDensity } = point);
  }
  throw noFiniteStart(logDensity, tries);
}

const transitions = { nuts: nutsTransition, hmc: hmcTransition };

/** @param tell is called after each draw, and may throw */
export const chainOf = (...of: Parameters<typeof drawn>): ChainRecord =>
  reproducibly(() => drawn(...of));

function drawn(
  target: Target,
  plan: Plan,
  chain: number,
  tell: (report: DrawReport) => void,
): ChainRecord {
  const { warmup, draws, isDense, targetAcceptance } = plan;
  const { size, valueCount } = target.parameters;
  const chance = new Chance(seedOf(plan.seed, chain));
  let point = beginning(target, plan.jitter, chance);
  let dynamics: Dynamics = { target, metric: diagonalMetric(new Float64Array(size).fill(1)) };
  const fitting = (guess: number) =>
    reasonableStep(point, guess, dynamics, chance, targetAcceptance);
  let stepSize =
    warmup === 0 && plan.stepSize !== null ? plan.stepSize : fitting(plan.stepSize ?? 1);
  const next = (draw: number): Transition => {
    const found = transitions[plan.kind](point, stepSize, dynamics, chance, plan.length);
    ({ point } = found);
    const { isDivergent } = found;
    const isWarmup = draw <= warmup;
    tell({
      chain,
      chains: plan.chains,
      draw,
      draws: warmup + draws,
      isWarmup,
      isDivergent,
      stepSize,
    });
    return found;
  };

  const steps = new DualAveraging(stepSize, targetAcceptance);
  const { start, ends } = windowsOf(warmup);
  let moments = new Moments(size, isDense);
  for (let draw = 1; draw <= warmup; draw++) {
    steps.update(next(draw).acceptance);
    stepSize = steps.step;
    if (draw > start && draw <= ends.at(-1)!) moments.add(point.position);
    if (!ends.includes(draw)) continue;
    dynamics = { target, metric: moments.metric() };
    moments = new Moments(size, isDense);
    steps.restart(fitting(stepSize));
    stepSize = steps.step;
  }
  if (warmup > 0) stepSize = steps.average;

  const column = () => new Float64Array(draws);
  const [logDensity, energy, acceptance] = [column(), column(), column()];
  const [stepCounts, depth, divergent] = [column(), column(), column()];
  const values = new Float64Array(draws * valueCount);
  for (let k = 0; k < draws; k++) {
    const found = next(warmup + k + 1);
    values.set(target.parameters.numbers(point.position).values, k * valueCount);
    logDensity[k] = point.logDensity;
    energy[k] = found.energy;
    acceptance[k] = found.acceptance;
    stepCounts[k] = found.steps;
    depth[k] = found.depth;
    divergent[k] = found.isDivergent ? 1 : 0;
  }
  const { inverse: inverseMass } = dynamics.metric;
  const counts = { steps: stepCounts, depth, divergent };
  return { values, stats: { logDensity, energy, acceptance, ...counts, stepSize, inverseMass } };
}
