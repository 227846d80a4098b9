/**
 * Guesses what a call gives by the uses of its result, where the function is known only when the program is linked.
 * Linking compares each guess with what the function gives. O(uses of the result).
 */
import type { Declared } from '../../front/annotations.js';
import type { Facts } from '../../front/facts.js';
import {
  isFunction,
  nameOfKey,
  type Binding,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import { isLinkedInside } from '../syntax/others.js';
import { arrayShape, passedOn, unknown, unstored, type Shape } from './shapes.js';
import { shapeOf } from './promised-shapes.js';
import { joinedUses } from './joined-uses.js';
import { ShapesByUse } from './shapes-by-use.js';

const number: Shape = { tag: 'number' };
const bool: Shape = { tag: 'bool' };

class UsesOfCalls extends ShapesByUse {
  /** The functions on the way. */
  private readonly functions = new Set<Node>();

  /** What becomes of what a call gives. */
  result(call: NodePath): Shape | undefined {
    const { parent, node, parentPath } = call;
    if (parentPath === null) return undefined;
    switch (parent.type) {
      case 'VariableDeclarator':
        return parent.init === node ? this.parts(parent.id) : undefined;
      case 'LogicalExpression':
        return this.result(parentPath);
      case 'ConditionalExpression':
        return parent.test === node ? bool : this.result(parentPath);
      case 'IfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return bool;
      case 'ForStatement':
        return parent.test === node ? bool : undefined;
      case 'BinaryExpression':
      case 'ArrayExpression':
        return number;
      case 'MemberExpression': {
        const name = nameOfKey(parent.property, parent.computed);
        const isField = name !== undefined && !(name in Array.prototype || name === 'subarray');
        if (!isField) return this.use(call);
        const inner = this.result(parentPath) ?? unknown;
        return { tag: 'record', isTuple: false, fields: new Map([[name, inner]]) };
      }
      case 'UnaryExpression':
        return parent.operator === '!' ? bool : number;
      case 'SpreadElement':
        return this.use(call) ?? arrayShape(number);
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
        return this.returned(call);
      default:
        return this.use(call);
    }
  }

  /** What a pattern takes, of a tuple or an object. */
  private parts(pattern: Node): Shape | undefined {
    const fields = new Map<string, Shape>();
    const isTuple = pattern.type === 'ArrayPattern';
    if (!isTuple && pattern.type !== 'ObjectPattern') return this.pattern(pattern);
    for (const [k, inner] of (isTuple ? pattern.elements : pattern.properties).entries()) {
      if (inner?.type === 'RestElement') return this.pattern(pattern);
      const isField = inner?.type === 'ObjectProperty';
      const name = isField ? nameOfKey(inner.key, inner.computed) : String(k);
      const part = isField ? inner.value : inner;
      if (name !== undefined) fields.set(name, (part && this.parts(part)) ?? unknown);
    }
    return { tag: 'record', isTuple, fields };
  }

  /** What is asked of the function that returns something. */
  private returned(path: NodePath): Shape | undefined {
    let at: NodePath | null = path.parentPath;
    while (at !== null && !isFunction(at.node)) at = at.parentPath;
    if (at === null || !isFunction(at.node)) return undefined;
    const annotated = shapeOf(
      'returnType' in at.node ? at.node.returnType : null,
      this.facts.declared,
    );
    if (annotated !== undefined || this.functions.has(at.node)) return annotated;
    this.functions.add(at.node);
    const { parent } = at;
    const id =
      'id' in at.node && at.node.id != null
        ? at.node.id
        : parent.type === 'VariableDeclarator'
          ? parent.id
          : null;
    const binding = id === null ? undefined : this.facts.bindings.get(id);
    const calls = (binding?.referencePaths ?? []).flatMap(({ parentPath, key }) =>
      parentPath?.node.type === 'CallExpression' && key === 'callee' ? [parentPath] : [],
    );
    const found = joinedUses(calls.map((call) => this.result(call)));
    this.functions.delete(at.node);
    return found;
  }
}

const known = new WeakMap<Facts, UsesOfCalls>();

/** What the type of a variable says that a function gives which it holds. */
function promised(type: Node | null | undefined, declared: Declared): Shape | undefined {
  switch (type?.type) {
    case 'TSTypeAnnotation':
    case 'TSParenthesizedType':
    case 'TSTypeAliasDeclaration':
      return promised(type.typeAnnotation, declared);
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier'
        ? promised(declared.get(type.typeName.name), declared)
        : undefined;
    case 'TSFunctionType': {
      // Babel 8 calls it otherwise.
      const { returnType, typeAnnotation } = type as unknown as Readonly<Record<string, Node>>;
      const shape = shapeOf(returnType ?? typeAnnotation, declared);
      return shape && unstored(shape);
    }
    default:
      return undefined;
  }
}

/**
 * The shape of what a call of a variable gives: by the type of that, or by what becomes of it. What only goes into another such call is
 * taken for a number.
 */
export function shapeOfResult(facts: Facts, of: Binding, call: NodePath): Shape {
  const told = promised(of.identifier.typeAnnotation, facts.declared);
  const found = told ?? shapeByUses(facts, call) ?? unknown;
  const isCall = call.parent.type === 'CallExpression' && call.listKey === 'arguments';
  return found === passedOn && isCall && isLinkedInside(of) ? number : found;
}

/** The shape of what a call gives by its uses, or undefined. */
function shapeByUses(facts: Facts, call: NodePath): Shape | undefined {
  let found = known.get(facts);
  if (found === undefined) known.set(facts, (found = new UsesOfCalls(facts)));
  return found.result(call);
}

/** The call of a variable, or of a member of what it holds. */
export function callOf(use: NodePath): NodePath | null {
  let path: NodePath | null = use.parentPath;
  for (let k = 0; k < DEEPEST && path !== null && path.node.type !== 'CallExpression'; k++)
    path = path.parentPath;
  return path;
}

/** Parentheses and assertions of types around a member. */
const DEEPEST = 6;
