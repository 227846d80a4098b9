/**
 * Types that lowering leaves open: what a function of another module gives is known when it is linked, and what an
 * argument without a type is, when it is first given. Where uses tell that something is an array of numbers, its storage
 * has a name; where they tell nothing, the name stands for the whole type. Code with open types is right for each type
 * that they may be.
 */
import {
  isArray,
  regionsOf,
  statementsOf,
  usesOf,
  type ArrayType,
  type Func,
  type Type,
} from './ir.js';

/** The types of open types, by their names. */
type KnownTypes = ReadonlyMap<string, Type>;

export const openType = (name: string): ArrayType => ({ storage: `?${name}` });

export const isOpenStorage = (storage: string): storage is `?${string}` => storage.startsWith('?');

/** The usual storage of an array of numbers where nobody says it. */
export const USUAL: ArrayType = { storage: 'number[]' };

/** A type with a name for what is open in it and has none yet. */
export function namedType(type: Type, name: string): Type {
  if (!isArray(type)) return type;
  if (type.storage === '?') return openType(name);
  if (type.of === undefined) return type;
  const of = namedType(type.of, name) as ArrayType;
  return of === type.of ? type : { ...type, of };
}

/** The name of what is open in a type; undefined if nothing is. */
export function openName(type: Type): string | undefined {
  if (!isArray(type)) return undefined;
  return isOpenStorage(type.storage) ? type.storage : type.of && openName(type.of);
}

/** A type whose open parts are what is known of them. */
export function closedType(type: Type, known: KnownTypes): Type {
  if (!isArray(type)) return type;
  const own = known.get(type.storage);
  if (own !== undefined) return closedType(own, known);
  if (type.of === undefined) return type;
  const of = closedType(type.of, known);
  return isArray(of) ? { ...type, of } : type;
}

/**
 * True if a value of a type may stand where a type is asked for; `known` receives the open types that
 * this determines.
 */
export function meets(given: Type, asked: Type, known: Map<string, Type>): boolean {
  const own = closedType(asked, known);
  if (!isArray(own)) return own === given || (own === 'f64' && given === 'i32');
  if (isOpenStorage(own.storage)) {
    known.set(own.storage, given === 'i32' ? 'f64' : given);
    return true;
  }
  if (!isArray(given) || own.storage !== given.storage) return false;
  if (own.of === undefined || given.of === undefined) return own.of === given.of;
  return isArray(given.of) && meets(given.of, own.of, known);
}

/**
 * True if a function that is not closed yet means the same with some types closed: what it reads and
 * writes as an array of numbers is one. Anything else may be handed on. O(size of the function).
 */
export function mayClose(f: Func, known: KnownTypes): boolean {
  const isFlat = (type: Type): boolean => {
    if (!isArray(type) || !isOpenStorage(type.storage)) return true;
    const own = known.get(type.storage);
    return own !== undefined && isArray(own) && own.of === undefined;
  };
  for (const stmt of statementsOf(f)) {
    if (stmt.tag === 'let' && stmt.op.tag === 'alloc' && !isFlat(stmt.op.type)) return false;
    const isStructured = regionsOf(stmt).length > 0 || stmt.tag === 'call';
    if (!isStructured && !usesOf(stmt).every(({ type }) => isFlat(type))) return false;
  }
  return true;
}
