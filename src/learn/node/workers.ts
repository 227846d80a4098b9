/** Threads that are kept, for gradients of batches and for chains. */
import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { invalidOption, memberText, describe } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import type { Tangent } from '../../core/types.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import { FreeParameters, type Constraints } from '../inference/constraints/free-parameters.js';
import { madeOf } from '../inference/constraints/made.js';
import { samplingAborted } from '../inference/errors.js';
import type { ChainRecord } from '../inference/sampling/chain.js';
import { planOf, type Plan, type SamplerSettings } from '../inference/sampling/options.js';
import { hmc, nuts, tellOfChain } from '../inference/sampling/sample.js';
import { Samples } from '../inference/sampling/samples.js';
import { isExported, type Exported } from '../runs/exported.js';
import type { Cores, CoresGradients } from '../training/cores.js';
import type { Progress } from '../training/reports.js';
import { insistOnCrossing } from './crossing.js';
import { cannotCross } from './errors.js';
import { SharedTraining } from './shared-training.js';
import { loaded, type Found, type Task } from './tasks.js';
import { Threads } from './threads.js';

/** The options of `Workers`. */
export interface WorkersOptions {
  /** The number of threads. Default: as many as there are cores. */
  readonly count?: number;
}

/** The options of samplers on several cores. */
export interface ChainsOptions<X> extends SamplerSettings {
  /** Data: arguments after the parameters. */
  readonly args?: readonly unknown[];
  readonly constraints?: Constraints<X>;
  /** Is told of the draws of a chain when it has ended. */
  readonly progress?: Progress;
  /** Ends the threads that draw; the sampling ends by an error. */
  readonly signal?: AbortSignal;
}

function placeOf({ module, export: name }: Exported): Found {
  const text = String(module);
  if (text.startsWith('file:') || text.startsWith('data:')) return { url: text, name };
  if (isAbsolute(text)) return { url: pathToFileURL(text).href, name };
  const wanted = "a URL, such as new URL('loss.js', import.meta.url), or an absolute path";
  throw invalidOption('module', wanted, module);
}

/**
 * Threads that are started once, and used by trainings and samplings. The bits of their results do not depend on how
 * many there are. They take functions by module and name, and load modules as the program does: one that is run by
 * `node --import delta-tape/register` has its modules translated there, too. `close` ends them.
 *
 * @example
 * const workers = new Workers({ count: 2 });
 * await workers.close();
 * workers.count // 2
 */
export class Workers implements Cores {
  readonly count: number;
  private readonly threads: Threads;

  constructor(options: WorkersOptions = {}) {
    insistOnOptions('Workers', options, { count: true });
    const { count = availableParallelism() } = options;
    if (!Number.isInteger(count) || count < 1) {
      throw invalidOption('count', 'a positive integer', count);
    }
    this.count = count;
    this.threads = new Threads(count);
  }

  /** Ends the threads, and what is under way in them. */
  close(): Promise<void> {
    return this.threads.close();
  }

  load(of: Exported): Promise<AnyFunction> {
    return loaded(placeOf(of));
  }

  /** The gradients of a training: what `train` asks for. */
  gradients(of: Exported, params: unknown, examples: readonly unknown[] | null): CoresGradients {
    return new SharedTraining(this.threads, placeOf(of), params, examples);
  }

  tellOfClosure(what: string): void {
    process.emitWarning(
      `${what} is a function, which cannot cross to other threads: one core computes. Give { module, export } for several.`,
      'delta-tape',
    );
  }

  /** As `nuts`, with the chains on several cores, and the same bits. A log density that is not a `{ module, export }` runs on one. */
  nuts<X>(
    of: Exported | AnyFunction,
    start: X,
    options: ChainsOptions<X> & { readonly maxDepth?: number } = {},
  ): Promise<Samples<Tangent<X>>> {
    return this.sample('nuts', of, start, options);
  }

  /** As `hmc`, in the same way. */
  hmc<X>(
    of: Exported | AnyFunction,
    start: X,
    options: ChainsOptions<X> & { readonly steps?: number } = {},
  ): Promise<Samples<Tangent<X>>> {
    return this.sample('hmc', of, start, options);
  }

  private async sample<X>(
    kind: Plan['kind'],
    of: Exported | AnyFunction,
    start: X,
    options: ChainsOptions<X>,
  ): Promise<Samples<Tangent<X>>> {
    if (!isExported(of)) {
      this.tellOfClosure('the log density');
      const here = { nuts, hmc }[kind] as (...args: unknown[]) => Samples<Tangent<X>>;
      return here(of, start, options);
    }
    const { args = [], progress, signal } = options;
    const plan = planOf(kind, options);
    const parameters = new FreeParameters(kind, start, options.constraints);
    insistOnCrossing(start, 'the start');
    insistOnCrossing(args, 'args');
    const constraints = madeOf(options.constraints, (value, keys) => {
      throw cannotCross(`constraints${keys.map(memberText).join('')}`, describe(value));
    });
    const found = placeOf(of);
    const tasks = Array.from({ length: plan.chains }, (_, chain): Task => ({
      kind: 'chain',
      of: found,
      start,
      constraints,
      args,
      plan,
      chain,
    }));
    let reason: Parameters<NonNullable<Progress['onEnd']>>[0] = 'failed';
    try {
      const tell = (record: ChainRecord, chain: number) =>
        tellOfChain(progress, plan, chain, record);
      const records = await this.threads.all<ChainRecord>(tasks, signal, tell);
      reason = records === null ? 'aborted' : 'finished';
      if (records === null) throw samplingAborted();
      return new Samples(parameters, plan, records);
    } finally {
      progress?.onEnd?.(reason);
    }
  }
}
