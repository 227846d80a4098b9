/**
 * Values of the program as abstract values. Each is lifted when it is first looked at, and the look becomes a question of
 * the reader; numbers, and arrays of numbers, become parameters.
 */
import { value as irValue } from '../../ir/build.js';
import type { ArrayType, Type, Value } from '../../ir/ir.js';
import { Alias } from '../values/alias.js';
import { Arr, dynamic, known, Obj, Refusal, Scope, type Abstract } from '../values/abstract.js';
import { isOfType, numbersType } from './number-arrays.js';
import { Reader, type Slot } from './reader.js';

/** The names that a function captures: how they are read, and which never change. */
export interface Captures {
  readonly read: (name: string) => unknown;
  readonly names: ReadonlyMap<string, 'constant' | 'variable'>;
}

/** The place of a gradient, in the form of an argument. */
export type Form =
  | {
      readonly tag: 'number' | 'numbers';
      readonly param: number;
      readonly type: Type;
    }
  | { readonly tag: 'object'; readonly fields: ReadonlyMap<string, Form> }
  | { readonly tag: 'tuple'; readonly items: readonly (Form | null)[] };

/**
 * The part of the arguments that is taken for known: nothing; the lengths of short arrays, which are taken element by element;
 * and whole numbers behind the first argument, too.
 */
export type Precision = 'arrays' | 'elements' | 'counts';
const SHORT = 40;
const DEEPEST = 12;

export class Entry {
  readonly reader: Reader;
  readonly params: { readonly value: Value; readonly argument: number }[] = [];
  readonly forms = new Map<Abstract, Form>();
  private argument = -1;
  private readonly scopes = new Map<Captures, Scope>();
  private readonly hosts = new Map<object, Slot>();
  private readonly getters = new Set<string>();
  private readonly globals = new Map<string, Abstract>();

  constructor(
    private readonly precision: Precision,
    count: number,
  ) {
    this.reader = new Reader(count);
  }

  argumentAt(k: number, of: unknown): Abstract {
    this.argument = k;
    const made = this.lifted(of, this.reader.argument(k), '', 0);
    this.argument = -1;
    return made;
  }

  /** The scope of the names that a function captures. */
  scopeOf(captures: Captures): Scope {
    let scope = this.scopes.get(captures);
    if (scope === undefined) {
      const names = new Map<string, Abstract>();
      scope = new Scope(null, (name) => {
        const how = captures.names.get(name);
        if (how === undefined) return undefined;
        let found = names.get(name);
        if (found === undefined) names.set(name, (found = this.captured(captures, name, how)));
        return found;
      });
      this.scopes.set(captures, scope);
    }
    return scope;
  }

  private captured({ read }: Captures, name: string, how: 'constant' | 'variable'): Abstract {
    let of: unknown;
    try {
      of = read(name);
    } catch {
      throw new Refusal(`the name ${name}, which has no value yet`, undefined);
    }
    const slot =
      how === 'constant' ? this.reader.constant(of) : this.reader.called(() => read(name));
    // A constant primitive is what it is; of anything else the contents may change.
    if (how === 'constant' && Object(of) !== of) return known(of);
    return this.lifted(of, slot, name, 0);
  }

  /** Returns the value of a global name of the language; undefined if there is none. */
  global(name: string): Abstract | undefined {
    if (!(name in globalThis)) return undefined;
    let found = this.globals.get(name);
    if (found === undefined) {
      const of = (globalThis as Record<string, unknown>)[name];
      const slot = this.reader.field(this.slotOf(globalThis), name);
      found = Object(of) === of ? this.reference(of as object, slot) : this.same(of, slot);
      this.globals.set(name, found);
    }
    return found;
  }

  /** A property of a value that is taken by its identity. */
  property(of: object, key: string): Abstract {
    const owner = ownerOf(of, key);
    if (owner === null) {
      const slot = this.slotOf(of);
      this.reader.ask(slot, (now) => !(key in (now as object)));
      return known(undefined);
    }
    const found = Object.getOwnPropertyDescriptor(owner, key)!;
    if (!('value' in found))
      throw new Refusal(`the property ${key}, which has a getter`, undefined);
    if (owner !== of)
      this.reader.ask(this.slotOf(of), (now) => ownerOf(now as object, key) === owner);
    return this.lifted(found.value, this.reader.field(this.slotOf(owner), key), key, 0);
  }

  /** The getter that an object has or inherits; null if there is none, or a property without one. */
  getter(of: object, key: string): Abstract | null {
    const getterOf = (now: unknown): object | undefined => {
      const owner = ownerOf(now as object, key);
      const found = owner && Object.getOwnPropertyDescriptor(owner, key);
      const { get: getter, set: setter } = (found ?? {}) as {
        readonly get?: object;
        readonly set?: object;
      };
      return getter ?? setter;
    };
    const found = getterOf(of);
    const name = `${this.slotOf(of)} ${key}`;
    if (!this.getters.has(name)) this.reader.ask(this.slotOf(of), (now) => getterOf(now) === found);
    this.getters.add(name);
    return found === undefined ? null : { tag: 'host', value: found };
  }

  private slotOf(of: object): Slot {
    let slot = this.hosts.get(of);
    if (slot === undefined) this.hosts.set(of, (slot = this.reader.constant(of)));
    return slot;
  }

  private reference(of: object, slot: Slot): Abstract {
    this.reader.ask(slot, (now) => now === of);
    if (!this.hosts.has(of)) this.hosts.set(of, slot);
    return { tag: 'host', value: of };
  }

  private same(of: unknown, slot: Slot): Abstract {
    this.reader.ask(slot, (now) => Object.is(now, of));
    return known(of);
  }

