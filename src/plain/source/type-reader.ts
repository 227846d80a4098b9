/** Reads annotations of TypeScript, also of other modules. */
import { nameOfKey, type Node, type types } from '../front/syntax.js';
import { exportOf, sourceOf } from '../front/module-sources.js';
import type { Storage } from '../ir/ir.js';
import type { Module } from './module.js';
import type { Modules } from './modules.js';
import {
  BOOL,
  intersection,
  listOf,
  NUMBER,
  other,
  typed,
  union,
  type Promised,
} from './promised-types.js';
import { ofValue } from './types-of-values.js';

const lists = ['Array', 'ReadonlyArray'];

/** The place where names of types mean something: a module, and the types that stand for parameters. */
interface Place {
  readonly module: Module;
  readonly bound: ReadonlyMap<string, Promised>;
}

export class TypeReader {
  private readonly around: Node[] = [];

  constructor(private readonly modules: Modules) {}

  in = (module: Module, type: Node | null | undefined): Promised =>
    this.read(type, { module, bound: new Map() });

  private read(type: Node | null | undefined, place: Place): Promised {
    if (type == null) return other('a value without a type');
    if (this.around.includes(type)) return other('a type that contains itself, such as a tree');
    this.around.push(type);
    try {
      return this.readOnce(type, place);
    } finally {
      this.around.pop();
    }
  }

  private readOnce(type: Node, place: Place): Promised {
    const inner = (of: Node | null | undefined): Promised => this.read(of, place);
    switch (type.type) {
      case 'TSTypeAnnotation':
      case 'TSParenthesizedType':
        return inner(type.typeAnnotation);
      case 'TSTypeOperator':
        return type.operator === 'readonly' ? inner(type.typeAnnotation) : other('a text', false);
      case 'TSNamedTupleMember':
        return type.optional ? other('what may be missing') : inner(type.elementType);
      case 'TSNumberKeyword':
        return NUMBER;
      case 'TSBooleanKeyword':
        return BOOL;
      case 'TSStringKeyword':
      case 'TSTemplateLiteralType':
        return other('a text', false);
      case 'TSArrayType':
        return listOf(inner(type.elementType));
      case 'TSTupleType': {
        const items = type.elementTypes.map((one, k) => [String(k), inner(one)] as const);
        return { tag: 'record', fields: new Map(items), isTuple: true };
      }
      case 'TSTypeLiteral':
        return this.members(type.members, place);
      case 'TSInterfaceDeclaration':
        return this.ofInterface(type, place);
      case 'TSTypeAliasDeclaration':
        return inner(type.typeAnnotation);
      case 'TSEnumDeclaration':
        return other('a member of an enum');
      case 'TSTypeReference':
        return this.reference(type, place);
      case 'TSTypeQuery':
        return type.exprName.type === 'Identifier'
          ? this.ofVariable(type.exprName.name, place.module)
          : other('a type that asks for a value');
      case 'TSIndexedAccessType':
        return this.indexed(inner(type.objectType), type.indexType);
      case 'TSLiteralType':
        return ofLiteral(type.literal);
      case 'TSUnionType':
        return union(type.types.map(inner));
      case 'TSIntersectionType':
        return intersection(type.types.map(inner));
      case 'ClassDeclaration':
        return this.ofClass(type, place);
      default:
        return other('a value of a type that says too little');
    }
  }

  private ofInterface(type: types.TSInterfaceDeclaration, place: Place): Promised {
    const own = this.members(type.body.body, place);
    const parents = (type.extends ?? []).map((parent): Promised => {
      const name = 'expression' in parent ? (parent.expression as Node) : null;
      return name?.type === 'Identifier'
        ? this.named(name.name, [], place)
        : other('an interface of another one');
    });
    return parents.length === 0 ? own : intersection([...parents, own]);
  }

  private members(list: readonly Node[], place: Place): Promised {
    const fields = new Map<string, Promised>();
    for (const member of list) {
      const isMethod = member.type === 'TSMethodSignature';
      const name =
        isMethod || member.type === 'TSPropertySignature'
          ? nameOfKey(member.key, member.computed === true)
          : undefined;
      if (name === undefined) return other('a dictionary, or an object that is called');
      const type = isMethod ? null : (member as types.TSPropertySignature).typeAnnotation;
      const isOptional = (member as types.TSPropertySignature).optional === true;
      const of = isMethod ? other('a method that is given', false) : this.read(type, place);
      fields.set(name, isOptional ? other('what may be missing') : of);
    }
    return { tag: 'record', fields, isTuple: false };
  }

