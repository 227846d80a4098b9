/** A worker: takes tasks from the queue, and does them in threads, so that its own thread stays awake. */
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DeltaTapeError } from '../../errors/errors.js';
import { version } from '../../errors/version.js';
import type { ThreadPool } from '../node/thread-pool.js';
import { Blobs } from './blobs.js';
import { connectionOf, packages, quiet, type Packages, type RedisAddress } from './connection.js';
import { encode } from './encode.js';
import { Deadline } from './deadline.js';
import { KnownWorks, type KnownModule } from './known-works.js';
import { explained, reached } from './first-contact.js';
import { keysOf, PREFIX, type Keys } from './redis-keys.js';
import {
  answerFields,
  failedOf,
  taskMessage,
  type AnswerMessage,
  type TaskMessage,
} from './messages.js';

/** An event in the life of a worker. */
export interface WorkerEvent {
  readonly event: 'ready' | 'done' | 'failed' | 'refused' | 'given-back' | 'trouble' | 'closed';
  /** The task, by its run and its number. */
  readonly task?: string;
  readonly milliseconds?: number;
  readonly reason?: string;
}

/** The options of a worker. */
interface WorkerOptions extends RedisAddress {
  readonly queue: string;
  readonly modules: readonly KnownModule[];
  readonly concurrency: number;
  /** Seconds after which a worker that is silent has lost its tasks. */
  readonly lease: number;
  /** Seconds for which a worker that is to end goes on with its tasks. */
  readonly grace: number;
  /** Options of Node for threads, by which modules are translated. */
  readonly execArgv: readonly string[];
  readonly tell: (event: WorkerEvent) => void;
  /** Ends the wait for a Redis that is not there. */
  readonly signal: AbortSignal;
}

/** A task whose worker dies so many times is not tried again. */
const MOST_STALLED = 2;
const BEAT = 10_000;
/** The most letters of an error that BullMQ keeps, and a log. */
const MOST_REASON = 1000;

export class MachineWorker {
  private readonly keys: Keys;
  private readonly works: KnownWorks;
  private readonly active = new Map<string, (reason: 'end') => void>();
  private readonly id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  private beat: NodeJS.Timeout | undefined;
  private isClosing = false;
  private worker: Worker | undefined;

  private constructor(
    private readonly options: WorkerOptions,
    private readonly redis: Redis,
    private readonly blobs: Blobs,
    private readonly kit: Packages,
    private readonly pool: ThreadPool,
  ) {
    this.keys = keysOf(options.queue);
    this.works = new KnownWorks(blobs, this.keys, options.modules, pool);
  }

  /** Connects, and begins to take tasks. */
  static async start(options: WorkerOptions): Promise<MachineWorker> {
    const kit = await packages();
    const connection = connectionOf(options);
    let trouble = '';
    const told = (error: Error) => {
      const { message: reason } = explained(error, connection) ?? error;
      if (reason !== trouble) options.tell({ event: 'trouble', reason });
      trouble = reason;
    };
    const redis = quiet(new kit.Client(connection), told);
    redis.on('ready', () => (trouble = ''));
    await reached(redis, connection, { told, signal: options.signal });
    // Loaded like this it stays a file of its own, beside the program of its threads.
    const { ThreadPool: Pool } = await import('../node/thread-pool.js');
    const pool = new Pool(options.concurrency, options.execArgv);
    const found = new MachineWorker(options, redis, new Blobs(redis, 86_400), kit, pool);
    try {
      await found.tellWorld();
    } catch (error) {
      redis.disconnect();
      throw explained(error, connection) ?? error;
    }
    const lease = options.lease * 1000;
    const worker = new kit.Worker(
      options.queue,
      (job: Job, token?: string) => found.process(job, token),
      {
        ...{ connection: connection as object, prefix: PREFIX, concurrency: options.concurrency },
        ...{ lockDuration: lease, stalledInterval: lease, maxStalledCount: MOST_STALLED },
        ...{
          autorun: false,
          drainDelay: 5,
          runRetryDelay: 1000,
          removeOnComplete: { count: 0 },
          removeOnFail: { age: 7 * 86_400 },
        },
      },
    );
    worker.on('error', told);
    worker.on('failed', (job, error) => void found.stalledTooOften(job, error).catch(told));
    found.worker = worker;
    await worker.waitUntilReady();
    found.beat = setInterval(() => void found.tellWorld().catch(told), BEAT);
    options.tell({ event: 'ready' });
    void worker.run().catch(told);
    return found;
  }

  /** Tells that the worker is there, with its version and its functions. */
  private async tellWorld(): Promise<void> {
    const { modules, concurrency } = this.options;
    const functions = modules.map(({ name, fingerprint, functions: names }) => ({
      name,
      fingerprint,
      functions: names,
    }));
    const text = JSON.stringify({
      version,
      node: process.version,
      concurrency,
      modules: functions,
    });
    await this.redis.set(this.keys.worker(this.id), text, 'EX', 30);
    await this.redis.set(this.keys.workers, version, 'EX', 30);
  }

