/** The connections of a sender, which are made when they are first needed. */
import type { Queue } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { packages, quiet } from './connection.js';
import { reached } from './first-contact.js';
import { keysOf, PREFIX, type Keys } from './redis-keys.js';

/** Milliseconds in which Redis must answer for the first time. Later, all wait for it. */
const FIRST = 10_000;

export class Link {
  readonly keys: Keys;
  private queueFound: Promise<Queue> | undefined;
  private redisFound: Promise<Redis> | undefined;
  private readonly readers = new Set<Redis>();
  isClosed = false;

  constructor(
    readonly connection: RedisOptions,
    readonly name: string,
  ) {
    this.keys = keysOf(name);
  }

  redis(): Promise<Redis> {
    return (this.redisFound ??= packages().then(async ({ Client }) => {
      const redis = quiet(new Client(this.connection));
      await reached(redis, this.connection, { most: FIRST });
      return redis;
    }));
  }

  queue(): Promise<Queue> {
    return (this.queueFound ??= packages().then(async ({ Queue: Made }) => {
      await this.redis();
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
    // Whoever asked for a connection that could not be made has heard of it.
    const [queue, redis] = await Promise.allSettled([this.queueFound, this.redisFound]);
    if (redis.status === 'fulfilled') redis.value?.disconnect();
    if (queue.status === 'fulfilled') await queue.value?.close();
  }
}
