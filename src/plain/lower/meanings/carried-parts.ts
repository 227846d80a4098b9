/** What meanings are made of: values that can be carried in variables, and the form that they are put together in. */
import { typeText, type Value } from '../../ir/ir.js';
import { shapeText } from '../shapes/shapes.js';
import {
  nothing,
  type ColumnsMeaning,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from './meanings.js';

/** What is one number, and a form that does not change. */
export const isOneCode = (
  of: Meaning,
): of is Extract<Meaning, { readonly tag: 'word' | 'choice' | 'match' | 'matches' }> =>
  of.tag === 'word' || of.tag === 'choice' || of.tag === 'match' || of.tag === 'matches';

/** The values in a meaning, in the order of its fields; null if it holds anything else. */
export function leavesOf(of: Meaning, get: (slot: Slot) => Meaning | undefined): Value[] | null {
  if (of.tag === 'value') return [of.value];
  if (of.tag === 'cell') return of.at === undefined ? [of.array] : [of.array, of.at];
  if (of.tag === 'columns') return [...of.arrays];
  if (of.tag === 'element') return [...fixedArrays(of.columns), of.index];
  if (of.tag === 'stretch') return [...of.columns.arrays, of.from, of.length];
  if (of.tag === 'grown') return [of.index];
  if (isOneCode(of)) return [of.code];
  if (of.tag === 'optional') {
    const inner = leavesOf(of.of, get);
    return inner && [of.there, ...inner];
  }
  if (of.tag !== 'record') return null;
  const leaves: Value[] = [];
  for (const slot of of.slots.values()) {
    const inner = leavesOf(get(slot) ?? nothing, get);
    if (inner === null) return null;
    leaves.push(...inner);
  }
  return leaves;
}

/** The arrays that an object of an array goes with; where they grow, it is known by its index alone. */
const fixedArrays = ({ arrays, grown }: ColumnsMeaning): readonly Value[] =>
  grown === undefined ? arrays : [];

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number for a function, for what is passed on, for what holds an array, or for accessors. */
function numberOf(of: object): number {
  const found = numbers.get(of) ?? ++last;
  numbers.set(of, found);
  return found;
}

const rowsText = ({ rows }: RecordMeaning): string =>
  rows === undefined ? '' : ` of ${rows.elements ? shapeText(rows.elements) : 'arrays'}`;

const keyedText = ({ keyed }: RecordMeaning): string =>
  keyed === undefined
    ? ''
    : `${keyed.kind} by ${keyed.keys} ${keyed.isOutside === true} ${keyed.shrinks === true} ${keyed.pool ?? ''} `;

/** The form of a meaning: meanings of the same form can be carried in the same variables. */
export function formOf(of: Meaning, get: (slot: Slot) => Meaning | undefined): string {
  if (of.tag === 'cell') return `cell ${typeText(of.array.type)}${of.at ? ' of more' : ''}`;
  if (of.tag === 'columns') return `columns ${shapeText(of.shape)}`;
  if (of.tag === 'element') {
    const holders = (of.columns.grown ?? []).map(numberOf).join();
    const own = of.shape === of.columns.shape ? '' : shapeText(of.shape);
    return `element ${of.at} ${shapeText(of.columns.shape)} ${holders}${own}`;
  }
  if (of.tag === 'stretch') return `stretch ${of.at} ${shapeText(of.columns.shape)}`;
  if (of.tag === 'grown') return `grown ${[...of.of.slots.values()].map(numberOf).join()}`;
  if (of.tag === 'choice') return of.among.map(numberOf).join();
  if (of.tag === 'match' || of.tag === 'matches')
    return `${of.tag} ${of.of.written}${of.of.isPerhaps ? '?' : ''}`;
  if (of.tag === 'global') return `global ${of.name}`;
  if (of.tag === 'text') return `text ${of.text}`;
  if (of.tag === 'optional') return `${formOf(of.of, get)}?${of.isNull ? 'null' : ''}`;
  if (of.tag !== 'record') return of.tag;
  const fields = [...of.slots].map(
    ([name, slot]) => `${name}:${formOf(get(slot) ?? nothing, get)}`,
  );
  const from = of.from === undefined ? '' : `new ${of.from.node.start}`;
  const growing =
    of.isGrowing === true
      ? `growing ${keyedText(of)}${of.elements ? shapeText(of.elements) : ''}${rowsText(of)}`
      : from;
  const rest = of.rest === undefined ? '' : `...${numberOf(of.rest.value)}`;
  const called = of.accessors === undefined ? '' : `get ${numberOf(of.accessors)}`;
  return `${growing}${called}${of.isTuple ? '[' : '{'}${fields.join()}${rest}`;
}
