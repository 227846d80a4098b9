/**
 * What instances of classes of the module are made of: fields that are annotated, or that values or uses tell. Other
 * fields are left out, since code may do without them. Entry asks for the class, and for each field that code reads.
 */
import type { Facts } from '../../front/facts.js';
import { functionOf } from '../../front/called-function.js';
import {
  bare,
  isPrivate,
  nameOfKey,
  type FunctionNode,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import {
  classMadeBy,
  classNamed,
  instanceAt,
  isOnlyDeclared,
  lineOf,
  methodNamed,
  nameOfMember,
  type ClassNode,
} from '../syntax/class-places.js';
import { initOf, isConstant } from '../syntax/constants.js';
import { namesOf } from './class-members.js';
import { shapeOfValue } from './literal-shapes.js';
import { argumentsOf, fieldOf, shapeOf } from './promised-shapes.js';
import { shapeAsUsed } from './shapes-as-used.js';
import { shapeByUses } from './shapes-by-use.js';
import { arrayShape, recordShape, unstored, type RecordShape, type Shape } from './shapes.js';

/** A field of a class, as far as the class tells. */
interface Field {
  type?: Node | null | undefined;
  readonly values: Node[];
  readonly uses: NodePath[];
}

type Fields = Map<string, Field>;

/** The fields of instances of a class, by their names. O(size of the class, and of all uses of `this`). */
function fieldsOf(facts: Facts, line: readonly ClassNode[]): Fields {
  const found: Fields = new Map();
  const at = (name: string): Field => {
    const field: Field = found.get(name) ?? { values: [], uses: [] };
    found.set(name, field);
    return field;
  };
  for (const node of line)
    for (const member of node.body.body) {
      const name = nameOfMember(member);
      if (member.type === 'ClassProperty' && member.static !== true && name !== undefined) {
        const field = at(name);
        field.type ??= member.typeAnnotation;
        if (member.value != null && !isOnlyDeclared(member)) field.values.push(member.value);
      }
      if (member.type !== 'ClassMethod' || member.kind !== 'constructor') continue;
      for (const param of member.params) {
        const own = fieldOf(param);
        if (own === undefined) continue;
        const field = at(own.name);
        field.type ??= own.typeAnnotation;
        const { parameter } = param as Extract<Node, { type: 'TSParameterProperty' }>;
        if (parameter.type === 'AssignmentPattern') field.values.push(parameter.right);
      }
    }
  for (const path of facts.ownMembers) {
    const { node, parent } = path;
    const name = nameOfKey(node.property, node.computed);
    const of = instanceAt(facts, path);
    if (name === undefined || of === undefined || !line.includes(of)) continue;
    const field = at(name);
    field.uses.push(path);
    if (parent.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=')
      field.values.push(parent.right);
  }
  return found;
}

const known = new WeakMap<ClassNode, RecordShape | null>();
const around: ClassNode[] = [];

/** The shape of the instances of a class; undefined if not all of its parents are classes of the module as they are written. */
export function instanceShape(facts: Facts, of: ClassNode): RecordShape | undefined {
  const before = known.get(of);
  if (before !== undefined) return before ?? undefined;
  const line = lineOf(facts, of);
  if (line === undefined) {
    known.set(of, null);
    return undefined;
  }
  // An instance in an instance of its class may be the same one.
  if (around.includes(of)) return undefined;
  around.push(of);
  const methods = namesOf(line, ['method', 'get', 'set']);
  const fields = new Map<string, Shape>();
  for (const [name, field] of fieldsOf(facts, line)) {
    // Nobody outside of the class can read a private one.
    const isHidden = methods.has(name) || isPrivate(name);
    const shape = isHidden ? undefined : shapeOfField(facts, field);
    if (shape !== undefined) fields.set(name, shape);
  }
  around.pop();
  const made: RecordShape = { tag: 'record', isTuple: false, fields, from: of };
  if (around.length === 0) known.set(of, made);
  return made;
}

function shapeOfField(facts: Facts, { type, values, uses }: Field): Shape | undefined {
  const instances = instanceIn(facts, type);
  if (instances !== undefined) return instances;
  const promised = shapeOf(type, facts.declared);
  if (promised !== undefined) return promised;
  const used = () => shapeByUses(facts, uses);
  if (type != null) return shapeAsUsed(type, facts.declared, used());
  for (const value of values) {
    const found = shapeOfGiven(facts, value);
    if (found !== undefined) return found;
  }
  return used();
}

/** What a field is given: a literal, an instance, a list of instances, or a parameter that says what it is. */
function shapeOfGiven(facts: Facts, given: Node): Shape | undefined {
  const value = bare(given);
  if (value.type === 'Identifier') {
    const type = facts.bindings.get(value)?.identifier.typeAnnotation;
    return instanceIn(facts, type) ?? shapeOf(type, facts.declared);
  }
  const made = classMadeBy(facts, value);
  if (made !== undefined) return instanceShape(facts, made);
  const shape = shapeOfValue(value);
  return shape === undefined ? instancesOf(facts, classInList(facts, value)) : unstored(shape);
}

/** The shape of what a type or a value says that a variable holds, if that is an instance of a class, or a list of those. */
export function instanceIn(
  facts: Facts,
  type: Node | null | undefined,
  init?: Node,
): Shape | undefined {
  const made = (init && classGivenBy(facts, init)) ?? classNamed(facts, type);
  if (made !== undefined) return instanceShape(facts, made);
  return (
    (init && fewInstances(facts, init)) ??
    instancesOf(facts, classListed(facts, type) ?? (init && classInList(facts, init)))
  );
}

function instancesOf(facts: Facts, of: ClassNode | undefined): Shape | undefined {
  const shape = of && instanceShape(facts, of);
  return shape === undefined || shape.fields.size === 0 ? undefined : arrayShape(shape);
}

/** The class of the elements of a list, as its type says. */
function classListed(facts: Facts, type: Node | null | undefined): ClassNode | undefined {
  switch (type?.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return classListed(facts, type.typeAnnotation);
    case 'TSArrayType':
      return classNamed(facts, type.elementType);
    case 'TSTypeReference': {
      const isList = type.typeName.type === 'Identifier' && lists.includes(type.typeName.name);
      return isList ? classNamed(facts, argumentsOf(type)[0]) : undefined;
    }
    default:
      return undefined;
  }
}

const lists: readonly string[] = ['Array', 'ReadonlyArray'];

/** The same as what makes the list says: its elements, or a function that gives each. */
function classInList(facts: Facts, given: Node): ClassNode | undefined {
  const list = bare(given);
  if (list.type === 'ArrayExpression') {
    const all = new Set(list.elements.map((one) => one && classGivenBy(facts, one)));
    return all.size === 1 ? ([...all][0] ?? undefined) : undefined;
  }
  if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return undefined;
  const name = nameOfKey(list.callee.property, list.callee.computed);
  const make = list.arguments.at(name === 'from' ? 1 : 0);
  const isMade = name === 'map' || name === 'from';
  if (!isMade || make?.type !== 'ArrowFunctionExpression') return undefined;
  return make.body.type === 'BlockStatement' ? undefined : classGivenBy(facts, make.body);
}

function fewInstances(facts: Facts, init: Node): Shape | undefined {
  const list = bare(init);
  if (list.type !== 'ArrayExpression' || list.elements.length > MOST_PARTS) return undefined;
  const parts = list.elements.map((inner, k): readonly [string, Shape | undefined] => {
    const of = inner === null ? undefined : classGivenBy(facts, inner);
    return [String(k), of && instanceShape(facts, of)];
  });
  return parts.length === 0 ? undefined : recordShape(parts, true);
}

/** The most instances that are captured one by one. */
const MOST_PARTS = 16;

/**
 * The class of the instance that an expression gives, as far as it says: by `new`, by a variable that holds such an
 * instance, or by a function or a method that returns one.
 *
 * @param own the class of `this`
 */
function classGivenBy(
  facts: Facts,
  given: Node,
  own?: ClassNode,
  depth = 0,
): ClassNode | undefined {
  const call = bare(given);
  const made = call.type === 'ThisExpression' ? own : classMadeBy(facts, call);
  if (made !== undefined || depth > DEEPEST) return made;
  if (call.type === 'Identifier') {
    const binding = facts.bindings.get(call);
    const init = binding && isConstant(binding) ? initOf(binding) : undefined;
    return init && classGivenBy(facts, init, own, depth + 1);
  }
  if (call.type !== 'CallExpression') return undefined;
  const callee = bare(call.callee);
  if (callee.type !== 'MemberExpression') {
    const called = functionOf(facts, callee);
    return called && classReturned(facts, called, undefined, depth);
  }
  const object = bare(callee.object);
  const binding = object.type === 'Identifier' ? facts.bindings.get(object) : undefined;
  const declared = binding?.path.node;
  const isStatic = declared?.type === 'ClassDeclaration';
  const of = isStatic ? declared : classGivenBy(facts, object, own, depth + 1);
  const name = nameOfKey(callee.property, callee.computed);
  const method = of && methodNamed(facts, of, name, isStatic);
  return method && classReturned(facts, method, isStatic ? undefined : of, depth);
}

/** The class of what a function returns: as it is annotated, or by all that it returns. */
function classReturned(
  facts: Facts,
  of: FunctionNode,
  own: ClassNode | undefined,
  depth: number,
): ClassNode | undefined {
  const named = 'returnType' in of ? classNamed(facts, of.returnType) : undefined;
  if (named !== undefined) return named;
  const returned = facts.returns.get(of) ?? [];
  const all = new Set(returned.map((one) => classGivenBy(facts, one, own, depth + 1)));
  return all.size === 1 ? [...all][0] : undefined;
}

const DEEPEST = 4;
