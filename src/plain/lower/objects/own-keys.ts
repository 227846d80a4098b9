/**
 * What the own keys of objects are, in the order of JavaScript. Of an object that the function makes they are known; one
 * that comes from outside is asked on entry, once the code needs them. Keys are known by the slots of an object: whatever
 * copies fields into other slots makes an object whose keys are not known.
 */
import type { Node, types } from '../../front/syntax.js';
import type { Origin } from '../../ir/origin.js';
import { Loops } from '../regions/loops.js';
import type { Meaning, RecordMeaning, Slot } from '../meanings/meanings.js';
import { homeOf, lineOf } from '../syntax/class-places.js';

/** An object that comes from outside, and the fields that its type has. */
export interface Place extends Pick<Origin, 'of' | 'path'> {
  readonly names: readonly string[];
}

/** A key that is written down, or some of those of an object from outside. */
export type Source = string | { readonly place: Place; readonly names: readonly string[] };

interface Keys {
  readonly sources: readonly Source[];
  /** The region that the object was made in, if that may give it more fields. */
  readonly region?: object | null;
}

/** The largest index of an array, and one more: keys below stand first, in the order of numbers. */
const INDICES = 2 ** 32 - 1;

const isIndex = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name) && Number(name) < INDICES;

/** Names as JavaScript orders the keys of an object that got them one after the other. */
function inKeyOrder(names: Iterable<string>): readonly string[] {
  const all = [...new Set(names)];
  const indices = all.filter(isIndex).sort((one, other) => Number(one) - Number(other));
  return [...indices, ...all.filter((name) => !isIndex(name))];
}

/** What all meanings of one object have in common. */
const partsOf = (of: Meaning): object =>
  of.tag === 'record' ? of.slots : of.tag === 'columns' ? of.arrays : of;

export abstract class OwnKeys extends Loops {
  private readonly keys = new WeakMap<RecordMeaning['slots'], Keys>();
  /** Objects whose keys something was made of. */
  private readonly relied = new WeakSet<RecordMeaning['slots']>();

  private readonly outsides = new WeakMap<object, Pick<Origin, 'of' | 'path'>>();

  /** Notes where an object, or something that nobody follows, stands outside. */
  protected standsAt(of: Meaning, place: Pick<Origin, 'of' | 'path'>): void {
    this.outsides.set(partsOf(of), place);
  }

  /** Where something stands that comes from outside as it is; undefined if that is not known. */
  protected outsideOf = (of: Meaning): Pick<Origin, 'of' | 'path'> | undefined =>
    this.outsides.get(partsOf(of));

  /** Asks on entry whether an object has exactly the keys that are known. */
  protected abstract insistOnKeys(place: Place): void;

  /** Notes the object that comes from outside. */
  protected comesFrom(of: RecordMeaning, place: Place): void {
    const names = inKeyOrder(place.names);
    if (names.includes('__proto__')) return;
    this.keys.set(of.slots, { sources: [{ place: { ...place, names }, names }] });
  }

  /** Notes a new object, if all is known that gives it keys. */
  protected madeOf(of: RecordMeaning, sources: readonly (Source | undefined)[]): void {
    const known = sources.filter((source) => source !== undefined);
    if (known.length < sources.length || known.includes('__proto__')) return;
    this.keys.set(of.slots, { sources: known, region: this.state.region });
  }

  /** Notes that an object has the keys of another one. */
  protected keepsKeys(of: RecordMeaning, from: RecordMeaning): void {
    const keys = this.keys.get(from.slots);
    this.relied.add(from.slots);
    if (keys !== undefined)
      this.keys.set(of.slots, { sources: keys.sources, region: this.state.region });
  }

  /** What gives an object its keys. */
  protected sourcesOf(of: Meaning): readonly (Source | undefined)[] {
    if (of.tag !== 'record') return [undefined];
    this.relied.add(of.slots);
    return this.keys.get(of.slots)?.sources ?? [undefined];
  }

