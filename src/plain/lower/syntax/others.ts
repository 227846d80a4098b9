/** What comes from other modules, and may be functions with lowered forms. */
import { sourceOf } from '../../front/module-sources.js';
import { bare, type Binding } from '../../front/syntax.js';
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
  if (maker === undefined || isForeign(sourceOf(maker) ?? '')) return false;
  return binding.scope.path.type === 'Program' && isConstant(binding);
}

/** Whether what a variable always holds is known only when programs are linked. */
export const isLinked = (binding: Binding): boolean => isOfOthers(binding) || isMadeByCall(binding);

/** Whether a member may be a method of an array: other modules have arrays, too. */
export const isOfArrays = (member: string): boolean =>
  member in Array.prototype || member in Float64Array.prototype;
