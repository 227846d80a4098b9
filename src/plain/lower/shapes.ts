/** What annotations say of parameters: numbers, arrays by their storage, and records and tuples of those. */
import type { Declared } from '../front/annotations.js';
import { bare, nameOfKey, type Node, type types } from '../front/syntax.js';
import { openType } from '../ir/open-types.js';
import { typeText, type ArrayType, type Storage } from '../ir/ir.js';

export type Shape =
  | { readonly tag: 'number' | 'bool' }
  | { readonly tag: 'array'; readonly type: ArrayType }
  | RecordShape
  /** An array of objects. */
  | { readonly tag: 'columns'; readonly of: RecordShape };

export interface RecordShape {
  readonly tag: 'record';
  readonly isTuple: boolean;
  readonly fields: ReadonlyMap<string, Shape>;
}

/** The array of the parts that objects in an array have of a shape. */
export const columnType = (of: Shape): ArrayType =>
  of.tag === 'array' ? { storage: 'list', of: of.type } : { storage: 'Float64Array' };

/** What nothing is known of. */
export const unknown: Shape = { tag: 'array', type: openType('') };

const canBeColumns = (of: Shape): boolean =>
  of.tag === 'record'
    ? of.fields.size > 0 && [...of.fields.values()].every(canBeColumns)
    : of.tag === 'number' || of.tag === 'array';

/** A shape as text, the same for the same shapes. */
export function shapeText(shape: Shape): string {
  if (shape.tag === 'array') return typeText(shape.type);
  if (shape.tag === 'columns') return `${shapeText(shape.of)}[]`;
  if (shape.tag !== 'record') return shape.tag;
  const fields = [...shape.fields].map(([name, inner]) => `${name}: ${shapeText(inner)}`);
  return shape.isTuple ? `[${fields.join()}]` : `{${fields.join()}}`;
}

/** Arrays with elements of a shape. */
export function arrayShape(of: Shape | undefined): Shape | undefined {
  if (of?.tag === 'number') return { tag: 'array', type: { storage: 'number[]' } };
  if (of?.tag === 'record') return canBeColumns(of) ? { tag: 'columns', of } : undefined;
  return of?.tag === 'array' ? { tag: 'array', type: { storage: 'list', of: of.type } } : undefined;
}

const typed: readonly string[] = ['Float64Array', 'Float32Array', 'Int32Array'];

const known = new WeakMap<Declared, Map<Node, Shape | undefined>>();

/**
 * The shape that a type promises, or undefined for any other. Types that contain themselves have none. O(size of the
 * type), once.
 */
export function shapeOf(type: Node | null | undefined, declared: Declared): Shape | undefined {
  if (type == null) return undefined;
  const shapes = known.get(declared) ?? new Map<Node, Shape | undefined>();
  known.set(declared, shapes);
  if (!shapes.has(type)) {
    shapes.set(type, undefined);
    shapes.set(type, read(type, declared));
  }
  return shapes.get(type);
}

function read(type: Node, declared: Declared): Shape | undefined {
  const inner = (of: Node) => shapeOf(of, declared);
  switch (type.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return inner(type.typeAnnotation);
    case 'TSNamedTupleMember':
      return type.optional ? undefined : inner(type.elementType);
    case 'TSNumberKeyword':
      return { tag: 'number' };
    case 'TSBooleanKeyword':
      return { tag: 'bool' };
    case 'TSArrayType':
      return arrayShape(inner(type.elementType));
    case 'TSTupleType':
      return record(
        type.elementTypes.map((element, k) => [String(k), inner(element)]),
        true,
      );
    case 'TSTypeLiteral':
      return members(type.members, inner);
    case 'TSTypeReference':
      return reference(type, declared, inner);
    case 'TSTypeAliasDeclaration':
      return type.typeParameters == null ? inner(type.typeAnnotation) : undefined;
    case 'TSInterfaceDeclaration':
      return type.typeParameters == null && (type.extends ?? []).length === 0
        ? members(type.body.body, inner)
        : undefined;
    default:
      return undefined;
  }
}

type Inner = (of: Node) => Shape | undefined;

function record(
  fields: readonly (readonly [string, Shape | undefined])[],
  isTuple: boolean,
): Shape | undefined {
  const known = fields.filter((field): field is [string, Shape] => field[1] !== undefined);
  if (known.length < fields.length) return undefined;
  return { tag: 'record', isTuple, fields: new Map(known) };
}

const members = (list: readonly Node[], inner: Inner): Shape | undefined =>
  record(
    list.map((member) => {
      if (member.type !== 'TSPropertySignature' || member.optional || member.typeAnnotation == null)
        return ['', undefined];
      const name = nameOfKey(member.key, member.computed === true);
      return [name ?? '', name === undefined ? undefined : inner(member.typeAnnotation)];
    }),
    false,
  );

