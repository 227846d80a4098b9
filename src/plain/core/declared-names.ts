/** The names that syntax declares: of patterns, of `var` in a function, of a block. O(size of the syntax). */
import { isFunction, type Node, type types as t } from '../front/syntax.js';

export function namesOfPattern(node: Node | null): readonly string[] {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'ObjectPattern':
      return node.properties.flatMap((one) =>
        namesOfPattern(one.type === 'RestElement' ? one.argument : one.value),
      );
    case 'ArrayPattern':
      return node.elements.flatMap(namesOfPattern);
    case 'AssignmentPattern':
      return namesOfPattern(node.left);
    case 'RestElement':
      return namesOfPattern(node.argument);
    case 'TSParameterProperty':
      return namesOfPattern(node.parameter);
    default:
      return [];
  }
}

/** The nodes directly in a node. */
export function childrenOf(node: Node): readonly Node[] {
  const isNode = (part: unknown): part is Node =>
    typeof part === 'object' && part !== null && typeof (part as Node).type === 'string';
  return Object.entries(node).flatMap(([key, part]: [string, unknown]) => {
    if (key === 'loc' || key.endsWith('Comments')) return [];
    return (Array.isArray(part) ? (part as unknown[]) : [part]).filter(isNode);
  });
}

const isClass = ({ type }: Node): boolean =>
  type === 'ClassDeclaration' || type === 'ClassExpression';

/** True if some node in the syntax fulfils a test; functions are looked into if they are wanted. */
export function contains(node: Node, test: (of: Node) => boolean, inFunctions = true): boolean {
  if (test(node)) return true;
  if (!inFunctions && isFunction(node)) return false;
  return childrenOf(node).some((child) => contains(child, test, inFunctions));
}
export const makesFunctions = (node: Node): boolean =>
  contains(node, (one) => isFunction(one) || isClass(one));

/** The names of `var` in the statements of a function, without those of functions inside. */
export function varNames(nodes: readonly Node[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (isFunction(node) || isClass(node)) return [];
    const own =
      node.type === 'VariableDeclaration' && node.kind === 'var' && node.declare !== true
        ? node.declarations.flatMap(({ id }) => namesOfPattern(id))
        : [];
    return [...own, ...varNames(childrenOf(node))];
  });
}

interface Lexical {
  readonly constants: readonly string[];
  readonly variables: readonly string[];
  readonly functions: readonly t.FunctionDeclaration[];
}

/** The names that the statements of a block declare for the block. */
export function lexicalOf(nodes: readonly Node[]): Lexical {
  const constants: string[] = [];
  const variables: string[] = [];
  const functions: t.FunctionDeclaration[] = [];
  for (const node of nodes) {
    if (node.type === 'VariableDeclaration' && node.kind !== 'var' && node.declare !== true)
      (node.kind === 'let' ? variables : constants).push(
        ...node.declarations.flatMap(({ id }) => namesOfPattern(id)),
      );
    if (node.type === 'ClassDeclaration' && node.declare !== true) variables.push(node.id!.name);
    if (node.type === 'FunctionDeclaration') functions.push(node);
  }
  return { constants, variables, functions };
}
