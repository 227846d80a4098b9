/**
 * The kinds of values: a small lattice of what can be known without running the program. A `number` is a plain
 * number that cannot depend on an input. A `native` is another primitive value that cannot. A `real` is a number
 * or a dual number. `none` is the kind of a value that is never there; joined with another kind it gives that
 * kind. Nothing here knows how derivatives are computed.
 */
export type Kind =
  | { readonly tag: 'none' | 'number' | 'native' | 'real' | 'any' }
  /** An array or typed array; `isFloats` of a Float64Array, `mayBeTyped` of what may be a typed array. */
  | {
      readonly tag: 'list';
      readonly of: Kind;
      readonly isFloats: boolean;
      readonly mayBeTyped: boolean;
    }
  /** An object of a declared type. Its members are looked up when they are asked for. */
  | { readonly tag: 'object'; readonly member: (name: string) => Kind };

export const none: Kind = { tag: 'none' };
export const number: Kind = { tag: 'number' };
export const native: Kind = { tag: 'native' };
export const real: Kind = { tag: 'real' };
export const any: Kind = { tag: 'any' };
const lists = { plain: new Map<Kind, Kind>(), typed: new Map<Kind, Kind>() };

/** The number of lists within each other that have kinds of their own: `a = [a]` has no end. */
const DEEPEST = 8;

/** The list of a kind; the same object each time, so that kinds can be compared by identity. */
export function list(of: Kind, mayBeTyped = false): Kind {
  const inner = depthOf(of) < DEEPEST ? of : any;
  const known = mayBeTyped ? lists.typed : lists.plain;
  let found = known.get(inner);
  if (found === undefined)
    known.set(inner, (found = { tag: 'list', of: inner, isFloats: false, mayBeTyped }));
  return found;
}

const depthOf = (kind: Kind): number => (kind.tag === 'list' ? 1 + depthOf(kind.of) : 0);

export const floats: Kind = { tag: 'list', of: real, isFloats: true, mayBeTyped: true };

/** The smallest kind that holds both. */
export function join(x: Kind, y: Kind): Kind {
  if (x === y || y.tag === 'none') return x;
  if (x.tag === 'none') return y;
  if (x.tag === 'list' && y.tag === 'list')
    return list(join(x.of, y.of), x.mayBeTyped || y.mayBeTyped);
  const [low, high] = [x.tag, y.tag].sort();
  if (low === 'number' && high === 'real') return real;
  if (low === 'native' && high === 'number') return native;
  return any;
}

export const joinAll = (kinds: readonly Kind[]): Kind => kinds.reduce(join, none);

/** True if values of a kind hold no dual and are not objects: native operators are right on them. */
export const isNative = ({ tag }: Kind): boolean =>
  tag === 'number' || tag === 'native' || tag === 'none';

/** True if values of a kind are certainly numbers or duals. */
export const isNumeric = ({ tag }: Kind): boolean =>
  tag === 'number' || tag === 'real' || tag === 'none';

/** True if values of a kind are certainly objects, and not duals. */
export const isObject = ({ tag }: Kind): boolean => tag === 'list' || tag === 'object';

export const isFloats = (kind: Kind): boolean => kind.tag === 'list' && kind.isFloats;

/** True if a value may be a typed array of floats, or one of whole numbers on the memory of such. */
export const mayBeFloats = (kind: Kind): boolean =>
  kind.tag === 'list' ? kind.mayBeTyped : kind.tag === 'any';

/** The kind that a mutable container of literals may hold later. */
export const widened = (kind: Kind): Kind => (kind.tag === 'number' ? real : kind);
