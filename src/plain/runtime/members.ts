/**
 * Members of any value. A dual has the members of a number. A dual as a key must be a position of a list: in an
 * object it would be found again by its value, whatever its derivative.
 */
import { toPrimitive } from '../../core/coerce.js';
import { elementAt, isIn } from '../../tape/packed-array.js';
import { Dual, primalOf } from '../../core/real.js';
import { notAName, notMembers } from './errors.js';
import { isList, key } from './keys.js';
import { asked, found } from './keys-of-texts.js';
import { put } from './left-behind.js';

const numbers = Number.prototype as unknown as Readonly<Record<PropertyKey, unknown>>;
type Members = Readonly<Record<PropertyKey, unknown>>;

/** A member of a number. */
const ofNumber = (x: Dual, k: PropertyKey): unknown =>
  k === '__proto__' ? Number.prototype : Reflect.get(numbers, k, x);

/** `o.name`, for a name that duals have and numbers have not, or have otherwise. */
export const member = (o: unknown, name: string): unknown =>
  o instanceof Dual ? ofNumber(o, name) : (o as Members)[name];

/** `o[k]`. */
export function get(o: unknown, k: unknown): unknown {
  if (o instanceof Dual) return ofNumber(o, key(k));
  if (k instanceof Dual && !isList(o)) throw notAName(primalOf(k));
  const name = key(k);
  return found(elementAt(o as never, name as never) as unknown, o, name);
}

/** `k` as the key of `{ [k]: … }`. */
export function name(k: unknown): PropertyKey {
  if (k instanceof Dual) throw notAName(primalOf(k));
  return key(k);
}

/** `k in o`. */
export function has(k: unknown, o: unknown): boolean {
  if (o instanceof Dual) throw notMembers(String(toPrimitive(k, 'string')));
  const name = key(k);
  return asked(isIn(name, o as object), o, name);
}

/** `o[k]` as a target of an assignment: its value is stored by `put`. */
export const place = (o: unknown, k: unknown): { value: unknown } => ({
  get value() {
    return get(o, k);
  },
  set value(v: unknown) {
    put(o, k, v);
  },
});
