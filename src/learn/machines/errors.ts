/** The errors of work on other machines. */
import { DeltaTapeError } from '../../errors/errors.js';

export const damagedMessage = (why: string) =>
  new DeltaTapeError(
    'damaged-message',
    `a message of another machine is damaged, or comes from a stranger: ${why}. It was not used. Look who writes to this Redis.`,
  );

export const tooLarge = (what: string, size: number, most: number) =>
  new DeltaTapeError(
    'message-too-large',
    `${what} has ${size} bytes, but other machines take at most ${most} at a time. Split it, or let the function read it from a file.`,
  );

export const missingData = (hash: string) =>
  new DeltaTapeError(
    'missing-data',
    `data with the hash ${hash.slice(0, 12)} are not in Redis any more. Give a longer expiry, and let Redis evict nothing (noeviction).`,
  );

export const notInstalled = (packages: readonly string[]) =>
  new DeltaTapeError(
    'not-installed',
    `work on other machines needs the packages ${packages.join(' and ')}: npm install ${packages.join(' ')}`,
  );

export const redisNotReached = (place: string, meaning: string) =>
  new DeltaTapeError(
    'redis-not-reached',
    `Redis at ${place} is not reached: ${meaning}. Start it, such as by redis-server, or correct the address.`,
  );

export const redisRefused = (place: string, meaning: string, said: string, advice: string) =>
  new DeltaTapeError(
    'redis-refused',
    `Redis at ${place} cannot be used: ${meaning} (${said}). ${advice}`,
  );

export const taskRefused = (why: string, advice: string) =>
  new DeltaTapeError('task-refused', `a worker refused the task: ${why}. ${advice}`);

export const taskTimedOut = (seconds: number) =>
  new DeltaTapeError(
    'task-timed-out',
    `the task took more than ${seconds} s, and was ended. Give machines more seconds, or make tasks smaller.`,
  );

export const otherWork = (run: string) =>
  new DeltaTapeError(
    'other-work',
    `the run ${run} in Redis is other work: another function, version, data or inputs. Resume with what it began with, or take another name.`,
  );
