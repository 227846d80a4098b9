/** Operators on abstract values. */
import type { Bits, Comparison } from '../../ir/ir.js';
import { dynamic, known, lost, type Abstract } from '../values/abstract.js';
import { insistOn } from './arenas.js';
import { timeOf } from './dates.js';
import { equal } from './equality.js';
import { primitive } from './primitives.js';
import type { Machine } from './machine.js';
import { numberOf, solidNumber, testOf } from './numbers-and-bools.js';

const rows: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
};
const comparisons: Readonly<Record<string, Comparison>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};
const bits: readonly string[] = ['|', '&', '^', '<<', '>>', '>>>'];

const isObject = ({ tag }: Abstract): boolean =>
  ['object', 'element', 'array', 'closure', 'class', 'host'].includes(tag);

/** A text that depends on numbers that are computed. */
export const COMPUTED: Abstract = lost('a text that is computed');
const isKnownText = (of: Abstract): boolean => of.tag === 'known' && typeof of.value === 'string';
const isNumeric = ({ tag }: Abstract): boolean => tag === 'dynamic';

export function negated(m: Machine, of: Abstract): Abstract {
  if (of.tag === 'known') return known(!of.value);
  if (of.tag !== 'dynamic') return m.each(of, (one) => negated(m, one));
  return {
    tag: 'dynamic',
    value: m.b.not(of.value),
    ...(of.no && { yes: of.no }),
    ...(of.yes && { no: of.yes }),
  };
}

/** The first argument that is a choice is taken option by option. */
function byOptions(m: Machine, op: string, args: readonly Abstract[]): Abstract {
  const at = args.findIndex(({ tag }) => tag === 'choice');
  return m.each(args[at], (one) => operate(m, op, args.with(at, one)));
}

export function operate(m: Machine, op: string, given: readonly Abstract[]): Abstract {
  // Texts of numbers are refused where they are used.
  const isText = op === '+' || op === 'template';
  if (isText && given.includes(COMPUTED)) return COMPUTED;
  const args = given.map((one) => m.read(one));
  if (
    isText &&
    args.some(isKnownText) &&
    args.every((one) => isNumeric(one) || one.tag === 'known')
  )
    if (args.some(isNumeric)) return COMPUTED;
  if (args.every(({ tag }) => tag === 'known')) {
    const found = primitive(
      op,
      args.map((one) => (one as { value: unknown }).value),
    );
    if (found !== null) return known(found.value);
  }
  switch (op) {
    case 'unary !':
      return negated(m, testOf(m, args[0]));
    case '===':
    case '==':
      return equal(m, args[0], args[1], op === '===');
    case '!==':
    case '!=':
      return negated(m, equal(m, args[0], args[1], op === '!=='));
    case 'there':
      return there(m, args[0]);
    case 'item':
      return m.meaning.get(m, args[0], args[1], true);
    case 'typeof':
      return typeOf(m, args[0]);
    case 'take':
    case 'rest':
    case 'in':
    case 'has':
    case 'enumerable':
    case 'delete':
    case 'instanceof':
    case 'regexp':
      return m.meaning.call(m, m.meaning.library(op), known(undefined), args);
    default:
      return args.some(({ tag }) => tag === 'choice')
        ? byOptions(m, op, args)
        : arithmetic(m, op, args);
  }
}

function arithmetic(m: Machine, op: string, given: readonly Abstract[]): Abstract {
  // With + dates are texts.
  const args = op === '+' ? given : given.map((one) => timeOf(m, one) ?? one);
  if (args.some((one, k) => one !== given[k])) return operate(m, op, args);
  const [x] = args;
  if (op === 'key' && (x.tag === 'dynamic' || x.tag === 'known')) return x;
  const odd = args.find(
    (one) =>
      isObject(one) ||
      (one.tag === 'known' && ['string', 'bigint', 'symbol'].includes(typeof one.value)),
  );
  if (odd) return m.refuse(`${op.replace('unary ', '')} of a value that is not a number`);
  const numbers = args.map((one) => numberOf(m, one));
  const one = m.number(1);
  switch (op) {
    case 'unary -':
      return dynamic(m.b.prim('neg', numbers));
    case 'unary +':
    case 'numeric':
      return dynamic(
        x.tag === 'dynamic' && x.value.type !== 'bool' ? solidNumber(m, x) : numbers[0],
      );
    case 'unary ~':
      return dynamic(m.b.bits('^', numbers[0], m.number(-1)));
    case 'increment':
      return dynamic(m.b.prim('add', [numbers[0], one]));
    case 'decrement':
      return dynamic(m.b.prim('sub', [numbers[0], one]));
  }
  if (op in rows) return dynamic(m.b.prim(rows[op], numbers));
  if (op in comparisons) return dynamic(m.b.compare(comparisons[op], numbers[0], numbers[1]));
  if (bits.includes(op)) return dynamic(m.b.bits(op as Bits, numbers[0], numbers[1]));
  return m.refuse(`the operator ${op}`);
}

/** Patterns take nothing apart: they throw. */
function there(m: Machine, of: Abstract): Abstract {
  const isNothing = (one: Abstract): boolean =>
    one.tag === 'unset' || (one.tag === 'known' && one.value == null);
  if (of.tag !== 'choice') {
    if (isNothing(of)) m.leave();
    if (of.tag === 'element') insistOn(m, of);
    return of;
  }
  m.require(m.asked(of, (one) => !isNothing(one)));
  return m.read(of);
}

function typeOf(m: Machine, of: Abstract): Abstract {
  switch (of.tag) {
    case 'choice':
      return m.each(of, (one) => typeOf(m, one));
    case 'known':
      return known(typeof of.value);
    case 'dynamic':
      if (of.value.type === 'bool') return known('boolean');
      solidNumber(m, of);
      return known('number');
    case 'foreign':
      return m.refuse('typeof of an array of NumPy');
    case 'closure':
    case 'class':
      return known('function');
    case 'host':
      return known(typeof of.value);
    case 'element':
      insistOn(m, of);
      return known('object');
    default:
      return known('object');
  }
}
