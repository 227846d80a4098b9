/**
 * Says in words what arguments are other than compiled code takes, for people who ask why a run answered. It asks what entry
 * asks, once entry has refused; where it finds nothing it says nothing. O(size).
 */
import { isArray, type Type } from '../../../ir/ir.js';
import { CLASS, TEXTS, type Origin } from '../../../ir/origin.js';
import { Variable } from '../../variables-of-modules.js';
import { checked, inCell, inVariable, isGivenAway } from './checked.js';
import { isLeaf, type Inside, type Part } from './entry-parts.js';
import { isNamed, isThere } from './entry-values.js';
import { entriesOf } from './given-entries.js';
import { heldBy, isPlainList, keysOf, NONE, type Held } from './records.js';

type Reason = string | undefined;

export interface Refused {
  readonly args: readonly unknown[];
  readonly captured: readonly unknown[];
  /** The choice with respect to which a derivative was taken. */
  readonly wrt: unknown;
}

/** Why entry did not take arguments; undefined if that is not found. */
export function leftBecause(
  origins: readonly Origin[],
  args: Inside,
  captures: Inside,
  { args: given, captured, wrt }: Refused,
): Reason {
  const search = new Search(origins);
  const names = Array.isArray(wrt) ? (wrt as unknown[]) : [wrt];
  const only = names.every((name) => typeof name === 'string') ? names : null;
  const found = firstOf(args.parts, (part, k) => {
    const position = args.steps[k] as number;
    const keys = isNamed(position, wrt) ? (only ?? 'all') : 'none';
    return search.part(part, given[position], `argument ${position}`, keys);
  });
  return (
    found ??
    search.twice ??
    firstOf(captures.parts, (part, k) => {
      const which = captures.steps[k] as number;
      if (which === TEXTS) return undefined;
      return search.part(part, captured[which], 'a variable outside of the function', 'none');
    })
  );
}

