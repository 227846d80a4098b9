/** Which functions of a module may call themselves, by way of others or not. */
import { functionOf } from '../front/callees.js';
import type { Facts } from '../front/facts.js';
import { isFunction, type FunctionNode, type Node } from '../front/syntax.js';
import { childrenOf } from './assigned.js';

class Recursion {
  private readonly callees = new Map<FunctionNode, ReadonlySet<FunctionNode>>();
  private readonly known = new Map<FunctionNode, boolean>();

  constructor(private readonly facts: Facts) {}

  /** Whether a function names itself, or a function that does so, and so on. O(size of these functions), once each. */
  has(f: FunctionNode): boolean {
    let found = this.known.get(f);
    if (found === undefined) this.known.set(f, (found = this.reaches(f)));
    return found;
  }

  private reaches(f: FunctionNode): boolean {
    const seen = new Set<FunctionNode>();
    const left = [f];
    for (let next = left.pop(); next !== undefined; next = left.pop())
      for (const callee of this.calleesOf(next)) {
        if (callee === f) return true;
        if (!seen.has(callee)) {
          seen.add(callee);
          left.push(callee);
        }
      }
    return false;
  }

  /** The functions that a function names. */
  private calleesOf(f: FunctionNode): ReadonlySet<FunctionNode> {
    const known = this.callees.get(f);
    if (known !== undefined) return known;
    const found = new Set<FunctionNode>();
    this.callees.set(f, found);
    const visit = (node: Node): void => {
      const named = node.type === 'Identifier' ? functionOf(this.facts, node) : undefined;
      if (named !== undefined) found.add(named);
      childrenOf(node).forEach(visit);
    };
    childrenOf(f).forEach((child) => {
      if (!('id' in f) || child !== f.id) visit(child);
    });
    return found;
  }
}

const known = new WeakMap<Facts, Recursion>();

export function callsItself(facts: Facts, f: FunctionNode): boolean {
  let recursion = known.get(facts);
  if (recursion === undefined) known.set(facts, (recursion = new Recursion(facts)));
  return isFunction(f) && recursion.has(f);
}
