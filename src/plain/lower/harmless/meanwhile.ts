/**
 * A generator runs in turns with the code that goes through it. Compiled code takes all that it gives at once; so that code may change
 * nothing which the generator reads.
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import { bare, isFunction, nameOfKey, type Node } from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';
import { isMember } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { harmless } from './harmless.js';
import * as names from './known-names.js';

/** Whether what goes through the results of a call may write into arrays and objects before it has all. */
export function writesMeanwhile(facts: Facts, call: Node): boolean {
  const parent = facts.calls.find(({ node }) => node === call)?.parent;
  if (parent?.type === 'ForOfStatement')
    return hasMember(parent.left) || mayWrite(facts, parent.body);
  return (
    parent?.type === 'CallExpression' &&
    parent.arguments.slice(1).some((f) => mayWrite(facts, f) || mayCalledWrite(facts, bare(f)))
  );
}

/** Whether code may write into arrays and objects. What it calls is read, too. O(size of it). */
function mayWrite(facts: Facts, given: Node): boolean {
  const node = bare(given);
  return isWrite(facts, node) || childrenOf(node).some((child) => mayWrite(facts, child));
}

function isWrite(facts: Facts, node: Node): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return hasMember(node.left);
    case 'ForOfStatement':
    case 'ForInStatement':
      return hasMember(node.left);
    case 'UpdateExpression':
      return hasMember(node.argument);
    case 'UnaryExpression':
      return node.operator === 'delete';
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'YieldExpression':
    case 'AwaitExpression':
      return true;
    case 'CallExpression':
    case 'OptionalCallExpression':
      return mayCalledWrite(facts, bare(node.callee));
    default:
      return false;
  }
}

function mayCalledWrite(facts: Facts, callee: Node): boolean {
  const f = isFunction(callee) ? callee : functionOf(facts, callee);
  if (f !== undefined) return harmless(facts, f) === null;
  if (!isMember(callee)) return !isKnownGlobal(facts, callee);
  const name = nameOfKey(callee.property, callee.computed);
  if (name === undefined) return true;
  if (isGlobalNamed(facts, callee.object))
    return !names.isMember((bare(callee.object) as { name: string }).name, name);
  return !names.reading.has(name);
}

const isKnownGlobal = (facts: Facts, node: Node): boolean =>
  node.type === 'Identifier' &&
  names.globals.has(node.name) &&
  isGlobalNamed(facts, node, node.name);

/** Whether a member is among what is assigned. */
const hasMember = (given: Node): boolean => {
  const node = bare(given);
  return isMember(node) || childrenOf(node).some(hasMember);
};
