/** The protocol of GradBench: a message of an eval, one line of JSON, gets an answer of one line. */
import type { Evaluate } from './timed.js';

/** The functions of an eval by their names. */
export type Functions = Readonly<Record<string, Evaluate>>;
/** The loaders of evals, by the names of their modules. */
export type Evals = Readonly<Record<string, () => Promise<{ readonly functions: Functions }>>>;

interface Message {
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly module?: unknown;
  readonly function?: unknown;
  readonly input?: unknown;
}

/** The answer to a line. Whatever goes wrong is told in the answer. */
export async function answer(line: string, evals: Evals): Promise<string> {
  let id: unknown = null;
  try {
    const message = parsed(line);
    id = message.id ?? null;
    return JSON.stringify({ id, ...(await reply(message, evals)) });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return JSON.stringify({ id, success: false, error: text });
  }
}

function parsed(line: string): Message {
  const message: unknown = JSON.parse(line);
  if (typeof message !== 'object' || message === null) throw new Error('a message is an object');
  return message;
}

async function reply(message: Message, evals: Evals): Promise<object> {
  switch (message.kind) {
    case 'start':
      return { tool: 'delta-tape' };
    case 'define':
      await functionsOf(message, evals);
      return { success: true };
    case 'evaluate': {
      const functions = await functionsOf(message, evals);
      return { success: true, ...own(functions, 'function', message.function)(message.input) };
    }
    default:
      return {};
  }
}

const functionsOf = async ({ module }: Message, evals: Evals): Promise<Functions> =>
  (await own(evals, 'module', module)()).functions;

function own<T>(table: Readonly<Record<string, T>>, what: string, name: unknown): T {
  if (typeof name === 'string' && Object.hasOwn(table, name)) return table[name];
  throw new Error(`there is no ${what} ${JSON.stringify(name)}`);
}
