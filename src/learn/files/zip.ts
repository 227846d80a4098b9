/**
 * Reads zip files that may be damaged or hostile. The package that inflates believes the sizes in a file, and does
 * not check checksums or entries that overlap.
 */
import { inflateSync } from '../../vendor/deflate.js';
import { damagedFile, fileTooLarge } from './errors.js';
import { crc32 } from './crc.js';
import { textOf } from './utf8.js';

/** No stream of deflate says more than this many bytes by one. */
const MOST_BY_A_BYTE = 1032;

const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  /** In the file, and as it is read. */
  readonly packed: number;
  readonly size: number;
  readonly header: number;
}

const wrong = (problem: string) => damagedFile('npz', problem);

/**
 * The files in a zip file, by name.
 *
 * @param maxBytes how large all of them may be together
 */
export function unzipped(file: Uint8Array, maxBytes: number): Map<string, Uint8Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { entries, end } = directory(file, view);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > maxBytes) throw fileTooLarge(total, maxBytes);
  const packed = new Map<Entry, Uint8Array>();
  let free = 0;
  for (const entry of [...entries].sort((one, other) => one.header - other.header)) {
    const start = startOfData(file, view, entry, end);
    if (entry.header < free) throw wrong(`${JSON.stringify(entry.name)} overlaps another entry`);
    free = start + entry.packed;
    if (free > end) throw wrong(`${JSON.stringify(entry.name)} lies outside the file`);
    packed.set(entry, file.subarray(start, free));
  }
  return new Map(entries.map((entry) => [entry.name, contentOf(entry, packed.get(entry)!)]));
}

/** The entries that the end of the file lists. */
function directory(file: Uint8Array, view: DataView): { entries: Entry[]; end: number } {
  const last = endOfDirectory(file, view);
  const [count, size, start] = [last + 10, last + 12, last + 16].map((at, k) =>
    k === 0 ? view.getUint16(at, true) : view.getUint32(at, true),
  );
  if (count === 0xffff || start === 0xffffffff) throw wrong('it is larger than 4 GB');
  if (start + size !== last) throw wrong('its directory is not where it should be');
  const entries: Entry[] = [];
  const names = new Set<string>();
  let at = start;
  for (let k = 0; k < count; k++) {
    if (at + 46 > last || view.getUint32(at, true) !== 0x02014b50)
      throw wrong('its directory ends early');
    const flags = view.getUint16(at + 8, true);
    const [nameSize, extra, comment] = [28, 30, 32].map((by) => view.getUint16(at + by, true));
    const next = at + 46 + nameSize + extra + comment;
    if (next > last) throw wrong('its directory ends early');
    const name = nameOf(file.subarray(at + 46, at + 46 + nameSize), (flags & 0x800) !== 0);
    if (names.has(name)) throw wrong(`it names ${JSON.stringify(name)} twice`);
    names.add(name);
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      header: view.getUint32(at + 42, true),
    };
    if ((flags & 1) !== 0) throw wrong(`${JSON.stringify(name)} is encrypted`);
    if (entry.packed === 0xffffffff || entry.size === 0xffffffff) {
      throw wrong(`${JSON.stringify(name)} is larger than 4 GB`);
    }
    entries.push(entry);
    at = next;
  }
  if (at !== last) throw wrong('its directory does not end where it should');
  return { entries, end: start };
}

/** Where the last record begins, which tells of the directory. A comment may follow it. */
function endOfDirectory(file: Uint8Array, view: DataView): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at--) {
    const isRecord = view.getUint32(at, true) === 0x06054b50;
    if (isRecord && at + 22 + view.getUint16(at + 20, true) === file.length) return at;
  }
  throw wrong('it has no directory at its end');
}

/**
 * Says why a name cannot be that of an array. Nothing is written to such a path here, but other programs might do so.
 */
export function nameProblem(name: string): string | undefined {
  const leadsElsewhere = /^([A-Za-z]:|\/)/.test(name) || name.split('/').includes('..');
  if (leadsElsewhere) return 'leads to another folder';
  return /[\\\p{Cc}]/u.test(name) ? 'has signs that no name should have' : undefined;
}

function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  const name = isUtf8 || bytes.every((byte) => byte < 128) ? textOf(bytes) : undefined;
  if (name === undefined) throw wrong('a name in it is not UTF-8');
  const problem = nameProblem(name);
  if (problem !== undefined) throw wrong(`the name ${JSON.stringify(name)} ${problem}`);
  return name;
}

/** The header before an entry must say the same as the directory. */
function startOfData(file: Uint8Array, view: DataView, entry: Entry, end: number): number {
  const { header, method, name } = entry;
  if (header + 30 > end || view.getUint32(header, true) !== 0x04034b50) {
    throw wrong(`${JSON.stringify(name)} is not where it should be`);
  }
  const [nameSize, extra] = [26, 28].map((by) => view.getUint16(header + by, true));
  const own = textOf(file.subarray(header + 30, header + 30 + nameSize));
  if (own !== name || view.getUint16(header + 8, true) !== method) {
    throw wrong(`${JSON.stringify(name)} is described in two ways that differ`);
  }
  return header + 30 + nameSize + extra;
}

function contentOf({ name, method, size, crc }: Entry, packed: Uint8Array): Uint8Array {
  const content = method === STORED ? packed : inflated(name, method, size, packed);
  if (content.length !== size)
    throw wrong(`${JSON.stringify(name)} does not have the size that its directory says`);
  if (crc32(content) !== crc) throw wrong(`${JSON.stringify(name)} does not match its checksum`);
  return content;
}

function inflated(name: string, method: number, size: number, packed: Uint8Array): Uint8Array {
  if (method !== DEFLATED) throw wrong(`${JSON.stringify(name)} is packed in an unknown way`);
  if (size > MOST_BY_A_BYTE * packed.length) {
    throw wrong(`${JSON.stringify(name)} cannot be as large as its directory says`);
  }
  try {
    return inflateSync(packed, { out: new Uint8Array(size) });
  } catch {
    throw wrong(`${JSON.stringify(name)} cannot be inflated`);
  }
}
