/**
 * Which functions a run that records may call: those that are called by a function that is not lowered, and so on.
 * What a lowered function calls is a part of its code.
 */
import { functionOf } from '../front/called-function.js';
import type { Facts } from '../front/facts.js';
import { walk, type FunctionNode, type Node, type Types } from '../front/syntax.js';

/**
 * Visits each function of the module once that is called so.
 *
 * @param roots functions that are not lowered
 * @param visit whether what it calls, too, is called in such a run
 */
export function visitRecorded(
  t: Types,
  facts: Facts,
  roots: Iterable<Node>,
  visit: (f: FunctionNode) => boolean,
): void {
  const seen = new Set<Node>(roots);
  const open = [...seen];
  for (let f = open.pop(); f !== undefined; f = open.pop())
    walk(t, f, null, (node) => {
      const called = node.type === 'CallExpression' ? functionOf(facts, node.callee) : undefined;
      if (called === undefined || seen.has(called)) return;
      seen.add(called);
      if (visit(called)) open.push(called);
    });
}
