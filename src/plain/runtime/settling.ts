/**
 * Puts primals in the places of duals, in everything that is reached from the places that a run left behind
 * (left-behind.ts). Objects stay who they are. Only what cannot be written is made anew: frozen objects, and what
 * stands for typed arrays, which becomes a typed array.
 *
 * What was reached when an outermost run ended holds no duals, and gets none but in places that are noted. So later runs
 * do not go through it again: the walk costs O(what was made since), however large the program's data are.
 *
 * The variables of a function that was left behind cannot be reached. So its run keeps its primals, and the function
 * settles its variables itself when it is called (plain/runtime/left-behind.ts).
 */
import { asBlock, blocks } from '../../core/block.js';
import { spanOf } from '../../core/floats/real-array-view.js';
import { boundParts } from './bound-functions.js';
import { listOf } from './iterated.js';
import { eachPrivateField } from './told-private-fields.js';
import { numbersOnly, type PlaceOfVariable, type Settle } from '../../core/left-behind.js';
import { Dual, Run, type Real } from '../../core/real.js';

interface NotedPlaces {
  readonly objects: ReadonlySet<object>;
  readonly named: ReadonlySet<object>;
  readonly variables: Iterable<PlaceOfVariable>;
}

interface StandIn {
  [numbersOnly](): object;
}

/** Objects without duals, as far as they can be reached. */
const settledBefore = new WeakSet<object>(
  [Object, Array, Map, Set, Function].map(({ prototype }) => prototype as object),
);

/**
 * Prototypes of objects that have nothing but properties. Lists, functions and what says its class by `Symbol.toStringTag`
 * have more, and prototypes in common with objects that do not: `AsyncFunction.prototype` inherits as functions do.
 */
const ordinary = new WeakSet<object>();

const isOrdinary = (x: object, prototype: object | null): boolean =>
  prototype !== null && ordinary.has(prototype) && typeof x !== 'function' && !Array.isArray(x);

const isObject = (x: unknown): x is object =>
  (typeof x === 'object' && x !== null) || typeof x === 'function';

/** Objects whose parts cannot be enumerated. */
const opaque = new Set(['Generator', 'AsyncGenerator', 'Promise', 'WeakRef', 'Iterator Helper']);
const iterators = / Iterator$/;

/** Of longer arrays, those that are older than the run have no new names but those that are noted. */
const LONG = 4096;
/** Arrays of this length have hardly any elements. */
const SPARSE = 2 ** 24;

export class Settling {
  /** True if something was reached that may hold more duals. */
  isOpaque = false;
  /** True if a generator was reached, which may not have started. */
  hasGenerators = false;
  private readonly results = new Map<object, object>();
  private readonly waiting: object[] = [];
  /** The places that are settled anyway. */
  private roots: ReadonlySet<object> = new Set();
  private named: ReadonlySet<object> = this.roots;
  /** Copies of frozen objects, to be frozen when they are settled. */
  private readonly frozen: object[] = [];

  constructor(
    /** The run that is about to end; null if none is. */
    private readonly ending: Run | null,
    /** True if no run is open around it. */
    private readonly isLast: boolean,
  ) {}

  /** Settles places. O(what is reached). */
  places({ objects, named, variables }: NotedPlaces): void {
    this.roots = objects;
    this.named = named;
    for (const object of objects) this.inside(object);
    this.variables(variables);
  }

  variables(variables: Iterable<PlaceOfVariable>): void {
    for (const variable of variables) {
      attempt(() => variable(this.settle));
    }
    this.settleAll();
  }

  private settleAll(): void {
    for (let x = this.waiting.pop(); x !== undefined; x = this.waiting.pop()) this.inside(x);
    for (const copy of this.frozen) Object.freeze(copy);
    if (this.isLast) for (const x of this.results.values()) settledBefore.add(x);
  }

  readonly settle: Settle = (value) => {
    if (!isObject(value)) return value;
    if (value instanceof Dual) return this.primalOf(value) as never;
    const known = this.results.get(value);
    if (known !== undefined) return known as never;
    if (this.roots.has(value) || settledBefore.has(value)) return value;
    const result = this.resultOf(value);
    this.results.set(value, result);
    this.waiting.push(result);
    return result as never;
  };

  /** The primal of a dual, at a level that goes on. */
  private primalOf(dual: Dual): unknown {
    let x: Real = dual;
    while (x instanceof Dual) {
      const below = this.below(x);
      if (below === undefined) return x;
      x = below;
    }
    return x;
  }

  private below(x: Dual): Real | undefined {
    const { run } = x;
    if (!Run.isRun(run)) return undefined;
    if (x.isBlock === true) {
      if (this.ending === null || run.status === 'finished') return undefined;
      const { primal, dual } = blocks.kind!.seenBy(this.ending, asBlock(x));
      return dual === null ? undefined : (blocks.kind!.copy(asBlock(primal)) as unknown as Real);
    }
    return run.isPartOf(this.ending) ? run.lastPrimalOf(x) : run.keptPrimalOf(x);
  }

