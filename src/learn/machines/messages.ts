/** The messages between senders and workers, and their checks. */
import { failure, type Failed } from '../node/tasks.js';
import { damagedMessage } from './errors.js';
import { isName } from './redis-keys.js';

/** The most bytes of a message. */
const MOST = 64 * 1024;

/** One task, as BullMQ keeps it. All are names, numbers and bytes as text. */
export interface TaskMessage {
  readonly run: string;
  readonly index: number;
  /** The hash of the work, which is in Redis. */
  readonly work: string;
  /** Bytes as base64, or `#` and the hash of bytes in Redis. */
  readonly input: string;
  /** A hash of the input, by which a sender that resumes knows it. */
  readonly digest: string;
  /** The most seconds that it may take. */
  readonly seconds: number;
  /** For so many seconds answers are kept. */
  readonly expiry: number;
}

const isPayload = (x: unknown): x is string =>
  typeof x === 'string' && x.length < MOST && /^(?:#[\da-f]{64}|[A-Za-z\d+/]*={0,2})$/.test(x);
const isPositive = (x: unknown): x is number => typeof x === 'number' && x > 0 && x <= 1e9;
const isHash = (x: unknown): x is string => typeof x === 'string' && /^[\da-f]{64}$/.test(x);

/** @throws DeltaTapeError if it is not what a sender of this version writes. */
export function taskMessage(data: unknown): TaskMessage {
  if (typeof data !== 'object' || data === null) throw damagedMessage('it is no object');
  const { run, index, work, input, digest, seconds, expiry } = data as Record<string, unknown>;
  const fits =
    isName(run) &&
    typeof index === 'number' &&
    Number.isInteger(index) &&
    index >= 0 &&
    isHash(work) &&
    isPayload(input) &&
    typeof digest === 'string' &&
    /^[\da-f]{16}$/.test(digest) &&
    isPositive(seconds) &&
    isPositive(expiry);
  if (!fits) throw damagedMessage('a field is missing, or is none of ours');
  return { run, index, work, input, digest, seconds, expiry };
}

/** The work of a run, as its bytes say. */
export interface WorkMessage {
  readonly version: string;
  readonly kind: string;
  readonly module: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly shared: string;
}

export function workMessage(value: unknown): WorkMessage {
  const fields = ['version', 'kind', 'module', 'fingerprint', 'name', 'shared'] as const;
  const found = (value ?? {}) as Record<string, unknown>;
  if (
    typeof value !== 'object' ||
    !fields.every((name) => typeof found[name] === 'string') ||
    !isPayload(found['shared'])
  )
    throw damagedMessage('it describes no work');
  const { version, kind, module, fingerprint, name, shared } = found as unknown as WorkMessage;
  return { version, kind, module, fingerprint, name, shared };
}

/** An answer in the stream of a run. */
export interface AnswerMessage {
  readonly index: number;
  readonly digest: string;
  readonly tag: 'done' | 'failed';
  readonly payload: string;
}

export const answerFields = ({ index, digest, tag, payload }: AnswerMessage): string[] => [
  ...['i', String(index), 'd', digest, 't', tag, 'p', payload],
];

/** @throws DeltaTapeError if it is not what a worker writes. */
export function answerMessage(fields: readonly string[]): AnswerMessage {
  const [i, index, d, digest, t, tag, p, payload] = fields;
  const fits =
    fields.length === 8 &&
    i + d + t + p === 'idtp' &&
    /^\d{1,15}$/.test(index) &&
    /^[\da-f]{16}$/.test(digest) &&
    (tag === 'done' || tag === 'failed') &&
    isPayload(payload);
  if (!fits) throw damagedMessage('an answer does not have the form of one');
  return { index: Number(index), digest, tag: tag as AnswerMessage['tag'], payload };
}

/** An error as data, short enough for a message. */
export function failedOf(error: unknown): Failed {
  const { message, stack, ...rest } = failure(error);
  return { ...rest, message: message.slice(0, 4000), stack: stack?.slice(0, 8000) };
}

/** @throws DeltaTapeError if it is no error as data. */
export function failedMessage(value: unknown): Failed {
  const { tag, name, message, code, stack } = (value ?? {}) as Record<string, unknown>;
  const isText = (x: unknown) => x === undefined || typeof x === 'string';
  if (
    tag !== 'failed' ||
    typeof name !== 'string' ||
    typeof message !== 'string' ||
    !isText(code) ||
    !isText(stack)
  )
    throw damagedMessage('an error does not have the form of one');
  return value as Failed;
}
