/**
 * Objects that were made in the same call of a function in which something is stored in them. They are of the run that is
 * open, so a store leaves nothing behind: what holds them is noted where they were put there (core/left-behind.ts).
 */
import { bare, nameOfKey, type FunctionNode, type Node, type types } from '../front/syntax.js';
import { constructorNames } from '../runtime/natives.js';
import type { Inference } from '../front/inference.js';

/** Methods of arrays whose result is a new one. */
const making = new Set([
  'concat',
  'filter',
  'flat',
  'flatMap',
  'map',
  'slice',
  'splice',
  'toSorted',
]);
/** Methods of arrays that give the array itself. */
const giving = new Set(['fill', 'reverse', 'sort']);

/** True if `object` was made in the current call of `f`. */
export function isMadeIn(inference: Inference, f: FunctionNode, object: Node): boolean {
  const inner = bare(object);
  // A generator, and what waits, may go on in another run.
  if (f.generator === true || f.async === true) return false;
  if (inner.type === 'ThisExpression') return f.type === 'ClassMethod' && f.kind === 'constructor';
  if (inner.type !== 'Identifier') return isNew(inference, inner);
  const { bindings, ownerOf } = inference.facts;
  const binding = bindings.get(inner);
  if (binding?.constant !== true || ownerOf(binding) !== f) return false;
  const { node } = binding.path;
  return (
    node.type === 'VariableDeclarator' &&
    node.id.type === 'Identifier' &&
    node.init != null &&
    isNew(inference, bare(node.init))
  );
}

/** True if an expression makes a new object. */
function isNew(inference: Inference, node: Node): boolean {
  switch (node.type) {
    case 'ArrayExpression':
    case 'ObjectExpression':
      return true;
    case 'NewExpression':
      return isNewOf(inference, node);
    case 'CallExpression':
      return isNewList(inference, node);
    default:
      return false;
  }
}

/** A constructor of the platform makes a new object, and so does one of a class that returns nothing else. */
function isNewOf(inference: Inference, { callee }: types.NewExpression): boolean {
  const { globals, facts } = inference;
  const name = globals.nameOf(callee);
  if (name !== undefined) return constructorNames.has(name) && name !== 'Object';
  const binding = facts.bindings.get(callee);
  const made = binding?.constant === true ? binding.path.node : undefined;
  if (made?.type !== 'ClassDeclaration' || made.superClass != null) return false;
  const own = made.body.body.find(
    (one) => one.type === 'ClassMethod' && one.kind === 'constructor',
  );
  return own === undefined || facts.returns.get(own as FunctionNode)?.length === 0;
}

function isNewList(inference: Inference, { callee }: types.CallExpression): boolean {
  const inner = bare(callee);
  if (inner.type !== 'MemberExpression') return false;
  const name = nameOfKey(inner.property, inner.computed) ?? '';
  const { globals } = inference;
  if (globals.nameOf(inner.object) === 'Array') return name === 'from' || name === 'of';
  if (giving.has(name)) return isNew(inference, bare(inner.object));
  return making.has(name) && inference.of(inner.object).tag === 'list';
}
