/** Copies syntax: what is put together is changed, and the module that is translated stays as it is. */
import type { Node } from '../front/syntax.js';

const leftOut: readonly string[] = [
  'leadingComments',
  'trailingComments',
  'innerComments',
  'comments',
  'tokens',
  'errors',
];

/**
 * @param shift what is added to all positions
 * @param module the file, which lines tell of; null to leave them
 * @param copies takes each copy by what it is of
 */
export function copyOf<T extends Node>(
  node: T,
  shift: number,
  module: string | undefined | null,
  copies?: Map<Node, Node>,
): T {
  const copied = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copied);
    return isNode(value) ? copy(value) : value;
  };
  const copy = (of: Node): Node => {
    const made: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(of)) {
      if (leftOut.includes(key)) continue;
      if (key === 'start' || key === 'end') made[key] = Number(value) + shift;
      else if (key === 'loc' && module !== null)
        made[key] = value == null ? value : { ...value, module };
      else made[key] = copied(value);
    }
    const result = made as unknown as Node;
    copies?.set(of, result);
    return result;
  };
  return copy(node) as T;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
