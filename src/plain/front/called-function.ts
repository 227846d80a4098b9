/** Finds the function of the module that a call certainly calls. */
import type { Facts } from './facts.js';
import { bare, isFunction, type FunctionNode, type Node } from './syntax.js';

/** The function that an expression stands for, if that never changes. */
export function functionOf(facts: Facts, callee: Node): FunctionNode | undefined {
  const inner = bare(callee);
  if (inner.type !== 'Identifier') return isFunction(inner) ? inner : undefined;
  const binding = facts.bindings.get(inner);
  if (binding === undefined) return undefined;
  const definitions = facts.definitions.get(binding) ?? [];
  if (binding.kind === 'hoisted') {
    const { node } = binding.path;
    const isOne = definitions.length === 0 && binding.constantViolations.length === 0;
    return isOne && isFunction(node) ? node : undefined;
  }
  const [only] = definitions;
  if (only?.by !== 'value' || definitions.length > 1) return undefined;
  const value = bare(only.of);
  return isFunction(value) ? value : undefined;
}