  private reference(type: types.TSTypeReference, place: Place): Promised {
    if (type.typeName.type !== 'Identifier') return other('a type of a namespace');
    const legacy = type as unknown as {
      readonly typeParameters?: types.TSTypeParameterInstantiation;
    };
    const args = (type.typeArguments ?? legacy.typeParameters)?.params ?? [];
    return this.named(
      type.typeName.name,
      args.map((one) => this.read(one, place)),
      place,
    );
  }

  private named(name: string, args: readonly Promised[], place: Place): Promised {
    const { module } = place;
    const bound = place.bound.get(name);
    if (bound !== undefined) return bound;
    const declared = module.facts.declared.get(name) ?? module.facts.classes.get(name);
    if (declared != null) return this.filled(declared, args, module);
    const binding = module.program.scope.getBinding(name);
    const source = sourceOf(binding);
    if (binding !== undefined && source !== undefined) {
      const found = this.modules.find(source, module);
      const own = exportOf(binding);
      return found === undefined || own === undefined
        ? other(`the type ${name} of ${source}, which is not given`)
        : this.named(own, args, { module: found, bound: new Map() });
    }
    if (typed.includes(name)) return { tag: 'numbers', type: { storage: name as Storage } };
    const [only] = args;
    if (args.length === 1 && lists.includes(name)) return listOf(only);
    if (args.length === 1 && (name === 'Readonly' || name === 'Required')) return only;
    return other(`a value of the type ${name}`);
  }

  /** A declaration with types in the places of its parameters. */
  private filled(declared: Node, args: readonly Promised[], module: Module): Promised {
    const params =
      'typeParameters' in declared && declared.typeParameters?.type === 'TSTypeParameterDeclaration'
        ? declared.typeParameters.params
        : [];
    const bound = new Map<string, Promised>();
    params.forEach(({ name, default: usual }, k) => {
      const own = typeof name === 'string' ? name : (name as types.Identifier).name;
      bound.set(own, args[k] ?? this.read(usual, { module, bound: new Map() }));
    });
    return this.read(declared, { module, bound });
  }

  private indexed(of: Promised, index: Node): Promised {
    if (of.tag === 'numbers') {
      const { of: row } = of.type;
      return row === undefined ? NUMBER : { tag: 'numbers', type: row };
    }
    if (of.tag === 'list') return of.of;
    const isName = index.type === 'TSLiteralType' && index.literal.type === 'StringLiteral';
    const name = isName ? (index.literal as types.StringLiteral).value : '';
    return (of.tag === 'record' && of.fields.get(name)) || other('a part of a type');
  }

  /** The type of a variable: what its annotation says, or what it begins with. */
  ofVariable(name: string, module: Module): Promised {
    const node = module.program.scope.getBinding(name)?.path.node;
    if (node?.type !== 'VariableDeclarator') return other(`the type of ${name}`);
    const { id, init } = node;
    return id.type === 'Identifier' && id.typeAnnotation != null
      ? this.in(module, id.typeAnnotation)
      : ofValue(init);
  }

  /** The instances of a class, as far as it says what its fields are. */
  private ofClass(node: types.ClassDeclaration, { module, bound }: Place): Promised {
    if (node.superClass != null) return other('an instance of a class with a parent');
    const fields = new Map<string, Promised>();
    for (const member of node.body.body) {
      if (member.type === 'ClassPrivateProperty' || member.type === 'ClassAccessorProperty')
        return other('an instance of a class with private fields');
      if (member.type === 'ClassProperty' && member.static !== true) {
        const name = nameOfKey(member.key, member.computed === true) ?? '';
        const type = member.typeAnnotation;
        fields.set(name, type ? this.read(type, { module, bound }) : ofValue(member.value));
      }
      if (member.type !== 'ClassMethod' || member.kind !== 'constructor') continue;
      for (const param of member.params) {
        if (param.type !== 'TSParameterProperty') continue;
        const { parameter } = param;
        const own = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
        if (own.type !== 'Identifier') return other('an instance of a class');
        const usual = parameter.type === 'AssignmentPattern' ? ofValue(parameter.right) : null;
        const type = own.typeAnnotation && this.read(own.typeAnnotation, { module, bound });
        fields.set(own.name, type ?? usual ?? other('a field without a type'));
      }
    }
    return { tag: 'record', fields, isTuple: false, from: { module, name: node.id!.name } };
  }
}

function ofLiteral(literal: Node): Promised {
  if (literal.type === 'NumericLiteral' || literal.type === 'UnaryExpression') return NUMBER;
  return literal.type === 'BooleanLiteral' ? BOOL : other('a text', false);
}
