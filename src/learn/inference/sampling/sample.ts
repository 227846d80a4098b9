/** Draws from distributions that are given by a log density. */
import type { Real } from '../../../core/real.js';
import type { Tangent } from '../../../core/types.js';
import type {
  AnyFunction,
  FirstArgument,
  Scalar,
  Unannotated,
} from '../../../derivatives/signatures.js';
import { DeltaTapeError, invalidOption } from '../../../errors/errors.js';
import type { Executor } from '../../executors/executor.js';
import { isExported, type Exported } from '../../runs/exported.js';
import type { Signal } from '../../runs/run.js';
import type { Progress } from '../../training/reports.js';
import { FreeParameters } from '../constraints/free-parameters.js';
import { samplingAborted } from '../errors.js';
import { chainOf, type ChainRecord } from './chain.js';
import type { DrawReport } from './draw-report.js';
import { samplesElsewhere } from './chains-elsewhere.js';
import {
  planOf,
  type ElsewhereOptions,
  type HmcOptions,
  type NutsOptions,
  type Plan,
  type Settings,
} from './options.js';
import { Samples } from './samples.js';
import { Target } from './target.js';

/** The same of any function. */
interface Asked extends Settings {
  readonly args?: readonly unknown[];
  readonly constraints?: unknown;
  readonly onDraw?: (report: DrawReport) => void;
  readonly progress?: Progress;
  readonly signal?: Signal;
  readonly executor?: Executor;
}

/** One chain of a plan. */
function drawn(
  f: AnyFunction,
  parameters: FreeParameters,
  plan: Plan,
  chain: number,
  { args = [], onDraw, progress, signal }: Asked,
): ChainRecord {
  const insist = () => {
    if (signal?.aborted === true) throw samplingAborted();
  };
  const target = new Target(plan.kind, f, args, parameters);
  insist();
  return chainOf(target, plan, chain, (report) => {
    progress?.onDraw?.(report);
    onDraw?.(report);
    insist();
  });
}

function sample(
  kind: Plan['kind'],
  of: AnyFunction | Exported,
  start: unknown,
  options: Asked,
): Samples<unknown> | Promise<Samples<unknown>> {
  const { executor } = options;
  if (executor !== undefined) return samplesElsewhere(executor, of, start, kind, options);
  const plan = planOf(kind, options);
  if (isExported(of)) {
    throw invalidOption(
      'executor',
      'given for a log density that is named by its module',
      executor,
    );
  }
  const parameters = new FreeParameters(kind, start, options.constraints);
  const chains = Array.from({ length: plan.chains }, (_, k) => k);
  const end: NonNullable<Progress['onEnd']> = (reason) => options.progress?.onEnd?.(reason);
  try {
    const records = chains.map((chain) => drawn(of, parameters, plan, chain, options));
    end('finished');
    return new Samples(parameters, plan, records);
  } catch (error) {
    const isAborted = error instanceof DeltaTapeError && error.code === 'sampling-aborted';
    end(isAborted ? 'aborted' : 'failed');
    throw error;
  }
}

/**
 * Draws parameters from a log density, which is given up to a constant, by the multinomial no-U-turn
 * sampler. A warm-up finds the step size and the mass matrix. The start is any tree of numbers, and draws
 * have its shape; `args` are the function's other arguments, which hold data. `constraints` restrict
 * parameters: the density is that of the parameters themselves, and the sampler adds the log-Jacobians of
 * the maps. The same seed gives the same bits.
 *
 * A draw takes some 3 to 1023 values with gradients. One chain is drawn after another. With the option
 * `executor`, which draws them in threads or on other machines, the result is a promise of the same bits.
 *
 * @throws DeltaTapeError as `valueAndGrad`; if the log density is finite nowhere near the start; if
 *   constraints do not fit, or an option is out of range; if the signal ends it.
 * @example
 * const bell = ({ x, s }: { x: Real; s: Real }): Real => add(normalLogDensity(x, 3, s), exponentialLogDensity(s, 1));
 * const { chains } = nuts(bell, { x: 0, s: 1 }, { constraints: { s: positive }, chains: 1, draws: 20, warmup: 20 });
 * chains[0].draws.every(({ s }) => s > 0) // true
 */
export function nuts<
  F,
  S extends FirstArgument<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, start: S, options?: NutsOptions<F, S>): Samples<Tangent<S>>;
export function nuts<X>(
  of: Exported | AnyFunction,
  start: X,
  options: ElsewhereOptions<NutsOptions<unknown, X>>,
): Promise<Samples<Tangent<X>>>;
export function nuts(
  of: AnyFunction | Exported,
  start: unknown,
  options: Asked = {},
): Samples<unknown> | Promise<Samples<unknown>> {
  return sample('nuts', of, start, options);
}

/**
 * The same with plain Hamiltonian Monte Carlo: each transition has the same number of steps. `nuts` finds
 * that number by itself; prefer it unless the number is known. A draw takes as many values with gradients as
 * the option `steps` says.
 *
 * @throws DeltaTapeError as `nuts`.
 * @example hmc((x: Real) => normalLogDensity(x, 3, 1), 0, { chains: 1, draws: 20, steps: 4 }).draws.length // 20
 */
export function hmc<
  F,
  S extends FirstArgument<F>,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: Scalar<F, X, P>, start: S, options?: HmcOptions<F, S>): Samples<Tangent<S>>;
export function hmc<X>(
  of: Exported | AnyFunction,
  start: X,
  options: ElsewhereOptions<HmcOptions<unknown, X>>,
): Promise<Samples<Tangent<X>>>;
export function hmc(
  of: AnyFunction | Exported,
  start: unknown,
  options: Asked = {},
): Samples<unknown> | Promise<Samples<unknown>> {
  return sample('hmc', of, start, options);
}
