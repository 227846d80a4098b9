/** Files of the format npy, in which NumPy keeps one array. */
import { strToU8 } from '../../vendor/deflate.js';
import { bytesOf, countOf, sizeOfElement, tensorOf, type Layout, type Tensor } from './tensor.js';

/** The types of NumPy by their letters and sizes. */
const types: Readonly<Record<string, Layout['dtype']>> = {
  f8: 'float64',
  f4: 'float32',
  f2: 'float16',
  i8: 'int64',
  i4: 'int32',
  i2: 'int16',
  i1: 'int8',
  u8: 'uint64',
  u4: 'uint32',
  u2: 'uint16',
  u1: 'uint8',
  b1: 'bool',
};

const magic = [0x93, ...strToU8('NUMPY')];

/** Longer headers are refused, as NumPy does. */
const MAX_HEADER = 10_000;

export function encodeNpy(name: string, tensor: Tensor): Uint8Array {
  const bytes = bytesOf(name, tensor);
  const letters = Object.keys(types).find((key) => types[key] === tensor.dtype)!;
  const order = sizeOfElement(tensor.dtype) === 1 ? '|' : '<';
  const shape = tensor.shape.map((length) => `${length},`).join(' ');
  const text = `{'descr': '${order}${letters}', 'fortran_order': False, 'shape': (${shape}), }`;
  // Numbers begin at a multiple of 64 bytes.
  const length = 64 * Math.ceil((10 + text.length + 1) / 64) - 10;
  const file = new Uint8Array(10 + length + bytes.length);
  file.set([...magic, 1, 0, length & 255, length >> 8]);
  file.set(strToU8(`${text.padEnd(length - 1)}\n`), 10);
  file.set(bytes, 10 + length);
  return file;
}

/** @param wrong what makes the error about a file that is not well formed */
export function decodeNpy(file: Uint8Array, wrong: (problem: string) => Error): Tensor {
  if (!magic.every((byte, k) => file[k] === byte)) throw wrong('is not an array of NumPy');
  const version = file[6];
  if (!(version >= 1 && version <= 3)) throw wrong('has an unknown version');
  const start = version === 1 ? 10 : 12;
  if (file.length < start) throw wrong('ends before its header');
  const view = new DataView(file.buffer, file.byteOffset);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER || length > file.length - start) {
    throw wrong(`has a header of ${length} bytes`);
  }
  const text = String.fromCharCode(...file.subarray(start, start + length));
  const { isByColumns, ...layout } = layoutOf(text, wrong);
  const data = file.subarray(start + length);
  const count = countOf(layout.shape);
  if (count === undefined) throw wrong('has an invalid shape');
  if (count * sizeOfElement(layout.dtype) !== data.length) {
    throw wrong(`has ${data.length} bytes for the shape [${layout.shape.join(', ')}]`);
  }
  const tensor = tensorOf(data, layout);
  return isByColumns ? byRows(tensor) : tensor;
}

const entry =
  /\s*(?:'(\w+)'|"(\w+)")\s*:\s*(?:'([^']*)'|"([^"]*)"|(True|False)|\(([\d\s,]*)\))\s*(,|(?=\}))/y;

/** Reads the header, which is a dictionary in Python. */
function layoutOf(text: string, wrong: (problem: string) => Error) {
  const inner = /^\{(.*)\}\s*$/s.exec(text);
  if (inner === null) throw wrong('has a header that is not a dictionary');
  const said = new Map<string, string>();
  entry.lastIndex = 1;
  const end = text.lastIndexOf('}');
  while (text.slice(entry.lastIndex, end).trim() !== '') {
    const found = entry.exec(text);
    if (found === null) throw wrong('has a header that cannot be read, such as that of records');
    const [, ...parts] = found;
    const [name, value] = parts.filter((part) => part !== undefined);
    if (said.has(name)) throw wrong(`says ${name} twice`);
    said.set(name, value);
  }
  const [descr, order, shape] = ['descr', 'fortran_order', 'shape'].map((key) => said.get(key));
  if (said.size !== 3 || descr === undefined || order === undefined || shape === undefined) {
    throw wrong('has a header without type, order or shape');
  }
  const [, sign, letters] = /^([<>|=])(\w+)$/.exec(descr) ?? [];
  const dtype = Object.hasOwn(types, letters ?? '') ? types[letters] : undefined;
  if (dtype === undefined)
    throw wrong(`has the type ${JSON.stringify(descr)}, which cannot be read`);
  const lengths = shape.split(',').map((part) => part.trim());
  if (lengths[lengths.length - 1] === '') lengths.pop();
  if (lengths.length > 64 || !lengths.every((part) => /^\d+$/.test(part))) {
    throw wrong('has an invalid shape');
  }
  return {
    dtype,
    shape: lengths.map(Number),
    isBigEndian: sign === '>',
    isByColumns: order === 'True',
  };
}

/** The same array, with the last index fastest rather than the first. */
function byRows<T extends Tensor>({ dtype, shape, data }: T): Tensor {
  const rows = data.slice();
  const steps: number[] = [];
  let size = 1;
  for (const length of shape) {
    steps.push(size);
    size *= length;
  }
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < data.length; to++) {
    rows[to] = data[from];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += steps[axis];
      if (++index[axis] < shape[axis]) break;
      from -= steps[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return { dtype, shape, data: rows };
}
