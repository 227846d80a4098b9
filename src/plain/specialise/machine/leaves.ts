/** Takes values apart into the leaves of a shape, and builds values of leaves. */
import { isArray, type ArrayType, type Type, type Value } from '../../ir/ir.js';
import {
  ABSENT,
  Arr,
  dynamic,
  known,
  Obj,
  UNSET,
  type Abstract,
  type Arena,
  type Dense,
  type Rep,
} from '../values/abstract.js';
import { columnsIn, columnsOf, hasLength, leavesOf } from '../values/leaf-types.js';
import { keysOf } from '../values/kinds.js';
import { keyOf } from '../values/shape-keys.js';
import {
  allOwners,
  BOOL,
  join,
  listOfType,
  NUMBER,
  type ListLike,
  type Shape,
} from '../values/shapes.js';
import { elementIndex, widened } from './arenas.js';
import { changeRep, denseOf } from './dense.js';
import { liftAll } from './fields.js';
import type { Machine } from './machine.js';
import { boolOf, solidNumber } from './numbers-and-bools.js';

/** Objects in objects are taken apart up to this depth. */
const DEEPEST = 12;

// ── Shapes of values ──

/**
 * The shape of a value. Objects and arrays that were there before `mark` are references, which joins may merge by value if
 * `merges` says so; younger ones are values, because what they hold is not there behind the place that made them.
 */
