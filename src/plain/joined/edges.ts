/**
 * The names that a function of a joined program takes from other modules by their texts. When it runs, each name
 * that brings it must mean what the other module declares, and that module must have the text that was read.
 */
import type { Binding, Node } from '../front/syntax.js';
import { childrenOf } from '../lower/syntax/assigned.js';
import type { Joined } from './joined-program.js';
import type { Edge } from './names-of-modules.js';

/** The names from other modules in a function, and in all that it may use. O(size of that). */
export function edgesFrom({ facts, edges }: Joined, f: Node): readonly Edge[] {
  const found = new Map<string, Edge>();
  const met = new Set<Node>();
  const left: Node[] = [f];
  const add = (node: Node | null | undefined): void => {
    if (node == null || met.has(node)) return;
    met.add(node);
    left.push(node);
  };
  const addBinding = (binding: Binding): void => {
    add(binding.path.node);
    for (const one of facts.definitions.get(binding) ?? []) if (one.by === 'value') add(one.of);
  };
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === 'Identifier') {
      const edge = edges.get(node);
      if (edge !== undefined)
        found.set(`${edge.from.filename} ${edge.local} ${edge.member ?? ''}`, edge);
      const binding = facts.bindings.get(node);
      if (binding?.scope.path.type === 'Program') addBinding(binding);
      if (binding === undefined) add(facts.classes.get(node.name));
    }
    childrenOf(node).forEach(add);
  }
  return [...found.values()];
}
