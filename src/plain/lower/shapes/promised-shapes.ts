/** Reads shapes from annotations. */
import type { Declared } from '../../front/annotations.js';
import type { Classes } from '../../front/facts.js';
import { nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { Storage } from '../../ir/ir.js';
import { keepContainers, isWithContainers } from '../syntax/with-containers.js';
import { textsListed, valueNamed } from './listed-texts.js';
import { containerShape, dictionaryOf, listShape } from './container-shapes.js';
import { membersOf } from '../syntax/enums.js';
import { helperShape, namesIn, sameFields } from './helper-types.js';
import { shapeOfValue } from './literal-shapes.js';
import { elementShape, hostShape, recordShape, typedArrays, type Shape } from './shapes.js';
import { isOpen, withLinks } from './recursive-shapes.js';
import { intersectionOf, optional, unionOf } from './unions.js';

/** What names of types mean; with classes where instances of these are meant. */
export type Types = Declared | Classes;

interface Known {
  readonly shapes: Map<Node, Shape | undefined>;
  /** The types that are being read, and contain the one that is read now. */
  readonly around: Node[];
}
const known = new WeakMap<Types, Known>();

/** The shape that a type promises, or undefined for any other. O(size of the type), once. */
export function shapeOf(type: Node | null | undefined, declared: Types): Shape | undefined {
  if (type == null) return undefined;
  let found = known.get(declared);
  if (found === undefined) known.set(declared, (found = { shapes: new Map(), around: [] }));
  const { shapes, around } = found;
  if (shapes.has(type)) return shapes.get(type);
  if (around.includes(type))
    return type.type === 'ClassDeclaration' ? undefined : { tag: 'link', to: type };
  around.push(type);
  const shape = withLinks(read(type, declared), type);
  around.pop();
  // What links lead out of means something only there.
  if (shape === undefined ? around.length === 0 : !isOpen(shape)) shapes.set(type, shape);
  return shape;
}

function read(type: Node, declared: Types): Shape | undefined {
  const inner: Inner = (of) => shapeOf(of, declared);
  const withAny = isWithContainers(declared);
  switch (type.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
      return inner(type.typeAnnotation);
    case 'TSTypeOperator':
      if (type.operator === 'readonly') return inner(type.typeAnnotation);
      return namesIn(type, inner) === undefined ? undefined : { tag: 'text' };
    case 'TSMappedType':
      return mapped(type, declared, inner);
    case 'TSNamedTupleMember':
      return type.optional ? undefined : inner(type.elementType);
    case 'TSNumberKeyword':
      return { tag: 'number' };
    case 'TSBooleanKeyword':
      return { tag: 'bool' };
    case 'TSArrayType':
      return listShape(inner(type.elementType), withAny);
    case 'TSTupleType':
      return recordShape(
        type.elementTypes.map((element, k) => [String(k), inner(element)]),
        true,
      );
    case 'TSTypeLiteral':
      return dictionaryOf(type.members, inner, withAny) ?? members(type.members, inner);
    case 'TSTypeReference':
      return reference(type, declared, inner);
    case 'TSTypeAliasDeclaration':
      return type.typeParameters == null ? inner(type.typeAnnotation) : undefined;
    case 'TSTypeQuery':
      return inner(valueNamed(type, declared));
    case 'TSIndexedAccessType':
      if (textsListed(type, declared)) return { tag: 'text' };
      return partOf(inner(type.objectType), type.indexType);
    case 'TSEnumDeclaration':
      return ofEnum(type);
    case 'VariableDeclarator':
      return type.id.type === 'Identifier' && type.id.typeAnnotation != null
        ? inner(type.id.typeAnnotation)
        : type.init == null
          ? undefined
          : shapeOfValue(type.init);
    case 'TSInterfaceDeclaration': {
      if (type.typeParameters != null) return undefined;
      const own = dictionaryOf(type.body.body, inner, withAny) ?? members(type.body.body, inner);
      const parents = (type.extends ?? []).map((parent) => parentShape(parent, declared));
      return parents.length === 0 ? own : intersectionOf([...parents, own]);
    }
    case 'ClassDeclaration':
      return ofClass(type, inner);
    case 'TSStringKeyword':
      return { tag: 'text' };
    case 'TSLiteralType':
      return ofLiteral(type.literal);
    case 'TSUnionType':
      return union(type.types, inner);
    case 'TSIntersectionType':
      return intersectionOf(type.types.map(inner));
    default:
      return undefined;
  }
}

/** What stands in something at a name or an index. */
function partOf(of: Shape | undefined, index: Node): Shape | undefined {
  if (of === undefined || index.type === 'TSNumberKeyword') return of && elementShape(of);
  const isName = index.type === 'TSLiteralType' && index.literal.type === 'StringLiteral';
  const name = isName ? (index.literal as types.StringLiteral).value : '';
  return of.tag === 'record' && !of.isTuple ? of.fields.get(name) : undefined;
}

/** What the members of an enum are, if all are numbers, or all texts. */
function ofEnum(node: types.TSEnumDeclaration): Shape | undefined {
  const kinds = new Set([...membersOf(node).values()].map((member) => typeof member));
  if (kinds.size !== 1) return undefined;
  return { tag: kinds.has('string') ? 'text' : 'number' };
}

function ofLiteral(literal: Node): Shape | undefined {
  if (literal.type === 'StringLiteral') return { tag: 'text' };
  if (literal.type === 'BooleanLiteral') return { tag: 'bool' };
  return literal.type === 'NumericLiteral' || literal.type === 'UnaryExpression'
    ? { tag: 'number' }
    : undefined;
}

/** A type with `undefined` or `null` beside others; not with both. */
function union(types: readonly Node[], inner: Inner): Shape | undefined {
  const absent = types.filter(
    ({ type }) => type === 'TSUndefinedKeyword' || type === 'TSNullKeyword',
  );
  const shapes = types.filter((type) => !absent.includes(type)).map(inner);
  const known = shapes.filter((shape) => shape !== undefined);
  const of = known.length < shapes.length || absent.length > 1 ? undefined : unionOf(known);
  if (of === undefined || absent.length === 0) return of;
  const isNull = absent[0].type === 'TSNullKeyword';
  return of.tag === 'optional' && of.isNull !== isNull ? undefined : optional(of, isNull);
}

/** The instances of a class, as far as it says what its fields are. */
function ofClass(node: types.ClassDeclaration, inner: Inner): Shape | undefined {
  if (node.superClass != null) return undefined;
  const fields: (readonly [string, Shape | undefined])[] = [];
  for (const member of node.body.body) {
    if (member.type === 'ClassProperty' && member.static !== true) {
      const name = nameOfKey(member.key, member.computed === true);
      const shape =
        inner(member.typeAnnotation) ?? (member.value ? shapeOfValue(member.value) : undefined);
      fields.push([name ?? '', name === undefined ? undefined : shape]);
    }
    if (member.type === 'ClassMethod' && member.kind === 'constructor')
      for (const param of member.params) {
        const field = fieldOf(param);
        if (field !== undefined) fields.push([field.name, typeOfParameter(param, inner)]);
      }
  }
  const made = recordShape(fields, false);
  return made?.tag === 'record' ? { ...made, from: node } : undefined;
}

function typeOfParameter(param: Node, inner: Inner): Shape | undefined {
  const parameter = param.type === 'TSParameterProperty' ? param.parameter : null;
  const usual = parameter?.type === 'AssignmentPattern' ? shapeOfValue(parameter.right) : undefined;
  return inner(fieldOf(param)?.typeAnnotation) ?? usual;
}

/** The field that a parameter of a constructor is, too. */
export function fieldOf(param: Node): types.Identifier | undefined {
  if (param.type !== 'TSParameterProperty') return undefined;
  const { parameter } = param;
  const inner = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  return inner.type === 'Identifier' ? inner : undefined;
}

/** The shape of what an interface extends. */
function parentShape(parent: Node, declared: Types): Shape | undefined {
  // Babel 7 calls the node by another name.
  const name = 'expression' in parent ? (parent.expression as Node) : null;
  const declaration = name?.type === 'Identifier' ? declared.get(name.name) : undefined;
  return shapeOf(declaration, declared);
}

type Inner = (of: Node | null | undefined) => Shape | undefined;

const members = (list: readonly Node[], inner: Inner): Shape | undefined =>
  recordShape(
    list.map((member) => {
      if (member.type !== 'TSPropertySignature' || member.typeAnnotation == null)
        return ['', undefined];
      const name = nameOfKey(member.key, member.computed === true);
      const shape = name === undefined ? undefined : inner(member.typeAnnotation);
      const isTwice = shape?.tag === 'optional' && shape.isNull;
      if (member.optional !== true || shape === undefined) return [name ?? '', shape];
      return [name ?? '', isTwice ? undefined : optional(shape)];
    }),
    false,
  );

export function argumentsOf(type: types.TSTypeReference): readonly Node[] {
  const legacy = type as unknown as {
    readonly typeParameters?: types.TSTypeParameterInstantiation;
  };
  return (type.typeArguments ?? legacy.typeParameters)?.params ?? [];
}

/** The names of arrays of NumPy among types. Entry asks whether a value is one. */
const ofHost: readonly string[] = ['NDArray', 'NDArrayCore'];

function reference(type: types.TSTypeReference, declared: Types, inner: Inner): Shape | undefined {
  if (type.typeName.type === 'TSQualifiedName')
    return ofHost.includes(type.typeName.right.name) ? hostShape : undefined;
  if (type.typeName.type !== 'Identifier') return undefined;
  const { name } = type.typeName;
  const declaration = declared.get(name);
  const args = argumentsOf(type);
  if (declaration === null) return undefined;
  if (declaration !== undefined)
    return 'typeParameters' in declaration && declaration.typeParameters != null
      ? filledIn(declaration, args.map(inner), declared)
      : inner(declaration);
  if (ofHost.includes(name)) return hostShape;
  const [only, ...others] = args;
  if (name === 'ReturnType' && only?.type === 'TSTypeQuery') {
    const f = valueNamed(only, declared);
    return f?.type === 'FunctionDeclaration' ? inner(f.returnType) : undefined;
  }
  if (typedArrays.includes(name)) return { tag: 'array', type: { storage: name as Storage } };
  const isOfNames = name === 'Record' && args.length > 0 && namesOf(args[0], declared, inner);
  const container =
    isWithContainers(declared) && !isOfNames ? containerShape(name, args, inner) : undefined;
  if (container !== undefined) return container;
  if (only === undefined || others.length > 0 || !usual.includes(name))
    return helperShape(name, argumentsOf(type), inner, (of) => namesOf(of, declared, inner));
  if (name === 'Readonly') return inner(only);
  return listShape(inner(only), isWithContainers(declared));
}

/** The shape of a type with parameters, which have shapes here. */
function filledIn(
  declaration: Node,
  args: readonly (Shape | undefined)[],
  declared: Types,
): Shape | undefined {
  if (
    declaration.type !== 'TSTypeAliasDeclaration' &&
    declaration.type !== 'TSInterfaceDeclaration'
  )
    return undefined;
  const params = declaration.typeParameters;
  const around = known.get(declared)?.around ?? [];
  // A type with parameters that contains itself might have no end.
  if (params?.type !== 'TSTypeParameterDeclaration' || around.includes(declaration))
    return undefined;
  const inside = new Map<string, Node | null>(declared) as Map<string, never>;
  keepContainers(inside, declared);
  const shapes = new Map<Node, Shape | undefined>();
  params.params.forEach((param, k) => {
    const name =
      typeof param.name === 'string' ? param.name : (param.name as types.Identifier).name;
    const usual = args.length > k ? args[k] : shapeOf(param.default, declared);
    inside.set(name, param as never);
    shapes.set(param, usual);
  });
  known.set(inside, { shapes, around: [...around, declaration] });
  return read({ ...declaration, typeParameters: null }, inside);
}

const usual = ['Readonly', 'Array', 'ReadonlyArray'];

/** The names that a type lists. */
function namesOf(type: Node, declared: Types, inner: Inner): readonly string[] | undefined {
  const isNamed = type.type === 'TSTypeReference' && type.typeName.type === 'Identifier';
  const alias = isNamed ? declared.get((type.typeName as types.Identifier).name) : undefined;
  if (alias?.type !== 'TSTypeAliasDeclaration' || alias.typeParameters != null)
    return textsListed(type, declared) ?? namesIn(type, inner);
  return textsListed(alias.typeAnnotation, declared) ?? namesIn(alias.typeAnnotation, inner);
}

/** `{ [K in 'a' | 'b']: number }`, where the types do not depend on the name. */
function mapped(type: types.TSMappedType, declared: Types, inner: Inner): Shape | undefined {
  const legacy = type as unknown as {
    readonly constraint?: Node;
    readonly typeParameter?: types.TSTypeParameter;
  };
  const constraint = legacy.constraint ?? legacy.typeParameter?.constraint;
  const isPlain = type.optional == null && type.nameType == null && type.typeAnnotation != null;
  if (!isPlain || constraint == null) return undefined;
  return sameFields(namesOf(constraint, declared, inner), inner(type.typeAnnotation));
}

/** The shape of a new map or set, as far as it says. */
export function shapeOfNew(node: types.NewExpression, declared: Types): Shape | undefined {
  const args = argumentsOf(node as unknown as types.TSTypeReference);
  if (node.callee.type !== 'Identifier' || args.length === 0) return undefined;
  return containerShape(node.callee.name, args, (of) => shapeOf(of, declared));
}
