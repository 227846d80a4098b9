/** Names for the syntax that the host, Babel 7 or 8, hands over, and walks over it. */
import type { NodePath, types } from '@babel/core';

export type { NodePath, Scope } from '@babel/core';
export type { types } from '@babel/core';
export type Binding = NonNullable<ReturnType<NodePath['scope']['getBinding']>>;
/** The builders and tests of the host's version. */
export type Types = typeof types;
export type Node = types.Node;
export type Expression = types.Expression;
export type FunctionNode =
  | types.FunctionDeclaration
  | types.FunctionExpression
  | types.ArrowFunctionExpression
  | types.ObjectMethod
  | types.ClassMethod
  | types.ClassPrivateMethod;

const wrappers = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'ParenthesizedExpression',
];

/** An expression without parentheses and assertions of types. */
export function bare(node: Node): Node {
  let inner = node;
  while (wrappers.includes(inner.type)) inner = (inner as types.TSAsExpression).expression;
  return inner;
}

const functions = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
];
export const isFunction = (node: Node | null | undefined): node is FunctionNode =>
  node != null && functions.includes(node.type);

/** The parameters without TypeScript's `this`, which is not a parameter. */
export const realParams = <T extends Node>(params: readonly T[]): T[] =>
  params.filter((param) => !(param.type === 'Identifier' && param.name === 'this'));

export type ClassMethod = types.ClassMethod | types.ClassPrivateMethod;
export const isClassMethod = (node: Node): node is ClassMethod =>
  node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod';

export type ClassField = types.ClassProperty | types.ClassPrivateProperty;
export const isClassField = (node: Node): node is ClassField =>
  node.type === 'ClassProperty' || node.type === 'ClassPrivateProperty';

/** The name of `#x` begins with what no name in a text begins with. */
export const isPrivate = (name: string): boolean => name.startsWith('\0');

/** The name of a property or member, if it is written down. */
export function nameOfKey(key: Node, computed: boolean): string | undefined {
  if (key.type === 'PrivateName') return `\0${key.id.name}`;
  if (key.type === 'StringLiteral') return isPrivate(key.value) ? undefined : key.value;
  if (key.type === 'Identifier' && !computed) return key.name;
  return undefined;
}

/** The child nodes of a node, in the order of the source. */
export function childrenOf(t: Types, node: Node): Node[] {
  return (t.VISITOR_KEYS[node.type] ?? []).flatMap((key) => {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key];
    return Array.isArray(child)
      ? child.filter((item) => item !== null)
      : child == null
        ? []
        : [child];
  });
}

/** True if code is nested more deeply than this. */
export function isDeeperThan(t: Types, nodes: readonly Node[], depth: number): boolean {
  let level = nodes;
  for (let k = 0; k < depth && level.length > 0; k++)
    level = level.flatMap((node) => childrenOf(t, node));
  return level.length > 0;
}

/** Visits all parts of code, but not types, each with the node around it. */
export function walk(
  t: Types,
  node: Node,
  parent: Node | null,
  visit: (node: Node, parent: Node | null) => void,
): void {
  visit(node, parent);
  for (const child of childrenOf(t, node))
    if (!child.type.startsWith('TSType')) walk(t, child, node, visit);
}

/** The identifiers that patterns bind. */
export function boundIdentifiers(t: Types, patterns: readonly Node[]): types.Identifier[] {
  return patterns.flatMap((pattern) =>
    Object.values(t.getBindingIdentifiers(bareParam(pattern) as types.LVal)),
  );
}

const bareParam = (node: Node): Node =>
  node.type === 'TSParameterProperty' ? node.parameter : node;
