/** Functions and classes that may be asked for their core, and what stands around them. */
import {
  isFunction,
  realParams,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';

export type Unit = FunctionNode | types.Class;

const isClass = ({ type }: Node): boolean =>
  type === 'ClassDeclaration' || type === 'ClassExpression';

/** The innermost function or class around one; null if there is none. */
export function aroundOf(path: NodePath<Unit>): NodePath<Unit> | null {
  return path.findParent(({ node }) => isFunction(node) || isClass(node)) as NodePath<Unit> | null;
}

/** True if it stands in the parameters, the key or the decorators of what is around it, which its text begins with. */
export function isInHead(path: NodePath<Unit>, around: NodePath<Unit> | null): boolean {
  for (let at: NodePath = path; at !== around && at.parentPath !== null; at = at.parentPath) {
    const { listKey, key, parentPath } = at;
    if (listKey === 'decorators' || (listKey === 'params' && isFunction(parentPath.node)))
      return true;
    if (key === 'key') return true;
  }
  return false;
}

/** True if a key in a pattern of a parameter is computed. */
export function hasComputedKey(t: Types, param: Node): boolean {
  let found = false;
  for (const one of realParams([param]))
    t.traverseFast(one, (node) => {
      found ||= node.type === 'ObjectProperty' && node.computed;
    });
  return found;
}
