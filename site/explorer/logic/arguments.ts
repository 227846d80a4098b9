/** Arguments as a reader chooses them. */
import { LONGEST, type Argument, type ArrayFound, type Choice } from './choice.js';
import { positionsOf } from './reals.js';

type Floats = Float64Array | Float32Array;
const isFloats = (value: unknown): value is Floats =>
  value instanceof Float64Array || value instanceof Float32Array;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An array of NumPy, as far as its shape goes. */
interface Block {
  readonly shape: readonly number[];
  readonly dtype: string;
  tolist(): unknown;
}
const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && 'shape' in value && 'tolist' in value;

/** The maker of arrays of NumPy: the module `delta-tape/numpy`, where code can import it. */
export interface Blocks {
  array(elements: readonly unknown[], dtype: string): Block;
  reshape(block: Block, shape: readonly number[]): Block;
}

/** The parameters of a pattern have no name, and their fields stand alone. */
const field = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`);
const axisOf = (name: string, axis: number): string => field(name, `shape[${axis}]`);

function arraysIn(value: unknown, name: string): ArrayFound[] {
  if (isFloats(value)) return [{ name, length: value.length }];
  if (isBlock(value)) {
    return value.shape.map((length, axis) => ({ name: axisOf(name, axis), length }));
  }
  if (Array.isArray(value)) {
    return [{ name, length: value.length }, ...arraysIn(value[0], `${name}[]`)];
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => arraysIn(inner, field(name, key)));
}

/**
 * The element that follows the last one: another number, so that inputs can be told apart. Trees are
 * made anew for each run.
 */
const next = (last: unknown): unknown => (typeof last === 'number' ? last + 0.5 : (last ?? 1));

function withLength(value: readonly unknown[], length: number): unknown[] {
  const made = value.slice(0, length);
  while (made.length < length) made.push(next(made.at(-1)));
  return made;
}

/** Gives arrays the lengths that are chosen. */
class Resizing {
  constructor(
    private readonly lengths: Readonly<Record<string, number>>,
    private readonly blocks: Blocks | undefined,
  ) {}

  /** The length that is chosen for an array, or the one that it has. */
  private lengthOf(name: string, length: number): number {
    const asked = Object.hasOwn(this.lengths, name) ? this.lengths[name] : length;
    return Number.isInteger(asked) && asked >= 0 && asked <= LONGEST ? asked : length;
  }

  resized(value: unknown, name: string): unknown {
    if (isFloats(value)) {
      const made = withLength(Array.from(value), this.lengthOf(name, value.length)) as number[];
      return value instanceof Float64Array ? Float64Array.from(made) : Float32Array.from(made);
    }
    if (isBlock(value)) return this.resizedBlock(value, name);
    if (Array.isArray(value)) {
      const made = withLength(value, this.lengthOf(name, value.length));
      return made.map((inner) => this.resized(inner, `${name}[]`));
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.resized(inner, field(name, key))]),
    );
  }

  private resizedBlock(block: Block, name: string): Block {
    const shape = block.shape.map((length, axis) => this.lengthOf(axisOf(name, axis), length));
    if (this.blocks === undefined || shape.join() === block.shape.join()) return block;
    const along = (rows: unknown, axis: number): unknown[] => {
      const made = withLength(rows as unknown[], shape[axis]);
      return axis + 1 === shape.length ? made : made.flatMap((row) => along(row, axis + 1));
    };
    // Without an element, lists would not tell the other lengths.
    return this.blocks.reshape(this.blocks.array(along(block.tolist(), 0), block.dtype), shape);
  }
}

type Named = readonly { readonly name: string | null }[];
const nameAt = (parameters: Named, k: number): string => parameters[k]?.name ?? '';

/** The arguments with arrays of the lengths that are chosen. O(reals). */
export function withLengths(
  args: readonly unknown[],
  parameters: Named,
  { lengths = {} }: Choice,
  blocks?: Blocks,
): unknown[] {
  const resizing = new Resizing(lengths, blocks);
  return args.map((arg, k) => resizing.resized(arg, nameAt(parameters, k)));
}

/** The positions by which derivatives are taken. */
export const inputsOf = (args: readonly unknown[], { held = [] }: Choice): number[] =>
  positionsOf(args).filter((position) => !held.includes(position));

/** The arguments that there are to choose. */
export function argumentsOf(
  args: readonly unknown[],
  parameters: Named,
  choice: Choice,
): Argument[] {
  const inputs = inputsOf(args, choice);
  return positionsOf(args).map((position) => {
    const name = nameAt(parameters, position);
    return {
      position,
      name: name === '' ? `argument ${position + 1}` : name,
      isInput: inputs.includes(position),
      arrays: arraysIn(args[position], name),
    };
  });
}
