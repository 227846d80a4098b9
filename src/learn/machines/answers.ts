/** The answers of a run: a stream in Redis, which is read in order, and from its beginning by a sender that resumes. */
import type { Redis } from 'ioredis';
import { encode } from './encode.js';
import type { Link } from './link.js';
import { answerMessage, failedOf, type AnswerMessage } from './messages.js';

/** Milliseconds that a read waits, and after which tasks without answers are looked for. */
const WAIT = 1000;
const LOOK = 4000;
const AT_ONCE = 500;
/** Tasks that are looked for at a time. */
const LOOKED = 64;

interface Waiting {
  readonly resolve: (answer: AnswerMessage) => void;
  readonly send: () => Promise<void>;
  /** The number of times that it was found nowhere. */
  missed: number;
}

export class Answers {
  private readonly open = new Map<number, Waiting>();
  /** Answers of tasks that were not asked for yet: they were there before this sender. */
  private readonly early = new Map<number, AnswerMessage>();
  /** All tasks before this one have their answers, and these of the others: a second answer is passed over. */
  private floor = 0;
  private readonly settled = new Set<number>();
  private last = '0';
  private reader: Redis | undefined;
  private isResuming: boolean;
  private isEnded = false;
  private isReading = false;
  private hasWarned = false;
  private reading: Promise<void> | undefined;
  private fail: (error: unknown) => void = () => {};

  constructor(
    private readonly link: Link,
    private readonly run: string,
    private readonly isKept: boolean,
  ) {
    this.isResuming = isKept;
  }

  onFailure(fail: (error: unknown) => void): void {
    this.fail = fail;
  }

  waiting = (): number[] => [...this.open.keys()];

  /** The answer to a task, which is sent unless its answer is there. Tasks are asked for in order. */
  async of(index: number, send: () => Promise<void>): Promise<AnswerMessage> {
    while (this.isResuming && !this.early.has(index)) {
      this.reading ??= this.readOn().finally(() => (this.reading = undefined));
      await this.reading;
    }
    const early = this.early.get(index);
    if (early !== undefined) {
      this.early.delete(index);
      this.settle(index);
      return early;
    }
    const answer = new Promise<AnswerMessage>((resolve) => {
      this.open.set(index, { resolve, send, missed: 0 });
    });
    await send();
    if (!this.isReading) void this.read();
    return answer;
  }

  private resolve(index: number, waiting: Waiting, answer: AnswerMessage): void {
    this.open.delete(index);
    this.settle(index);
    waiting.resolve(answer);
  }

  private settle(index: number): void {
    this.settled.add(index);
    while (this.settled.delete(this.floor)) this.floor++;
  }

  /** Reads what was there before this sender. */
  private async readOn(): Promise<void> {
    if ((await this.take(await this.link.redis(), null)) === 0) this.isResuming = false;
  }

  /** Takes the next answers from the stream; their number. */
  private async take(redis: Redis, wait: number | null): Promise<number> {
    const key = this.link.keys.answers(this.run);
    const found =
      wait === null
        ? await redis.xread('COUNT', AT_ONCE, 'STREAMS', key, this.last)
        : await redis.xread('COUNT', AT_ONCE, 'BLOCK', wait, 'STREAMS', key, this.last);
    const entries = found?.[0]?.[1] ?? [];
    for (const [id, fields] of entries) {
      this.last = id;
      let answer: AnswerMessage;
      try {
        answer = answerMessage(fields);
      } catch (error) {
        // A stranger's.
        process.emitWarning((error as Error).message, 'delta-tape');
        continue;
      }
      const { index } = answer;
      if (index < this.floor || this.settled.has(index) || this.early.has(index)) continue;
      const waiting = this.open.get(index);
      if (waiting === undefined) this.early.set(index, answer);
      else this.resolve(index, waiting, answer);
    }
    if (entries.length > 0 && !this.isKept) {
      void (await this.link.redis()).xtrim(key, 'MINID', this.last).catch(() => {});
    }
    return entries.length;
  }

  /** Reads while anything is waited for. */
  private async read(): Promise<void> {
    this.isReading = true;
    let looked = Date.now();
    try {
      this.reader ??= await this.link.reader();
      while (this.open.size > 0 && !this.isEnded && !this.link.isClosed) {
        try {
          if ((await this.take(this.reader, WAIT)) > 0) looked = Date.now();
          if (Date.now() - looked > LOOK) {
            await this.look();
            looked = Date.now();
          }
        } catch (error) {
          if (this.isEnded || this.link.isClosed) return;
          // The connection was lost; the next command waits for the new one.
          if (isRefusal(error)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.isReading = false;
    }
  }

  /** Looks for tasks that have no answer: those that are nowhere are sent again, and those that failed have an error. */
  private async look(): Promise<void> {
    const queue = await this.link.queue();
    if (this.last === '0' && !this.hasWarned) {
      this.hasWarned = true;
      const { keys, name } = this.link;
      if ((await (await this.link.redis()).exists(keys.workers)) === 0)
        process.emitWarning(
          `no worker takes tasks from the queue ${name} yet; they wait for one: delta-tape worker --redis URL --modules FILE`,
          'delta-tape',
        );
    }
    for (const [index, waiting] of [...this.open].slice(0, LOOKED)) {
      const job = await queue.getJob(`${this.run}-${index}`);
      if (!this.open.has(index)) continue;
      if (job === undefined) {
        if (++waiting.missed < 2) continue;
        waiting.missed = 0;
        await waiting.send();
      } else if (job.failedReason !== undefined && (await job.isFailed())) {
        // Its worker could not say so, such as when it was killed each time.
        const { bytes } = encode(failedOf(new Error(job.failedReason)), 'the error', Infinity);
        const { digest } = job.data as { digest: string };
        const payload = Buffer.from(bytes).toString('base64');
        this.resolve(index, waiting, { index, digest, tag: 'failed', payload });
      }
    }
  }

  end(): void {
    this.isEnded = true;
    if (this.reader !== undefined) this.link.release(this.reader);
    if (this.isKept) return;
    void this.link
      .redis()
      .then(async (redis) =>
        redis.unlink(this.link.keys.answers(this.run), this.link.keys.work(this.run)),
      )
      .catch(() => {});
  }
}

/** True for an answer of Redis itself that no waiting changes, such as that a password is wrong. */
const isRefusal = (error: unknown): boolean =>
  /^(?:WRONGPASS|NOAUTH|NOPERM|WRONGTYPE|ERR)\b/.test((error as Error).message);
