/** The first contact with Redis, and what it says, as sentences that tell what to do. */
import type { Redis, RedisOptions } from 'ioredis';
import { DeltaTapeError } from '../../errors/errors.js';
import { workAborted } from '../errors.js';
import { redisNotReached, redisRefused } from './errors.js';

const RIGHTS = 'Give it the rights that the page "Shut in a shared Redis" lists.';

const notAccepted = [
  'it does not accept this client',
  'It may ask for a certificate: give one that its authority signed (cert and key).',
] as const;

/** Answers that no waiting changes. */
const refusals: readonly (readonly [said: RegExp, meaning: string, advice: string])[] = [
  [
    /^WRONGPASS|invalid username-password|^ERR AUTH/,
    'it does not know this user with this password',
    'Put them into the address, as in redis://user:password@host, or the password into a file.',
  ],
  [
    /^NOAUTH/,
    'it asks for a password',
    'Put it into the address, as in redis://:password@host, or into a file.',
  ],
  [/\bNOPERM\b|no permission/, 'the user may not do what is needed there', RIGHTS],
  [/ALERT/, ...notAccepted],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY/,
    'its certificate is not accepted',
    'Give the file of the authority that signed it (ca, --ca), and the address by the name in it.',
  ],
  [
    /EPROTO|ERR_SSL/,
    'it does not speak TLS as it is spoken here',
    'An address begins with rediss: where Redis has TLS, and with redis: where it has none.',
  ],
  [
    /^ERR (?:invalid DB|DB index)/,
    'it has no database of this number',
    'Correct the end of the address.',
  ],
];

const absent: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host is not found at the moment',
  ETIMEDOUT: 'nobody answers',
  EHOSTUNREACH: 'no network leads there',
  ENETUNREACH: 'no network leads there',
};

/** Connections that may be closed without a word before this counts as an answer. */
const MOST_SILENT = 4;

/** Where Redis is, without what is secret. */
const placeOf = ({ tls, host, port }: RedisOptions): string =>
  `${tls === undefined ? 'redis' : 'rediss'}://${String(host)}:${String(port)}`;

/** An error of Redis, or of the way to it, in words; undefined if it is another one. */
export function explained(error: unknown, options: RedisOptions): DeltaTapeError | undefined {
  if (!(error instanceof Error) || error instanceof DeltaTapeError) return undefined;
  const { message, code = '' } = error as Error & { code?: string };
  if (error.name !== 'ReplyError' && code === '') return undefined;
  // OpenSSL tells where in its sources it was.
  const said = (/SSL routines:[^:]*:([^:]*)/.exec(message)?.[1] ?? message).slice(0, 200).trim();
  const found = refusals.find(([pattern]) => pattern.test(code) || pattern.test(message));
  if (found !== undefined) {
    const [, meaning, advice] = found;
    return redisRefused(placeOf(options), meaning, said, advice);
  }
  const withTls = options.tls === undefined ? '' : ' with TLS';
  return code in absent ? redisNotReached(placeOf(options), absent[code] + withTls) : undefined;
}

interface Patience {
  /** Milliseconds. */
  readonly most?: number;
  /** Hears of what is tried again. */
  readonly told?: (error: Error) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until Redis has answered for the first time.
 *
 * @throws DeltaTapeError if it is not reached in time, and at once if it refuses
 */
export function reached(
  redis: Redis,
  options: RedisOptions,
  { most = Infinity, told, signal }: Patience,
): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const place = placeOf(options);
    let last: DeltaTapeError | undefined;
    let closings = 0;
    let timer: NodeJS.Timeout | undefined;
    const end = (error?: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      redis.off('ready', end).off('error', failed).off('close', closed);
      if (error === undefined) return resolve();
      redis.disconnect();
      reject(error);
    };
    const failed = (error: Error) => {
      const found = explained(error, options);
      if (found?.code === 'redis-refused') return end(found);
      last = found ?? last;
    };
    const closed = () => {
      // The alert of TLS 1.3 follows the handshake, and may come later than the end of the connection.
      const [meaning, advice] = notAccepted;
      const silent =
        options.tls === undefined
          ? redisNotReached(place, 'connections are closed at once, as where TLS is expected')
          : redisRefused(place, meaning, 'the connection is closed', advice);
      told?.(last ?? silent);
      if (last === undefined && ++closings >= MOST_SILENT && most < Infinity) end(silent);
    };
    const aborted = () => end(workAborted());
    signal?.addEventListener('abort', aborted);
    redis.on('ready', end).on('error', failed).on('close', closed);
    if (most < Infinity)
      timer = setTimeout(() => end(last ?? redisNotReached(place, 'nobody answers')), most);
  });
}
