/**
 * The numeric tier's language: first-order numeric functions. Values are assigned once, regions are structured, there are
 * no jumps, and elements of arrays are all that changes. Records do not occur: lowering takes them apart. The meaning of
 * every operation is that of the JavaScript operation of the same kind, also for NaN, −0 and indices out of bounds.
 *
 * Nothing here knows Babel or a tape. What passes find out about values stands in tables beside the code.
 */
import type { Derivative } from './derivative.js';
import type { HostStmtOf } from './host-statement.js';
import type { OrderOf } from './order.js';
import type { KeepStmtOf, MarkStmtOf } from './stack-statement.js';
import type { TextOf } from './text-verbs.js';

/**
 * The storage of an array; a list is an array of arrays, and a name stands for a storage that is not
 * known yet (open-types.ts).
 */
export type Storage =
  'Float64Array' | 'Float32Array' | WholeStorage | 'number[]' | 'list' | `?${string}`;
export interface ArrayType {
  readonly storage: Storage;
  /** The elements of a list. */
  readonly of?: ArrayType;
}
/** An `i32` is a whole `f64` of 32 bits, and may stand wherever an `f64` may. A `host` is a value of the program (host-statement.ts). */
export type Type = 'f64' | 'i32' | 'bool' | 'host' | ArrayType;

/** A value is itself: two values may have one name. */
export interface Value {
  readonly name: string;
  readonly type: Type;
}

export type Comparison = 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'ne';
export type Bits = '|' | '&' | '^' | '<<' | '>>' | '>>>';

/** An operation, which computes one value. All operands are in `args`. */
export type Op =
  | { readonly tag: 'const'; readonly value: number | boolean; readonly args: readonly [] }
  /** A row of the table of primitives, on numbers. */
  | { readonly tag: 'prim'; readonly row: string; readonly args: readonly Value[] }
  /** A partial of a row, on the row's arguments and its output, differentiated further along some arguments. */
  | {
      readonly tag: 'partial';
      readonly row: string;
      readonly by: number;
      readonly along?: readonly number[];
      readonly args: readonly Value[];
    }
  /** A product in which an exact 0 wins. */
  | { readonly tag: 'times'; readonly args: readonly [Value, Value] }
  | { readonly tag: 'compare'; readonly by: Comparison; readonly args: readonly [Value, Value] }
  | { readonly tag: 'bits'; readonly by: Bits; readonly args: readonly [Value, Value] }
  /** `present` is whether an element that was read is there. */
  | { readonly tag: 'not' | 'truthy' | 'present'; readonly args: readonly [Value] }
  /** Test, then, otherwise. */
  | { readonly tag: 'choose'; readonly args: readonly [Value, Value, Value] }
  /** Array and index; out of bounds there is nothing, of which arithmetic makes NaN, or 0 by `orZero`. */
  | {
      readonly tag: 'load';
      readonly args: readonly [Value, Value];
      readonly orZero?: boolean;
    }
  | { readonly tag: 'length'; readonly args: readonly [Value] }
  /** The same number, of which derivatives do not know that it depends on inputs; if it is foreign, it may not. */
  | { readonly tag: 'stop'; readonly args: readonly [Value]; readonly isForeign?: boolean }
  /** A new array of zeros of a length, or a list without elements of that length. */
  | { readonly tag: 'alloc'; readonly type: ArrayType; readonly args: readonly [Value] }
  /** The part of a typed array between two indices: the same numbers, not a copy. */
  | { readonly tag: 'view'; readonly args: readonly [Value, Value, Value] }
  | OrderOf<Value>
  | TextOf<Value>;

export type Stmt =
  | { readonly tag: 'let'; readonly value: Value; readonly op: Op }
  | StoreStmt
  /** Leaves the function by an error unless the index is one of the array. */
  | { readonly tag: 'check'; readonly array: Value; readonly index: Value }
  /** Leaves the function by an error unless a number is whole, and small enough to count by. */
  | { readonly tag: 'whole'; readonly value: Value }
  /** Leaves the function by an error. */
  | { readonly tag: 'leave' }
  | IfStmt
  | ForStmt
  | WhileStmt
  | CallStmt
  | HostStmtOf<Value>
  | KeepStmt
  | MarkStmtOf<Value>;

export type KeepStmt = KeepStmtOf<Value>;

/** Calls another function of the program, which may write the arrays that it is given. */
export interface CallStmt {
  readonly tag: 'call';
  /** The name of the function. */
  readonly of: string;
  readonly args: readonly Value[];
  readonly results: readonly Value[];
}
export interface StoreStmt {
  readonly tag: 'store';
  readonly array: Value;
  readonly index: Value;
  readonly value: Value;
  /** True if the array holds cotangents or tangents: steps may add to its elements in any order. */
  readonly isSlope?: boolean;
}
/** A statement with regions. Its line in the source, if it is known, is for people. */
interface Structured {
  readonly line?: number | undefined;
}
export interface IfStmt extends Structured {
  readonly tag: 'if';
  readonly test: Value;
  readonly then: Region;
  readonly otherwise: Region;
  readonly results: readonly Value[];
}
/**
 * `for (counter = from; counter <by> to; counter += step)`, as long as the carried value number `go`, if there
 * is one, is true. `end` is the counter after the loop.
 */