  /** The object that takes the place of this one from now on; its parts are settled later. */
  private resultOf(x: object): object {
    if (this.isLast && Array.isArray(x) && numbersOnly in x) {
      const whole = spanOf(x)?.of;
      if (whole !== undefined) this.settle(whole);
      this.elements(x);
      return (x as unknown as StandIn)[numbersOnly]();
    }
    if (!Object.isFrozen(x) || typeof x === 'function' || !this.mustBeCopied(x, new Set()))
      return x;
    const copy = Array.isArray(x) ? x.slice() : unfrozen(x);
    this.frozen.push(copy);
    return copy;
  }

  /** True if a frozen object holds duals that would have to be written. */
  private mustBeCopied(x: object, around: Set<object>): boolean {
    if (around.has(x)) return false;
    around.add(x);
    return Reflect.ownKeys(x).some((key) => {
      const value = Reflect.getOwnPropertyDescriptor(x, key)?.value as unknown;
      if (value instanceof Dual) return true;
      return isObject(value) && Object.isFrozen(value) && this.mustBeCopied(value, around);
    });
  }

  /** Settles the parts of an object. What cannot be written any more is left as it is. */
  private inside(x: object): void {
    try {
      const prototype = Object.getPrototypeOf(x) as object | null;
      if (isOrdinary(x, prototype)) this.properties(x);
      else if (!ArrayBuffer.isView(x)) this.ofKind(x, prototype);
      eachPrivateField(x, this.settle);
    } catch {
      // A proxy, or a module.
    }
  }

  private ofKind(x: object, prototype: object | null): void {
    const name = typeof x === 'function' ? 'Function' : opaqueClass(x);
    const isOpaque = name !== null;
    this.isOpaque ||= isOpaque;
    this.settle(listOf(x));
    this.hasGenerators ||= name !== null && name.endsWith('Generator');
    const parts = typeof x === 'function' ? boundParts(x) : undefined;
    if (parts !== undefined) this.elements(parts);
    const isList = Array.isArray(x);
    if (isList && x.length < SPARSE) this.elements(x);
    else if (x instanceof Map) this.ofMap(x);
    else if (x instanceof Set) this.ofSet(x);
    else if (
      this.isLast &&
      !isOpaque &&
      !isList &&
      prototype !== null &&
      !(Symbol.toStringTag in x)
    )
      ordinary.add(prototype);
    const isOld = isList && x.length > LONG && this.roots.has(x);
    if (!isOld || this.named.has(x)) this.properties(x);
    // Methods of a class that was made in the run.
    this.settle(prototype);
  }

  private elements(xs: unknown[]): void {
    for (let k = 0; k < xs.length; k++) {
      const value = xs[k];
      if (typeof value === 'number') continue;
      const settled = this.settle(value);
      if (settled !== value) xs[k] = settled;
    }
  }

  private properties(x: object): void {
    const keys = typeof x === 'function' ? Object.keys(x) : Reflect.ownKeys(x);
    // Names come after indices, and the length is the first of them.
    if (Array.isArray(x) && x.length < SPARSE && keys.at(-1) === 'length') return;
    for (const key of keys) {
      const about = Reflect.getOwnPropertyDescriptor(x, key);
      if (about === undefined) continue;
      if (!('value' in about)) {
        this.settle(about.get);
        this.settle(about.set);
      }
      if (!isObject(about.value)) continue;
      const value = this.settle(about.value as unknown);
      if (value === about.value) continue;
      if (about.writable === true) (x as Record<PropertyKey, unknown>)[key] = value;
      else Reflect.defineProperty(x, key, { ...about, value });
    }
  }

  private ofMap(x: Map<unknown, unknown>): void {
    x.forEach((value, key) => {
      this.settle(key);
      const settled = this.settle(value);
      if (settled !== value) Map.prototype.set.call(x, key, settled);
    });
  }

  private ofSet(x: Set<unknown>): void {
    const members = [...x];
    const settled = members.map((member) => this.settle(member));
    if (settled.every((member, k) => member === members[k])) return;
    Set.prototype.clear.call(x);
    for (const member of settled) Set.prototype.add.call(x, member);
  }
}

/** A copy whose properties can be defined again. */
function unfrozen(x: object): object {
  const properties = Object.getOwnPropertyDescriptors(x) as Record<PropertyKey, PropertyDescriptor>;
  for (const key of Reflect.ownKeys(properties)) properties[key].configurable = true;
  return Object.create(Object.getPrototypeOf(x) as object | null, properties) as object;
}

/** The class of an object whose parts cannot be enumerated; null for others. */
function opaqueClass(x: object): string | null {
  const name = Object.prototype.toString.call(x).slice(8, -1);
  return opaque.has(name) || iterators.test(name) ? name : null;
}

/** A value of an activation that has ended, with numbers in the places of duals. */
export function settledNow<T>(value: T, isLast: boolean): T {
  let settled = value;
  new Settling(null, isLast).variables([
    (settle) => {
      settled = settle(value);
    },
  ]);
  return settled;
}

/** Places that cannot be written any more are left as they are. */
export function attempt(body: () => void): void {
  try {
    body();
  } catch {
    // A setter, a proxy or a variable of a function that never got so far.
  }
}
