/** Adds what uses ask for where types of annotations say nothing. */
import { nameOfKey, type Node } from '../../front/syntax.js';
import { argumentsOf, shapeOf, type Types } from './promised-shapes.js';
import { arrayShape, elementShape, passedOn, recordShape, type Shape } from './shapes.js';

/** Types that say that something is no array or object of fields. */
const others: readonly string[] = ['Map', 'ReadonlyMap', 'Set', 'ReadonlySet'];

/**
 * The shape that a type promises as far as it says, and else the shape that uses ask for: types of other modules are not
 * known, and fields that nobody uses may be anything. O(size of the shape).
 */
export function shapeAsUsed(
  type: Node | null | undefined,
  declared: Types,
  used: Shape | undefined,
): Shape | undefined {
  const known = shapeOf(type, declared);
  if (known !== undefined || type == null || used === undefined || used === passedOn)
    return known ?? used;
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
      if (others.includes(typeName.name)) return undefined;
      if (typeName.name === 'Record') return used.tag === 'record' ? used : undefined;
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

function fieldsAsUsed(members: readonly Node[], declared: Types, used: Shape): Shape | undefined {
  if (used.tag !== 'record' || used.isTuple) return undefined;
  const typeOf = (name: string): Node | null | undefined => {
    const member = members.find(
      (one) =>
        one.type === 'TSPropertySignature' && nameOfKey(one.key, one.computed === true) === name,
    );
    return member?.type === 'TSPropertySignature' ? member.typeAnnotation : undefined;
  };
  const made = recordShape(
    [...used.fields].map(([name, inner]) => [name, shapeAsUsed(typeOf(name), declared, inner)]),
    false,
  );
  const { isPassedOn } = used;
  return made?.tag === 'record' && isPassedOn ? { ...made, isPassedOn } : made;
}
