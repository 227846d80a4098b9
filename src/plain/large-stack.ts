/**
 * Code that is nested more deeply than the stack allows: Babel calls itself for each level. If the stack
 * overflows, the same job is done once more in a thread with a larger stack, and this thread waits for the
 * outcome. Therefore jobs take and give data only. Where there are no threads, as in browsers, the overflow is
 * an error. The thread may die, for example of memory. Events do not reach a thread that waits, so a third
 * thread watches and reports this (loaders/large-stack-watch.ts).
 */
import type { ErrorCode } from '../errors/error-codes.js';
import { DeltaTapeError } from '../errors/errors.js';
import { ownPlace } from '../errors/call-site.js';
import { tooDeep } from './errors.js';

/** The jobs that a thread can do (loaders/large-stack-jobs.ts). */
export type Job = 'compile' | 'captures' | 'rebuild' | 'innerVersion' | 'print' | 'transform';

/** The job that a thread is started with. */
export interface ThreadOrder {
  readonly job: Job;
  readonly args: readonly unknown[];
}

/** The data that the watching thread is started with. */
export interface Watch {
  readonly order: ThreadOrder;
  readonly stackMb: number;
  readonly answer: { postMessage(outcome: ThreadOutcome): void };
  /** Its element becomes 1 when the answer is there. */
  readonly signal: Int32Array;
}

export type ThreadOutcome =
  | { readonly tag: 'done'; readonly value: unknown }
  | {
      readonly tag: 'failed';
      readonly name: string;
      readonly message: string;
      /** The other properties of an error, for example a line. */
      readonly properties: object;
    }
  | { readonly tag: 'ended'; readonly message: string };

interface Threads {
  readonly MessageChannel: new () => { readonly port1: object; readonly port2: object };
  readonly Worker: new (file: string | URL, options: object) => { unref(): void };
  readonly receiveMessageOnPort: (port: object) => { readonly message: unknown } | undefined;
}
interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** This is enough for a hundred thousand levels. The system gives the memory as the thread uses it. */
const STACK_MB = 256;

/** True if an error says that the stack is full, in the words of V8, JavaScriptCore or SpiderMonkey. */
export const isStackOverflow = (error: unknown): boolean =>
  /call stack size|too much recursion/.test((error as Error | null)?.message ?? '') &&
  /^(Range|Internal)Error$/.test((error as Error).name);

/**
 * The result of `f` for these arguments. If the stack of this thread does not suffice, another thread does the
 * job of that name, which is to be the same function.
 *
 * @throws DeltaTapeError if there is no other thread, or its stack does not suffice either.
 */
export function onLargeStack<A extends readonly unknown[], T>(
  job: Job,
  f: (...args: A) => T,
  ...args: A
): T {
  try {
    return f(...args);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
  }
  const outcome = elsewhere(job, args);
  if (outcome.tag === 'ended')
    throw tooDeep(`the thread with a larger stack has ended (${outcome.message})`);
  if (outcome.tag === 'failed') throw errorOf(outcome);
  return outcome.value as T;
}

/** The module that a thread runs, as it lies beside this one in the build. */
function moduleAt(path: string): string | URL | undefined {
  const place = ownPlace();
  if (place?.endsWith('/') !== true && place?.endsWith('\\') !== true) return undefined;
  const file = `${place}plain/${path.slice(2)}`;
  return file.startsWith('file:') ? new URL(file) : file;
}

function elsewhere(job: Job, args: readonly unknown[]): ThreadOutcome {
  const host = (globalThis as unknown as Readonly<Record<string, Host | undefined>>)['process'];
  const threads = host?.getBuiltinModule?.('node:worker_threads') as Threads | undefined;
  const files = host?.getBuiltinModule?.('node:fs') as
    { existsSync(file: string | URL): boolean } | undefined;
  const file = moduleAt('./loaders/large-stack-watch.js');
  if (threads === undefined || file === undefined || files?.existsSync(file) !== true)
    throw tooDeep('there is no thread with a larger stack here');
  const { port1, port2 } = new threads.MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const watch = { order: { job, args }, stackMb: STACK_MB, answer: port2, signal };
  const options = {
    workerData: watch,
    transferList: [port2],
    // The modules that this program preloads would start once more.
    execArgv: [],
    env: { ...host!.env, NODE_OPTIONS: '' },
  };
  try {
    new threads.Worker(file, options).unref();
    Atomics.wait(signal, 0, 0);
  } catch (error) {
    throw tooDeep(`no thread with a larger stack can be started (${(error as Error).message})`);
  }
  return threads.receiveMessageOnPort(port1)!.message as ThreadOutcome;
}

function errorOf({ name, message, properties }: Extract<ThreadOutcome, { tag: 'failed' }>): Error {
  const error = { name, message };
  if (isStackOverflow(error)) return tooDeep('the largest stack that is tried does not suffice');
  if (name === 'DeltaTapeError') {
    return new DeltaTapeError((properties as { code: ErrorCode }).code, message);
  }
  const Kind = name === 'SyntaxError' ? SyntaxError : Error;
  return Object.assign(new Kind(message), properties);
}