  private param(slot: Slot, type: Type, name: string): number {
    this.params.push({
      value: irValue(/^[a-zA-Z_]\w*$/.test(name) ? name : '', type),
      argument: this.argument,
    });
    return this.reader.take(slot);
  }

  private lifted(of: unknown, slot: Slot, name: string, depth: number): Abstract {
    if (depth > DEEPEST) throw new Refusal('objects in each other too deeply', undefined);
    switch (typeof of) {
      case 'number': {
        const isCount = this.precision === 'counts' && this.argument > 0;
        if (isCount && Number.isInteger(of)) return this.same(of, slot);
        this.reader.ask(slot, (now) => typeof now === 'number');
        const param = this.param(slot, 'f64', name);
        const made = dynamic(this.params[param].value);
        this.forms.set(made, { tag: 'number', param, type: 'f64' });
        return made;
      }
      case 'function':
        return this.reference(of, slot);
      case 'object':
        return of === null ? this.same(of, slot) : this.object(of, slot, name, depth);
      default:
        return this.same(of, slot);
    }
  }

  private object(of: object, slot: Slot, name: string, depth: number): Abstract {
    const type = numbersType(of);
    const isShort = Array.isArray(of) && of.length <= SHORT;
    const isNumbers = type !== null && ((of as unknown[]).length > 0 || !Array.isArray(of));
    if (isNumbers && !(this.precision !== 'arrays' && isShort))
      return this.numbers(type, slot, name);
    if (Array.isArray(of)) {
      if (!isShort) throw new Refusal('a long array of something else than numbers', undefined);
      return this.tuple(of, slot, depth);
    }
    const proto = Object.getPrototypeOf(of) as object | null;
    const isRecord = proto === Object.prototype || proto === null || isOfClass(proto);
    return isRecord && !ArrayBuffer.isView(of)
      ? this.record(of, proto, slot, depth)
      : this.reference(of, slot);
  }

  private numbers(type: ArrayType, slot: Slot, name: string): Arr {
    this.reader.ask(slot, (now) => isOfType(now, type));
    const param = this.param(slot, type, name);
    const storage = type.storage === 'list' ? 'number[]' : type.storage;
    const { value: column } = this.params[param];
    const rep = { tag: 'dense', column, length: null, isPinned: true } as const;
    const made = new Arr(storage, { value: rep, birth: 0 }, 0, new Alias());
    made.isInput = true;
    this.forms.set(made, { tag: 'numbers', param, type });
    return made;
  }

  private tuple(of: readonly unknown[], slot: Slot, depth: number): Arr {
    const { length } = of;
    this.reader.ask(
      slot,
      (now) =>
        Array.isArray(now) &&
        now.length === length &&
        Object.getPrototypeOf(now) === Array.prototype,
    );
    if (Object.getPrototypeOf(of) !== Array.prototype)
      throw new Refusal('an array of a class of its own', undefined);
    const items = Array.from({ length }, (_, k) => {
      const found = Object.getOwnPropertyDescriptor(of, k);
      if (!found || !('value' in found))
        throw new Refusal('an array with holes, or with getters', undefined);
      return this.lifted(found.value, this.reader.field(slot, String(k)), '', depth + 1);
    });
    const made = new Arr('number[]', { value: { tag: 'tuple', items }, birth: 0 }, 0, new Alias());
    made.isInput = true;
    this.forms.set(made, {
      tag: 'tuple',
      items: items.map((item) => this.forms.get(item) ?? null),
    });
    return made;
  }

  private record(of: object, proto: object | null, slot: Slot, depth: number): Obj {
    this.reader.ask(
      slot,
      (now) => typeof now === 'object' && now !== null && Object.getPrototypeOf(now) === proto,
    );
    const made = new Obj(proto, 0, new Alias());
    const fields = new Map<string, Form>();
    this.forms.set(made, { tag: 'object', fields });
    const { argument } = this;
    made.lift = (key) => {
      const found = Object.getOwnPropertyDescriptor(of, key);
      if (found === undefined) {
        this.reader.ask(slot, (now) => !Object.hasOwn(now as object, key));
        return undefined;
      }
      if (!('value' in found)) throw new Refusal(`the field ${key}, which has a getter`, undefined);
      const outer = this.argument;
      this.argument = argument;
      const lifted = this.lifted(found.value, this.reader.field(slot, key), key, depth + 1);
      this.argument = outer;
      const form = this.forms.get(lifted);
      if (form) fields.set(key, form);
      return lifted;
    };
    made.keys = () => {
      const keys = Reflect.ownKeys(of);
      if (
        keys.some(
          (key) => typeof key === 'symbol' || !Object.getOwnPropertyDescriptor(of, key)!.enumerable,
        )
      )
        throw new Refusal('the keys of an object with hidden ones', undefined);
      this.reader.ask(slot, (now) => {
        const own = Reflect.ownKeys(now as object);
        const isVisible = (key: PropertyKey) =>
          Object.getOwnPropertyDescriptor(now, key)!.enumerable === true;
        return (
          own.length === keys.length && own.every((key, k) => key === keys[k] && isVisible(key))
        );
      });
      return keys as string[];
    };
    return made;
  }
}

/** The object that has a property, in a chain of prototypes. */
function ownerOf(of: object, key: string): object | null {
  for (let at: object | null = of; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, key)) return at;
  return null;
}

/** True if a prototype is that of a class that is written in JavaScript. */
function isOfClass(proto: object): boolean {
  const type = Object.getOwnPropertyDescriptor(proto, 'constructor')?.value as unknown;
  return (
    typeof type === 'function' && !Function.prototype.toString.call(type).includes('[native code]')
  );
}