  private async process(job: Job, token?: string): Promise<void> {
    const { tell } = this.options;
    const began = Date.now();
    let message: TaskMessage;
    try {
      message = taskMessage(job.data);
    } catch (error) {
      const { message: reason } = error as Error;
      tell({ event: 'refused', task: String(job.id).slice(0, 200), reason });
      throw new this.kit.UnrecoverableError(reason);
    }
    const task = `${message.run}-${message.index}`;
    try {
      const answer = await this.answer(message, task);
      if (answer === GIVEN_BACK) {
        await job.moveToWait(token);
        tell({ event: 'given-back', task });
        throw new this.kit.WaitingError();
      }
      await this.send(message, 'done', answer.value);
      tell({ event: 'done', task, milliseconds: Date.now() - began });
    } catch (error) {
      if (error instanceof this.kit.WaitingError) throw error;
      const reason = String((error as Error)?.message ?? error).slice(0, MOST_REASON);
      const isRefused = error instanceof DeltaTapeError && error.code === 'task-refused';
      const isLast = isRefused || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      tell({
        event: isRefused ? 'refused' : 'failed',
        task,
        reason,
        milliseconds: Date.now() - began,
      });
      if (isLast) await this.send(message, 'failed', failedOf(error));
      // BullMQ keeps it in the job, and the sender has it with its stack.
      const { UnrecoverableError: Final } = this.kit;
      throw Object.assign(isRefused ? new Final(reason) : new Error(reason), { stack: undefined });
    }
  }

  /** The value of the function; or nothing, if the worker is to end before it is there. */
  private async answer(
    message: TaskMessage,
    task: string,
  ): Promise<{ readonly value: unknown } | typeof GIVEN_BACK> {
    const { run, work, input, seconds } = message;
    const [opened, found] = await Promise.all([
      this.works.of(work),
      this.blobs.value(this.keys.ofRun(run), input),
    ]);
    const deadline = new Deadline(seconds);
    const ending = { isStopped: false, began: deadline.began };
    try {
      const ended = new Promise<typeof GIVEN_BACK>((resolve) =>
        this.active.set(task, () => resolve(GIVEN_BACK)),
      );
      const answer = this.pool.answer(opened, found.value, ending).then((value) => ({ value }));
      answer.catch(() => {});
      try {
        return await Promise.race([answer, ended, deadline.passed]);
      } catch (error) {
        ending.isStopped = true;
        // Other tasks begin again in new threads.
        if (error instanceof DeltaTapeError && error.code === 'task-timed-out')
          await this.pool.end();
        throw error;
      }
    } finally {
      deadline.clear();
      this.active.delete(task);
    }
  }

  /** Puts an answer where the sender reads it. What comes twice is the same. */
  private async send(
    message: TaskMessage,
    tag: AnswerMessage['tag'],
    value: unknown,
  ): Promise<void> {
    const { run, index, digest, expiry } = message;
    const blobs = new Blobs(this.redis, expiry);
    const { payload } = await blobs.putAll(
      this.keys.ofAnswer(run, index),
      encode(value, 'the answer'),
    );
    const key = this.keys.answers(run);
    const results = await this.redis
      .multi()
      .xadd(key, '*', ...answerFields({ index, digest, tag, payload }))
      .expire(key, expiry)
      .exec();
    for (const [error] of results ?? []) if (error !== null) throw error;
  }

  /** Tells the sender of a task whose workers died each time. */
  private async stalledTooOften(job: Job | undefined, error: Error): Promise<void> {
    if (job === undefined || !/stalled more than/.test(error.message)) return;
    const message = taskMessage(job.data);
    const reason = `its worker died ${MOST_STALLED + 1} times in the middle of it`;
    this.options.tell({ event: 'failed', task: `${message.run}-${message.index}`, reason });
    await this.send(message, 'failed', failedOf(new Error(`the task was given up: ${reason}`)));
  }

  /** Ends after the tasks that are under way, or gives them back after the time of grace. */
  async close(): Promise<void> {
    if (this.isClosing) return;
    this.isClosing = true;
    clearInterval(this.beat);
    const closing = this.worker!.close();
    const timer = setTimeout(() => {
      for (const end of this.active.values()) end('end');
    }, this.options.grace * 1000);
    await closing;
    clearTimeout(timer);
    await this.redis.del(this.keys.worker(this.id)).catch(() => 0);
    await this.pool.close();
    this.redis.disconnect();
    this.options.tell({ event: 'closed' });
  }
}

const GIVEN_BACK = Symbol('given back');
