/**
 * Tells which functions become functions of the language: those that may call themselves, and large ones if there is
 * need.
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isClassMethod,
  isFunction,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
} from '../../front/syntax.js';
import { childrenOf } from './assigned.js';
import { nameOfMember } from './class-places.js';

class Recursion {
  private readonly callees = new Map<FunctionNode, ReadonlySet<FunctionNode>>();
  private readonly known = new Map<FunctionNode, boolean>();

  /** By their names. */
  private readonly methods = new Map<string, FunctionNode[]>();

  constructor(private readonly facts: Facts) {
    for (const f of facts.uses.keys()) {
      const name = isClassMethod(f) ? nameOfMember(f) : undefined;
      if (name !== undefined) this.methods.set(name, [...(this.methods.get(name) ?? []), f]);
    }
  }

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
      if (node.type === 'MemberExpression' && node.object.type === 'ThisExpression')
        this.methods
          .get(nameOfKey(node.property, node.computed) ?? '')
          ?.forEach((f) => found.add(f));
      if (isFunction(node)) {
        if ('id' in node && node.id != null) visit(node.id);
        for (const callee of this.calleesOf(node)) found.add(callee);
      } else childrenOf(node).forEach(visit);
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

/** A call costs less than so many parts. */
const LARGE = 100;

/** Whether a function has many parts, with all functions in it. O(1). */
export function isLarge(f: FunctionNode): boolean {
  let left = LARGE;
  const visit = (node: Node): void => {
    if (--left > 0) childrenOf(node).forEach(visit);
  };
  visit(f);
  return left <= 0;
}

/** How many parts a function is written with, with all functions in it. O(size of the function). */
export function partsOf(f: FunctionNode): number {
  let count = 0;
  const visit = (node: Node): void => {
    count++;
    childrenOf(node).forEach(visit);
  };
  visit(f);
  return count;
}

/** The function that a variable always is. */
export function functionHeld(binding: Binding): FunctionNode | undefined {
  const { node } = binding.path;
  if (isFunction(node)) return node;
  const init = node.type === 'VariableDeclarator' && binding.constant ? node.init : null;
  const found = init == null ? null : bare(init);
  return isFunction(found) ? found : undefined;
}
