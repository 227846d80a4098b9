/** Types of what comes from two sides. A type that is open may turn out to have to be the other one. */
import { isArray, isNumber, sameType, type ArrayType, type Type } from '../../ir/ir.js';
import { closedType, isOpenStorage } from '../../ir/open-types.js';

export class JoinedTypes {
  /** What open types have to be. */
  private readonly known = new Map<string, ArrayType>();

  get any(): boolean {
    return this.known.size > 0;
  }

  /** A type with all that is known of it. */
  closed = (type: Type): Type => closedType(type, this.known);

  /** The type of what has one of two types; null if there is none. */
  of(one: Type, other: Type): Type | null {
    if (isNumber(one) && isNumber(other)) return one === other ? one : 'f64';
    const [first, second] = [this.closed(one), this.closed(other)];
    if (sameType(first, second)) return first;
    if (!isArray(first) || !isArray(second)) return null;
    if (isOpenStorage(first.storage)) this.known.set(first.storage, second);
    else if (isOpenStorage(second.storage)) this.known.set(second.storage, first);
    else return null;
    return this.closed(first);
  }
}
