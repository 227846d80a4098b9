/**
 * What a link to the explorer says: the code, the function, and where it is looked at. It stands behind the `#` of the
 * address, so no server sees it.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

export interface Shown {
  readonly code: string;
  /** The function that is differentiated; without it, the explorer chooses. */
  readonly name?: string;
  /** The reals of its arguments, in order. */
  readonly at?: readonly number[];
}

/** The address of an example that nobody has changed. */
export interface ExampleAddress {
  readonly example: string;
  readonly at?: readonly number[];
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
export function addressOf({ code, name, at }: Shown): string {
  return `#code=${base64(deflateSync(strToU8(JSON.stringify({ code, name, at })), { level: 9 }))}`;
}

export function addressOfExample({ example, at }: ExampleAddress): string {
  return `#example=${example}${at === undefined ? '' : `&at=${at.join(',')}`}`;
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((x) => typeof x === 'number');

function shownIn(text: string): Shown | undefined {
  // One byte more than the most shows that there is more.
  const bytes = inflateSync(bytesOf(text), { out: new Uint8Array(4 * MOST + 1) });
  const read = JSON.parse(strFromU8(bytes)) as Partial<Record<keyof Shown, unknown>> | null;
  if (typeof read?.code !== 'string' || read.code.length > MOST) return undefined;
  return {
    code: read.code,
    ...(typeof read.name === 'string' ? { name: read.name } : {}),
    ...(isNumbers(read.at) ? { at: read.at } : {}),
  };
}

/** What an address says; undefined if it says nothing that can be shown. O(length of the code). */
export function readAddress(hash: string): Shown | ExampleAddress | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [example, code, numbers] = ['example', 'code', 'at'].map((key) => fields.get(key));
  if (example != null) {
    const at = numbers?.split(',').map(Number);
    return { example, ...(at?.every(Number.isFinite) === true ? { at } : {}) };
  }
  if (code == null) return undefined;
  try {
    return shownIn(code);
  } catch {
    // A link may be cut short, or changed by hand.
    return undefined;
  }
}
