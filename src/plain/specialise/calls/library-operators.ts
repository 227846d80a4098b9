/**
 * Operators of this library: rows of its table and rows of users, found by the primitive that each has. They refuse what is
 * not a number, such as a missing element; code leaves there.
 */
import { eq, ge, gt, le, lt } from '../../../core/comparisons.js';
import type { AnyOperator } from '../../../core/primitives/row.js';
import { logSumExp, max, min, sum } from '../../../core/primitives/table.js';
import { primalOf } from '../../../core/real.js';
import { stopGradient } from '../../../derivatives/stop-gradient.js';
import { namedOperators } from '../../../special/named.js';
import type { Comparison } from '../../ir/ir.js';
import { nameOfOperator } from '../../ir/own-rows.js';
import { arityOf } from '../../ir/rows.js';
import { repOf } from '../machine/growing-rows.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { solidNumber } from '../machine/numbers-and-bools.js';
import { dynamic, known, NOTHING, type Abstract } from '../values/abstract.js';
import { defineField, getField, ownKeys } from '../things/objects.js';
import type { Native } from './calls.js';
import { array, library } from './native-operands.js';

/** By their identities. */
export const libraryNatives = new Map<object, Native>();

const isNumber = (of: Abstract): boolean => of.tag === 'known' && typeof of.value === 'number';

/** The value of an operator on numbers that are known; code for all others. */
function applied(m: Machine, operator: AnyOperator, name: string, given: Args): Abstract {
  const args = given.map((one) => m.read(one));
  if (args.every(isNumber)) {
    const numbers = args.map((one) => (one as { value: unknown }).value as number);
    return known((operator as (...args: number[]) => number)(...numbers));
  }
  return dynamic(
    m.b.prim(
      name,
      args.map((one) => solidNumber(m, one)),
    ),
  );
}

/** A row with a number of arguments of its own. */
function row(operator: AnyOperator, name: string, arity: number): Native {
  return (m, _, args) =>
    args.length < arity
      ? m.refuse(`${name} with too few arguments`)
      : applied(m, operator, name, args.slice(0, arity));
}

/** A row that takes a list. */
function ofList(name: string): Native {
  return (m, _, [list = NOTHING]) => {
    const rep = repOf(m, array(m, list));
    return rep.tag === 'tuple'
      ? dynamic(
          m.b.prim(
            name,
            rep.items.map((one) => solidNumber(m, one)),
          ),
        )
      : m.refuse(`${name} of a list of a length that is not known`);
  };
}

function nativeOf(operator: AnyOperator, name: string): Native {
  const arity = arityOf(name);
  if (arity != null) return row(operator, name, arity);
  const isSpread = 'ofList' in operator;
  return isSpread ? (m, _, args) => applied(m, operator, name, args) : ofList(name);
}

for (const [name, operator] of namedOperators)
  libraryNatives.set(operator, nativeOf(operator, name));

// ── Any number of arguments, and lists ──

/** A number that is one. */
const real: Native = (m, _, [x = NOTHING]) => {
  const of = m.read(x);
  return isNumber(of) ? of : dynamic(solidNumber(m, of));
};

const extreme =
  (operator: AnyOperator, name: 'max' | 'min', empty: number): Native =>
  (m, self, args) => {
    if (args.length < 2) return args.length === 0 ? known(empty) : real(m, self, args);
    return args.reduce((x, y) => applied(m, operator, name, [x, y]));
  };
libraryNatives.set(max, extreme(max, 'max', -Infinity));
libraryNatives.set(min, extreme(min, 'min', Infinity));
libraryNatives.set(sum, (m, _, [list = NOTHING]) => library(m, 'sumOf', array(m, list), []));
libraryNatives.set(logSumExp, (m, _, [list = NOTHING]) =>
  library(m, 'logSumExpOf', array(m, list), []),
);

// ── Comparisons, and what has no gradient ──

const comparisons = { lt, le, gt, ge, eq } as const;
for (const [name, operator] of Object.entries(comparisons))
  libraryNatives.set(operator, (m, _, [x = NOTHING, y = NOTHING]) => {
    const [one, other] = [x, y].map((of) => solidNumber(m, of));
    return dynamic(m.b.compare(name as Comparison, one, other));
  });

const primal: Native = (m, _, [x = NOTHING]) => {
  const of = m.read(x);
  if (isNumber(of)) return of;
  const number = solidNumber(m, of);
  return dynamic(m.b.let({ tag: 'stop', args: [number] }, number.name));
};
libraryNatives.set(primalOf, primal);

/** A tree of numbers that have no gradients; parts without numbers stay themselves. */
const stopped: Native = (m, self, [tree = NOTHING]) =>
  m.each(tree, (of) => {
    if (of.tag === 'known' || of.tag === 'dynamic')
      return isNumber(of) || (of.tag === 'dynamic' && of.value.type !== 'bool')
        ? primal(m, self, [of])
        : of;
    if (of.tag === 'array') return library(m, 'withoutGradients', of, []);
    if (of.tag !== 'object' || of.proto !== Object.prototype)
      return m.refuse(`stopGradient of a value of the kind ${of.tag}`);
    const made = m.obj(of.proto);
    const fields = ownKeys(m, of).map((key) => [key, getField(m, of, key)] as const);
    if (!fields.some(([, field]) => mayHoldNumbers(field))) return of;
    for (const [key, field] of fields) defineField(m, made, key, stopped(m, self, [field]));
    return made;
  });
const mayHoldNumbers = ({ tag, value }: { tag: string; value?: unknown }): boolean =>
  tag === 'known' ? typeof value === 'number' : tag !== 'unset';
libraryNatives.set(stopGradient, stopped);

/** The parts of the library's functions of lists. */
export const ownOperators: Readonly<Record<string, Native>> = { real, primal, stopped };

const ofUsers = new WeakMap<object, Native>();

/** An operator that a user made of a row. */
export function operatorNative(of: object): Native | null {
  if (!Object.hasOwn(of, 'primitive') || typeof of !== 'function') return null;
  let found = ofUsers.get(of);
  if (found === undefined) {
    const operator = of as unknown as AnyOperator;
    ofUsers.set(of, (found = nativeOf(operator, nameOfOperator(operator))));
  }
  return found;
}
