/** Files of the format safetensors: a header of JSON, and numbers. */
import { strToU8 } from '../../vendor/deflate.js';
import { damagedFile, invalidTensor } from './errors.js';
import { scan } from './header-scan.js';
import { bytesOf, countOf, sizeOfElement, tensorOf, type Layout, type Tensors } from './tensor.js';
import { textOf } from './utf8.js';

const types = {
  F64: 'float64',
  F32: 'float32',
  F16: 'float16',
  BF16: 'bfloat16',
  I64: 'int64',
  I32: 'int32',
  I16: 'int16',
  I8: 'int8',
  U64: 'uint64',
  U32: 'uint32',
  U16: 'uint16',
  U8: 'uint8',
  BOOL: 'bool',
} as const satisfies Record<string, Layout['dtype']>;

const nameOfType = new Map<string, string>(
  Object.entries(types).map(([name, type]) => [type, name]),
);

/** Longer headers are refused. Those of models with thousands of arrays take a tenth of that. */
const MAX_HEADER = 2 ** 24;

const METADATA = '__metadata__';

/** The contents of a file of the format safetensors. */
export interface Safetensors {
  readonly tensors: Tensors;
  /** Texts by name. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * The bytes of a file of the format safetensors, which Python reads with `safetensors.numpy.load_file`.
 * O(size).
 *
 * @throws DeltaTapeError if a tensor is not well formed.
 * @example
 * const w = { dtype: 'float64', shape: [2], data: new Float64Array([1, 2]) } as const;
 * decodeSafetensors(encodeSafetensors(new Map([['w', w]]))).tensors.get('w')!.data // new Float64Array([1, 2])
 */
export function encodeSafetensors(
  tensors: Tensors,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  if (tensors.has(METADATA)) throw invalidTensor(METADATA, 'has the name of the metadata');
  const entries = [...tensors].map(([name, tensor]) => ({
    name,
    tensor,
    bytes: bytesOf(name, tensor),
  }));
  // In this order every array stands where its elements are aligned.
  const sizeAt = ({ tensor }: (typeof entries)[number]) => sizeOfElement(tensor.dtype);
  entries.sort((one, other) => sizeAt(other) - sizeAt(one));
  let end = 0;
  const header = new Map<string, unknown>();
  if (Object.keys(metadata).length > 0) header.set(METADATA, metadata);
  for (const { name, tensor, bytes } of entries) {
    const begin = end;
    end += bytes.length;
    const { dtype, shape } = tensor;
    header.set(name, { dtype: nameOfType.get(dtype), shape, data_offsets: [begin, end] });
  }
  // Not by way of an object, where some names mean something.
  const members = [...header].map(
    ([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`,
  );
  const text = strToU8(`{${members.join(',')}}`);
  const length = 8 * Math.ceil(text.length / 8);
  const file = new Uint8Array(8 + length + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true);
  file.fill(0x20, 8, 8 + length);
  file.set(text, 8);
  let at = 8 + length;
  for (const { bytes } of entries) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/**
 * Reads the tensors in a file of the format safetensors. Numbers of 16 bits are given in `float32`. A file
 * that is damaged, or wrong in any way, is refused; nothing is made that is larger than the file asks for
 * with its own size. O(size).
 *
 * @throws DeltaTapeError that says in one line what is wrong.
 * @example treeOf([0, 0], decodeSafetensors(encodeSafetensors(tensorsOf([1, 2]))).tensors) // [1, 2]
 */
export function decodeSafetensors(bytes: Uint8Array): Safetensors {
  const wrong = (problem: string) => damagedFile('safetensors', problem);
  if (bytes.length < 8) throw wrong('it ends before its header');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > BigInt(bytes.length - 8)) throw wrong(`its header would have ${length} bytes`);
  if (length > BigInt(MAX_HEADER)) throw wrong(`its header of ${length} bytes is too long`);
  const start = 8 + Number(length);
  const text = textOf(bytes.subarray(8, start));
  if (text === undefined) throw wrong('its header is not UTF-8');
  const problem = scan(text);
  if (problem !== undefined) throw wrong(problem);
  const header = parsed(text);
  if (header === undefined) throw wrong('its header is not JSON');

  const metadata = new Map<string, string>();
  const found: { name: string; layout: Layout; begin: number; end: number }[] = [];
  for (const [name, entry] of header) {
    if (name !== METADATA) found.push({ name, ...entryOf(name, entry, bytes.length - start) });
    else if (!isObject(entry)) throw wrong('its metadata are not an object');
    else
      for (const [key, value] of Object.entries(entry)) {
        if (typeof value !== 'string')
          throw wrong(`its metadata ${JSON.stringify(key)} are not text`);
        metadata.set(key, value);
      }
  }
  const ordered = [...found].sort((one, other) => one.begin - other.begin || one.end - other.end);
  let at = 0;
  for (const { name, begin, end } of ordered) {
    if (begin !== at) {
      throw wrong(`${JSON.stringify(name)} ${begin < at ? 'overlaps another' : 'follows a gap'}`);
    }
    at = end;
  }
  if (at !== bytes.length - start)
    throw wrong(`${bytes.length - start - at} bytes belong to nothing`);
  const tensors = found.map(
    ({ name, layout, begin, end }) =>
      [name, tensorOf(bytes.subarray(start + begin, start + end), layout)] as const,
  );
  return { tensors: new Map(tensors), metadata: Object.fromEntries(metadata) };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): [string, unknown][] | undefined {
  try {
    const header: unknown = JSON.parse(text);
    return isObject(header) ? Object.entries(header) : undefined;
  } catch {
    return undefined;
  }
}

function entryOf(name: string, entry: unknown, available: number) {
  const wrong = (problem: string) =>
    damagedFile('safetensors', `${JSON.stringify(name)} ${problem}`);
  if (!isObject(entry)) throw wrong('is not an object');
  const {
    dtype,
    shape,
    data_offsets: offsets,
    ...others
  } = entry as Readonly<Record<string, unknown>>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw wrong(`has an unknown entry ${JSON.stringify(other)}`);
  const type = Object.entries(types).find(([key]) => key === dtype)?.[1];
  if (type === undefined) throw wrong(`has the unknown type ${JSON.stringify(dtype)}`);
  const count = Array.isArray(shape) ? countOf(shape) : undefined;
  if (count === undefined) throw wrong('has an invalid shape');
  const isRange = Array.isArray(offsets) && offsets.length === 2 && countOf(offsets) !== undefined;
  if (!isRange) throw wrong('has no offsets');
  const [begin, end] = offsets as [number, number];
  if (begin > end || end > available) throw wrong('lies outside the file');
  if (count * sizeOfElement(type) !== end - begin) {
    throw wrong(`has ${end - begin} bytes for ${count} numbers of type ${String(dtype)}`);
  }
  return { layout: { dtype: type, shape: shape as number[] }, begin, end };
}
