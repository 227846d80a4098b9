/** Reads the kinds of values from TypeScript's annotations. Types of other modules are not looked up. */
import { any, floats, join, joinAll, list, native, number, real, type Kind } from './kinds.js';
import { nameOfKey, type Node, type types } from './syntax.js';

/**
 * The types that a module declares, by name; null for a name that means more than one. Under `typeof x` stands what
 * declares the variable or the function x.
 */
export type Declared = ReadonlyMap<string, Declaration | null>;
export type Declaration =
  | types.TSInterfaceDeclaration
  | types.TSTypeAliasDeclaration
  | types.TSEnumDeclaration
  | types.VariableDeclarator
  | types.FunctionDeclaration;

const integers = [
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
];
const arrays = ['Array', 'ReadonlyArray', 'ArrayLike'];
const natives = [
  'TSBooleanKeyword',
  'TSStringKeyword',
  'TSBigIntKeyword',
  'TSUndefinedKeyword',
  'TSNullKeyword',
  'TSVoidKeyword',
  'TSTemplateLiteralType',
];

/** From names of global constructors to the lists they make. */
export function listOf(constructor: string): Kind | undefined {
  if (constructor === 'Float64Array') return floats;
  if (constructor === 'Float32Array') return list(real, true);
  return integers.includes(constructor) ? list(number) : undefined;
}

export class Annotations {
  private readonly known = new Map<Node, Kind>();

  constructor(private readonly declared: Declared) {}

  /** The kind that an annotation promises; `any` without an annotation. */
  of(annotation: Node | null | undefined): Kind {
    if (annotation?.type !== 'TSTypeAnnotation') return any;
    return this.ofType(annotation.typeAnnotation);
  }

  ofType(type: Node): Kind {
    let kind = this.known.get(type);
    if (kind === undefined) {
      this.known.set(type, any);
      this.known.set(type, (kind = this.read(type)));
    }
    return kind;
  }

  private read(type: Node): Kind {
    if (natives.includes(type.type)) return native;
    switch (type.type) {
      case 'TSNumberKeyword':
        return real;
      case 'TSArrayType':
        return list(this.ofType(type.elementType));
      case 'TSTupleType':
        return list(joinAll(type.elementTypes.map((element) => this.ofType(element))));
      case 'TSNamedTupleMember':
        return type.optional ? any : this.ofType(type.elementType);
      case 'TSParenthesizedType':
      case 'TSTypeOperator':
        return this.ofType(type.typeAnnotation);
      case 'TSUnionType':
        return joinAll(type.types.map((part) => this.ofType(part)));
      case 'TSLiteralType':
        return this.ofLiteral(type.literal);
      case 'TSTypeLiteral':
        return this.ofMembers(type.members, []);
      case 'TSTypeReference':
        return this.ofReference(type);
      default:
        return any;
    }
  }

  private ofLiteral(literal: Node): Kind {
    if (literal.type === 'NumericLiteral' || literal.type === 'UnaryExpression') return real;
    return native;
  }

  private ofReference(type: types.TSTypeReference): Kind {
    if (type.typeName.type !== 'Identifier') return any;
    const { name } = type.typeName;
    // Babel 7 calls them typeParameters.
    const legacy = type as unknown as {
      readonly typeParameters?: types.TSTypeParameterInstantiation;
    };
    const parameters = (type.typeArguments ?? legacy.typeParameters)?.params ?? [];
    const declaration = this.declared.get(name);
    if (declaration !== undefined) {
      if (declaration?.type === 'TSTypeAliasDeclaration' && declaration.typeParameters == null)
        return this.ofType(declaration.typeAnnotation);
      return declaration?.type === 'TSInterfaceDeclaration' && declaration.typeParameters == null
        ? this.ofMembers(declaration.body.body, declaration.extends ?? [])
        : any;
    }
    if (name === 'Readonly' && parameters.length === 1) return this.ofType(parameters[0]);
    if (arrays.includes(name) && parameters.length === 1)
      return list(this.ofType(parameters[0]), name === 'ArrayLike');
    return listOf(name) ?? any;
  }

  private ofMembers(members: readonly Node[], parents: readonly unknown[]): Kind {
    if (parents.length > 0) return any;
    const found = new Map<string, Node>();
    for (const member of members) {
      if (member.type !== 'TSPropertySignature') continue;
      const name = nameOfKey(member.key, member.computed === true);
      if (name !== undefined) found.set(name, member);
    }
    return {
      tag: 'object',
      member: (name) => {
        const member = found.get(name) as types.TSPropertySignature | undefined;
        if (member === undefined) return any;
        const kind = this.of(member.typeAnnotation);
        return member.optional ? join(kind, native) : kind;
      },
    };
  }
}
