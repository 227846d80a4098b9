/**
 * The optimizers that people know by name. Formulas and defaults are those of PyTorch; Lion is as in its
 * paper.
 */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions, type OptionNames } from '../../errors/options.js';
import { optimizerOf, type Optimizer } from './optimizer.js';
import { chained, decayed, scaledBy } from './transforms.js';
import { adagradRule, adamRule, lionRule, momentum, rmspropRule } from './update-rules.js';
import { scheduleOf, type Schedule } from './schedules.js';
import type { Transform } from './transform.js';

interface WithRate {
  /** A number, or a schedule that gives one for each step. */
  readonly learningRate?: number | Schedule;
}

/** The options of `sgd`. */
export interface SgdOptions extends WithRate {
  /** The part of the velocity that stays at each step, from 0, which is the default, to below 1. */
  readonly momentum?: number;
  /** True if the gradient is taken as if the velocity had been followed already. */
  readonly nesterov?: boolean;
}

/** The options of `adam`. */
export interface AdamOptions extends WithRate {
  /** The part of the mean gradient that stays at each step, from 0 to below 1. Default 0.9. */
  readonly beta1?: number;
  /** The part of the mean square that stays at each step, from 0 to below 1. Default 0.999. */
  readonly beta2?: number;
  /**
   * A number that is added to the root of the mean square, so that nothing is divided by 0. Default 1e-8.
   */
  readonly epsilon?: number;
}

/** The options of `adamw`: those of `adam`, and the decay. */
export interface AdamWOptions extends AdamOptions {
  /** The part of the parameters that is taken away at each step, times the learning rate. Default 0.01. */
  readonly weightDecay?: number;
}

/** The options of `adagrad`. */
export interface AdagradOptions extends WithRate {
  /** The first value of the sums of squares. Default 0. */
  readonly initialSum?: number;
  /** A number that is added to the root of a sum, so that nothing is divided by 0. Default 1e-10. */
  readonly epsilon?: number;
}

/** The options of `rmsprop`. */
export interface RmspropOptions extends WithRate {
  /** The part of the mean square that stays at each step. Default 0.99. */
  readonly decay?: number;
  /**
   * A number that is added to the root of the mean square, so that nothing is divided by 0. Default 1e-8.
   */
  readonly epsilon?: number;
  /** As for `sgd`. */
  readonly momentum?: number;
  /** True if the square of the mean is taken away, which leaves the variance. */
  readonly centered?: boolean;
}

/** The options of `lion`. */
export interface LionOptions extends WithRate {
  /** The share of the mean gradient in a step; the rest is the gradient itself. Default 0.9. */
  readonly beta1?: number;
  /** The part of the mean gradient that stays at each step. Default 0.99. */
  readonly beta2?: number;
  /** As for `adamw`. Default 0. */
  readonly weightDecay?: number;
}

/** A part that stays at each step: 1 would keep all of it for ever. */
function share(name: string, value: number): number {
  if (!(value >= 0 && value < 1)) throw invalidOption(name, 'from 0 to below 1', value);
  return value;
}

function positive(name: string, value: number): number {
  if (!(value >= 0 && value < Infinity)) {
    throw invalidOption(name, 'a number of at least 0', value);
  }
  return value;
}

const withRate = (rate: number | Schedule, ...rules: readonly Transform[]): Optimizer =>
  optimizerOf(chained([...rules, scaledBy(scheduleOf(rate, 'learningRate'), -1)]));

/**
 * Stochastic gradient descent: a step is the gradient, or with momentum (Polyak, 1964) the velocity, times
 * the learning rate, which is 0.01 by default. With momentum it remembers one number for each parameter,
 * otherwise none. A step is O(number of parameters).
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example sgd({ learningRate: 0.5 }).step({ x: 3 }, { x: 2 }, sgd().init({ x: 3 })).params // { x: 2 }
 */
export function sgd(options: SgdOptions = {}): Optimizer {
  insistOnOptions('sgd', options, { learningRate: true, momentum: true, nesterov: true });
  const { learningRate = 0.01, momentum: kept = 0, nesterov = false } = options;
  share('momentum', kept);
  return withRate(learningRate, ...(kept === 0 ? [] : [momentum(kept, nesterov)]));
}

