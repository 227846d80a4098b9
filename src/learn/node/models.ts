/** Models in files, for Node. */
import { readFileSync } from 'node:fs';
import { insistOnOptions } from '../../errors/options.js';
import { unknownFormat } from '../files/errors.js';
import { treeOf, tensorsOf } from '../files/named-tensors.js';
import { decodeNpz, encodeNpz } from '../files/npz.js';
import { decodeSafetensors, encodeSafetensors } from '../files/safetensors.js';
import type { Tensors } from '../files/tensor.js';
import { writeAtomically } from './atomic.js';

const formatOf = (path: string): 'safetensors' | 'npz' => {
  const [, format] = /\.(safetensors|npz)$/.exec(path) ?? [];
  if (format === undefined) throw unknownFormat(path);
  return format as 'safetensors' | 'npz';
};

/**
 * Puts the numbers of a tree into a file, by the names that `tensorsOf` gives them. The end of the path decides the
 * format: `.safetensors`, or `.npz` for NumPy. A file that was there is replaced in one go. O(size of the tree).
 *
 * @throws DeltaTapeError as `tensorsOf`, and if the format is not known.
 * @example
 * saveModel(path, { slope: 2 });
 * loadModel(path, { slope: 0 }) // { slope: 2 }
 */
export function saveModel(path: string, tree: unknown): void {
  const encode = formatOf(path) === 'npz' ? encodeNpz : encodeSafetensors;
  writeAtomically(path, encode(tensorsOf(tree)));
}

/** The options of `loadModel` and `loadTensors`. */
export interface ReadOptions {
  /** The most memory that the contents of a file of the format npz may take; by default 1 GiB. */
  readonly maxBytes?: number;
}

/**
 * A tree like the given one, with the numbers of a file, which `saveModel` or Python has written. O(size of the file).
 *
 * @throws DeltaTapeError if the file is damaged, of no known format, too large, or of another model.
 * @example
 * saveModel(path, { layers: [[1, 2]] });
 * loadModel(path, { layers: [[0, 0]] }) // { layers: [[1, 2]] }
 */
export const loadModel = <T>(path: string, like: T, options: ReadOptions = {}): T =>
  treeOf(like, loadTensors(path, options));

/**
 * Reads the tensors in a file of the format safetensors or npz, by name. O(size of the file).
 *
 * @throws DeltaTapeError if the file is damaged, of no known format, or too large.
 * @example
 * saveModel(path, { layers: [[1, 2]] });
 * loadTensors(path).get('layers')!.shape // [1, 2]
 */
export function loadTensors(path: string, options: ReadOptions = {}): Tensors {
  insistOnOptions('loadTensors', options, { maxBytes: true });
  const isNpz = formatOf(path) === 'npz';
  const bytes = readFileSync(path);
  return isNpz ? decodeNpz(bytes, options) : decodeSafetensors(bytes).tensors;
}
