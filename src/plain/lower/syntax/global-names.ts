/** Names of what the platform has: no variable of the module has them. */
import type { Facts } from '../../front/facts.js';
import { bare, type Node } from '../../front/syntax.js';

/** Whether an expression is a global of a name; of any that begins like a class without one. */
export function isGlobalNamed(
  { bindings }: Pick<Facts, 'bindings'>,
  given: Node,
  name?: string,
): boolean {
  const node = bare(given);
  return (
    node.type === 'Identifier' &&
    bindings.has(node) &&
    bindings.get(node) === undefined &&
    (name === undefined ? /^[A-Z]/.test(node.name) : node.name === name)
  );
}

const functions = ['Number', 'String', 'Boolean', 'parseFloat', 'parseInt', 'isNaN', 'isFinite'];

/** Whether a global is a function of numbers and texts that another function may be given. */
export const isGlobalFunction = (name: string): boolean => functions.includes(name);
