/** Functions of numbers that have no derivative. They are applied to one example after the other. */
import { isReal } from '../core/real.js';
import { applyRow } from './apply.js';
import type { AnyArray, Operand } from './array-dual.js';
import { holdsExamples, passive } from './batch-run.js';
import { inOrder, made, sizeOf, zeros, floatTypeOf } from './elements.js';
import { perExample } from './errors.js';
import { isArray, numpy, type NDArray } from './library.js';
import { spreadOver } from './row-batch.js';
import type { ArrayRow } from './row.js';

type AnyFace = (...args: readonly unknown[]) => unknown;

interface Call {
  readonly name: string;
  readonly f: AnyFace;
  /** The arguments; those that differ are operands. */
  readonly args: readonly unknown[];
  readonly places: readonly number[];
  /** The number of leading axes that are those of examples. */
  readonly lead: number;
}

const row: ArrayRow<Call> = {
  name: 'each',
  value(xs, { name, f, args, places, lead }) {
    const arrays = xs as readonly NDArray[];
    const front = arrays[0].shape.slice(0, lead);
    const flat = arrays.map((x) =>
      numpy.reshape(inOrder(x), [sizeOf(front), ...x.shape.slice(lead)]),
    );
    const at = (own: readonly NDArray[]): NDArray => {
      const given = [...args];
      places.forEach((place, k) => {
        given[place] = isReal(args[place]) ? Number(own[k].item()) : own[k];
      });
      const result = f(...given);
      if (isArray(result)) return inOrder(result);
      if (typeof result === 'number' || typeof result === 'boolean')
        return numpy.array(Number(result));
      throw perExample(`np.${name}`);
    };
    const results = Array.from({ length: sizeOf(front) }, (_, k) =>
      at(flat.map((x) => inOrder(x.slice(String(k))))),
    );
    // Without examples there is the shape of one.
    const like =
      results[0] ??
      at(arrays.map(({ shape, dtype }) => zeros(shape.slice(lead), floatTypeOf({ dtype }))[0]));
    if (results.some(({ shape }) => String(shape) !== String(like.shape)))
      throw perExample(`np.${name}`);
    return together(results, [...front, ...like.shape], like);
  },
  pullback: () => [],
  pushforward: () => 0,
  batch(examples) {
    const { xs, options } = examples;
    const all = xs.map((_, k) => spreadOver(examples, k));
    const array = applyRow(row, all, { ...options, lead: options.lead + 1 }) as AnyArray;
    return { array, isReal: array.shape.length === 1 };
  },
};

/** In the type of one; reals are floats. */
function together(results: readonly NDArray[], shape: readonly number[], like: NDArray): NDArray {
  if (like.shape.length === 0 || results.length === 0) {
    const [array, to] = made(shape, 'float64');
    results.forEach((x, k) => {
      to[k] = Number(x.item());
    });
    return array;
  }
  return numpy.reshape(numpy.stack(results, 0), shape);
}

/** Stacks the results of each example, which must be of one shape. */
export function ofEachExample(name: string, f: AnyFace, args: readonly unknown[]): Operand {
  const places = [...args.keys()].filter((k) => holdsExamples(args[k]));
  const xs = places.map((k) => passive(args[k] as Operand));
  return applyRow(row, xs, { name, f, args, places, lead: 0 });
}
