/** What modules with functions of arrays give: which names stand for such functions. */
import { exportOf, sourceOf } from '../../front/module-sources.js';
import { bare, nameOfKey, type Binding, type Node } from '../../front/syntax.js';
import { isConstant } from './constants.js';

/** An export of such a module, as the module that is translated names it. */
export interface HostName {
  readonly binding: Binding;
  /** What it is of a whole module. */
  readonly member?: string;
}

const sources: readonly string[] = ['delta-tape/numpy', 'delta-tape/nn'];

/** Whether a variable holds what such a module exports, or the whole module. */
const isOfHost = (binding: Binding | undefined): binding is Binding =>
  binding !== undefined && sources.includes(sourceOf(binding) ?? '') && isConstant(binding);

const isWhole = (binding: Binding): boolean =>
  exportOf(binding) === '*' || binding.path.isImportDefaultSpecifier();

/** The export that an expression names; undefined for any other expression. */
export function hostNameOf(
  given: Node,
  bindings: ReadonlyMap<Node, Binding | undefined>,
): HostName | undefined {
  const node = bare(given);
  if (node.type === 'Identifier') {
    const binding = bindings.get(node);
    return isOfHost(binding) && !isWhole(binding) ? { binding } : undefined;
  }
  if (node.type !== 'MemberExpression') return undefined;
  const object = bare(node.object);
  const binding = object.type === 'Identifier' ? bindings.get(object) : undefined;
  const member = nameOfKey(node.property, node.computed);
  return member !== undefined && isOfHost(binding) && isWhole(binding)
    ? { binding, member }
    : undefined;
}

/** The export that an expression begins with, as that of `np.linalg.inv` is `np.linalg`. */
export function hostRootOf(
  given: Node,
  bindings: ReadonlyMap<Node, Binding | undefined>,
): HostName | undefined {
  const found = hostNameOf(given, bindings);
  const node = bare(given);
  return found === undefined && node.type === 'MemberExpression'
    ? hostRootOf(node.object, bindings)
    : found;
}

/** The name under which a module exports it. */
export const exportedName = ({ binding, member }: HostName): string => member ?? exportOf(binding)!;

/** Whether functions of arrays, or methods of what they give, give an expression. */
export function isMadeByHost(
  given: Node,
  bindings: ReadonlyMap<Node, Binding | undefined>,
): boolean {
  const node = bare(given);
  if (node.type !== 'CallExpression') return false;
  if (hostRootOf(node.callee, bindings) !== undefined) return true;
  return node.callee.type === 'MemberExpression' && isMadeByHost(node.callee.object, bindings);
}
