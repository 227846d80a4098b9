/**
 * The inputs that the option `wrt` names: arguments by position, or entries of the first argument by
 * key. Everything that belongs to the chosen inputs has one form: one tree, a list of trees in the
 * order of the positions, or an object of trees with just those keys.
 */
import { kindOf, set } from '../../core/trees/containers.js';
import { memberText, treeMismatch } from '../../errors/errors.js';
import { sizeOf, type Shape } from '../../core/trees/tree.js';
import { noReals, noSuchArgument, noSuchEntry, notAChoice, repeatedChoice } from './errors.js';
import { hasPrivateFields } from '../private-fields.js';
import type { Wrt } from '../signatures.js';

/** The keys that `wrt` names; null if it names positions. */
export function keysOf(wrt: Wrt): readonly string[] | null {
  if (typeof wrt === 'number') return null;
  if (typeof wrt === 'string') return [wrt];
  return typeof (wrt as readonly unknown[])[0] === 'string' ? (wrt as readonly string[]) : null;
}

/** The positions of the arguments that `wrt` names, or names entries of. */
export function positionsOf(wrt: Wrt): readonly number[] {
  if (typeof wrt === 'number') return [wrt];
  if (keysOf(wrt) !== null) return [0];
  if (!Array.isArray(wrt)) throw notAChoice(wrt);
  return wrt as readonly number[];
}

type AnyShape = Pick<Shape<unknown>, 'count' | 'isLeaf' | 'holdsAt'>;
type TakeApart<S> = (arg: unknown, position: number, keys: readonly string[] | null) => S;

/**
 * The arguments that `wrt` names, taken apart; of the first, only the entries with the given keys, if any.
 */
export function shapesBy<S extends AnyShape>(
  takeApart: TakeApart<S>,
  args: readonly unknown[],
  wrt: Wrt,
): S[] {
  if (wrt === 0) return [shapeAt(takeApart, args, wrt)];
  const keys = keysOf(wrt);
  const choice: readonly unknown[] = keys ?? positionsOf(wrt);
  choice.forEach((one, k) => {
    if (typeof one !== (keys === null ? 'number' : 'string')) throw notAChoice(wrt);
    if (choice.slice(0, k).includes(one)) throw repeatedChoice(one as string | number);
  });
  return keys === null
    ? positionsOf(wrt).map((position) => shapeAt(takeApart, args, position))
    : [shapeWithEntries(takeApart, args, keys)];
}

function shapeAt<S extends AnyShape>(
  takeApart: TakeApart<S>,
  args: readonly unknown[],
  position: number,
): S {
  if (!(position in args)) throw noSuchArgument(position, args);
  const shape = takeApart(args[position], position, null);
  insistOnReals(shape, args[position], `argument ${position}`);
  return shape;
}

function shapeWithEntries<S extends AnyShape>(
  takeApart: TakeApart<S>,
  args: readonly unknown[],
  keys: readonly string[],
): S {
  if (args.length === 0) throw noSuchArgument(0, args);
  const [arg] = args;
  keys.forEach((key) => insistOnEntry(arg, key));
  const shape = takeApart(arg, 0, keys);
  keys.forEach((key) => {
    if (shape.holdsAt(key)) return;
    const entry = entryOf(arg, key);
    insistOnReals(takeApart(entry, 0, null), entry, `argument 0${memberText(key)}`);
  });
  return shape;
}

/** Of a tree of leaves alone there is no derivative; that of an empty one is empty. */
function insistOnReals({ isLeaf, count }: AnyShape, value: unknown, place: string): void {
  if (isLeaf || (count === 0 && (hasPrivateFields(value) || holdsLeaf(value))))
    throw noReals(place, value);
}

/** True if a tree holds more than empty containers. O(size). */
function holdsLeaf(tree: unknown): boolean {
  const rest = [tree];
  while (rest.length > 0) {
    const value = rest.pop() as object;
    const kind = kindOf(value);
    if (kind === undefined) return true;
    const keys = kind.keys(value);
    const read = kind.reader(value);
    for (let k = sizeOf(kind, value) - 1; k >= 0; k--) rest.push(read(keys ? keys[k] : k, k));
  }
  return false;
}

function insistOnEntry(arg: unknown, key: string): void {
  const kind = kindOf(arg);
  const keys = kind === undefined || kind === set ? [] : (kind.keys(arg as object) ?? []);
  if (!keys.includes(key)) throw noSuchEntry(key, arg, keys);
}

/** An entry of a container that has it. */
const entryOf = (container: unknown, key: string): unknown =>
  kindOf(container)!.reader(container as object)(key, 0);

/** Returns the parts that `wrt` names in arguments that were built anew, in a list. */
export const partsOf = (wrt: Wrt, trees: readonly unknown[]): readonly unknown[] =>
  keysOf(wrt)?.map((key) => entryOf(trees[0], key)) ?? trees;

/** One tree, a list of trees, or an object of trees, as `wrt` asks for. */
export function formOf(wrt: Wrt, parts: readonly unknown[]): unknown {
  if (!Array.isArray(wrt)) return parts[0];
  const keys = keysOf(wrt);
  return keys === null ? parts : Object.fromEntries(keys.map((key, k) => [key, parts[k]]));
}

/** The result of a derivative, from arguments that were built anew. */
export const asWrt = (wrt: Wrt, trees: readonly unknown[]): unknown =>
  formOf(wrt, partsOf(wrt, trees));

/**
 * The arguments that `wrt` names, with what is given for them in its form in their places: one tree for each
 * position, or the first argument with other entries.
 *
 * @param what is given, such as `tangent`
 */
export function treesFrom(
  wrt: Wrt,
  args: readonly unknown[],
  given: unknown,
  what: string,
): readonly unknown[] {
  const keys = keysOf(wrt);
  if (!Array.isArray(wrt)) return keys === null ? [given] : [withEntries(args[0], keys, [given])];
  if (keys === null) {
    if (Array.isArray(given) && given.length === wrt.length) return given;
    throw treeMismatch(what, 'the top', `a list of length ${wrt.length}`, given);
  }
  const names = kindOf(given)?.keys(given as object) ?? [];
  if (names.length !== keys.length || !keys.every((key) => names.includes(key))) {
    throw treeMismatch(what, 'the top', `an object with the keys ${keys.join(', ')}`, given);
  }
  return [
    withEntries(
      args[0],
      keys,
      keys.map((key) => entryOf(given, key)),
    ),
  ];
}

/** A container with other entries for some that it has. */
export function withEntries(
  container: unknown,
  names: readonly string[],
  entries: readonly unknown[],
): unknown {
  const kind = kindOf(container)!;
  const keys = kind.keys(container as object)!;
  const read = kind.reader(container as object);
  const children = keys.map((key, k) => {
    const index = names.indexOf(key as string);
    return index < 0 ? read(key, k) : entries[index];
  });
  return kind.build(container as object, children, keys, 0, keys.length);
}
