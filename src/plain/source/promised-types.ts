/** The values that types of TypeScript promise, as far as code takes them apart. */
import type { ArrayType, Storage } from '../ir/ir.js';
import { wholeStorages } from '../ir/ir.js';
import { bare, nameOfKey, type Node, type types } from '../front/syntax.js';
import { sourceOf, exportOf } from '../front/module-sources.js';
import type { Module } from './module.js';
import type { Modules } from './modules.js';

export type Promised =
  | { readonly tag: 'number' | 'bool' }
  /** Numbers in an array, or in arrays of these. */
  | { readonly tag: 'numbers'; readonly type: ArrayType }
  | {
      readonly tag: 'record';
      readonly fields: ReadonlyMap<string, Promised>;
      readonly isTuple: boolean;
      /** The class that it is an instance of. */
      readonly from?: { readonly module: Module; readonly name: string };
    }
  /** An array of objects or tuples. */
  | { readonly tag: 'list'; readonly of: Promised }
  | { readonly tag: 'other'; readonly why: string; readonly mayHoldReals: boolean };

const other = (why: string, mayHoldReals = true): Promised => ({
  tag: 'other',
  why,
  mayHoldReals,
});
const NUMBER: Promised = { tag: 'number' };
const BOOL: Promised = { tag: 'bool' };

const typed: readonly string[] = ['Float64Array', 'Float32Array', ...wholeStorages];
const lists = ['Array', 'ReadonlyArray'];

export function listOf(of: Promised): Promised {
  switch (of.tag) {
    case 'number':
      return { tag: 'numbers', type: { storage: 'number[]' } };
    case 'numbers':
      return { tag: 'numbers', type: { storage: 'list', of: of.type } };
    case 'record':
      return { tag: 'list', of };
    default:
      return other(of.tag === 'other' ? of.why : 'an array of bools, or of arrays of objects');
  }
}

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

const isSame = (one: Promised, two: Promised): boolean =>
  JSON.stringify(one, shown) === JSON.stringify(two, shown);
const shown = (key: string, of: unknown): unknown =>
  key === 'module' ? (of as Module).filename : of instanceof Map ? [...(of as Map<string, unknown>)] : of;

function union(all: readonly Promised[]): Promised {
  const [first] = all;
  if (all.every((one) => isSame(one, first))) return first;
  const mayHoldReals = all.some((one) => one.tag !== 'other' || one.mayHoldReals);
  return other('what may be of several types, or missing', mayHoldReals);
}

function intersection(all: readonly Promised[]): Promised {
  const fields = new Map<string, Promised>();
  for (const one of all) {
    if (one.tag !== 'record' || one.isTuple) return other('an intersection of types');
    for (const [key, field] of one.fields) fields.set(key, field);
  }
  return { tag: 'record', fields, isTuple: false };
}

/** The type of a value that is written down. */
export function ofValue(given: Node | null | undefined): Promised {
  if (given == null) return other('a variable without a type');
  const node = bare(given);
  switch (node.type) {
    case 'NumericLiteral':
      return NUMBER;
    case 'BooleanLiteral':
      return BOOL;
    case 'StringLiteral':
      return other('a text', false);
    case 'UnaryExpression':
      return node.operator === '-' || node.operator === '+' ? ofValue(node.argument) : BOOL;
    case 'ArrayExpression': {
      const items = node.elements.map(ofValue);
      return items.length === 0 ? other('an empty array') : listOf(union(items));
    }
    case 'ObjectExpression': {
      const fields = new Map<string, Promised>();
      for (const one of node.properties) {
        const key = one.type === 'SpreadElement' ? undefined : nameOfKey(one.key, one.computed);
        if (key === undefined) return other('an object with computed keys');
        fields.set(key, one.type === 'ObjectProperty' ? ofValue(one.value) : other('a method'));
      }
      return { tag: 'record', fields, isTuple: false };
    }
    case 'NewExpression':
    case 'CallExpression': {
      const { callee } = node;
      const of = callee.type === 'MemberExpression' ? callee.object : callee;
      const name = of.type === 'Identifier' ? of.name : '';
      const isFrom = callee.type !== 'MemberExpression' || ['of', 'from'].includes(nameOfMember(callee));
      return typed.includes(name) && isFrom
        ? { tag: 'numbers', type: { storage: name as Storage } }
        : other('what a call gives when the module runs');
    }
    default:
      return other('what the module computes when it runs');
  }
}
const nameOfMember = (of: types.MemberExpression): string => nameOfKey(of.property, of.computed) ?? '';

/** The type of a sample. */
export function ofSample(of: unknown): Promised {
  if (typeof of === 'number') return NUMBER;
  if (typeof of === 'boolean') return BOOL;
  if (typeof of === 'string') return other('a text', false);
  if (ArrayBuffer.isView(of)) {
    const { name } = of.constructor;
    return typed.includes(name)
      ? { tag: 'numbers', type: { storage: name as Storage } }
      : other(`a value of the type ${name}`);
  }
  if (Array.isArray(of))
    return of.length === 0 ? listOf(NUMBER) : listOf(union(of.map(ofSample)));
  if (typeof of !== 'object' || of === null || Object.getPrototypeOf(of) !== Object.prototype)
    return other('a sample of this kind');
  const fields = Object.entries(of).map(([key, one]) => [key, ofSample(one)] as const);
  return { tag: 'record', fields: new Map(fields), isTuple: false };
}