function argumentsOf(type: types.TSTypeReference): readonly Node[] {
  const legacy = type as unknown as {
    readonly typeParameters?: types.TSTypeParameterInstantiation;
  };
  return (type.typeArguments ?? legacy.typeParameters)?.params ?? [];
}

function reference(
  type: types.TSTypeReference,
  declared: Declared,
  inner: Inner,
): Shape | undefined {
  if (type.typeName.type !== 'Identifier') return undefined;
  const { name } = type.typeName;
  const declaration = declared.get(name);
  if (declaration !== undefined) return declaration === null ? undefined : inner(declaration);
  const [only, ...others] = argumentsOf(type);
  if (typed.includes(name)) return { tag: 'array', type: { storage: name as Storage } };
  if (only === undefined || others.length > 0) return undefined;
  if (name === 'Readonly') return inner(only);
  if (name === 'Array' || name === 'ReadonlyArray') return arrayShape(inner(only));
  return undefined;
}

/** The shape of the elements of an array. */
function elementShape(of: Shape): Shape | undefined {
  if (of.tag === 'columns') return of.of;
  if (of.tag !== 'array') return undefined;
  const { type } = of;
  return type.of === undefined ? { tag: 'number' } : { tag: 'array', type: type.of };
}

/**
 * The shape that a type promises as far as it says, and else the shape that uses ask for: types of other modules are not
 * known, and fields that nobody uses may be anything. O(size of the shape).
 */
export function shapeAsUsed(
  type: Node | null | undefined,
  declared: Declared,
  used: Shape | undefined,
): Shape | undefined {
  const known = shapeOf(type, declared);
  if (known !== undefined || type == null || used === undefined) return known ?? used;
  const inner = (of: Node | null | undefined) => shapeAsUsed(of, declared, used);
  const elements = (of: Node | undefined): Shape | undefined => {
    const element = elementShape(used);
    return element && of && arrayShape(shapeAsUsed(of, declared, element));
  };
  switch (type.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
    case 'TSTypeAliasDeclaration':
      return inner(type.typeAnnotation);
    case 'TSArrayType':
      return elements(type.elementType);
    case 'TSTypeLiteral':
      return fieldsAsUsed(type.members, declared, used);
    case 'TSInterfaceDeclaration':
      return fieldsAsUsed(type.body.body, declared, used);
    case 'TSTypeReference': {
      const { typeName } = type;
      if (typeName.type !== 'Identifier') return used;
      const declaration = declared.get(typeName.name);
      if (declaration !== undefined) return declaration === null ? used : inner(declaration);
      const [only] = argumentsOf(type);
      if (only === undefined) return used;
      if (typeName.name === 'Readonly') return inner(only);
      return ['Array', 'ReadonlyArray'].includes(typeName.name) ? elements(only) : used;
    }
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
    case 'TSUnionType':
    case 'TSIntersectionType':
    case 'TSIndexedAccessType':
    case 'TSTypeQuery':
      return used;
    default:
      return undefined;
  }
}

function fieldsAsUsed(
  members: readonly Node[],
  declared: Declared,
  used: Shape,
): Shape | undefined {
  if (used.tag !== 'record' || used.isTuple) return undefined;
  const typeOf = (name: string): Node | null | undefined => {
    const member = members.find(
      (one) =>
        one.type === 'TSPropertySignature' && nameOfKey(one.key, one.computed === true) === name,
    );
    return member?.type === 'TSPropertySignature' ? member.typeAnnotation : undefined;
  };
  return record(
    [...used.fields].map(([name, inner]) => [name, shapeAsUsed(typeOf(name), declared, inner)]),
    false,
  );
}

/** The shape that a literal makes, or `new` of a typed array. */
export function shapeOfValue(given: Node): Shape | undefined {
  const node = bare(given);
  switch (node.type) {
    case 'NumericLiteral':
    case 'UnaryExpression':
    case 'BinaryExpression':
      return { tag: 'number' };
    case 'BooleanLiteral':
      return { tag: 'bool' };
    case 'ArrayExpression': {
      const elements = node.elements.map((inner) =>
        inner === null || inner.type === 'SpreadElement' ? undefined : shapeOfValue(inner),
      );
      const [first] = elements;
      if (first === undefined) return undefined;
      const isOne = elements.every((shape) => shape && shapeText(shape) === shapeText(first));
      return isOne ? arrayShape(first) : undefined;
    }
    case 'ObjectExpression':
      return record(
        node.properties.map((property) => {
          if (property.type !== 'ObjectProperty') return ['', undefined];
          const name = nameOfKey(property.key, property.computed);
          return [name ?? '', name === undefined ? undefined : shapeOfValue(property.value)];
        }),
        false,
      );
    case 'NewExpression':
    case 'CallExpression': {
      const { callee } = node;
      const maker = callee.type === 'MemberExpression' ? callee.object : callee;
      if (maker.type !== 'Identifier' || !typed.includes(maker.name)) return undefined;
      return { tag: 'array', type: { storage: maker.name as Storage } };
    }
    default:
      return undefined;
  }
}
