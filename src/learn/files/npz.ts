/** Files of the format npz: NumPy's arrays in a zip file. */
import { insistOnOptions } from '../../errors/options.js';
import { strToU8, zipSync } from '../../vendor/deflate.js';
import { damagedFile, invalidTensor } from './errors.js';
import { decodeNpy, encodeNpy } from './npy.js';
import type { Tensors } from './tensor.js';
import { textOf } from './utf8.js';
import { nameProblem, unzipped } from './zip.js';

const ENDING = '.npy';

/** The first moment that a zip file can tell: the same tensors give the same bytes. */
const mtime = new Date(1980, 0, 1);

/** Beyond that the format would have to change. */
const MAX_SIZE = 2 ** 32 - 2 ** 20;

/**
 * The bytes of a file of the format npz, which Python reads with `numpy.load`. O(size).
 *
 * @throws DeltaTapeError if a tensor is not well formed.
 * @example
 * const w = { dtype: 'float64', shape: [2], data: new Float64Array([1, 2]) } as const;
 * decodeNpz(encodeNpz(new Map([['w', w]]))).get('w')!.data // new Float64Array([1, 2])
 */
export function encodeNpz(
  tensors: Tensors,
  options: { readonly compress?: boolean } = {},
): Uint8Array {
  insistOnOptions('encodeNpz', options, { compress: true });
  const { compress = false } = options;
  let size = 0;
  const files: Record<string, Uint8Array> = {};
  for (const [name, tensor] of tensors) {
    const problem = textOf(strToU8(name)) === name ? nameProblem(name) : 'is not text';
    if (problem !== undefined) throw invalidTensor(name, problem);
    files[name + ENDING] = encodeNpy(name, tensor);
    size += files[name + ENDING].length;
    if (size > MAX_SIZE) throw invalidTensor(name, 'and those before it are more than 4 GB');
  }
  return zipSync(files, { level: compress ? 6 : 0, mtime });
}

/**
 * Reads the arrays in a file of the format npz, stored or compressed. Numbers of 16 bits are given in
 * `float32`. Objects of Python are never read. A file that is damaged, or wrong in any way, is refused.
 * O(size of the arrays).
 *
 * @param options `maxBytes` is how much memory the arrays may take together; by default 1 GiB.
 * @throws DeltaTapeError that says in one line what is wrong.
 * @example treeOf([0, 0], decodeNpz(encodeNpz(tensorsOf([1, 2]), { compress: true }))) // [1, 2]
 */
export function decodeNpz(
  bytes: Uint8Array,
  options: { readonly maxBytes?: number } = {},
): Tensors {
  insistOnOptions('decodeNpz', options, { maxBytes: true });
  const { maxBytes = 2 ** 30 } = options;
  const files = [...unzipped(bytes, maxBytes)];
  return new Map(
    files.map(([path, content]) => {
      const wrong = (problem: string) => damagedFile('npz', `${JSON.stringify(path)} ${problem}`);
      if (!path.endsWith(ENDING)) throw wrong('is not an array of NumPy');
      return [path.slice(0, -ENDING.length), decodeNpy(content, wrong)];
    }),
  );
}
