/** Connections to Redis, by its address and by files for what must stay secret. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Queue, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { invalidOption } from '../../errors/errors.js';
import { notInstalled } from './errors.js';

/** Where Redis is, and how to get in. */
export interface RedisAddress {
  /** `redis://[user[:password]@]host[:port][/database]`; `rediss:` with TLS. */
  readonly redis: string;
  /** A file whose first line is the password, so that it is in no command and no program. */
  readonly passwordFile?: string;
  /** Files of certificates, for TLS: those of the authority that signed that of Redis, and one's own with its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** A connection that hears nothing for so long is made anew. Blocking commands wait for less. */
const SILENCE = 15_000;
const MOST_WAIT = 2_000;

/** The options of connections. @throws DeltaTapeError if the address is none. */
export function connectionOf(address: RedisAddress): RedisOptions {
  const { redis } = address;
  const url = URL.canParse(redis) ? new URL(redis) : undefined;
  const database = url?.pathname.slice(1);
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || !/^\d*$/.test(database!)) {
    const wanted = 'an address such as redis://localhost:6379';
    // Without the password.
    throw invalidOption('redis', wanted, String(redis).replace(/^.*@/s, '…@'));
  }
  const file = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path));
  const password =
    file(address.passwordFile)?.toString('utf8').split(/\r?\n/)[0] ??
    decodeURIComponent(url.password);
  const tls = {
    ...(address.ca !== undefined && { ca: file(address.ca) }),
    ...(address.cert !== undefined && { cert: file(address.cert) }),
    ...(address.key !== undefined && { key: file(address.key) }),
  };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? { servername: host } : {};
  return {
    host,
    port: url.port === '' ? 6379 : Number(url.port),
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(password !== '' && { password }),
    db: Number(database),
    ...(url.protocol === 'rediss:' && { tls: { ...name, ...tls } }),
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    keepAlive: 5_000,
    connectTimeout: 5_000,
    socketTimeout: SILENCE,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 6), MOST_WAIT),
  };
}

/** The packages, which are installed by those who want them. */
export interface Packages {
  readonly Queue: typeof Queue;
  readonly Worker: typeof Worker;
  readonly UnrecoverableError: typeof UnrecoverableError;
  readonly WaitingError: typeof WaitingError;
  readonly Client: new (options: RedisOptions) => Redis;
}

export async function packages(): Promise<Packages> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    // The types of ioredis ask for one of several forms of options.
    return { ...bullmq, Client: ioredis.Redis as unknown as Packages['Client'] };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw notInstalled(['bullmq', 'ioredis']);
  }
}

/** An error of a connection is followed by another try; nobody need hear of it. */
export function quiet<R extends Redis>(redis: R, told: (error: Error) => void = () => {}): R {
  redis.on('error', told);
  return redis;
}
