/** The text of a file of data, or of the standard input, in the encodings that spreadsheets write. */
import { readFileSync } from 'node:fs';
import { Failure, messageOf } from '../failure.js';
import { fileAt } from '../load.js';

/** The file name that stands for the standard input. */
const STANDARD_INPUT = '-';

/** The text, with its lines separated by `\n`. @param input the standard input */
export async function textOf(path: string, input: AsyncIterable<Uint8Array>): Promise<string> {
  const bytes = path === STANDARD_INPUT ? await all(input) : bytesOf(path);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) {
    throw new Failure(
      `${path} is a workbook or an archive, and not a table in a text: save the table as CSV.`,
    );
  }
  const text = decoded(bytes);
  if (text.includes('\0')) throw new Failure(`${path} is not a text: give a table as CSV.`);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

async function all(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  return Buffer.concat(parts);
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(fileAt(path));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be read: ${messageOf(error)}`);
  }
}

/** Decoders take the mark at the beginning of a text away. Without a mark, every second byte of UTF-16 is 0. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isMark = (one: number, other: number) => first === one && second === other;
  if (isMark(0xff, 0xfe) || (first > 0 && second === 0)) return decodedAs('utf-16le', bytes);
  if (isMark(0xfe, 0xff) || (first === 0 && second > 0)) return decodedAs('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodedAs('windows-1252', bytes);
  }
}

const decodedAs = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding).decode(bytes);
