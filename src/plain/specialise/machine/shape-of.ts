/** The shapes of values, as they are now. */
import { isArray } from '../../ir/ir.js';
import {
  isAccessorYounger,
  type Abstract,
  type Arr,
  type Dense,
  type Obj,
  type Rep,
} from '../values/abstract.js';
import { keysOf, kindOf } from '../values/kinds.js';
import { isMadeYounger } from '../values/made-classes.js';
import { BOOL, FOREIGN, NUMBER, type ListLike, type Shape } from '../values/shapes.js';
import { liftAll } from './fields.js';
import type { Machine } from './machine.js';

/** Objects in objects are taken apart up to this depth. */
const DEEPEST = 12;

/**
 * The shape of a value. Objects and arrays that were there before `mark` are references, which joins may merge by value if
 * `merges` says so; younger ones are values, because what they hold is not there behind the place that made them.
 */
export function shapeOf(m: Machine, of: Abstract, mark: number, merges: boolean, depth = 0): Shape {
  if (depth > DEEPEST) {
    m.mayBePooled = true;
    return { tag: 'lost', why: 'objects that hold each other' };
  }
  const inner = (one: Abstract): Shape => shapeOf(m, one, mark, merges, depth + 1);
  switch (of.tag) {
    case 'known':
    case 'unset':
    case 'lost':
      return of;
    case 'dynamic':
      return of.value.type === 'bool' ? BOOL : NUMBER;
    case 'foreign':
      return FOREIGN;
    case 'choice': {
      const it = m.narrowed(of);
      if (it.tag !== 'choice') return inner(it);
      const options = it.options.map(inner);
      return options.find(({ tag }) => tag === 'lost') ?? { tag: 'choice', options };
    }
    case 'host':
      return isMadeYounger(of.value, mark) ? YOUNG_CLASS : { tag: 'same', of };
    case 'object': {
      if (isMadeYounger(of.proto, mark)) return YOUNG_CLASS;
      const isOld = of.birth < mark;
      if (isOld && !merges) return { tag: 'same', of };
      const { value: home } = of.home;
      const as = home.tag === 'free' ? objectShape(m, of, inner) : inner(home);
      return isOld ? { tag: 'same', of, as } : as;
    }
    case 'array': {
      const { value: rep } = of.rep;
      const isOld = of.birth < mark;
      if (rep.tag === 'element')
        return isOld && !merges ? { tag: 'same', of } : { tag: 'row', kind: rep.kind };
      if (rep.tag === 'lost') return isOld ? { tag: 'same', of } : rep;
      // What stays the same array of the language may be put together with others as it is.
      if (isOld && !merges && !(rep.tag === 'dense' && rep.isPinned)) return { tag: 'same', of };
      const list = listShape(m, rep as Rep, inner);
      const as: Shape =
        list.tag === 'list'
          ? { ...list, storage: of.storage, owners: of.owners, from: [of] }
          : { ...list, from: [of] };
      return isOld ? { tag: 'same', of, as } : as;
    }
    case 'tuple':
    case 'dense':
      return { tag: 'rep', of: listShape(m, of, inner) };
    case 'element':
      return isMadeYounger(of.kind.proto, mark) ? YOUNG_CLASS : { tag: 'element', kind: of.kind };
    case 'free':
      return { tag: 'free', of };
    case 'arena':
      return { tag: 'arena', kind: of.kind, slots: of.slots };
    case 'closure':
    case 'class':
      return of.scope.isYounger(mark) || hasYoungFields(of, mark)
        ? {
            tag: 'lost',
            why: 'a function that captures variables of the place that makes it',
          }
        : { tag: 'same', of };
    case 'accessor':
      return isAccessorYounger(of, mark)
        ? { tag: 'lost', why: 'a getter that captures variables of the place that makes it' }
        : { tag: 'same', of };
    default:
      return { tag: 'same', of };
  }
}

const YOUNG_CLASS: Shape = {
  tag: 'lost',
  why: 'a class that captures variables of the place that makes it',
};

/** True if a function was given fields, and was made at or after a mark. */
const hasYoungFields = (of: Abstract, mark: number): boolean =>
  of.tag === 'closure' && of.own !== undefined && of.own.birth >= mark && of.own.slots.size > 0;

/** An object by value, or as one of those that lists hold. */
function objectShape(m: Machine, of: Obj, inner: (of: Abstract) => Shape): Shape {
  const keys = m.modes.isPooled && of.lift === null ? keysOf(of) : null;
  return keys === null
    ? recordShape(m, of, inner)
    : { tag: 'element', kind: kindOf(of.proto, keys) };
}

function recordShape(m: Machine, of: Obj, inner: (of: Abstract) => Shape): Shape {
  liftAll(of, m);
  const keys = keysOf(of);
  if (keys === null)
    return {
      tag: 'lost',
      why: 'an object whose fields branches give in different ways',
    };
  const slots = keys.map((key) => [key, inner(of.slots.get(key)!.value)] as const);
  return { tag: 'object', proto: of.proto, slots, from: [of] };
}

function listShape(_: Machine, of: Rep, inner: (of: Abstract) => Shape): ListLike {
  if (of.tag === 'tuple') return { tag: 'tuple', items: of.items.map(inner), from: [] };
  return {
    tag: 'list',
    of: of.of,
    storage: storageIn(of),
    grows: of.length !== null,
    isPinned: of.isPinned,
    owners: [],
    from: [],
  };
}

/** The storage of an array of the language, as far as numbers show it. */
const storageIn = ({ of, columns: [column] }: Dense): Arr['storage'] =>
  of.tag === 'number' && isArray(column.type) ? column.type.storage : 'number[]';
