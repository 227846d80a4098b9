/**
 * Whether a variable around a function holds nothing but data, and functions that are written down: nothing that other modules
 * give, no iterators, and nothing that somebody puts there later. O(size of what it is made of, and uses of the variable).
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import { bare, isFunction, nameOfKey, type Binding, type Node } from '../../front/syntax.js';
import { isConstant, isTarget, unwrapped } from '../syntax/constants.js';
import * as names from './known-names.js';
import { isGlobalNamed, isMember, type AnyCall } from './calls-and-members.js';
import { isPlainExpression, newnessAsDeclared } from './newness.js';

/** What is being looked at: nothing holds itself. */
const open = new Set<Binding>();

export function isPlainData(facts: Facts, binding: Binding): boolean {
  if (open.has(binding)) return false;
  open.add(binding);
  const found = holdsData(facts, binding);
  open.delete(binding);
  return found;
}

function holdsData(facts: Facts, binding: Binding): boolean {
  if (newnessAsDeclared(binding) !== undefined) return true;
  const definitions = facts.definitions.get(binding) ?? [];
  const isNumber = definitions.every(
    (one) => one.by === 'result' || (one.by === 'value' && isPlainExpression(one.of)),
  );
  if (isNumber && definitions.length > 0) return true;
  const [only] = definitions;
  if (definitions.length !== 1 || only.by !== 'value' || !isConstant(binding)) return false;
  return isData(facts, only.of) && !isChanged(binding);
}

/** Whether what a variable holds is changed by its name. */
const isChanged = ({ referencePaths }: Binding): boolean =>
  referencePaths.some((path) => {
    const outer = unwrapped(path).parentPath;
    if (outer === null || !isMember(outer.node) || outer.node.object !== unwrapped(path).node)
      return false;
    const member = unwrapped(outer);
    const { parent } = member;
    if (isTarget(member)) return true;
    if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return true;
    const name = nameOfKey(outer.node.property, outer.node.computed);
    const isCalled = parent.type === 'CallExpression' && parent.callee === member.node;
    return isCalled && (name === undefined || names.changing.has(name));
  });

function isData(facts: Facts, given: Node): boolean {
  const node = bare(given);
  const all = (nodes: readonly (Node | null)[]): boolean =>
    nodes.every((one) => one === null || isData(facts, one));
  if (isPlainExpression(node) || isFunction(node)) return true;
  switch (node.type) {
    case 'RegExpLiteral':
      return true;
    case 'Identifier': {
      const binding = facts.bindings.get(node);
      if (binding === undefined) return names.globals.has(node.name);
      return functionOf(facts, node) !== undefined || isPlainData(facts, binding);
    }
    case 'ArrayExpression':
      return all(node.elements);
    case 'SpreadElement':
      return isData(facts, node.argument);
    case 'ObjectExpression':
      return all(
        node.properties.map((one) =>
          one.type === 'ObjectProperty' ? one.value : one.type === 'ObjectMethod' ? null : one,
        ),
      );
    case 'MemberExpression':
      return isGlobalNamed(facts, node.object) || isData(facts, node.object);
    case 'NewExpression':
    case 'CallExpression':
      return all(node.arguments) && givesData(facts, node);
    default:
      return false;
  }
}

/** Whether a call gives data if its arguments are data. */
function givesData(facts: Facts, node: AnyCall): boolean {
  const callee = bare(node.callee);
  if (node.type === 'NewExpression')
    return (
      callee.type === 'Identifier' && names.classes.has(callee.name) && isGlobalNamed(facts, callee)
    );
  if (!isMember(callee)) return false;
  const name = nameOfKey(callee.property, callee.computed);
  if (name === undefined) return false;
  if (isGlobalNamed(facts, callee.object))
    return (
      names.isMember((bare(callee.object) as { name: string }).name, name) || name === 'freeze'
    );
  const isIterator = ['keys', 'values', 'entries', 'matchAll'].includes(name);
  return names.reading.has(name) && !isIterator && isData(facts, callee.object);
}
