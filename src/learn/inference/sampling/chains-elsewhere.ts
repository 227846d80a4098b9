/** Chains as tasks: the settings go out, a record of numbers comes back. */
import { DeltaTapeError, describe, memberText } from '../../../errors/errors.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { cannotCross } from '../../errors.js';
import { answersOf, type Executor, type Work } from '../../executors/executor.js';
import type { Exported } from '../../runs/exported.js';
import type { Signal } from '../../runs/run.js';
import type { Progress } from '../../training/reports.js';
import { FreeParameters } from '../constraints/free-parameters.js';
import { constraintsOf, madeOf, type Made } from '../constraints/made.js';
import { samplingAborted } from '../errors.js';
import { chainOf, type ChainRecord } from './chain.js';
import { planOf, type Plan } from './options.js';
import { Samples } from './samples.js';
import { Target } from './target.js';

/** The data that all chains need. */
interface Shared {
  readonly start: unknown;
  readonly constraints: Made;
  readonly args: readonly unknown[];
  readonly plan: Plan;
}

/** Inputs are the numbers of chains. */
export function beginChains(f: AnyFunction, shared: unknown): (chain: unknown) => ChainRecord {
  const { start, constraints, args, plan } = shared as Shared;
  const parameters = new FreeParameters(plan.kind, start, constraintsOf(constraints));
  return (chain) =>
    chainOf(new Target(plan.kind, f, args, parameters), plan, chain as number, () => {});
}

/** Tells of a chain that has ended. */
function tellOfChain(
  progress: Progress | undefined,
  { chains, warmup, draws: kept }: Plan,
  chain: number,
  { stats: { divergent, stepSize } }: ChainRecord,
): void {
  const draws = warmup + kept;
  divergent.forEach((is, k) => {
    const draw = warmup + k + 1;
    const isDivergent = is === 1;
    progress?.onDraw?.({ chain, chains, draw, draws, isWarmup: false, isDivergent, stepSize });
  });
}

/** Draws all chains of a plan by an executor. */
export async function samplesElsewhere(
  executor: Executor,
  of: Exported | AnyFunction,
  start: unknown,
  kind: Plan['kind'],
  options: Parameters<typeof planOf>[1] & {
    readonly args?: readonly unknown[];
    readonly constraints?: unknown;
    readonly progress?: Progress;
    readonly signal?: Signal | undefined;
  },
): Promise<Samples<unknown>> {
  const { args = [], progress, signal } = options;
  const plan = planOf(kind, options);
  const parameters = new FreeParameters(plan.kind, start, options.constraints);
  const constraints = madeOf(options.constraints, (value, keys) => {
    throw cannotCross(`constraints${keys.map(memberText).join('')}`, describe(value));
  });
  const shared: Shared = { start, constraints, args, plan };
  const work: Work = { kind: 'chains', begin: beginChains, of, role: 'the log density', shared };
  const chains = Array.from({ length: plan.chains }, (_, k) => k);
  let reason: Parameters<NonNullable<Progress['onEnd']>>[0] = 'failed';
  try {
    const told = (record: ChainRecord, chain: number) => tellOfChain(progress, plan, chain, record);
    const records = await answersOf<ChainRecord>(executor, work, chains, { signal, told });
    reason = 'finished';
    return new Samples(parameters, plan, records);
  } catch (error) {
    if (!(error instanceof DeltaTapeError && error.code === 'work-aborted')) throw error;
    reason = 'aborted';
    throw samplingAborted();
  } finally {
    progress?.onEnd?.(reason);
  }
}
