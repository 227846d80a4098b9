/**
 * Reads trees and linked lists as compiled code takes them: a list of their objects, the root first, and a column for
 * each field. O(objects), about a microsecond each.
 */
import { isInput, type Origin, type Step } from '../../../ir/origin.js';
import { isLeaf, type Part } from './entry-parts.js';
import { heldBy, keysOf, type Held } from './records.js';

export type Way = readonly Step[];

/** The ways from a node to its next ones. */
export function linksOf(part: Part, origins: readonly Origin[], way: Way = []): readonly Way[] {
  if (typeof part === 'number') {
    const { tells } = origins[part];
    return tells !== undefined && 'isLink' in tells ? [way] : [];
  }
  const { presence, steps, parts } = part;
  if (presence !== undefined) return linksOf(part.at(true)!, origins, way);
  return parts.flatMap((inner, k) => linksOf(inner, origins, [...way, steps[k]]));
}

/**
 * All nodes that a root leads to. Reading them runs no code of others.
 *
 * @param seen takes those that are met again
 */
export function nodesFrom(root: unknown, links: readonly Way[], seen: object[]): readonly object[] {
  const found = new Set<object>();
  const left: unknown[] = [root];
  while (left.length > 0) {
    const node = left.pop();
    // What is missing, and what is no node, is asked when columns are read.
    if (!isObject(node)) continue;
    if (found.has(node)) {
      seen.push(node);
      continue;
    }
    found.add(node);
    for (const link of links) left.push(link.reduce<unknown>(inside, node));
  }
  return [...found];
}

const isObject = (of: unknown): of is Held => typeof of === 'object' && of !== null;
const inside = (of: unknown, step: Step): unknown =>
  isObject(of) ? heldBy(of, step as string) : undefined;

/** A real of a node: which column it stands in, and where. */
export type RealOfNode = readonly [column: number, index: number];

/** The columns of reals, and their reals in the order of the arguments; null if there are others beside them. */
export function realsOfNodes(
  part: Part,
  root: object,
  origins: readonly Origin[],
): { readonly places: readonly number[]; readonly order: readonly RealOfNode[] } | null {
  const nodes = new Map(nodesFrom(root, linksOf(part, origins), []).map((node, k) => [node, k]));
  const places: number[] = [];
  const order: RealOfNode[] = [];
  const visit = (inner: Part | undefined, of: unknown, index: number): boolean => {
    if (inner === undefined) return isLeaf(of);
    if (typeof inner === 'number') {
      const next = nodes.get(of as object);
      if (next !== undefined) return visit(part, of, next);
      if (!isInput(origins[inner])) return true;
      if (!places.includes(inner)) places.push(inner);
      order.push([places.indexOf(inner), index]);
      return true;
    }
    if (inner.presence !== undefined)
      return of === undefined || of === null || visit(inner.at(true), of, index);
    if (Array.isArray(of)) return of.every((child, k) => visit(inner.at(k), child, index));
    const keys = keysOf(of as object);
    return keys?.every((key) => visit(inner.at(key), (of as Held)[key], index)) ?? false;
  };
  return visit(part, root, 0) ? { places, order } : null;
}
