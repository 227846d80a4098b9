/** Finds what derivatives are taken by, among the parameters of a lowered function. O(objects on the way). */
import { CLASS, isInput, type Origin } from '../../../ir/origin.js';
import { holdsStretches, isLeaf, type Inside, type Part } from './entry-parts.js';
import { isThere } from './entry-values.js';
import { orderedReals } from './ordered-reals.js';
import { held, hidesAny, keysOf, type Held } from './records.js';

/**
 * Some of the places of inputs, which stand side by side: columns of objects. The reals of an object stand side by side in
 * the arguments, and in parameters those of one field.
 */
interface Group {
  readonly from: number;
  readonly to: number;
  /**
   * The order of reals in the arguments, if it is not that of one object after the other: which of the columns each stands in, and
   * where.
   */
  readonly order?: readonly number[];
}

type Keys = readonly string[];

export interface Inputs {
  /** Their places, in the order in which their reals stand in the arguments. */
  readonly places: readonly number[];
  readonly groups: readonly Group[];
  /** The keys of all objects on the way, in the order of their reals; null if any hides something. */
  readonly keys: readonly Keys[] | null;
}

const none: readonly never[] = [];

export class EntryInputs {
  /**
   * The choice that was named last, if it names arguments that are one parameter each: then arguments
   * do not matter.
   */
  private last: { readonly wrt: unknown; readonly inputs: Inputs } | null = null;
  private latest: readonly number[] = none;
  /** The choice that was named last, if it is an object of parameters: then only its keys matter. */
  private lastObject: {
    readonly wrt: number;
    readonly keys: Keys;
    readonly inputs: Inputs;
  } | null = null;

  constructor(
    private readonly origins: readonly Origin[],
    private readonly args: Inside,
  ) {}

  /**
   * Null if `wrt` names anything but whole arguments and fields, or if there are other reals beside them.
   *
   * @param values what was read of the arguments
   */
  of(args: readonly unknown[], wrt: unknown, values: readonly unknown[]): Inputs | null {
    const { last } = this;
    if (last !== null && isSameChoice(last.wrt, wrt)) return last.inputs;
    const { lastObject } = this;
    if (
      lastObject !== null &&
      lastObject.wrt === wrt &&
      hasKeys(args[lastObject.wrt], lastObject.keys)
    )
      return lastObject.inputs;
    const search = new Search(this.origins, this.args, values);
    if (!search.named(args, wrt)) return null;
    // Equal places are one list: by that, those who are asked again know them.
    if (!isSameChoice(this.latest, search.places)) this.latest = search.places;
    const inputs = { places: this.latest, groups: search.groups, keys: search.keys };
    if (this.isOfWholes(wrt))
      this.last = { wrt: Array.isArray(wrt) ? [...(wrt as unknown[])] : wrt, inputs };
    const [keys] = inputs.keys ?? [];
    if (
      typeof wrt === 'number' &&
      keys !== undefined &&
      this.isOfParameters(this.args.at(wrt), keys)
    )
      this.lastObject = { wrt, keys, inputs };
    return inputs;
  }

  /** True if a part is an object each of whose keys is one parameter, which is there. */
  private isOfParameters(part: Part | undefined, keys: Keys): boolean {
    if (typeof part !== 'object' || part.presence !== undefined) return false;
    return keys.every((key) => {
      const place = part.at(key);
      return typeof place === 'number' && this.origins[place].usual === undefined;
    });
  }

  private isOfWholes = (wrt: unknown): boolean =>
    Array.isArray(wrt)
      ? wrt.every((one) => typeof one === 'number' && this.isOfWholes(one))
      : typeof wrt === 'number' && this.isNumberOrArray(this.args.at(wrt));

  /** True if a part is one input, which must be there. */
  private isNumberOrArray(part: Part | undefined): boolean {
    return (
      typeof part === 'number' &&
      isInput(this.origins[part]) &&
      this.origins[part].usual === undefined
    );
  }
}

class Search {
  readonly places: number[] = [];
  groups: readonly Group[] = none;
  keys: Keys[] | null = [];

  constructor(
    private readonly origins: readonly Origin[],
    private readonly args: Inside,
    private readonly values: readonly unknown[],
  ) {}

  /** Adds what `wrt` names; false if that cannot be told. */
  named(args: readonly unknown[], wrt: unknown): boolean {
    if (typeof wrt === 'number') return this.addArgument(args, wrt);
    const names: readonly unknown[] = Array.isArray(wrt) ? wrt : [wrt];
    if (new Set(names).size < names.length || names.length === 0) return false;
    if (names.every((name) => typeof name === 'string')) {
      const part = this.args.at(0);
      const hasAll =
        typeof part === 'object' &&
        names.every((name) => part.at(name) !== undefined && !isLeaf(held(args[0], name)));
      return hasAll && this.add(part, args[0], names);
    }
    return names.every(
      (position) => typeof position === 'number' && this.addArgument(args, position),
    );
  }

