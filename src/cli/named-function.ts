/** The function that a verb is about, what it is called with, and how it is differentiated. */
import type { Asked } from './asked.js';
import { didYouMean, Failure, messageOf } from './failure.js';

type Callable = (...args: unknown[]) => unknown;

/** A derivative operator of a function of unknown type. */
export type Loose<T> = (f: unknown, options: object) => (...args: readonly unknown[]) => T;

/** FILE#NAME. A path may hold `#`; a name may not. */
export function partsOf(subject: string): [file: string, name: string] {
  const at = subject.lastIndexOf('#');
  if (at > 0 && at < subject.length - 1) return [subject.slice(0, at), subject.slice(at + 1)];
  const file = at < 0 ? subject : subject.slice(0, at);
  throw new Failure(
    `${subject} names no function: write FILE#NAME, such as ${file || 'FILE'}#loss.`,
  );
}

/**
 * Returns the export of a module by its name; a CommonJS module may hold all exports in its default
 * export.
 */
export function exportOf(module: object, name: string): unknown {
  const { default: all, ...others } = module as Readonly<Record<string, unknown>>;
  if (name === 'default') return all;
  return others[name] ?? (all as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

export async function functionOf({ subject, load }: Asked): Promise<Callable> {
  const [file, name] = partsOf(subject);
  const module = await load(file);
  const found = exportOf(module, name);
  if (typeof found === 'function') return found as Callable;
  const names = Object.keys(module).filter((key) => typeof exportOf(module, key) === 'function');
  throw new Failure(
    `${file} exports ${found === undefined ? 'nothing' : 'no function'} called ${name}; ` +
      (names.length === 0 ? 'it exports no functions.' : `its functions are ${names.join(', ')}.`) +
      didYouMean(name, names),
  );
}

/** The function, with the arguments that `--at` gives. */
export async function questionOf(asked: Asked): Promise<[f: Callable, args: unknown[]]> {
  const f = await functionOf(asked);
  const args = argumentsOf(asked);
  if (f.length !== args.length) {
    const { insistOnArguments } = await import('./parameters.js');
    insistOnArguments(f, asked.subject, ...partsOf(asked.subject), args.length);
  }
  return [f, args];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = messageOf(error).replace(/^SyntaxError: /, '');
    throw new Failure(`--at ${text} is not JSON, such as 2, [1, 2] or {"a": 1}: ${why}.`);
  }
}

/** The arguments that `--at` gives, one each. */
function argumentsOf({ options: { at } }: Asked): unknown[] {
  const texts = (Array.isArray(at) ? at : at === undefined ? [] : [at]) as readonly string[];
  if (texts.length === 0) {
    throw new Failure(
      "--at is missing: the argument of the function as JSON, such as --at '[1, 2]'.",
    );
  }
  return texts.map(parsed);
}

/** A whole number that an option gives, if it is there. */
export function wholeOf({ options }: Asked, name: string, least = -Infinity): number | undefined {
  const text = options[name] as string | undefined;
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text) && Number(text) >= least) return Number(text);
  const range = least === -Infinity ? '' : ` of at least ${least}`;
  throw new Failure(`--${name} ${text} is not a whole number${range}.`);
}

/** By what to differentiate: positions, or a key of the first argument. */
export function wrtOf({ options: { wrt = '0' } }: Asked): number | number[] | string {
  const text = wrt as string;
  if (text === '' || /^[-+,.]/.test(text))
    throw new Failure(
      `--wrt ${text} names no argument: write 0 for the first, 0,1 for two, or a key of the first.`,
    );
  if (/^\d+$/.test(text)) return Number(text);
  return /^\d+(,\d+)+$/.test(text) ? text.split(',').map(Number) : text;
}
