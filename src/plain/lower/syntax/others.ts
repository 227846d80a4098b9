/** What comes from other modules, and may be functions with lowered forms. */
import { sourceOf } from '../../front/module-sources.js';
import type { Facts } from '../../front/facts.js';
import { bare, type Binding, type NodePath } from '../../front/syntax.js';
import { isConstant } from './constants.js';

/** The part of the library whose functions have lowered forms: log densities, which give numbers. */
export const DENSITIES = 'delta-tape/learn/inference';

/** What has no lowered functions in it: arrays, the platform, and the rest of the library. */
const isForeign = (source: string): boolean =>
  source !== DENSITIES && /^(delta-tape|numpy-ts|node:)/.test(source);

/** Whether a variable never changes, and holds what another module gives. */
export function isOfOthers(binding: Binding): boolean {
  const source = sourceOf(binding);
  if (source === undefined || isForeign(source)) return false;
  return binding.scope.path.type === 'Program' && isConstant(binding);
}

/**
 * Whether a variable of the module always holds what one call gave, which may be a function or an object of functions:
 * `const loss = makeLoss(data)`. What the library gives is known otherwise.
 */
function isMadeByCall(binding: Binding): boolean {
  const { node, scope } = binding.path;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init == null)
    return false;
  const init = bare(node.init);
  if (init.type !== 'CallExpression' || sourceOf(binding) !== undefined) return false;
  const callee = bare(init.callee);
  const root = callee.type === 'MemberExpression' ? bare(callee.object) : callee;
  const maker = root.type === 'Identifier' ? scope.getBinding(root.name) : undefined;
  return maker !== undefined && !isForeign(sourceOf(maker) ?? '') && isConstant(binding);
}

const isAtTop = ({ scope }: Binding): boolean => scope.path.type === 'Program';

/** Whether what a variable of the module always holds is known only when programs are linked. */
export const isLinked = (binding: Binding): boolean =>
  isOfOthers(binding) || (isAtTop(binding) && isMadeByCall(binding));

/**
 * Whether the same is so of a variable of a function: it is given, or made by a call. For functions inside of that function it may be a
 * function, which is another one each time.
 */
export const isLinkedInside = (binding: Binding): boolean =>
  !isAtTop(binding) && (binding.kind === 'param' ? isConstant(binding) : isMadeByCall(binding));

/** Whether a call of a variable at a place calls what is known only when programs are linked. */
export const isLinkedAt = (facts: Facts, binding: Binding, at: NodePath): boolean =>
  isLinked(binding) ||
  (isLinkedInside(binding) && at.getFunctionParent()?.node !== facts.ownerOf(binding));

/** Whether a member may be a method of an array: other modules have arrays, too. */
export const isOfArrays = (member: string): boolean =>
  member in Array.prototype || member in Float64Array.prototype;