  /** A whole argument. A run says that one is missing, or holds no reals. */
  private addArgument(args: readonly unknown[], position: number): boolean {
    const before = this.places.length;
    const isThere = position in args && !isLeaf(args[position]);
    return (
      isThere &&
      this.add(this.args.at(position), args[position], null) &&
      this.places.length > before
    );
  }

  /** @param only the fields that are looked into; null for all */
  private add(part: Part | undefined, of: unknown, only: Keys | null): boolean {
    if (part === undefined) return false;
    if (typeof part === 'number') {
      if (isInput(this.origins[part])) this.places.push(part);
      return of !== undefined;
    }
    const { presence, names } = part;
    if (names !== undefined) return only === null && this.addKeyed(part, of as object);
    if (presence !== undefined)
      return isThere(this.origins[presence], of)
        ? this.add(part.at(true), of, only)
        : of === undefined || of === null;
    const { element, nodes } = part;
    if (nodes !== undefined) return this.addInOrder(nodes, of, true);
    if (element !== undefined)
      return holdsStretches(element)
        ? this.addInOrder(element, of, false)
        : this.addEach(element, of as readonly object[]);
    if (Array.isArray(of)) return of.every((child, k) => this.addAt(part, k, child, only));
    const keys = this.keysOf(of as object, part);
    if (keys === null) return false;
    for (const key of keys) if (!this.addAt(part, key, (of as Held)[key], only)) return false;
    return true;
  }

  private addAt(part: Inside, key: string | number, child: unknown, only: Keys | null): boolean {
    if (only !== null && !only.includes(key as string)) return true;
    const inner = part.at(key);
    return inner === undefined ? isLeaf(child) : this.add(inner, child, null);
  }

  /** The keys of an object, which are noted. An instance of a class is made anew with its prototype. */
  private keysOf(of: object, part: Inside): Keys | null {
    const isOfClass = part.at(CLASS) !== undefined;
    const keys = keysOf(of, isOfClass);
    const isPlain = keys !== null && !isOfClass && !keys.includes('__proto__');
    if (!isPlain || hidesAny(of, keys)) this.keys = null;
    else this.keys?.push(keys);
    return keys;
  }

  /** The inputs in objects of an array, which must be alike. */
  private addEach(part: Part, of: readonly object[]): boolean {
    const from = this.places.length;
    const [first, ...others] = of;
    if (first === undefined || !this.add(part, first, null)) return false;
    for (const one of others) if (!this.isLike(part, one, first)) return false;
    const to = this.places.length;
    if (to > from) this.groups = [...this.groups, { from, to }];
    return true;
  }

  /** The inputs in an object with any keys. */
  private addKeyed(part: Inside, of: object): boolean {
    const element = part.entries?.element;
    const keys = this.keysOf(of, part);
    if (keys === null || element === undefined || holdsStretches(element)) return false;
    return this.addEach(element, Object.values(of) as object[]);
  }

  /** The inputs in the nodes of a tree, or in objects that hold arrays of others. */
  private addInOrder(part: Part, of: unknown, isTree: boolean): boolean {
    const found = orderedReals(part, of, this.origins, this.values, isTree);
    if (found === null) return false;
    const from = this.places.length;
    this.places.push(...found.places);
    const to = this.places.length;
    if (to > from) this.groups = [...this.groups, { from, to, order: found.order }];
    if (found.keys === null) this.keys = null;
    else this.keys?.push(...found.keys);
    return true;
  }

  /**
   * True if two objects have the same keys in the same order, as far as their parts are known. O(size).
   */
  private isLike(part: Part | undefined, one: unknown, other: unknown): boolean {
    if (part === undefined) return isLeaf(one);
    if (typeof part === 'number') return true;
    if (part.presence !== undefined) {
      const isGiven = one !== undefined && one !== null;
      if (isGiven !== (other !== undefined && other !== null)) return false;
      return !isGiven || this.isLike(part.at(true), one, other);
    }
    if (Array.isArray(one)) {
      const like = other as readonly unknown[];
      if (one.length !== like.length) return false;
      return one.every((child, k) => this.isLike(part.at(k), child, like[k]));
    }
    const its = keysOf(other as object, part.at(CLASS) !== undefined);
    const own = this.keysOf(one as object, part);
    if (own === null || its === null || own.length !== its.length) return false;
    return own.every(
      (key, k) =>
        key === its[k] && this.isLike(part.at(key), (one as Held)[key], (other as Held)[key]),
    );
  }
}

/** True if an object has these keys in this order, and hides nothing. */
function hasKeys(of: unknown, keys: Keys): boolean {
  const own = keysOf(of as object);
  if (own === null || own.length !== keys.length || hidesAny(of as object, own)) return false;
  for (let k = 0; k < keys.length; k++) if (own[k] !== keys[k]) return false;
  return true;
}

/** True if derivatives are taken with respect to the same arguments. */
export const isSameChoice = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((name, k) => name === other[k]));
