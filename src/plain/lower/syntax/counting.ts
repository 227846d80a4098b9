/** Recognises `for` statements that count, of which nothing inside changes the counter, the bound or the step. */
import type { ForStmt } from '../../ir/ir.js';
import type { Facts } from '../../front/facts.js';
import { bare, nameOfKey, type Binding, type Node, type types } from '../../front/syntax.js';
import { assignedIn, childrenOf, type Shared } from './assigned.js';
import { isGlobalNamed } from './global-names.js';
import { isWhole } from './whole-numbers.js';

interface Counting {
  readonly binding: Binding;
  readonly from: Node;
  readonly to: Node;
  readonly step: Node | 1 | -1;
  readonly by: ForStmt['by'];
}

const comparisons: Readonly<Record<string, ForStmt['by'] | undefined>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** The counter of a statement, if it has one. O(size of the statement). */
export function countingOf(
  facts: Facts,
  /** Whether a field of a name is the same wherever it is read. */
  isSteadyField: (name: string) => boolean,
  shared: Shared,
  node: types.ForStatement,
): Counting | undefined {
  const { init, test, update, body } = node;
  if (init?.type !== 'VariableDeclaration' || init.declarations.length !== 1) return undefined;
  // What is declared by `var` is known after the loop.
  if (init.kind !== 'let') return undefined;
  const [{ id, init: from }] = init.declarations;
  if (id.type !== 'Identifier' || from == null || test?.type !== 'BinaryExpression')
    return undefined;
  const by = comparisons[test.operator];
  const binding = facts.bindings.get(id);
  if (by === undefined || binding === undefined || facts.captured.has(binding)) return undefined;
  const isCounter = (of: Node) => facts.bindings.get(bare(of)) === binding;
  if (!isCounter(test.left) || assignedIn(facts, body).bindings.has(binding)) return undefined;
  const step = stepOf(update, isCounter);
  const changed = assignedIn(facts, node).bindings;
  const grows = shared.pushes && callsOthers(facts, body);
  const isSteady = (of: Node) => isFixed(facts, isSteadyField, shared, of, changed, grows);
  // It would leave where it asks whether its numbers are whole; as a carried number it needs not ask.
  if (isFraction(facts, from)) return undefined;
  if (typeof step === 'object' && !isWhole(facts, step)) return undefined;
  if (step === undefined || (typeof step === 'object' && !isSteady(step))) return undefined;
  return isSteady(test.right) ? { binding, from, to: test.right, step, by } : undefined;
}

/** Whether a number is written down, here or as a constant, and is not whole. */
function isFraction(facts: Facts, given: Node): boolean {
  const node = bare(given);
  if (node.type === 'NumericLiteral') return !Number.isInteger(node.value);
  if (node.type === 'UnaryExpression') return isFraction(facts, node.argument);
  const binding = node.type === 'Identifier' ? facts.bindings.get(node) : undefined;
  const declared = binding?.constant === true ? binding.path.node : undefined;
  return (
    declared?.type === 'VariableDeclarator' &&
    declared.init?.type === 'NumericLiteral' &&
    !Number.isInteger(declared.init.value)
  );
}

function stepOf(
  update: Node | null | undefined,
  isCounter: (of: Node) => boolean,
): Node | 1 | -1 | undefined {
  if (update?.type === 'UpdateExpression' && isCounter(update.argument))
    return update.operator === '++' ? 1 : -1;
  if (update?.type !== 'AssignmentExpression' || !isCounter(update.left)) return undefined;
  if (update.operator === '+=') return update.right;
  const isOne = update.right.type === 'NumericLiteral' && update.right.value === 1;
  return update.operator === '-=' && isOne ? -1 : undefined;
}

/** Whether an expression has the same value at every step of a loop, and costs nothing to speak of. */
function isFixed(
  facts: Facts,
  isSteadyField: (name: string) => boolean,
  shared: Shared,
  given: Node,
  changed: ReadonlySet<Binding>,
  /** Whether lengths may change. */
  grows: boolean,
): boolean {
  const node = bare(given);
  const inner = (of: Node) => isFixed(facts, isSteadyField, shared, of, changed, grows);
  switch (node.type) {
    case 'NumericLiteral':
      return true;
    case 'UnaryExpression':
      return node.operator === '-' && inner(node.argument);
    case 'Identifier': {
      const binding = facts.bindings.get(node);
      return binding !== undefined && !changed.has(binding) && !shared.bindings.has(binding);
    }
    case 'BinaryExpression':
      return inner(node.left) && inner(node.right);
    case 'MemberExpression': {
      if (node.computed || node.property.type !== 'Identifier') return false;
      if (grows && node.property.name === 'length') return false;
      return isSteadyField(node.property.name) && inner(node.object);
    }
    default:
      return false;
  }
}

/** Whether an expression changes something, or calls what may; getters are known by their names. */
export const mayChange = (facts: Facts, node: Node, isGetter: (name: string) => boolean): boolean =>
  node.type === 'AssignmentExpression' ||
  node.type === 'UpdateExpression' ||
  (node.type === 'MemberExpression' && isGetter(nameOfKey(node.property, node.computed) ?? '')) ||
  callsOthers(facts, node) ||
  childrenOf(node).some((child) => mayChange(facts, child, isGetter));

/** Whether code calls anything but functions of `Math`. */
export function callsOthers(facts: Facts, node: Node): boolean {
  if (node.type === 'CallExpression') {
    const { callee } = node;
    const isMath =
      callee.type === 'MemberExpression' && isGlobalNamed(facts, callee.object, 'Math');
    if (!isMath) return true;
  }
  return (
    node.type === 'NewExpression' || childrenOf(node).some((child) => callsOthers(facts, child))
  );
}
