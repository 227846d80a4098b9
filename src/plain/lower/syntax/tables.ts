/** Finds arrays and objects of functions that always hold what is written in their literal, as far as their module shows. */
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import {
  isCallee,
  isConstant,
  isRead,
  isTarget,
  ownNames,
  unwrapped,
  wrappers,
} from './constants.js';

/** Methods of arrays that change nothing, and hand on no more than elements to functions without further parameters. */
const looking: readonly string[] = ['map', 'forEach', 'reduce', 'some', 'every'];

/** What gives a number or a BigInt, whatever it is given. */
const numeric: readonly string[] = [
  '-',
  '*',
  '/',
  '%',
  '**',
  '|',
  '&',
  '^',
  '~',
  '<<',
  '>>',
  '>>>',
];

/**
 * Whether a variable at the top of its module always holds the same parts: it is only looked up, gone through, or asked
 * by methods that change nothing. What is called on it must be known to be no other method, since that could change it.
 */
export const isOnlyLookedUp = (binding: Binding, literal: Node): boolean =>
  binding.scope.path.type === 'Program' &&
  isConstant(binding) &&
  binding.referencePaths.every(({ node, key, parent, parentPath }) => {
    if (parent.type === 'ForOfStatement') return key === 'right';
    if (parent.type === 'TSTypeQuery') return true;
    if (parent.type !== 'MemberExpression' || parent.object !== node || parentPath === null)
      return false;
    const names = ownNames(literal);
    const use = unwrapped(parentPath);
    if (!isCallee(use)) return isRead(use);
    const name = nameOfKey(parent.property, parent.computed);
    if (name === undefined) return isKnownKey(parent.property, parentPath, names);
    return names.includes(name) || (literal.type === 'ArrayExpression' && isLook(name, use.parent));
  });

/** Whether a method of an array looks at its elements only. */
export function isLook(name: string, call: Node): boolean {
  const f = call.type === 'CallExpression' ? call.arguments.at(0) : undefined;
  return (
    looking.includes(name) &&
    f !== undefined &&
    isFunction(f) &&
    f.type === 'ArrowFunctionExpression' &&
    f.params.length <= (name === 'reduce' ? 3 : 2) &&
    f.params.every(({ type }) => type === 'Identifier')
  );
}

/** Whether a computed key is a number, or one of some names, whatever types promise. */
function isKnownKey(
  given: Node,
  at: NodePath,
  names: readonly string[],
  assumed: readonly Binding[] = [],
): boolean {
  const key = bare(given);
  const isKnown = (of: Node, more = assumed): boolean => isKnownKey(of, at, names, more);
  // A sum of names would be another name.
  const isNumber = (of: Node) => isKnownKey(of, at, [], names.length === 0 ? assumed : []);
  switch (key.type) {
    case 'NumericLiteral':
    case 'UpdateExpression':
      return true;
    case 'StringLiteral':
      return names.includes(key.value);
    case 'UnaryExpression':
      return key.operator === '+' || numeric.includes(key.operator);
    case 'BinaryExpression':
      return (
        numeric.includes(key.operator) ||
        (key.operator === '+' && isNumber(key.left) && isNumber(key.right))
      );
    case 'ConditionalExpression':
      return isKnown(key.consequent) && isKnown(key.alternate);
    case 'CallExpression': {
      const { callee } = key;
      return (
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'Math' &&
        !at.scope.hasBinding('Math', true)
      );
    }
    case 'Identifier': {
      const binding = at.scope.getBinding(key.name);
      if (binding === undefined) return false;
      if (assumed.includes(binding)) return true;
      const more = [...assumed, binding];
      return valuesOf(binding)?.every((of) => of === 'number' || isKnown(of, more)) ?? false;
    }
    default:
      return false;
  }
}

/** What a variable is given, if all of that is known. */
function valuesOf({ path, referencePaths, constantViolations }: Binding) {
  const { node, parentPath } = path;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return undefined;
  // Babel does not see a change through an assertion of a type.
  if (referencePaths.some((use) => wrappers.includes(use.parent.type) && isTarget(use)))
    return undefined;
  const found: (Node | 'number')[] = [];
  const loop = parentPath?.parent;
  if (node.init != null) found.push(node.init);
  else if (loop?.type === 'ForOfStatement' && loop.left === parentPath?.node) {
    const list = bare(loop.right);
    if (list.type !== 'ArrayExpression') return undefined;
    for (const one of list.elements) {
      if (one === null || one.type === 'SpreadElement') return undefined;
      found.push(one);
    }
  } else return undefined;
  for (const { node: change } of constantViolations) {
    if (change.type === 'UpdateExpression') found.push('number');
    else if (change.type === 'AssignmentExpression' && change.left.type === 'Identifier') {
      if (change.operator === '=') found.push(change.right);
      else if (numeric.includes(change.operator.slice(0, -1))) found.push('number');
      else return undefined;
    } else return undefined;
  }
  return found;
}

/** What a literal holds that is an array or an object of plain fields. */
export function partsOf(init: Node): readonly Node[] | undefined {
  if (init.type === 'ArrayExpression')
    return init.elements.some((inner) => inner === null || inner.type === 'SpreadElement')
      ? undefined
      : (init.elements as Node[]);
  if (init.type !== 'ObjectExpression') return undefined;
  const held = init.properties.map((one) => {
    if (one.type === 'SpreadElement') return null;
    const name = nameOfKey(one.key, one.computed);
    // That would be the prototype.
    if (name === undefined || name === '__proto__') return null;
    if (one.type === 'ObjectProperty') return one.value;
    return one.kind === 'method' ? one : null;
  });
  return held.includes(null) ? undefined : (held as Node[]);
}
