/**
 * Functions that are given: as arguments, in what is captured, and the one that is called. What counts is their core, and what
 * they capture is read anew: closures that are made again and again have one code.
 */
import type { Class, Fn } from '../../core/core.js';
import type { Closure, Scope } from '../values/abstract.js';
import type { Captures } from './captured-names.js';
import type { Reader, Slot } from './reader.js';

/** A function or a class of the program that is known: its core, and its captured variables. */
export interface KnownCore {
  readonly core: { readonly f: Fn } | { readonly made: Class };
  readonly captures: Captures;
  /** True if it captures variables of functions around, and is not the only one of its core. */
  readonly isClosure: boolean;
}

interface GivenFunction {
  readonly of: object;
  readonly slot: Slot;
  readonly made: Closure;
  readonly captures: Captures;
  /** The slot of what it captures; null where all of its kind capture the same. */
  readonly reading: Slot | null;
}

export class GivenFunctions {
  private readonly all: GivenFunction[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly known: (of: object) => KnownCore | undefined,
    private readonly scopeOf: (captures: Captures) => Scope,
  ) {}

  /** A function by its core; null where its identity counts. */
  given(of: object, slot: Slot): Closure | null {
    const { reader, known } = this;
    const before = this.all.find((one) => one.of === of);
    if (before !== undefined) {
      if (before.slot !== slot) reader.ask(`${slot} === ${before.slot}`);
      return before.made;
    }
    const found = known(of);
    if (found === undefined || !('f' in found.core)) return null;
    if (hasFields(of, found.core.f) || makesInstances(found.core.f)) return null;
    const { captures, isClosure } = found;
    const { f } = found.core;
    // What is one now has to be one later, and what is not, not.
    for (const other of this.all) if (other.made.f === f) reader.ask(`${slot} !== ${other.slot}`);
    const reading = reader.slot(`${reader.constant(capturesBy(known, f))}(${slot})`);
    reader.ask(`${reading} !== null`);
    // The only one of its core may look for the object that it is a method of.
    const home = isClosure ? undefined : ({ tag: 'host', value: of } as const);
    const made: Closure = {
      tag: 'closure',
      f,
      scope: this.scopeOf(captures),
      ...(home && { home }),
    };
    this.all.push({ of, slot, made, captures, reading: isClosure ? reading : null });
    return made;
  }

  /** The slot of a captured value; null where it is that of one function, or of all. */
  readingOf(captures: Captures, name: string): Slot | null {
    const reading = this.all.find((one) => one.captures === captures)?.reading ?? null;
    return reading && this.reader.called(`${reading}.read`, JSON.stringify(name));
  }

  /** Asks that the function is the very one: it shares variables with others. */
  insistOnOwner(captures: Captures): void {
    const found = this.all.find((one) => one.captures === captures && one.reading !== null);
    if (found) this.reader.ask(`${found.slot} === ${this.reader.constant(found.of)}`);
  }
}

/** Gives the captures of a function of a core; null for other values. It holds no function. */
const capturesBy =
  (known: (of: object) => KnownCore | undefined, f: Fn) =>
  (one: unknown): Captures | null => {
    const it = typeof one === 'function' && !hasFields(one, f) ? known(one) : undefined;
    return it !== undefined && 'f' in it.core && it.core.f === f ? it.captures : null;
  };

/** True if a function has more than what all have, so that it is more than its code. */
function hasFields(of: object, { length }: Fn): boolean {
  if ((of as { readonly length: unknown }).length !== length) return true;
  for (const key of Reflect.ownKeys(of))
    if (key === 'prototype') {
      const { prototype } = of as { readonly prototype?: object };
      if (prototype === undefined || Reflect.ownKeys(prototype).length > 1) return true;
    } else if (!ofAll.includes(key)) return true;
  return Object.getPrototypeOf(of) !== Function.prototype;
}
const ofAll: readonly PropertyKey[] = ['length', 'name', 'arguments', 'caller'];

const makers = new WeakMap<Fn, boolean>();
/** True if a function uses `this`, so that it may be a class: its prototype counts. O(size), once. */
function makesInstances(f: Fn): boolean {
  let found = f.kind === 'function' && makers.get(f);
  if (found === undefined) makers.set(f, (found = usesThis(f.body)));
  return found;
}
function usesThis(of: unknown): boolean {
  if (typeof of !== 'object' || of === null) return false;
  const { tag, name } = of as { readonly tag?: string; readonly name?: string };
  if (tag === 'var' && name === 'this') return true;
  return Object.values(of).some(usesThis);
}
