/** The connections of a sender, which are made when they are first needed. */
import type { Queue } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { packages, quiet } from './connection.js';
import { keysOf, PREFIX, type Keys } from './redis-keys.js';

export class Link {
  readonly keys: Keys;
  private queueFound: Promise<Queue> | undefined;
  private redisFound: Promise<Redis> | undefined;
  private readonly readers = new Set<Redis>();
  isClosed = false;

  constructor(
    private readonly connection: RedisOptions,
    private readonly name: string,
  ) {
    this.keys = keysOf(name);
  }

  redis(): Promise<Redis> {
    return (this.redisFound ??= packages().then(({ Client }) =>
      quiet(new Client(this.connection)),
    ));
  }

  queue(): Promise<Queue> {
    return (this.queueFound ??= packages().then(({ Queue: Made }) => {
      const queue = new Made(this.name, { connection: this.connection as object, prefix: PREFIX });
      queue.on('error', () => {});
      return queue;
    }));
  }

  /** Another connection, for commands that wait. */
  async reader(): Promise<Redis> {
    const { Client } = await packages();
    const reader = quiet(new Client(this.connection));
    this.readers.add(reader);
    return reader;
  }

  release(reader: Redis): void {
    this.readers.delete(reader);
    reader.disconnect();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const reader of this.readers) this.release(reader);
    const [queue, redis] = await Promise.all([this.queueFound, this.redisFound]);
    redis?.disconnect();
    await queue?.close();
  }
}
