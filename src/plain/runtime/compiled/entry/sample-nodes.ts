/** The nodes of a tree that stand in a sample, wherever they have links. */
import type { Origin } from '../../../ir/origin.js';
import type { Part } from './entry-parts.js';
import type { Held } from './records.js';

/**
 * All of them, the root first. O(nodes).
 *
 * @param part what is known of one
 */
export function nodesFrom(
  part: Part,
  root: unknown,
  origins: readonly Origin[],
): readonly unknown[] {
  const nodes = [root];
  const search = (inner: Part | undefined, of: unknown): void => {
    if (inner === undefined || of === undefined || of === null) return;
    if (typeof inner === 'number') {
      const { tells } = origins[inner];
      if (tells !== undefined && 'isLink' in tells) nodes.push(of);
      return;
    }
    const { presence, starts, element, steps, parts } = inner;
    if (presence !== undefined) search(inner.at(true), of);
    else if (starts !== undefined) for (const one of of as readonly unknown[]) search(element, one);
    else steps.forEach((step, k) => search(parts[k], (of as Held)[step as string | number]));
  };
  // The list grows while it is gone through.
  for (const one of nodes) search(part, one);
  return nodes;
}
