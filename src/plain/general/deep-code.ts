/**
 * Splits code that engines could not parse. Engines take chains of operators of any length, but the calls that
 * stand for the operators are nested, and engines parse calls a thousand deep at most. A part of a deep
 * expression becomes a function `$1 = () => …`. It is made where the expression begins and called at the place
 * of the part, so everything is computed at its old time, or not at all. O(size of the code).
 */
import {
  isDeeperThan,
  isFunction,
  type Expression,
  type Node,
  type types,
  type Types,
} from '../front/syntax.js';

/** The depth of a part. */
const DEPTH = 100;

/**
 * Expressions that a call can replace. Targets are not among them, nor are members, which give calls their
 * receiver.
 */
const values = [
  'ArrayExpression',
  'AssignmentExpression',
  'BinaryExpression',
  'CallExpression',
  'ConditionalExpression',
  'LogicalExpression',
  'NewExpression',
  'ObjectExpression',
  'SequenceExpression',
  'UnaryExpression',
];
/** Expressions that cannot be moved into another function. */
const tied = ['AwaitExpression', 'YieldExpression'];
/** True if a node has temporaries of its own, or is not code. */
const isApart = (node: Node): boolean =>
  isFunction(node) || node.type.startsWith('Class') || node.type.startsWith('TSType');

interface Measured {
  readonly node: Node;
  readonly depth: number;
  readonly isTied: boolean;
}

class Parts {
  readonly made: Expression[] = [];

  constructor(
    private readonly t: Types,
    private readonly temporary: () => types.Identifier,
  ) {}

  /** Splits an expression into parts of the wanted depth, as far as that is possible. */
  of(node: Node): Measured {
    if (isApart(node)) return { node, depth: 0, isTied: false };
    let depth = 0;
    let isTied = tied.includes(node.type);
    const copy = changed(this.t, node, (child) => {
      const inner = this.of(child);
      depth = Math.max(depth, inner.depth);
      isTied ||= inner.isTied;
      return inner.node;
    });
    return depth < DEPTH || isTied || !values.includes(copy.type)
      ? { node: copy, depth: depth + 1, isTied }
      : { node: this.part(copy as Expression), depth: 1, isTied };
  }

  private part(value: Expression): Expression {
    const { t } = this;
    const variable = this.temporary();
    const made = t.arrowFunctionExpression([], value);
    this.made.push(t.assignmentExpression('=', variable, made));
    const call = t.callExpression(t.cloneNode(variable), []);
    call.loc = value.loc ?? null;
    return call;
  }
}

/** A node with changed children; the node itself if no child changed. */
function changed<T extends Node>(t: Types, node: T, change: (child: Node) => Node): T {
  let copy = node as unknown as Record<string, unknown>;
  const put = (key: string, value: unknown) => {
    if ((copy as unknown) === node) copy = { ...copy };
    copy[key] = value;
  };
  for (const key of t.VISITOR_KEYS[node.type] ?? []) {
    const child = copy[key] as Node | (Node | null)[] | null | undefined;
    if (Array.isArray(child)) {
      const made = child.map((item) => (item === null ? null : change(item)));
      if (made.some((item, k) => item !== child[k])) put(key, made);
    } else if (child != null) {
      const made = change(child);
      if (made !== child) put(key, made);
    }
  }
  return copy as unknown as T;
}

/**
 * Splits the expressions of a statement, or an expression. `temporary` makes temporaries of the function around
 * it.
 */
export function splitDeep<T extends Node>(t: Types, node: T, temporary: () => types.Identifier): T {
  if (isApart(node)) return node;
  if (!t.isExpression(node)) {
    // A loop assigns to a place, which is not a value.
    const target = t.isForXStatement(node) ? node.left : null;
    return changed(t, node, (child) =>
      child === target && t.isExpression(child) ? child : splitDeep(t, child, temporary),
    );
  }
  const parts = new Parts(t, temporary);
  const made = parts.of(node).node as Expression;
  return (parts.made.length === 0 ? made : t.sequenceExpression([...parts.made, made])) as T;
}

/** True if statements are nested no more deeply than engines can parse. Expressions are split before. */
export const canBeParsed = (t: Types, statements: readonly types.Statement[]): boolean =>
  !isDeeperThan(t, statements, 10 * DEPTH);
