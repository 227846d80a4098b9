/** What values are made of: numbers, texts, arrays by their storage, and records and tuples of those. */
import type { Binding, Node, types } from '../../front/syntax.js';
import { isOpenStorage, openType, USUAL } from '../../ir/open-types.js';
import { typeText, wholeStorages, type ArrayType } from '../../ir/ir.js';
import type { Tells } from '../../ir/origin.js';

export type Shape =
  | { readonly tag: 'number' | 'bool' | 'text' }
  /** A value of the host, such as an array of NumPy. */
  | HostShape
  /** What may be undefined, or null. */
  | { readonly tag: 'optional'; readonly of: Shape; readonly isNull: boolean }
  | { readonly tag: 'array'; readonly type: ArrayType }
  | RecordShape
  | LinkShape
  | ColumnsShape
  | RefShape
  | ListShape
  | MapShape
  | AbsentShape
  | DictionaryShape;

/** A map, a set, or an object with any keys. */
export interface DictionaryShape {
  readonly tag: 'dictionary';
  readonly kind: 'Map' | 'Set' | 'object';
  readonly keys: 'text' | 'number';
  /** What keys lead to. */
  readonly of: Shape | undefined;
  /** The variable, if nobody said what it holds. */
  readonly madeFor?: Binding;
}

interface HostShape {
  readonly tag: 'host';
}
export const hostShape: HostShape = { tag: 'host' };

/** Another object of the type that is declared there, around it (recursive-shapes.ts). */
export interface LinkShape {
  readonly tag: 'link';
  readonly to: Node;
}

/** An object of a pool (objects/pooled.ts), by its place there; `absent` says what stands there where none does. */
export interface RefShape {
  readonly tag: 'ref';
  readonly pool: string;
  readonly absent?: 'null' | 'undefined';
}

/** A list that has several names, by its place in a pool of lists (arrays/list-pools.ts). */
interface ListShape {
  readonly tag: 'list';
  readonly pool: string;
}

/** A map, a set, or an object with any keys, by its place in a pool of such (containers/map-pools.ts). */
interface MapShape {
  readonly tag: 'map';
  readonly pool: string;
}

/** What nothing was put into so far but undefined, or null. */
interface AbsentShape {
  readonly tag: 'absent';
  readonly isNull: boolean;
}

/** An array of objects. Links stand only in arrays that nodes hold. */
export interface ColumnsShape {
  readonly tag: 'columns';
  readonly of: RecordShape | LinkShape;
}

export interface RecordShape {
  readonly tag: 'record';
  readonly isTuple: boolean;
  readonly fields: ReadonlyMap<string, Shape>;
  /** The class that it is an instance of. */
  readonly from?: types.ClassDeclaration;
  /** The classes that it may be an instance of, in a pool of several. */
  readonly family?: readonly ClassMember[];
  /** Whether it has no other fields. */
  readonly isWhole?: true;
  /** Whether it is also passed on as a whole: its other fields are what functions of other modules take. */
  readonly isPassedOn?: true;
  /** Whether its links lead to objects like it. */
  readonly isNode?: true;
  /** Whether it stands for its only field: so arrays of bools and of texts are columns. */
  readonly isOne?: true;
}

/** One of the classes of a pool, with the names of the fields of its instances. */
export interface ClassMember {
  readonly of: types.ClassDeclaration;
  readonly names: ReadonlySet<string>;
  /** Whether only a type names it, and no object of it was met. */
  readonly isTold?: true;
}

/** The first field of objects of several classes: the number of the class. No text has its name. */
export const CLASS_CODE = '\0class of';

/** The classes of some objects, with the names of their fields. */
export const familyOf = ({ family, from, fields }: RecordShape): readonly ClassMember[] =>
  family ?? (from ? [{ of: from, names: new Set(fields.keys()) }] : []);

/** What stands for a bool or a text in an array, or for an object or a list of a pool. No field of a program has its name. */
const ONE = '?';
const one = (of: Shape): RecordShape => ({
  tag: 'record',
  isTuple: false,
  fields: new Map([[ONE, of]]),
  isOne: true,
});

/** What elements of an array are in columns: bools and texts are objects there, and so are places in a pool. */
export const inColumns = (of: Shape): Shape => (inOne.includes(of.tag) ? one(of) : of);
const inOne: readonly Shape['tag'][] = ['bool', 'text', 'ref', 'list', 'map'];
/** The same, and arrays of objects are. */
export const inOneColumns = (of: Shape): Shape => (of.tag === 'columns' ? one(of) : inColumns(of));
/** What such an object stands for. */
export const onlyField = ({ fields }: RecordShape): Shape => fields.get(ONE)!;
/** Of which pool the elements of an array are. */
export function refIn(elements: Shape | undefined): RefShape | undefined {
  const only = elements?.tag === 'record' && elements.isOne ? onlyField(elements) : undefined;
  return only?.tag === 'ref' ? only : undefined;
}

/** What is there, if it may be missing. */
export const bareOf = (shape: Shape): Shape => (shape.tag === 'optional' ? shape.of : shape);

/** Whether the elements of an array are lists of a pool. */
export const areLists = (elements: Shape | undefined): boolean => areIn(elements, 'list');
/** Whether they are maps of a pool. */
export const areMaps = (elements: Shape | undefined): boolean => areIn(elements, 'map');

const areIn = (elements: Shape | undefined, tag: Shape['tag']): boolean =>
  elements?.tag === 'record' && elements.isOne === true && onlyField(elements).tag === tag;

