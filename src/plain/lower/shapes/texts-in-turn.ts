/** Finds variables that are in turn each text of a list that is written down: names of fields, mostly. */
import {
  bare,
  isFunction,
  nameOfKey,
  realParams,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import type { Facts } from '../../front/facts.js';
import { globalsOf } from '../../front/globals.js';
import { onElements } from './told-by-operations.js';

/** The texts that a key may be; undefined for any other key. */
export function textsOf(facts: Facts, key: Node): readonly string[] | undefined {
  const binding = key.type === 'Identifier' ? facts.bindings.get(key) : undefined;
  if (binding?.constant !== true) return undefined;
  const found = listOf(binding.path, binding.identifier);
  return found && (found.isOfKeys ? keysIn : textsIn)(facts, found.list);
}

/** What a variable goes through. */
function listOf(
  path: NodePath,
  of: Node,
): { readonly list: Node; readonly isOfKeys: boolean } | undefined {
  const { node, parent, parentPath } = path;
  if (node.type === 'VariableDeclarator') {
    const around = parentPath?.parent;
    const isLoop = around?.type === 'ForOfStatement' || around?.type === 'ForInStatement';
    return isLoop && around.left === parent && node.id === of
      ? { list: around.right, isOfKeys: around.type === 'ForInStatement' }
      : undefined;
  }
  const f = isFunction(node) ? node : parent;
  const call = isFunction(node) ? parent : parentPath?.parent;
  if (!isFunction(f) || call?.type !== 'CallExpression' || call.arguments[0] !== f)
    return undefined;
  const { callee } = call;
  if (callee.type !== 'MemberExpression') return undefined;
  const place = onElements[nameOfKey(callee.property, callee.computed) ?? ''];
  return place !== undefined && realParams<Node>(f.params).at(place) === of
    ? { list: callee.object, isOfKeys: false }
    : undefined;
}

function textsIn(facts: Facts, given: Node): readonly string[] | undefined {
  const node = bare(given);
  if (node.type === 'Identifier') {
    const declared = facts.bindings.get(node);
    const { node: init } = declared?.path ?? {};
    const isConstant = declared?.constant === true && init?.type === 'VariableDeclarator';
    return isConstant && init.init != null && init.init !== given
      ? textsIn(facts, init.init)
      : undefined;
  }
  if (node.type === 'CallExpression' && globalsOf(facts).memberOf('Object', node.callee) === 'keys')
    return keysIn(facts, node.arguments[0]);
  if (node.type !== 'ArrayExpression') return undefined;
  const texts = node.elements.flatMap((inner) =>
    inner?.type === 'StringLiteral' ? [inner.value] : [],
  );
  return texts.length === node.elements.length && texts.length > 0 ? texts : undefined;
}

/** The names in an object that a constant is bound to as a literal. */
function keysIn(facts: Facts, given: Node | undefined): readonly string[] | undefined {
  const binding = given?.type === 'Identifier' ? facts.bindings.get(given) : undefined;
  const { node } = binding?.path ?? {};
  const init = node?.type === 'VariableDeclarator' && node.init != null ? bare(node.init) : null;
  if (binding?.constant !== true || init?.type !== 'ObjectExpression') return undefined;
  const names = init.properties.flatMap((one) =>
    one.type === 'ObjectProperty' ? (nameOfKey(one.key, one.computed) ?? []) : [],
  );
  return names.length === init.properties.length && names.length > 0 ? names : undefined;
}