export function shapeOf(m: Machine, of: Abstract, mark: number, merges: boolean, depth = 0): Shape {
  if (depth > DEEPEST) return { tag: 'lost', why: 'objects that hold each other' };
  const inner = (one: Abstract): Shape => shapeOf(m, one, mark, merges, depth + 1);
  switch (of.tag) {
    case 'known':
    case 'unset':
    case 'lost':
      return of;
    case 'dynamic':
      return of.value.type === 'bool' ? BOOL : NUMBER;
    case 'choice': {
      const it = m.narrowed(of);
      if (it.tag !== 'choice') return inner(it);
      const options = it.options.map(inner);
      return options.find(({ tag }) => tag === 'lost') ?? { tag: 'choice', options };
    }
    case 'object': {
      const isOld = of.birth < mark;
      if (isOld && !merges) return { tag: 'same', of };
      const { value: home } = of.home;
      const as = home.tag === 'free' ? recordShape(m, of, inner) : inner(home);
      return isOld ? { tag: 'same', of, as } : as;
    }
    case 'array': {
      const { value: rep } = of.rep;
      const isOld = of.birth < mark;
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
      return { tag: 'element', kind: of.kind };
    case 'free':
      return { tag: 'free', of };
    case 'arena':
      return { tag: 'arena', kind: of.kind, slots: of.slots };
    case 'closure':
    case 'class':
      return of.scope.isYounger(mark)
        ? {
            tag: 'lost',
            why: 'a function that captures variables of the place that makes it',
          }
        : { tag: 'same', of };
    default:
      return { tag: 'same', of };
  }
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

// ── Leaves of values ──

const filler = (m: Machine, type: Type): Value => {
  if (isArray(type)) return m.b.let({ tag: 'alloc', type, args: [m.number(0)] });
  return type === 'bool' ? m.b.constant(false) : m.number(0);
};

/** The leaves of a value in a shape that it is a part of. */
export function flatten(m: Machine, of: Abstract, shape: Shape): readonly Value[] {
  if (shape.tag === 'lost') return [];
  if (of.tag === 'unset') return leavesOf(shape).map((type) => filler(m, type));
  if (of.tag === 'lost') return m.refuse(of.why);
  const given = of.tag === 'choice' ? m.narrowed(of) : of;
  switch (shape.tag) {
    case 'number':
      return [solidNumber(m, given)];
    case 'bool':
      return [boolOf(m, given)];
    case 'object':
      if (given.tag !== 'object')
        return m.refuse(`an object is made of a value of the kind ${given.tag}`);
      return shape.slots.flatMap(([key, slot]) => flatten(m, given.slots.get(key)!.value, slot));
    case 'element':
      return [elementIndex(m, given, shape.kind)];
    case 'arena': {
      const { columns, length } = widened(m, given as Arena, shape.slots);
      return [...columns, length ?? m.number(0)];
    }
    case 'rep':
      return listLeaves(m, given as Rep, shape.of, null);
    case 'tuple':
    case 'list':
      if (given.tag !== 'array')
        return m.refuse(`an array is made of a value of the kind ${given.tag}`);
      return listLeaves(m, m.read(given.rep.value) as Rep, shape, given);
    case 'choice':
      return choiceLeaves(m, given, shape.options);
    default:
      return [];
  }
}

function listLeaves(m: Machine, rep: Rep, shape: ListLike, of: Arr | null): readonly Value[] {
  if (shape.tag === 'tuple') {
    if (rep.tag !== 'tuple') return m.refuse('elements of an array that is not known');
    return shape.items.flatMap((item, k) => flatten(m, rep.items[k], item));
  }
  const made = denseOf(m, rep, shape);
  // The array is what it was made into from now on.
  if (of !== null && made !== rep) {
    const isSame = rep.tag === 'dense' && rep.columns.every((one, k) => one === made.columns[k]);
    if (isSame) m.set(of.rep, made);
    else changeRep(m, of, made);
  }
  return hasLength(shape) ? [...made.columns, made.length!] : made.columns;
}

function choiceLeaves(m: Machine, of: Abstract, options: readonly Shape[]): readonly Value[] {
  const types = leavesOf({ tag: 'choice', options });
  if (of.tag === 'choice') {
    // Each option of the value is taken apart on a side of its own.
    const cells = types.map(() => m.cell(UNSET));
    m.each(of, (one) => {
      choiceLeaves(m, one, options).forEach((leaf, k) =>
        m.set(cells[k], isArray(leaf.type) ? pinned(m, leaf) : dynamic(leaf)),
      );
      return UNSET;
    });
    return cells.map(({ value: leaf }, k) => {
      if (isArray(types[k])) return ((leaf as Arr).rep.value as Dense).columns[0];
      return types[k] === 'bool' ? boolOf(m, leaf) : solidNumber(m, leaf);
    });
  }
  const at = optionOf(of, shapeOf(m, of, 0, true), options);
  if (at < 0) return m.refuse('a value that is none of a choice');
  const which = options.length === 2 ? m.b.constant(at === 0) : m.number(at);
  const rest = options.flatMap((option, k) =>
    k === at ? flatten(m, of, option) : leavesOf(option).map((type) => filler(m, type)),
  );
  return [which, ...rest];
}

/** An array of the language that stays as it is. */
function pinned(m: Machine, column: Value): Arr {
  const { of, storage } = listOfType(column.type as ArrayType);
  return m.arr({ tag: 'dense', of, columns: [column], length: null, isPinned: true }, storage);
}

/** The option that a value belongs to: the reference to itself, before what may be merged. */
function optionOf(of: Abstract, own: Shape, options: readonly Shape[]): number {
  const same = options.findIndex((option) => option.tag === 'same' && option.of === of);
  if (same >= 0) return same;
  return options.findIndex(
    (option) => option.tag !== 'same' && keyOf(join(option, own)) === keyOf(option),
  );
}

// ── Values of leaves ──

export function build(m: Machine, shape: Shape, leaves: readonly Value[]): Abstract {
  const left = [...leaves];
  return built(m, shape, () => left.shift()!);
}

function built(m: Machine, shape: Shape, next: () => Value): Abstract {
  switch (shape.tag) {
    case 'number':
    case 'bool':
      return dynamic(next());
    case 'known':
      return shape.value === (ABSENT as { value: unknown }).value ? ABSENT : known(shape.value);
    case 'same':
    case 'free':
      return shape.of;
    case 'element':
      return { tag: 'element', kind: shape.kind, index: next() };
    case 'arena': {
      const columns = shape.slots.flatMap((slot) => columnsOf(slot)).map(next);
      return { ...shape, columns, length: next() };
    }
    case 'object': {
      const of = m.obj(shape.proto);
      for (const [key, slot] of shape.slots)
        of.slots.set(key, m.cell(built(m, slot, next), of.birth));
      m.set(of.order, known(JSON.stringify(shape.slots.map(([key]) => key))));
      for (const one of shape.from) of.alias.join(one.alias);
      return of;
    }
    case 'rep':
      return repOf(m, shape.of, next);
    case 'tuple':
    case 'list': {
      const of = m.arr(repOf(m, shape, next), shape.tag === 'list' ? shape.storage : 'number[]');
      if (shape.tag === 'list') of.owners = shape.owners;
      for (const one of shape.from) {
        of.alias.join(one.alias);
        of.owners = allOwners([...of.owners, ...one.owners]);
      }
      return of;
    }
    case 'choice': {
      const which = next();
      return {
        tag: 'choice',
        which,
        options: shape.options.map((option) => built(m, option, next)),
      };
    }
    default:
      return shape.tag === 'lost' ? shape : UNSET;
  }
}

function repOf(m: Machine, shape: ListLike, next: () => Value): Rep {
  if (shape.tag === 'tuple')
    return {
      tag: 'tuple',
      items: shape.items.map((item) => built(m, item, next)),
    };
  const columns = columnsIn(shape).map(next);
  const length = hasLength(shape) ? next() : null;
  return { tag: 'dense', of: shape.of, columns, length, isPinned: shape.isPinned };
}
