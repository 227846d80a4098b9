/** The data of a training: examples, which are taken in batches. */
import { invalidOption } from '../../errors/errors.js';

/** Examples of any kind, such as the rows of a NumPy array. */
export interface Dataset<B> {
  /** The number of examples. */
  readonly size: number;
  /** Some of them, by their positions, as the loss takes them. The same positions must give the same. */
  batch(positions: readonly number[]): B;
}

const isDataset = (data: unknown): data is Dataset<unknown> =>
  typeof data === 'object' &&
  data !== null &&
  Number.isInteger((data as Dataset<unknown>).size) &&
  typeof (data as Dataset<unknown>).batch === 'function';

/** A list of examples gives lists of them. */
export function datasetOf(data: unknown, name: string): Dataset<unknown> {
  const found = Array.isArray(data) ? ofList(data) : data;
  if (!isDataset(found)) {
    throw invalidOption(name, 'an array of examples, or { size, batch }', data);
  }
  if (found.size < 1) throw invalidOption(name, 'at least one example', data);
  return found;
}

const ofList = (list: readonly unknown[]): Dataset<unknown> => ({
  size: list.length,
  batch: (positions) => positions.map((position) => list[position]),
});

/** A list cut into parts of so many, of which the last may be shorter. */
export function partsOfSize<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, k) => list.slice(k * size, (k + 1) * size));
}

/** A list cut into so many parts, as equal as can be; fewer, if there are not enough to go round. */
export function partsOfCount<T>(list: readonly T[], count: number): T[][] {
  const most = Math.min(count, list.length);
  const at = (k: number) => Math.floor((k * list.length) / most);
  return Array.from({ length: most }, (_, k) => list.slice(at(k), at(k + 1)));
}