function firstOf<T>(all: readonly T[], reasonOf: (one: T, k: number) => Reason): Reason {
  for (let k = 0; k < all.length; k++) {
    const found = reasonOf(all[k], k);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Which fields of an object a derivative is taken by. */
type Keys = 'all' | 'none' | readonly unknown[];

class Search {
  /** Set where one object was met in two places. */
  twice: Reason;
  private readonly met = new Map<object, string>();

  constructor(private readonly origins: readonly Origin[]) {}

  part(part: Part, of: unknown, path: string, keys: Keys, isColumn = false): Reason {
    if (typeof part === 'number') return this.leaf(part, of, path, isColumn);
    const { presence, nodes, starts, element, names } = part;
    if (names !== undefined) return this.keyed(part, of, path, keys);
    if (presence !== undefined && !isThere(this.origins[presence], of)) return undefined;
    if (presence !== undefined) return this.part(part.at(true)!, of, path, keys, isColumn);
    if (nodes !== undefined) return undefined;
    if (starts === undefined && element === undefined)
      return this.fields(part, of, path, keys, isColumn);
    if (!isPlainList(of)) return isNot(of, path, 'a list of objects');
    this.note(of, path);
    const each = (one: unknown, k: number) =>
      this.part(element!, one, `${path}[${k}]`, keys === 'none' ? keys : 'all', true);
    return firstOf(of, each);
  }

  private keyed(part: Inside, of: unknown, path: string, keys: Keys): Reason {
    const tells = this.origins[part.names!].tells!;
    const kind = 'kind' in tells ? tells.kind! : 'object';
    const found = entriesOf(of, kind);
    const noun = kind === 'object' ? 'a plain object without getters' : `a ${kind}`;
    if (found === null) return isNot(of, path, noun);
    this.note(of as object, path);
    const isByText = 'texts' in tells;
    const other = found.keys.find((key) => typeof key !== (isByText ? 'string' : 'number'));
    if (other !== undefined) return `${path} has a key that is ${shortOf(other)}`;
    const element = part.entries?.element;
    if (element === undefined) return undefined;
    return firstOf(found.values, (one, k) =>
      this.part(
        element,
        one,
        `${path}.${String(found.keys[k])}`,
        keys === 'none' ? keys : 'all',
        true,
      ),
    );
  }

  private leaf(place: number, of: unknown, path: string, isColumn: boolean): Reason {
    const { type, usual, tells } = this.origins[place];
    if (tells === undefined) {
      const own = isColumn ? inOne(type) : type;
      if ((usual !== undefined && of === undefined) || checked(of, own, []) !== undefined) {
        if (typeof of === 'object') this.note(of!, path);
        return undefined;
      }
      return isNot(...wrongElement(of, own, path));
    }
    if ('texts' in tells) return typeof of === 'string' ? undefined : isNot(of, path, 'a text');
    if ('isBool' in tells)
      return typeof of === 'boolean' ? undefined : isNot(of, path, 'a boolean');
    if ('variable' in tells && inVariable(of, type, tells.variable) === undefined) {
      const held = of instanceof Variable ? of.value : of;
      return isNot(held, path, nounOf(tells.variable.of === 'bool' ? 'bool' : 'f64'));
    }
    if ('isCell' in tells && inCell(of, type) === undefined)
      return isNot(of, path, nounOf(inOne(type)));
    return undefined;
  }

  private fields(part: Inside, of: unknown, path: string, keys: Keys, isColumn: boolean): Reason {
    const { steps, parts, isTuple } = part;
    if (isTuple && (!isPlainList(of) || of.length !== steps.length))
      return isNot(of, path, `a list of ${steps.length} elements`);
    if (typeof of !== 'object' || of === null || Array.isArray(of) !== isTuple)
      return isNot(of, path, 'an object');
    this.note(of, path);
    const found = firstOf(parts, (inner, k) => {
      const step = steps[k] as string | number;
      if (typeof step === 'number')
        return this.part(inner, (of as Held)[step], `${path}[${step}]`, keys, isColumn);
      const child = heldBy(of as Held, step);
      const isOptional = typeof inner === 'object' && inner.presence !== undefined;
      const at = `${path}.${step}`;
      if (child === NONE && !(step in of)) return isOptional ? undefined : `${at} is missing`;
      if (child === NONE)
        return `${at} is not a field of the object itself, or is computed by a getter`;
      const own = typeof keys === 'string' ? keys : keys.includes(step) ? 'all' : 'none';
      return this.part(inner, child, at, own, isColumn);
    });
    return found ?? (keys === 'none' || isTuple ? undefined : this.others(part, of, path, keys));
  }

  /** The reason that a derivative would be taken with respect to a value that the code does not know. */
  private others(part: Inside, of: object, path: string, wanted: Keys): Reason {
    const keys = keysOf(of, part.at(CLASS) !== undefined);
    if (keys === null) return `${path} is an instance of a class, or has symbols as keys`;
    const isOther = (key: string) =>
      (wanted === 'all' || wanted.includes(key)) &&
      part.at(key) === undefined &&
      !isLeaf(heldBy(of as Held, key));
    const other = keys.find(isOther);
    return other && `${path}.${other} holds numbers that the function does not read`;
  }

  private note(of: object, path: string): void {
    const before = this.met.get(of);
    if (before !== undefined) this.twice ??= `${before} and ${path} are one object`;
    this.met.set(of, path);
  }
}

const isNot = (of: unknown, path: string, expected: string): string =>
  `${path} is ${shortOf(of)}, and not ${expected}`;

/** The element of a list that is not a number, or the whole. */
function wrongElement(of: unknown, type: Type, path: string): [unknown, string, string] {
  if (isArray(type) && type.storage === 'number[]' && isPlainList(of))
    for (let k = 0; k < of.length; k++)
      if (typeof of[k] !== 'number') return [of[k], `${path}[${k}]`, nounOf('f64')];
  return [of, path, nounOf(type)];
}

/** The type of one element of a column. */
const inOne = (type: Type): Type =>
  !isArray(type) ? type : (type.of ?? (type.storage === 'Int32Array' ? 'bool' : 'f64'));

function nounOf(type: Type): string {
  if (type === 'host') return 'an array of NumPy';
  if (!isArray(type)) return type === 'bool' ? 'a boolean' : 'a number';
  if (type.storage === 'number[]') return 'a list of numbers';
  return type.of === undefined ? `a ${type.storage}` : 'a list of arrays of one kind';
}

function shortOf(of: unknown): string {
  if (of === undefined || of === null) return String(of);
  if (typeof of !== 'object') return `a ${typeof of}`;
  if (Array.isArray(of)) return `a list of ${of.length} elements`;
  if (!ArrayBuffer.isView(of)) return 'an object';
  const noun = `a ${Object.prototype.toString.call(of).slice(8, -1)}`;
  return isGivenAway(of as Float64Array) ? `${noun} whose memory was given away` : noun;
}
