/** Maps and sets of the program with few keys, which code only reads: their keys are known, and their values are read one by one. */
import { Alias } from '../values/alias.js';
import { Arr, Cell, known, Obj, Refusal, type Abstract } from '../values/abstract.js';
import { keyNamed } from '../values/kinds.js';
import type { Reader, Slot } from './reader.js';

const MOST_KEYS = 64;

const { keys: keysOfMap, get: valueOfMap } = Map.prototype as Map<unknown, unknown>;
const { values: keysOfSet } = Set.prototype as Set<unknown>;

/** The keys, and the values of a map; null for anything else, and where keys are objects. O(number of keys). */
function contents(of: object, isMap: boolean): readonly (readonly unknown[])[] | null {
  try {
    const keys = [...(isMap ? keysOfMap.call(of as never) : keysOfSet.call(of as never))];
    if (keys.some((key) => typeof key === 'object' && key !== null)) return null;
    return [keys, isMap ? keys.map((key) => valueOfMap.call(of as never, key)) : []];
  } catch {
    return null;
  }
}

/** True for a map or a set that is read so. */
export function isReadKeyed(of: object): of is Map<unknown, unknown> | Set<unknown> {
  const proto = Object.getPrototypeOf(of) as object | null;
  if (proto !== Map.prototype && proto !== Set.prototype) return false;
  const found = contents(of, proto === Map.prototype);
  return found !== null && found[0].length <= MOST_KEYS;
}

/** @param lifted the abstract value of what is found in a slot */
export function givenKeyed(
  reader: Reader,
  of: Map<unknown, unknown> | Set<unknown>,
  slot: Slot,
  lifted: (of: unknown, slot: Slot) => Abstract,
): Obj {
  const isMap = of instanceof Map;
  const proto = (isMap ? Map.prototype : Set.prototype) as object;
  reader.ask(
    `typeof ${slot} === 'object' && ${slot} !== null && $protoOf(${slot}) === ${reader.constant(proto)}`,
  );
  const now = reader.slot(`${reader.constant(contents)}(${slot}, ${isMap})`);
  const [keys, values] = contents(of, isMap)!;
  reader.ask(`${now} !== null && ${now}[0].length === ${keys.length}`);
  for (const [k, key] of keys.entries()) reader.ask(reader.isSame(`${now}[0][${k}]`, key));
  const made = new Obj(proto, 0, new Alias());
  const list = (items: readonly Abstract[]): Arr => {
    const all = new Arr('number[]', new Cell({ tag: 'tuple', items }, 0), 0, new Alias());
    // Nobody writes it.
    all.owners = [{ hasNo: () => {}, depth: 0 }];
    return all;
  };
  const fields = {
    keys: list(
      keys.map((key) => (typeof key === 'function' ? { tag: 'host', value: key } : known(key))),
    ),
    values: list(values.map((value, k) => lifted(value, reader.slot(`${now}[1][${k}]`)))),
    taken: known(0),
  };
  for (const [name, value] of Object.entries(fields))
    made.slots.set(`\0${name}`, new Cell(value, 0));
  made.lift = (name) => {
    const key = keyNamed(name);
    if (Object.hasOwn(of, key)) throw new Refusal('a map with fields of its own', undefined);
    reader.ask(`!$hasOwn(${slot}, ${reader.key(key)})`);
    return undefined;
  };
  const written = (): never => {
    throw new Refusal('a map or a set that is given is written', undefined);
  };
  made.write = written;
  made.keys = () => [];
  return made;
}