  /** The same without some keys. */
  protected sourcesBut(of: Meaning, taken: readonly (string | undefined)[]) {
    const isLeft = (name: string): boolean => !taken.includes(name);
    return this.sourcesOf(of).flatMap((source): (Source | undefined)[] => {
      if (source === undefined || taken.includes(undefined)) return [undefined];
      if (typeof source === 'string') return isLeft(source) ? [source] : [];
      return [{ ...source, names: source.names.filter(isLeft) }];
    });
  }

  /** All own keys of an object, in their order; undefined if they are not known. */
  protected knownKeys(of: Meaning): readonly string[] | undefined {
    if (of.tag !== 'record' || of.isTuple || of.isGrowing === true) return undefined;
    if (of.from !== undefined || of.rest !== undefined) return undefined;
    const keys = this.keys.get(of.slots);
    if (keys === undefined) return undefined;
    this.relied.add(of.slots);
    const names = inKeyOrder(
      keys.sources.flatMap((source) => {
        if (typeof source === 'string') return [source];
        this.insistOnKeys(source.place);
        return source.names;
      }),
    );
    return names.every((name) => of.slots.has(name)) ? names : undefined;
  }

  /** Whether a field is no own key for certain, though the object may have it by its type. */
  protected isLeftOut(of: RecordMeaning, name: string): boolean {
    this.relied.add(of.slots);
    return this.isMissing(of, name);
  }

  private isMissing(of: RecordMeaning, name: string): boolean {
    const sources = this.keys.get(of.slots)?.sources;
    return sources?.every((source) => typeof source === 'string' && source !== name) ?? false;
  }

  /** Whether a field is an own key for certain. */
  protected isOwnKey(of: RecordMeaning, name: string): boolean {
    return this.keys.get(of.slots)?.sources.includes(name) ?? false;
  }

  /** Notes that a field is written: one that was missing is a key from now on. */
  protected noteWrite(of: RecordMeaning, name: string, node: Node): void {
    const keys = this.keys.get(of.slots);
    if (keys === undefined || !this.isMissing(of, name)) return;
    if (keys.region === this.state.region)
      this.keys.set(of.slots, { ...keys, sources: [...keys.sources, name] });
    else if (this.relied.has(of.slots))
      this.refuse(node, 'a new key of an object whose keys were asked for', 'make a new object');
    else this.keys.delete(of.slots);
  }

  /** All own keys; refuses the object if they are not known. */
  protected ownKeysOf(given: Meaning, node: Node): readonly string[] {
    const of = this.sure(given);
    return (
      this.knownKeys(of) ??
      this.refuse(
        node,
        'the keys of an object that are not known while it is compiled',
        'annotate the object with the names of its fields, none of which may be missing, or name them in a list',
      )
    );
  }

  /** Only instances of the class that declares a private name have it. */
  protected insistOnPrivate(of: Meaning, name: types.PrivateName): void {
    const home = homeOf(this.facts, name);
    const from = of.tag === 'class' ? of.node : of.tag === 'record' ? of.from?.node : undefined;
    const made = of.tag === 'element' ? of.shape.from : from;
    if (
      home === undefined ||
      made === undefined ||
      lineOf(this.facts, made)?.includes(home) !== true
    )
      this.refuse(name, `#${name.id.name} of what is no instance of its class`, 'annotate it');
  }

  /** A new field of an object that was made here; undefined if it may not have one. */
  protected newField(of: RecordMeaning, name: string): Slot | undefined {
    const keys = this.keys.get(of.slots);
    const isOwn = of.isWhole && !of.isFixed && !of.isTuple && of.isGrowing !== true;
    if (keys?.region !== this.state.region || !isOwn || of.from !== undefined) return undefined;
    if (of.slots.has(name) || name in Object.prototype) return undefined;
    const slot: Slot = { name };
    (of.slots as Map<string, Slot>).set(name, slot);
    this.keys.set(of.slots, { ...keys, sources: [...keys.sources, name] });
    return slot;
  }
}
