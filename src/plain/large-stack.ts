/**
 * Code that is nested more deeply than the stack allows, since Babel calls itself for each level. What
 * overflows is done once more in a thread with a larger stack, for which the one that asks waits. So jobs take and
 * give data only. Where no thread can be had, as in browsers, there is an error, and where it dies, as of memory:
 * a third one (loaders/large-stack-watch.ts) tells of that, since events do not reach one that waits.
 */
import { DeltaTapeError } from '../core/errors.js';
import { ownPlace } from '../core/call-site.js';
import { tooDeep } from './errors.js';

/** What can be done in another thread (loaders/large-stack-jobs.ts). */
export type Job = 'compile' | 'read' | 'make' | 'show' | 'print' | 'hand';

/** What a thread is given to do. */
export interface ThreadOrder {
  readonly job: Job;
  readonly args: readonly unknown[];
}

/** What the thread is given that watches it. */
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
      /** What else an error says, such as a line. */
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

/** Enough for a hundred thousand levels, of which memory is only taken as it is used. */
const STACK_MB = 256;

/** Whether an error says that the stack is full, in the words of V8, JavaScriptCore or SpiderMonkey. */
export const isStackOverflow = (error: unknown): boolean =>
  /call stack size|too much recursion/.test((error as Error | null)?.message ?? '') &&
  /^(Range|Internal)Error$/.test((error as Error).name);

/**
 * What `f` makes of these arguments; made in another thread, where the job is the same, if the stack of
 * this one does not suffice.
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
    throw tooDeep('there is no thread with a larger stack to be had here');
  const { port1, port2 } = new threads.MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const watch = { order: { job, args }, stackMb: STACK_MB, answer: port2, signal };
  const options = {
    workerData: watch,
    transferList: [port2],
    // What this program loads before it starts would start once more.
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
  const Kind =
    name === 'SyntaxError' ? SyntaxError : name === 'DeltaTapeError' ? DeltaTapeError : Error;
  return Object.assign(new Kind(message), properties);
}