/**
 * RMSProp (Hinton, 2012): the gradient is divided by the root of the mean of its squares. Its learning rate
 * is 0.01 by default. It remembers one to three numbers for each parameter. A step is O(number of
 * parameters).
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example rmsprop({ learningRate: 0.1, decay: 0.75 }).step([1], [9], rmsprop().init([1])).params[0] < 0.9 // true
 */
export function rmsprop(options: RmspropOptions = {}): Optimizer {
  insistOnOptions('rmsprop', options, {
    learningRate: true,
    decay: true,
    epsilon: true,
    centered: true,
    momentum: true,
  });
  const { learningRate = 0.01, decay = 0.99, epsilon = 1e-8, centered = false } = options;
  const kept = share('momentum', options.momentum ?? 0);
  const rule = rmspropRule(share('decay', decay), positive('epsilon', epsilon), centered);
  return withRate(learningRate, rule, ...(kept === 0 ? [] : [momentum(kept, false)]));
}

const adamNames: OptionNames<AdamOptions> = {
  learningRate: true,
  beta1: true,
  beta2: true,
  epsilon: true,
};

/** The rule of `adam` and `adamw`, with its options checked. */
const adamOf = ({ beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 }: AdamOptions): Transform =>
  adamRule(share('beta1', beta1), share('beta2', beta2), positive('epsilon', epsilon));

/**
 * Adam (Kingma and Ba, 2015): the mean gradient is divided by the root of the mean of its squares. Its
 * learning rate is 0.001 by default. It remembers two numbers for each parameter. A step is O(number of
 * parameters).
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example adam({ learningRate: 0.1, epsilon: 0 }).step([1], [9], adam().init([1])).params // [0.9]
 */
export function adam(options: AdamOptions = {}): Optimizer {
  insistOnOptions('adam', options, adamNames);
  return withRate(options.learningRate ?? 0.001, adamOf(options));
}

/**
 * Adam with weight decay beside it rather than in the gradient (Loshchilov and Hutter, 2019). Its learning
 * rate is 0.001 by default. Cost and memory are those of `adam`.
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example adamw({ learningRate: 0.1, epsilon: 0, weightDecay: 0.5 }).step([1], [9], adamw().init([1])).params // [0.85]
 */
export function adamw(options: AdamWOptions = {}): Optimizer {
  insistOnOptions('adamw', options, { ...adamNames, weightDecay: true });
  return withRate(
    options.learningRate ?? 0.001,
    adamOf(options),
    decayed(positive('weightDecay', options.weightDecay ?? 0.01)),
  );
}

/**
 * Adagrad (Duchi, Hazan and Singer, 2011): the gradient is divided by the root of the sum of its squares so
 * far. Its learning rate is 0.01 by default. It remembers one number for each parameter. A step is O(number
 * of parameters).
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example adagrad({ learningRate: 0.1, epsilon: 0 }).step([1], [9], adagrad().init([1])).params // [0.9]
 */
export function adagrad(options: AdagradOptions = {}): Optimizer {
  insistOnOptions('adagrad', options, { learningRate: true, initialSum: true, epsilon: true });
  const { learningRate = 0.01, initialSum = 0, epsilon = 1e-10 } = options;
  return withRate(
    learningRate,
    adagradRule(positive('initialSum', initialSum), positive('epsilon', epsilon)),
  );
}

/**
 * Lion (Chen and others, 2023): steps of one length, by the sign of a smoothed gradient. Its learning rate
 * is 0.0001 by default. It remembers one number for each parameter. A step is O(number of parameters).
 *
 * @throws DeltaTapeError if an option is out of range.
 * @example lion({ learningRate: 0.1 }).step([1], [9], lion().init([1])).params // [0.9]
 */
export function lion(options: LionOptions = {}): Optimizer {
  insistOnOptions('lion', options, {
    learningRate: true,
    beta1: true,
    beta2: true,
    weightDecay: true,
  });
  const { learningRate = 0.0001, beta1 = 0.9, beta2 = 0.99, weightDecay = 0 } = options;
  return withRate(
    learningRate,
    lionRule(share('beta1', beta1), share('beta2', beta2)),
    decayed(positive('weightDecay', weightDecay)),
  );
}
