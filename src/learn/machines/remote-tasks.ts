/** The tasks of one work, sent to other machines. */
import type { Queue } from 'bullmq';
import { version } from '../../errors/version.js';
import { workAborted } from '../errors.js';
import type { TaskOptions, Tasks } from '../executors/executor.js';
import { inOrder } from '../executors/in-order.js';
import type { Found } from '../executors/loaded.js';
import { errorOf } from '../node/tasks.js';
import { Answers } from './answers.js';
import { Blobs, hashesOf } from './blobs.js';
import { encode, hashOf } from './encode.js';
import { otherWork } from './errors.js';
import { fingerprintOf, nameOfModule, pathOfModule } from './fingerprint.js';
import type { Link } from './link.js';
import { explained } from './first-contact.js';
import {
  failedMessage,
  type AnswerMessage,
  type TaskMessage,
  type WorkMessage,
} from './messages.js';

/** Tasks under way at a time: enough for the workers of a hundred machines, and few enough for any memory. */
const AHEAD = 512;
/** A task that fails so many times ends the work. */
const ATTEMPTS = 3;
const WEEK = 7 * 86_400;

interface RemoteWork {
  readonly kind: string;
  readonly found: Found;
  readonly shared: unknown;
}

interface RemoteLimits {
  readonly seconds: number;
  readonly expiry: number;
  /** True if answers stay in Redis, so that another sender finds them. */
  readonly isKept: boolean;
}

interface Opened {
  readonly blobs: Blobs;
  readonly queue: Queue;
  readonly answers: Answers;
  readonly work: string;
}

export class RemoteTasks implements Tasks {
  private opened: Promise<Opened> | undefined;
  private next = 0;
  private readonly space: string;
  /** Tasks that need an array of an input, by its hash. */
  private readonly needed = new Map<string, number>();

  constructor(
    private readonly link: Link,
    private readonly name: string,
    private readonly work: RemoteWork,
    private readonly limits: RemoteLimits,
  ) {
    this.space = link.keys.ofRun(name);
    // Refused before anything is sent.
    encode(work.shared, 'shared', Infinity);
  }

  private async begin(): Promise<Opened> {
    const { link, name, work, limits } = this;
    const [redis, queue] = await Promise.all([link.redis(), link.queue()]);
    const blobs = new Blobs(redis, limits.expiry);
    const path = pathOfModule(work.found.url);
    const shared = await blobs.putAll(link.keys.shared, encode(work.shared, 'shared'));
    const message: WorkMessage = {
      ...{ version, kind: work.kind, module: nameOfModule(path), fingerprint: fingerprintOf(path) },
      ...{ name: work.found.name, shared: shared.payload },
    };
    const { bytes } = encode(message, 'the work', Infinity);
    const hash = hashOf(bytes);
    await blobs.put(link.keys.shared, hash, bytes);
    const key = link.keys.work(name);
    await redis.set(key, hash, 'EX', limits.expiry, 'NX');
    if ((await redis.get(key)) !== hash) throw otherWork(name);
    const answers = new Answers(link, name, limits.isKept);
    return { blobs, queue, answers, work: hash };
  }

  async *run(
    inputs: Iterable<unknown> | AsyncIterable<unknown>,
    { signal }: TaskOptions = {},
  ): AsyncGenerator<unknown> {
    const events = signal instanceof AbortSignal ? signal : undefined;
    let abort = (): void => {};
    const send = async (input: unknown) => {
      if (signal?.aborted === true) throw workAborted();
      return this.answer(input);
    };
    let isDone = false;
    try {
      const { answers } = await (this.opened ??= this.begin());
      const stopped = (end: (error: unknown) => void) => {
        abort = () => end(workAborted());
        events?.addEventListener('abort', abort);
        answers.onFailure(end);
      };
      yield* inOrder(inputs, AHEAD, send, stopped);
      isDone = true;
    } catch (error) {
      throw explained(error, this.link.connection) ?? error;
    } finally {
      events?.removeEventListener('abort', abort);
      if (!isDone) await this.withdraw();
    }
  }

  private async answer(input: unknown): Promise<unknown> {
    const { name, limits, space } = this;
    const index = this.next++;
    const { blobs, queue, answers, work } = await this.opened!;
    const encoded = encode(input, 'the input');
    const digest = hashOf(encoded.bytes).slice(0, 16);
    const hashes = hashesOf(encoded);
    const send = async () => {
      const { payload } = await blobs.putAll(space, encoded);
      const message: TaskMessage = {
        run: name,
        index,
        work,
        input: payload,
        digest,
        ...limits,
      };
      await queue.add('task', message, {
        jobId: `${name}-${index}`,
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: 200 },
        removeOnComplete: true,
        removeOnFail: { age: WEEK },
      });
    };
    for (const hash of hashes) this.needed.set(hash, (this.needed.get(hash) ?? 0) + 1);
    const found = await answers.of(index, send);
    const unneeded = hashes.filter((hash) => {
      const count = (this.needed.get(hash) ?? 1) - 1;
      if (count > 0) this.needed.set(hash, count);
      else this.needed.delete(hash);
      return count <= 0;
    });
    if (found.digest !== digest) throw otherWork(name);
    if (found.tag === 'failed') throw await this.failed(found, index, input, blobs);
    const own = this.link.keys.ofAnswer(name, index);
    const { value, hashes: answered } = await blobs.value(own, found.payload);
    if (limits.isKept) blobs.forget(own, answered);
    else
      void Promise.all([blobs.remove(space, unneeded), blobs.remove(own, answered)]).catch(
        () => {},
      );
    return value;
  }

  /** The error of a task, whose input is kept. */
  private async failed(
    { payload }: AnswerMessage,
    index: number,
    input: unknown,
    blobs: Blobs,
  ): Promise<Error> {
    const own = this.link.keys.ofAnswer(this.name, index);
    const { value } = await blobs.value(own, payload);
    const error = errorOf(failedMessage(value));
    const key = this.link.keys.failed(this.name, index);
    const redis = await this.link.redis();
    await redis.set(key, Buffer.from(encode(input, 'the input', Infinity).bytes), 'EX', WEEK);
    error.message += ` (Task ${index} of the run ${this.name}. Its input is kept for a week under ${key}.)`;
    return error;
  }

  /** Takes back what waits. */
  private async withdraw(): Promise<void> {
    if (this.link.isClosed || this.limits.isKept) return;
    const opened = await this.opened?.catch(() => undefined);
    if (opened === undefined) return;
    const { queue, answers } = opened;
    await Promise.all(
      answers.waiting().map((index) => queue.remove(`${this.name}-${index}`).catch(() => 0)),
    );
  }

  end(): void {
    void this.opened?.then(({ answers }) => answers.end()).catch(() => {});
  }
}
