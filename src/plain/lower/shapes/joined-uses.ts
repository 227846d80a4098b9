/** Puts together what several uses tell of one thing. Some of them tell little, and give way to others. */
import { openType } from '../../ir/open-types.js';
import { typeText } from '../../ir/ir.js';
import {
  arrayShape,
  hostShape,
  passedOn,
  unstored,
  type RecordShape,
  type Shape,
} from './shapes.js';
import { optional } from './unions.js';

export const number: Shape = { tag: 'number' };
/** A field that is only handed on: mostly it is a number. */
export const handedOn: Shape = { tag: 'number' };
/** What only its length is asked of. */
export const length: Shape = { tag: 'array', type: openType('') };
/** What only has a length: an array, or an object with other fields. */
export const withLength: Shape = { tag: 'array', type: openType('') };
/** An array of such. */
const ofLengths: Shape = { tag: 'array', type: { storage: 'list', of: openType('') } };
/** What is asked whether it is there, or true: a bool, where nothing else is known. */
export const asked: Shape = optional({ tag: 'bool' });
/** What is asked whether it is null. */
export const askedForNull: Shape = optional({ tag: 'bool' }, true);

export const objectPassedOn: Shape = {
  tag: 'record',
  isTuple: false,
  fields: new Map(),
  isPassedOn: true,
};

export const recordOf = (fields: ReadonlyMap<string, Shape>): RecordShape => ({
  tag: 'record',
  isTuple: false,
  fields,
});

export const isWhollyPassedOn = (of: Shape): boolean =>
  of === passedOn || (of.tag === 'record' && of.isPassedOn === true);

/** An array of something. How numbers are stored in it is not known. */
export function arrayOf(of: Shape | undefined): Shape | undefined {
  if (of === withLength) return ofLengths;
  const shape = arrayShape(of && asElement(of));
  return shape && unstored(shape);
}

/** What is passed on is mostly a number where it stands in an array, and so is an element that may be missing. */
export function asElement(of: Shape): Shape {
  if (of === passedOn || of === asked || of === askedForNull) return number;
  if (of.tag === 'optional') return asElement(of.of);
  if (of.tag !== 'record') return of;
  const fields = [...of.fields].map(([name, inner]) => [name, asField(inner)] as const);
  return { tag: 'record', isTuple: of.isTuple, fields: new Map(fields) };
}

const asField = (of: Shape): Shape =>
  of.tag === 'optional' ? { ...of, of: asElement(of.of) } : asElement(of);

const isQuestion = (of: Shape): boolean => of === asked || of === askedForNull;

/** The shape of what has all these uses, or undefined. */
export function joinedUses(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const all = shapes.filter((shape) => shape !== undefined);
  const questions = all.filter((shape) => shape.tag === 'optional');
  const there = all
    .filter((shape) => !isQuestion(shape))
    .map((shape) => (shape.tag === 'optional' ? shape.of : shape));
  const of = joinedThere(there);
  // Nobody asks of what another module takes whether it is there.
  if (questions.length === 0 || (of !== undefined && isWhollyPassedOn(of))) return of;
  const isNull = questions.every((shape) => shape.isNull);
  return of === undefined ? (isNull ? askedForNull : asked) : optional(of, isNull);
}

function joinedThere(given: readonly Shape[]): Shape | undefined {
  const all = given.filter(({ tag }) => tag !== 'host');
  // Functions of arrays take numbers and lists, too. What has members besides is an array of NumPy.
  const isHost = all.length < given.length && all.every(isOfMembers);
  return isHost ? hostShape : joinedKnown(all);
}

const isOfMembers = (of: Shape): boolean =>
  of === handedOn ||
  of === passedOn ||
  of === withLength ||
  (of.tag === 'record' && !of.isTuple && [...of.fields.keys()].every((name) => members.test(name)));

/** Members of arrays of NumPy. */
const members = /^(T|shape|size|ndim|dtype|length|[a-z_]+)$/;

function joinedKnown(all: readonly Shape[]): Shape | undefined {
  const certain = all.filter((shape) => shape !== handedOn);
  if (certain.length === 0) return all[0];
  const known = certain.filter((shape) => shape !== passedOn);
  const [first] = known;
  if (first === undefined) return certain[0];
  const records = known.filter((shape) => shape.tag === 'record');
  // What another function asks for says all.
  const others = known.filter((shape) => shape.tag !== 'record' && shape !== withLength);
  if (others.length > 0 || records.length === 0 || records.some(({ isTuple }) => isTuple))
    return joinedArrays(known.filter(({ tag }) => tag !== 'record')) ?? first;
  const fields = new Map<string, Shape>();
  if (records.length < known.length) fields.set('length', number);
  for (const shape of records)
    for (const [name, inner] of shape.fields)
      fields.set(name, joinedUses([fields.get(name), inner])!);
  const isPassedOn = all.some(isWhollyPassedOn);
  return { tag: 'record', isTuple: false, fields, ...(isPassedOn && { isPassedOn }) };
}

/** Objects in an array have all fields that any use asks for. Of other arrays the use that goes deepest says most. */
function joinedArrays(all: readonly Shape[]): Shape | undefined {
  const columns = all.filter((shape) => shape.tag === 'columns');
  if (columns.length > 0) {
    const lengths = all.includes(ofLengths) ? [withLength] : [];
    return arrayShape(joinedUses([...columns.map(({ of }) => of), ...lengths]));
  }
  const [first] = all.filter((shape) => shape !== length && shape !== withLength);
  if (first?.tag !== 'array') return first ?? all[0];
  const arrays = all.filter((shape) => shape.tag === 'array');
  const depth = ({ type }: (typeof arrays)[number]): number => typeText(type).length;
  return arrays.reduce((one, other) => (depth(other) > depth(one) ? other : one), first);
}
