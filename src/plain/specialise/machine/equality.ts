/** `===` and `==` on abstract values. */
import { dynamic, known, type Abstract } from '../values/abstract.js';
import { hasGiven, insistOn } from './arenas.js';
import { isNothingOf } from './foreign-values.js';
import { isPresent, mayMiss, testOf, numberOf } from './numbers-and-bools.js';
import type { Machine } from './machine.js';

const isReference = ({ tag }: Abstract): boolean =>
  ['object', 'element', 'array', 'closure', 'class', 'host'].includes(tag);
const isNullish = (of: Abstract): boolean => of.tag === 'known' && of.value == null;
const isBool = (of: Abstract): boolean =>
  of.tag === 'dynamic'
    ? of.value.type === 'bool'
    : of.tag === 'known' && typeof of.value === 'boolean';
const isNumber = (of: Abstract): boolean =>
  of.tag === 'dynamic'
    ? of.value.type !== 'bool'
    : of.tag === 'known' && typeof of.value === 'number';

export function equal(m: Machine, one: Abstract, other: Abstract, isStrict: boolean): Abstract {
  const [x, y] = [m.read(one), m.read(other)];
  if (x.tag === 'choice' || y.tag === 'choice') return equalChoice(m, x, y, isStrict);
  if (x.tag === 'known' && y.tag === 'known')
    // eslint-disable-next-line eqeqeq -- the operator
    return known(isStrict ? x.value === y.value : x.value == y.value);
  if (isNullish(x) || isNullish(y))
    return isNothing(m, isNullish(x) ? y : x, isNullish(x) ? x : y, isStrict);
  if (x.tag === 'foreign' || y.tag === 'foreign') return sameNumbers(m, x, y);
  if (isReference(x) && isReference(y)) return same(m, x, y);
  if (isBool(x) && isBool(y)) {
    const [left, right] = [testOf(m, x), testOf(m, y)];
    if (left.tag === 'known') return left.value ? right : notOf(m, right);
    if (right.tag === 'known') return right.value ? left : notOf(m, left);
    if (left.tag === 'dynamic' && right.tag === 'dynamic')
      return dynamic(m.b.choose(left.value, right.value, m.b.not(right.value)));
  }
  if (isNumber(x) && isNumber(y)) return dynamic(m.b.compare('eq', numberOf(m, x), numberOf(m, y)));
  if (!isStrict) return m.refuse('== of values of different types');
  return known(false);
}

/** Values of the program are compared as numbers, which code asks. */
function sameNumbers(m: Machine, x: Abstract, y: Abstract): Abstract {
  const areNumbers = [x, y].every((of) => of.tag === 'foreign' || isNumber(of));
  return areNumbers
    ? dynamic(m.b.compare('eq', numberOf(m, x), numberOf(m, y)))
    : m.refuse('whether an array of NumPy is something else');
}

const notOf = (m: Machine, of: Abstract): Abstract =>
  of.tag === 'dynamic'
    ? {
        tag: 'dynamic',
        value: m.b.not(of.value),
        ...(of.no && { yes: of.no }),
        ...(of.yes && { no: of.yes }),
      }
    : m.refuse('a bool that is none');

/** Choices of which each option is known to be equal or not give facts. */
function equalChoice(m: Machine, x: Abstract, y: Abstract, isStrict: boolean): Abstract {
  const [choice, other] = x.tag === 'choice' ? [x, y] : [y, x];
  if (choice.tag !== 'choice') return m.refuse('a choice that is none');
  const isSure = (one: Abstract): boolean =>
    one.tag === 'known' ||
    one.tag === 'unset' ||
    (isReference(one) &&
      !mayMiss(one) &&
      (isNullish(other) || (other.tag === 'known' && isStrict)));
  if (other.tag === 'known' && choice.options.every(isSure))
    return m.asked(choice, (one) => {
      const found = equal(m, one, other, isStrict);
      return found.tag === 'known' && found.value === true;
    });
  return m.each(choice, (one) => equal(m, one, other, isStrict));
}

/** True if a value is nothing, as null or undefined is: elements may be missing. */
function isNothing(m: Machine, of: Abstract, what: Abstract, isStrict: boolean): Abstract {
  const isNull = what.tag === 'known' && what.value === null;
  if (of.tag === 'foreign')
    return isNothingOf(m, of, isStrict ? `===${isNull ? 'null' : 'undefined'}` : '==null');
  if (mayMiss(of) && !(isStrict && isNull)) return dynamic(m.b.not(isPresent(m, of)));
  return known(false);
}

/** True if two references are to the same object. */
function same(m: Machine, x: Abstract, y: Abstract): Abstract {
  if (x === y) return known(true);
  if (x.tag === 'host' && y.tag === 'host') return known(x.value === y.value);
  if (x.tag === 'element' || y.tag === 'element') return sameElement(m, x, y);
  if (x.tag !== y.tag) {
    // What is taken by its identity may be given once more, as an object with fields.
    const isGiven = (of: Abstract) => of.tag === 'object' && of.lift !== null;
    const isHost = ({ tag }: Abstract) => tag === 'host';
    if ((isGiven(x) && isHost(y)) || (isHost(x) && isGiven(y)))
      return m.refuse('whether an object that is given is another one');
    const isCallable = (of: Abstract) => of.tag !== 'object' && of.tag !== 'array';
    return isCallable(x) && isCallable(y)
      ? m.refuse('whether functions are the same')
      : known(false);
  }
  if (x.tag === 'object' && y.tag === 'object' && isApart(x, y)) return known(false);
  return m.refuse('whether objects are the same that may be');
}

/** Objects of lists are the same if they have one index. Copies of those that are given do not tell. */
function sameElement(m: Machine, x: Abstract, y: Abstract): Abstract {
  const elements = [x, y].flatMap((of) => (of.tag === 'element' ? [of] : []));
  for (const of of elements) insistOn(m, of);
  const isGiven = (of: Abstract): boolean =>
    of.tag === 'element' ? hasGiven(m, of.kind) : of.tag === 'object' && of.lift !== null;
  const [one, other] = elements;
  const areOfOne = other !== undefined && one.kind === other.kind;
  const areTold = areOfOne && one.kind.own !== null && m.meaning.areDistinct(one.kind);
  if (isGiven(x) && isGiven(y) && !areTold)
    return m.refuse('whether objects that are given are the same');
  return areOfOne ? dynamic(m.b.compare('eq', one.index, other.index)) : known(false);
}

/** Objects that specialised code made, and that no join has put together with others, are different ones. */
const isApart = (
  x: {
    readonly alias: {
      readonly root: () => { readonly members: ReadonlySet<unknown> };
    };
    readonly lift: unknown;
  },
  y: typeof x,
): boolean => [x, y].every((of) => of.alias.root().members.size === 1 && of.lift === null);
