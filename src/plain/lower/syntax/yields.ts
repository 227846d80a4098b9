/** Where generators give something; and their bodies, left behind each of these places where somebody says so. */
import type { FunctionNode, Node } from '../../front/syntax.js';
import { isFunction } from '../../front/syntax.js';
import { childrenOf } from './assigned.js';

/** No variable has such a name. */
export const STOPPED = '?stopped';

/** What a statement of a generator gives; undefined for any other statement. */
export function givenBy(node: Node): Node | null | undefined {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'YieldExpression')
    return undefined;
  const { delegate, argument } = node.expression;
  return delegate ? undefined : (argument ?? null);
}

/** What a statement of a generator goes through, and gives in turn; undefined for any other statement. */
export function goneThroughBy(node: Node): Node | undefined {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'YieldExpression')
    return undefined;
  const { delegate, argument } = node.expression;
  return delegate && argument != null ? argument : undefined;
}

const hasYield = (node: Node): boolean =>
  node.type === 'YieldExpression' || (!isFunction(node) && childrenOf(node).some(hasYield));

const known = new WeakMap<Node, Node | null>();

/** Whether all that a generator gives is given by statements of its own, with `if` and loops around them. */
export function givesByStatements({ body }: FunctionNode): boolean {
  const found = known.get(body) ?? left(body);
  known.set(body, found);
  return found !== null;
}

/** The body of such a generator with `if (STOPPED) return;` behind each statement that gives something. */
export const leftBehindYields = ({ body }: FunctionNode): Node => known.get(body)!;

/** Whether the body of a loop may end it: otherwise it only goes on to the next step. */
export const mayEnd = (node: Node): boolean =>
  node.type === 'ReturnStatement' ||
  node.type === 'BreakStatement' ||
  (node.type === 'ContinueStatement' && node.label != null) ||
  (!isFunction(node) && childrenOf(node).some(mayEnd));

/** A statement that may be left; null if something is given elsewhere. */
function left(node: Node): Node | null {
  if (!hasYield(node)) return node;
  const { loc } = node;
  const given = goneThroughBy(node) ?? givenBy(node);
  if (given !== undefined) {
    if (given !== null && hasYield(given)) return null;
    const test = { type: 'Identifier', name: STOPPED, loc };
    const end = { type: 'ReturnStatement', argument: null, loc };
    const leave = { type: 'IfStatement', test, consequent: end, alternate: null, loc };
    return { type: 'BlockStatement', directives: [], body: [node, leave], loc } as unknown as Node;
  }
  const parts = Object.entries(inside).find(([type]) => type === node.type)?.[1];
  if (parts === undefined) return null;
  const made: Record<string, unknown> = { ...node };
  for (const part of parts) {
    const before = made[part] as Node | readonly Node[] | null | undefined;
    if (before == null) continue;
    const all = Array.isArray(before) ? (before as Node[]) : [before as Node];
    const after = all.map(left);
    if (after.includes(null)) return null;
    made[part] = Array.isArray(before) ? after : after[0];
  }
  const changed = made as unknown as Node;
  return childrenOf(node).filter(hasYield).length > countOf(changed, parts) ? null : changed;
}

/** The parts of statements that may give something. */
const inside: Readonly<Record<string, readonly string[]>> = {
  BlockStatement: ['body'],
  IfStatement: ['consequent', 'alternate'],
  ForStatement: ['body'],
  ForOfStatement: ['body'],
  ForInStatement: ['body'],
  WhileStatement: ['body'],
  DoWhileStatement: ['body'],
  LabeledStatement: ['body'],
};

const countOf = (node: Node, parts: readonly string[]): number =>
  parts
    .flatMap((part) => (node as unknown as Record<string, unknown>)[part] as Node | Node[] | null)
    .filter((one) => one != null && hasYield(one)).length;