export interface ForStmt extends Structured {
  readonly tag: 'for';
  readonly counter: Value;
  readonly from: Value;
  readonly to: Value;
  readonly step: Value;
  readonly by: 'lt' | 'le' | 'gt' | 'ge';
  readonly go?: number;
  readonly inits: readonly Value[];
  readonly body: Region;
  readonly results: readonly Value[];
  readonly end: Value;
}
/** `test` changes nothing, though it may leave, and yields whether there is another step. */
export interface WhileStmt extends Structured {
  readonly tag: 'while';
  readonly inits: readonly Value[];
  readonly test: Region;
  readonly body: Region;
  readonly results: readonly Value[];
}
/** The parameters of a loop's body are the carried values, which it yields for the next step. */
export interface Region {
  readonly params: readonly Value[];
  readonly body: readonly Stmt[];
  readonly yields: readonly Value[];
}
export interface Func {
  readonly name: string;
  /** Its parameters are those of the function, its yields are the results. */
  readonly region: Region;
  /**
   * The functions that it and they call, each with a name of its own. They use nothing but their parameters, and no
   * two functions share values.
   */
  readonly functions?: readonly Func[];
  /**
   * The functions that they call and that are not written out yet, each after the one that it is
   * derived from.
   */
  readonly derivatives?: readonly Derivative[];
}

/** A function, and those that it calls. */
export const allOf = (f: Func): readonly Func[] => [f, ...(f.functions ?? [])];

/** Typed arrays of whole numbers. They hold no reals: what is stored there is rounded. */
export const wholeStorages = [
  ...([
    'Int32Array',
    'Int16Array',
    'Int8Array',
    'Uint32Array',
    'Uint16Array',
    'Uint8Array',
  ] as const),
  'Uint8ClampedArray',
] as const;
type WholeStorage = (typeof wholeStorages)[number];
export const isWholeStorage = (storage: Storage): storage is WholeStorage =>
  (wholeStorages as readonly Storage[]).includes(storage);

export const isArray = (type: Type): type is ArrayType => typeof type === 'object';
export const isNumber = (type: Type): boolean => type === 'f64' || type === 'i32';
/** True if a type holds reals: elements of whole numbers are not. */
export const holdsReals = (type: Type): boolean =>
  isArray(type) ? (type.of ? holdsReals(type.of) : !isWholeStorage(type.storage)) : isNumber(type);

export const sameType = (one: Type, other: Type): boolean =>
  isArray(one) && isArray(other)
    ? one.storage === other.storage && (!one.of || !other.of || sameType(one.of, other.of))
    : one === other;

/** The type of what stands in an array. */
export const elementType = ({ storage, of }: ArrayType): Type =>
  of ?? (isWholeStorage(storage) && storage !== 'Uint32Array' ? 'i32' : 'f64');

/** The type of an array of cotangents of an array's elements. */
export const shadowType = ({ of }: ArrayType): ArrayType =>
  of === undefined ? { storage: 'Float64Array' } : { storage: 'list', of: shadowType(of) };

export const isList = (type: Type): boolean => isArray(type) && type.storage === 'list';

export const typeText = (type: Type): string =>
  !isArray(type) ? type : type.of === undefined ? type.storage : `${typeText(type.of)}[]`;

/** True if a value of one type may stand where another type is asked for. */
export const fits = (given: Type, asked: Type): boolean =>
  sameType(given, asked) || (given === 'i32' && asked === 'f64');

/** The regions directly in a statement. */
export function regionsOf(stmt: Stmt): readonly Region[] {
  switch (stmt.tag) {
    case 'if':
      return [stmt.then, stmt.otherwise];
    case 'for':
      return [stmt.body];
    case 'while':
      return [stmt.test, stmt.body];
    default:
      return [];
  }
}

/** The values that a statement itself uses, without those in its regions. */
export function usesOf(stmt: Stmt): readonly Value[] {
  switch (stmt.tag) {
    case 'let':
      return stmt.op.args;
    case 'store':
      return [stmt.array, stmt.index, stmt.value];
    case 'check':
      return [stmt.array, stmt.index];
    case 'whole':
      return [stmt.value];
    case 'if':
      return [stmt.test];
    case 'for':
      return [stmt.from, stmt.to, stmt.step, ...stmt.inits];
    case 'while':
      return stmt.inits;
    case 'call':
    case 'host':
      return stmt.args;
    case 'keep':
      return stmt.values;
    case 'forget':
      return [stmt.mark];
    default:
      return [];
  }
}

/** The values that a statement defines for what follows it. */
export function definedBy(stmt: Stmt): readonly Value[] {
  switch (stmt.tag) {
    case 'let':
      return [stmt.value];
    case 'if':
    case 'while':
    case 'call':
    case 'host':
      return stmt.results;
    case 'for':
      return [...stmt.results, stmt.end];
    case 'take':
      return stmt.values;
    case 'mark':
      return [stmt.mark];
    default:
      return [];
  }
}

/** All statements of a function and of those that it calls. */
export function* statementsOf(f: Func): Generator<Stmt> {
  for (const { region } of allOf(f)) yield* statementsIn(region);
}

/** All statements of a region and of the regions inside, in the order of the text. */
export function* statementsIn(region: Region): Generator<Stmt> {
  for (const stmt of region.body) {
    yield stmt;
    for (const inner of regionsOf(stmt)) yield* statementsIn(inner);
  }
}

/** The number of statements of a region, with those inside. */
export function statementCount({ body }: Region): number {
  let count = body.length;
  for (const stmt of body) for (const inner of regionsOf(stmt)) count += statementCount(inner);
  return count;
}
