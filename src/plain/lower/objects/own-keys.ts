/**
 * What the own keys of objects are, in the order of JavaScript. Of an object that the function makes they are known; one
 * that comes from outside is asked on entry, once the code needs them. Keys are known by the slots of an object: whatever
 * copies fields into other slots makes an object whose keys are not known.
 */
import type { Node, types } from '../../front/syntax.js';
import type { Origin } from '../../ir/origin.js';
import { Loops } from '../regions/loops.js';
import type { Meaning, RecordMeaning, Slot } from '../meanings/meanings.js';
import type { Get } from '../meanings/optionals.js';
import { homeOf, lineOf } from '../syntax/class-places.js';

/** An object that comes from outside, and the fields that its type has, and may have. */
export interface Place extends Pick<Origin, 'of' | 'path'> {
  readonly names: readonly string[];
  readonly perhaps: readonly string[];
}

/**
 * A key that is written down, or keys that are there for certain, or, if they may be missing, where what they lead to is
 * there. Entry has to ask the objects from outside that they are taken from.
 */
export type Source = string | Taken;

interface Taken {
  readonly names: readonly string[];
  readonly mayMiss: boolean;
  readonly places: readonly Place[];
}

const isTaken = (source: Source): source is Taken => typeof source !== 'string';

const placesOf = (source: Source): readonly Place[] => (isTaken(source) ? source.places : []);

const mayMiss = (source: Source): boolean => isTaken(source) && source.mayMiss;

const namesOf = (source: Source): readonly string[] => (isTaken(source) ? source.names : [source]);

/** The keys that are there for certain. */
const sureIn = (sources: readonly Source[]): readonly string[] => [
  ...new Set(sources.filter((source) => !mayMiss(source)).flatMap(namesOf)),
];

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
    if ([...names, ...place.perhaps].includes('__proto__')) return;
    const whole = { ...place, names };
    const places = [whole];
    const perhaps = place.perhaps.map((name) => ({ names: [name], mayMiss: true, places }));
    this.keys.set(of.slots, { sources: [{ names, mayMiss: false, places }, ...perhaps] });
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
      if (!isTaken(source)) return isLeft(source) ? [source] : [];
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
    const all = new Set<string>();
    for (const source of keys.sources) {
      // Where it stands among the others is not known.
      if (mayMiss(source) && namesOf(source).some((name) => !all.has(name))) return undefined;
      namesOf(source).forEach((name) => all.add(name));
    }
    this.insistOnPlaces(keys.sources);
    const names = inKeyOrder(all);
    return names.every((name) => of.slots.has(name)) ? names : undefined;
  }

  private insistOnPlaces(sources: readonly Source[]): void {
    for (const place of sources.flatMap(placesOf)) this.insistOnKeys(place);
  }

  /** Whether an object has no other keys than those that are known, some of which may be missing. */
  protected hasNoOtherKeys(of: RecordMeaning): boolean {
    const sources = this.keys.get(of.slots)?.sources;
    this.relied.add(of.slots);
    if (sources === undefined || of.from !== undefined || of.rest !== undefined) return false;
    this.insistOnPlaces(sources);
    return true;
  }

  /** Whether a field is an own key just where what it holds is there. */
  protected isKeyWhereThere(of: RecordMeaning, name: string): boolean {
    const sources = this.keys.get(of.slots)?.sources ?? [];
    this.relied.add(of.slots);
    if (sureIn(sources).includes(name)) return false;
    const found = sources.filter((source) => namesOf(source).includes(name));
    this.insistOnPlaces(found);
    return found.length > 0;
  }

  protected override noteJoined(made: RecordMeaning, given: readonly Meaning[], gets: Get[]): void {
    const pair = given.filter((of) => of.tag === 'record');
    if (made.isTuple || made.isGrowing === true || pair.length < 2) return;
    const isThere = (side: number, name: string): boolean => {
      const held = gets[side](pair[side].slots.get(name)!);
      return held !== undefined && held.tag !== 'optional' && held.tag !== 'nothing';
    };
    const known = pair.flatMap(({ slots }) => this.keys.get(slots) ?? []);
    if (known.length < pair.length) return;
    const sure = known.map(({ sources }) => sureIn(sources));
    const both = sure[0].filter((name) => sure[1].includes(name));
    // They would stand in another order.
    if (sure[1].filter((name) => both.includes(name)).join() !== both.join()) return;
    const others = [...made.slots.keys()].filter((name) => !both.includes(name));
    // Who has a key that leads to nothing is another object than who has no such key.
    const isUnclear = (name: string): boolean =>
      sure.some((names, side) => names.includes(name) && !isThere(side, name));
    if (others.some(isUnclear)) return;
    const places = known.flatMap(({ sources }) => sources.flatMap(placesOf));
    const perhaps = others.map((name) => ({ names: [name], mayMiss: true, places }));
    this.keys.set(made.slots, {
      sources: [{ names: both, mayMiss: false, places }, ...perhaps],
      region: this.state.region,
    });
  }

  /** Whether a field is no own key for certain, though the object may have it by its type. */
  protected isLeftOut(of: RecordMeaning, name: string): boolean {
    this.relied.add(of.slots);
    return this.isMissing(of, name);
  }

  private isMissing(of: RecordMeaning, name: string): boolean {
    const sources = this.keys.get(of.slots)?.sources;
    const isOther = (source: Source): boolean =>
      placesOf(source).length === 0 && !namesOf(source).includes(name);
    return sources?.every(isOther) ?? false;
  }

  /** Whether a field is an own key for certain. */
  protected isOwnKey(of: RecordMeaning, name: string): boolean {
    return this.keys.get(of.slots)?.sources.includes(name) ?? false;
  }

  /** Notes that a field is written: one that was missing is a key from now on. */
  protected noteWrite(of: RecordMeaning, name: string, to: Meaning, node: Node): void {
    const keys = this.keys.get(of.slots);
    if (keys === undefined) return;
    const isMissing = this.isMissing(of, name);
    const isSure = sureIn(keys.sources).includes(name);
    // A key that may be missing is one where what it leads to is there.
    if (!isMissing && (isSure || (to.tag !== 'nothing' && to.tag !== 'optional'))) return;
    if (isMissing && keys.region === this.state.region)
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
