/** Functions that make numbers and bools, or ask about them. */
import { value } from '../../ir/build.js';
import { dynamic, known, NOTHING, type Abstract } from '../values/abstract.js';
import type { Machine } from '../machine/machine.js';
import { numberOf, testOf } from '../machine/numbers-and-bools.js';
import { operate } from '../machine/operators.js';
import type { Native } from './calls.js';

/** By their identities. */
export const numberNatives = new Map<object, Native>();
const row = (of: object, native: Native) => numberNatives.set(of, native);

row(Number, (m, _, [of = known(0)]) => operate(m, 'unary +', [of]));
row(Boolean, (m, _, [of = NOTHING]) => testOf(m, of));
const isNaNOf: Native = (m, _, [of = NOTHING]) =>
  operate(m, '!==', [operate(m, 'unary +', [of]), operate(m, 'unary +', [of])]);
const isFiniteOf: Native = (m, _, [of = NOTHING]) => {
  const x = numberOf(m, of);
  const { b } = m;
  return dynamic(b.compare('lt', b.prim('abs', [x]), m.number(Infinity)));
};
row(isNaN, isNaNOf);
row(isFinite, isFiniteOf);
const isNumber = (of: Abstract): boolean =>
  of.tag === 'dynamic'
    ? of.value.type !== 'bool'
    : of.tag === 'known' && typeof of.value === 'number';
/** A function of numbers; of anything else it gives what `other` says. */
const ofNumbers =
  (native: Native, other: (m: Machine, of: Abstract) => Abstract = () => known(false)): Native =>
  (m, self, args) =>
    m.each(args[0] ?? NOTHING, (of) => (isNumber(of) ? native(m, self, [of]) : other(m, of)));
row(Number.isNaN, ofNumbers(isNaNOf));
row(Number.isFinite, ofNumbers(isFiniteOf));
row(
  Number.isInteger,
  ofNumbers((m, _, [of]) => {
    const x = numberOf(m, of);
    // Infinity − Infinity is not 0.
    const rest = m.b.prim('sub', [x, m.b.prim('trunc', [x])]);
    return dynamic(m.b.compare('eq', rest, m.number(0)));
  }),
);
// The text of a number is that of the number, but for −0.
const parsedOf = ofNumbers(
  (m, _, [of]) => dynamic(m.b.prim('add', [numberOf(m, of), m.number(0)])),
  (m, of) =>
    of.tag === 'known'
      ? known(parseFloat(String(of.value)))
      : m.refuse('a number is read of a text that is computed'),
);
row(parseFloat, parsedOf);
row(Math.random, (m) => {
  const drawn = value('', 'f64');
  m.b.add({ tag: 'host', does: 'draw', args: [], results: [drawn] });
  return dynamic(drawn);
});
row(Object.is, (m, _, [first = NOTHING, second = NOTHING]) => {
  const both = [m.read(first), m.read(second)];
  const [one, other] = both;
  if (one.tag === 'known' && other.tag === 'known') return known(Object.is(one.value, other.value));
  if (both.some(({ tag }) => tag === 'choice')) return m.refuse('Object.is of what may be several');
  if (!both.every(isNumber)) return operate(m, '===', both);
  const [x, y] = both.map((of) => numberOf(m, of));
  const { b } = m;
  const [over, under] = [x, y].map((of) => b.prim('div', [m.number(1), of]));
  const areNaN = b.choose(b.compare('ne', x, x), b.compare('ne', y, y), b.constant(false));
  return dynamic(b.choose(b.compare('eq', x, y), b.compare('eq', over, under), areNaN));
});
