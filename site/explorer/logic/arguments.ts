/** Arguments as a reader chooses them. */
import { LONGEST, type Argument, type ArrayFound, type Choice } from './choice.js';
import { positionsOf } from './reals.js';

type Floats = Float64Array | Float32Array;
const isFloats = (value: unknown): value is Floats =>
  value instanceof Float64Array || value instanceof Float32Array;
/** Objects of classes, such as arrays of NumPy, know themselves how long they are. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The parameters of a pattern have no name, and their fields stand alone. */
const field = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`);

function arraysIn(value: unknown, name: string): ArrayFound[] {
  if (isFloats(value)) return [{ name, length: value.length }];
  if (Array.isArray(value)) {
    return [{ name, length: value.length }, ...arraysIn(value[0], `${name}[]`)];
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => arraysIn(inner, field(name, key)));
}

/** What follows the last element: another number, so that inputs are seen apart. Trees are made anew for each run. */
const next = (last: unknown): unknown => (typeof last === 'number' ? last + 0.5 : (last ?? 1));

function withLength(value: readonly unknown[], length: number): unknown[] {
  const made = value.slice(0, length);
  while (made.length < length) made.push(next(made.at(-1)));
  return made;
}

function resized(value: unknown, name: string, lengths: Readonly<Record<string, number>>): unknown {
  const asked = Object.hasOwn(lengths, name) ? lengths[name] : undefined;
  const isAsked = asked !== undefined && Number.isInteger(asked) && asked >= 0 && asked <= LONGEST;
  if (isFloats(value)) {
    if (!isAsked) return value;
    const made = withLength(Array.from(value), asked) as number[];
    return value instanceof Float64Array ? Float64Array.from(made) : Float32Array.from(made);
  }
  if (Array.isArray(value)) {
    const made = isAsked ? withLength(value, asked) : (value as unknown[]);
    return made.map((inner) => resized(inner, `${name}[]`, lengths));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resized(inner, field(name, key), lengths)]),
  );
}

type Named = readonly { readonly name: string | null }[];
const nameAt = (parameters: Named, k: number): string => parameters[k]?.name ?? '';

/** The arguments with arrays of the lengths that are chosen. O(reals). */
export const withLengths = (
  args: readonly unknown[],
  parameters: Named,
  { lengths = {} }: Choice,
): unknown[] => args.map((arg, k) => resized(arg, nameAt(parameters, k), lengths));

/** The positions by which derivatives are taken. */
export const inputsOf = (args: readonly unknown[], { held = [] }: Choice): number[] =>
  positionsOf(args).filter((position) => !held.includes(position));

/** What there is to choose. */
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