/** The array of the parts that objects in an array have of a shape. Bools, texts and links are whole numbers there. */
export function columnType(of: Shape): ArrayType {
  if (of.tag === 'array') return { storage: 'list', of: of.type };
  return { storage: of.tag === 'number' ? 'Float64Array' : 'Int32Array' };
}

/** What nothing is known of, unless that it is an array of numbers. */
export const unknown: Shape = { tag: 'array', type: openType('') };

/** What is only passed on to functions of other modules: it is what these take. */
export const passedOn = { tag: 'array', type: openType('') } as const satisfies Shape;

const canBeColumns = (of: Shape): boolean =>
  of.tag === 'record'
    ? of.fields.size > 0 && of.isNode !== true && [...of.fields.values()].every(canBeColumns)
    : of.tag === 'optional'
      ? canBeColumns(of.of)
      : of.tag !== 'host' && of.tag !== 'dictionary';

/** A shape as text, the same for the same shapes. */
export function shapeText(shape: Shape): string {
  if (shape.tag === 'array') return typeText(shape.type);
  if (shape.tag === 'columns') return `${shapeText(shape.of)}[]`;
  if (shape.tag === 'dictionary')
    return `${shape.kind} by ${shape.keys} to ${shape.of ? shapeText(shape.of) : 'anything'}`;
  if (shape.tag === 'optional') return `${shapeText(shape.of)}?${shape.isNull ? 'null' : ''}`;
  if (shape.tag === 'ref') return `ref ${shape.pool} ${shape.absent ?? ''}`;
  if (shape.tag === 'list' || shape.tag === 'map') return `${shape.tag} ${shape.pool}`;
  if (shape.tag === 'absent') return shape.isNull ? 'null' : 'undefined';
  if (shape.tag !== 'record') return shape.tag;
  const fields = [...shape.fields].map(([name, inner]) => `${name}: ${shapeText(inner)}`);
  const among = shape.family?.map(({ of, names }) => `${of.start} ${[...names].join()}`);
  const own = shape.from === undefined ? '' : `new ${shape.from.start}`;
  const from = among === undefined ? own : `one of ${among.join(' or ')}${own}`;
  const node = shape.isNode === true ? 'node' : shape.isOne === true ? 'one' : '';
  return shape.isTuple ? `[${fields.join()}]` : `${node}${from}{${fields.join()}}`;
}

/** Arrays with elements of a shape. */
export function arrayShape(of: Shape | undefined): Shape | undefined {
  if (of?.tag === 'number') return { tag: 'array', type: { storage: 'number[]' } };
  if (of?.tag === 'link') return { tag: 'columns', of };
  if (of?.tag === 'ref' || of?.tag === 'list' || of?.tag === 'map')
    return arrayShape(inColumns(of));
  if (of?.tag === 'record') return canBeColumns(of) ? { tag: 'columns', of } : undefined;
  return of?.tag === 'array' ? { tag: 'array', type: { storage: 'list', of: of.type } } : undefined;
}

/** An array of numbers of which nobody knows how it is stored. */
export const unstored = (of: Shape): Shape =>
  of.tag === 'array' && of.type.storage === 'number[]' ? unknown : of;

/** The shape of the elements of an array. */
export function elementShape(of: Shape): Shape | undefined {
  if (of.tag === 'columns') return of.of;
  if (of.tag !== 'array') return undefined;
  const { type } = of;
  return type.of === undefined ? { tag: 'number' } : { tag: 'array', type: type.of };
}

export const typedArrays: readonly string[] = ['Float64Array', 'Float32Array', ...wholeStorages];

/** An object or a tuple, if all of its fields are known. */
export function recordShape(
  fields: readonly (readonly [string, Shape | undefined])[],
  isTuple: boolean,
): Shape | undefined {
  const known = fields.filter((field): field is [string, Shape] => field[1] !== undefined);
  if (known.length < fields.length) return undefined;
  return { tag: 'record', isTuple, fields: new Map(known) };
}

/** How many columns objects of a shape have. */
export const leavesIn = (shape: Shape): number => {
  if (shape.tag === 'dictionary') return 1 + (shape.of ? leavesIn(shape.of) : 0);
  if (shape.tag === 'optional' || shape.tag === 'columns') return 1 + leavesIn(shape.of);
  if (shape.tag === 'absent') return 0;
  return shape.tag === 'record'
    ? [...shape.fields.values()].reduce((sum, inner) => sum + leavesIn(inner), 0)
    : 1;
};

/** Whether the first column of some objects says where arrays begin. */
export const beginsWithArrays = (shape: Shape): boolean =>
  shape.tag === 'record'
    ? beginsWithArrays([...shape.fields.values()][0])
    : shape.tag === 'columns';

/** What a column tells of what stands in the objects, if it is not that itself. */
export function toldBy({ tag }: Shape, texts: readonly string[]): Tells | undefined {
  if (tag === 'text') return { texts };
  if (tag === 'bool') return { isBool: true };
  return tag === 'link' ? { isLink: true } : undefined;
}

/** A shape in which arrays of numbers of which nobody knows how they are stored are what they mostly are. */
export function usualShape(of: Shape): Shape {
  if (of.tag === 'array') return { tag: 'array', type: usualType(of.type) };
  if (of.tag === 'optional') return { ...of, of: usualShape(of.of) };
  if (of.tag !== 'record') return of;
  const fields = [...of.fields].map(([name, inner]) => [name, usualShape(inner)] as const);
  return { ...of, fields: new Map(fields) };
}

const usualType = (type: ArrayType): ArrayType =>
  type.of === undefined
    ? isOpenStorage(type.storage)
      ? USUAL
      : type
    : { ...type, of: usualType(type.of) };
