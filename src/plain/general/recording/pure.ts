/** Expressions that can be computed at any place of their basic block. */
import { bare, type Node, type types } from '../../front/syntax.js';
import { isEquality } from '../runtime-names.js';
import { rowOf } from './term-code.js';
import type { Recorder } from './recorder.js';

/** True if an expression can be computed at any place of its basic block, because it reads local variables only. */
export function isPure(recorder: Recorder, node: Node): boolean {
  const inner = bare(node);
  let found = recorder.known.pure.get(inner);
  if (found === undefined)
    recorder.known.pure.set(inner, (found = readsVariables(recorder, inner)));
  return found;
}

function readsVariables(recorder: Recorder, inner: Node): boolean {
  switch (inner.type) {
    case 'NumericLiteral':
      return true;
    case 'Identifier':
      return (
        recorder.pairOf(inner) !== undefined ||
        (recorder.kind(inner).tag === 'number' && isFixed(recorder, inner))
      );
    case 'UnaryExpression':
      return (inner.operator === '-' || inner.operator === '+') && isPure(recorder, inner.argument);
    case 'BinaryExpression':
      return (
        inner.operator in rowOf && isPure(recorder, inner.left) && isPure(recorder, inner.right)
      );
    case 'CallExpression':
      return (
        recorder.mathRow(inner) !== null &&
        inner.arguments.every((argument) => isPure(recorder, argument))
      );
    default:
      return false;
  }
}

/** True if a variable holds a value that operators run no code on, and no other code assigns it. */
const isFixed = (recorder: Recorder, node: types.Identifier): boolean =>
  !recorder.known.mayChange(node) && recorder.known.isPrimitive(node);

/** True if evaluating an expression has no effect, and gives the same value at any place of its basic block. */
export function isStable(recorder: Recorder, node: Node): boolean {
  const inner = bare(node);
  return (
    (inner.type === 'Identifier' && !recorder.known.mayChange(inner)) ||
    inner.type === 'ThisExpression' ||
    isPure(recorder, inner) ||
    /^(String|Boolean|Null|BigInt)Literal$/.test(inner.type)
  );
}

const orders = ['<', '<=', '>', '>='];

/** True if reals are compared by their primals. */
export function isComparison(
  recorder: Recorder,
  { operator, left, right }: types.BinaryExpression,
): boolean {
  const { known } = recorder;
  if (!recorder.areNumeric([left, right])) return false;
  // An operand is converted after the other has been evaluated.
  if (orders.includes(operator)) return known.isPrimitive(left) || isPure(recorder, right);
  // Two undefined elements are equal; their primals, NaN, are not.
  const sides = [left, right];
  return (
    isEquality(operator) &&
    sides.every((side) => known.isNumber(side) || known.isElement(side)) &&
    sides.some((side) => known.isNumber(side))
  );
}
