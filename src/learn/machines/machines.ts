/** Work on other machines, by way of BullMQ and Redis. */
import { randomUUID } from 'node:crypto';
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import type { Executor, Tasks, Work } from '../executors/executor.js';
import { foundOf, insistOnExported } from '../executors/loaded.js';
import { Blobs } from './blobs.js';
import { connectionOf, type RedisAddress } from './connection.js';
import { isName } from './redis-keys.js';
import { Link } from './link.js';
import { RemoteTasks } from './remote-tasks.js';

/** The options of `machines`. */
export interface MachinesOptions extends RedisAddress {
  /** The name of the queue, which workers have, too. Default `tasks`. */
  readonly queue?: string;
  /**
   * A name for the work, by which it is found again: a program that died and is started with the same name takes the answers that are
   * there, and waits for the others. Default: a new name.
   */
  readonly resume?: string;
  /** The most seconds that a task may take. Default 3600. */
  readonly seconds?: number;
  /** The seconds for which data and answers stay in Redis when nobody asks for them. Default a day. */
  readonly expiry?: number;
}

/** An executor of other machines. */
export interface Machines extends Executor {
  /** The name of its work, for `resume`. */
  readonly id: string;
  /** The input of a task that failed, by the key that its error names; undefined if it is there no more. */
  failedInput(key: string): Promise<unknown>;
}

/**
 * Other machines, on which `delta-tape worker` runs with the same modules and the same version. Tasks go through BullMQ to whichever has
 * time; functions are named by module and export, and data are stored in Redis once. The bits are those of `here`. Needs the packages
 * bullmq and ioredis, and connects with the first work.
 *
 * @throws DeltaTapeError if an option is out of range; work ends by an error if a worker refuses it, or a task fails three times.
 * @example
 * const executor = machines({ redis: 'redis://localhost:6379', resume: 'fit-7' });
 * await executor.close();
 * executor.id === 'fit-7' // true
 */
export function machines(options: MachinesOptions): Machines {
  insistOnOptions('machines', options, {
    ...{ redis: true, passwordFile: true, ca: true, cert: true, key: true },
    ...{ queue: true, resume: true, seconds: true, expiry: true },
  });
  const { queue = 'tasks', resume, seconds = 3600, expiry = 86_400 } = options;
  const letters = 'letters, digits, . and -, at most 60 of them';
  if (!isName(queue)) throw invalidOption('queue', letters, queue);
  if (resume !== undefined && !(isName(resume) && resume.length <= 60))
    throw invalidOption('resume', letters, resume);
  for (const [key, value] of Object.entries({ seconds, expiry }))
    if (!(value > 0 && value <= 1e9)) throw invalidOption(key, 'a positive number', value);
  if (!Number.isInteger(expiry)) throw invalidOption('expiry', 'whole seconds', expiry);
  const link = new Link(connectionOf(options), queue);
  const id = resume ?? randomUUID();
  let works = 0;
  return {
    id,
    width: Infinity,
    open({ kind, of, role, shared, done = 0 }: Work): Tasks {
      const found = foundOf(insistOnExported(of, role));
      const limits = { seconds, expiry, isKept: resume !== undefined };
      const name = `${id}.${works++}${done === 0 ? '' : `.from-${done}`}`;
      return new RemoteTasks(link, name, { kind, found, shared }, limits);
    },
    async failedInput(key) {
      const redis = await link.redis();
      const payload = await redis.getBuffer(key);
      if (payload === null) return undefined;
      const { value } = await new Blobs(redis, expiry).value('', payload.toString('base64'));
      return value;
    },
    close: () => link.close(),
  };
}
