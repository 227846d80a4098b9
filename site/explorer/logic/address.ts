/**
 * The contents of a link to the explorer: the code, the function, and the point where it is looked at.
 * It stands behind the `#` of the address, so no server sees it.
 */
import type { Choice } from './choice.js';
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

export interface Shown {
  readonly code: string;
  /** The function that is differentiated; without it, the explorer chooses. */
  readonly name?: string;
  /** The reals of its arguments, in order. */
  readonly at?: readonly number[];
  /** The choice of the arguments. */
  readonly choice?: Choice;
}

/** The address of an example that nobody has changed. */
export interface ExampleAddress {
  readonly example: string;
  readonly at?: readonly number[];
  readonly choice?: Choice;
}

/** Code of more characters than this does not open: a short text can stand for one that fills the memory. */
const MOST = 200_000;

const base64 = (bytes: Uint8Array): string =>
  btoa(strFromU8(bytes, true)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const bytesOf = (text: string): Uint8Array =>
  strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true);

/**
 * The part of an address from `#` on.
 *
 * @example addressOf({ code: 'const square = (x: number) => x * x;' }) // '#code=…'
 */
export function addressOf({ code, name, at, choice }: Shown): string {
  const text = JSON.stringify({ code, name, at, ...choice });
  return `#code=${base64(deflateSync(strToU8(text), { level: 9 }))}`;
}

export function addressOfExample({ example, at, choice = {} }: ExampleAddress): string {
  const { held = [], lengths = {} } = choice;
  const sizes = Object.entries(lengths).map(([name, length]) => `${name}:${length}`);
  const fields = { at, held, lengths: sizes };
  const said = Object.entries(fields)
    .filter(([, list]) => list !== undefined && list.length > 0)
    .map(
      ([key, list]) =>
        `&${key}=${encodeURIComponent(list!.join()).replace(/%2C|%3A/g, decodeURIComponent)}`,
    );
  return `#example=${example}${said.join('')}`;
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isFinite);

const isLengths = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && isNumbers(Object.values(value));

/** The choice of the arguments in a link; undefined if there is none. */
function choiceOf({ held, lengths }: Partial<Record<keyof Choice, unknown>>): Choice | undefined {
  const choice = {
    ...(isNumbers(held) && held.length > 0 ? { held } : {}),
    ...(isLengths(lengths) && Object.keys(lengths).length > 0 ? { lengths } : {}),
  };
  return Object.keys(choice).length > 0 ? choice : undefined;
}

function shownIn(text: string): Shown | undefined {
  // One byte more than the most shows that there is more.
  const bytes = inflateSync(bytesOf(text), { out: new Uint8Array(4 * MOST + 1) });
  type Said = Partial<Record<keyof Shown | keyof Choice, unknown>>;
  const read = JSON.parse(strFromU8(bytes)) as Said | null;
  if (typeof read?.code !== 'string' || read.code.length > MOST) return undefined;
  const choice = choiceOf(read);
  return {
    code: read.code,
    ...(typeof read.name === 'string' ? { name: read.name } : {}),
    ...(isNumbers(read.at) ? { at: read.at } : {}),
    ...(choice === undefined ? {} : { choice }),
  };
}

const listIn = (fields: URLSearchParams, key: string): string[] | undefined =>
  fields.get(key)?.split(',');

function exampleIn(example: string, fields: URLSearchParams): ExampleAddress {
  const at = listIn(fields, 'at')?.map(Number);
  const held = listIn(fields, 'held')?.map(Number);
  const sizes = listIn(fields, 'lengths')?.map((one) => one.split(':'));
  const lengths = sizes && Object.fromEntries(sizes.map(([name, size]) => [name, Number(size)]));
  const choice = choiceOf({ held, lengths });
  return {
    example,
    ...(at?.every(Number.isFinite) === true ? { at } : {}),
    ...(choice === undefined ? {} : { choice }),
  };
}

/** Reads an address; undefined if it has nothing that can be shown. O(length of the code). */
export function readAddress(hash: string): Shown | ExampleAddress | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [example, code] = ['example', 'code'].map((key) => fields.get(key));
  if (example != null) return exampleIn(example, fields);
  if (code == null) return undefined;
  try {
    return shownIn(code);
  } catch {
    // A link may be cut short, or changed by hand.
    return undefined;
  }
}
