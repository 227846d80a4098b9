/** Expressions that can be computed at any place of their segment, and names for those that are read again. */
import { isStep } from '../../front/methods.js';
import { bare, childrenOf, nameOfKey, type Node, type types } from '../../front/syntax.js';
import { isEquality } from '../operators.js';
import type { Recorder } from './recorder.js';

/** From operators to rows of the table. */
export const rowOf: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'rem',
  '**': 'pow',
};

/** Whether an expression can be computed at any place of its segment: it reads local variables only. */
export function isPure(recorder: Recorder, node: Node): boolean {
  const inner = bare(node);
  switch (inner.type) {
    case 'NumericLiteral':
      return true;
    case 'Identifier':
      return (
        recorder.pairOf(inner) !== undefined ||
        (recorder.kind(inner).tag === 'number' && !mayChange(recorder, inner))
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

const comparisons = ['<', '<=', '>', '>=', '===', '==', '!==', '!='];

/** Whether reals are compared by their primals. */
export function isComparison(
  recorder: Recorder,
  { operator, left, right }: types.BinaryExpression,
): boolean {
  if (!comparisons.includes(operator) || !recorder.areNumeric([left, right])) return false;
  // Two values that are not there are the same, which their primals, NaN, are not.
  return !isEquality(operator) || ![left, right].every((side) => mayBeMissing(recorder, side));
}

/** Whether a real may be undefined after all, as elements out of range are. */
const mayBeMissing = (recorder: Recorder, node: Node): boolean =>
  recorder.isReal(node) && !/^(Binary|Unary|Update)/.test(bare(node).type);

/** Whether a part of a function runs code that may change members, or assigns itself. */
export function runsOthers(recorder: Recorder, node: Node): boolean {
  switch (node.type) {
    case 'CallExpression':
      return recorder.inference.globals.mathFunction(node.callee) === undefined;
    case 'MemberExpression':
      return recorder.inference.facts.accessors.has(nameOfKey(node.property, node.computed) ?? '');
    default:
      return /^(New|OptionalCall|TaggedTemplate|Assignment|Update)Expression$/.test(node.type);
  }
}

/** Whether what is called meanwhile may change a variable. */
export function mayChange(recorder: Recorder, node: types.Identifier): boolean {
  const binding = recorder.inference.facts.bindings.get(node);
  return binding !== undefined && !binding.constant && recorder.free.has(binding);
}

/**
 * Whether no code of others, which may record, can run within a part of a function: no calls but of
 * Math, no iterators, no getters.
 */
export function isClosed(recorder: Recorder, node: Node): boolean {
  switch (node.type) {
    case 'CallExpression': {
      const { globals } = recorder.inference;
      const name = globals.mathFunction(node.callee);
      if (name === undefined || (recorder.mathRow(node) === null && !isStep(name))) return false;
      return node.arguments.every((argument) => isClosed(recorder, argument));
    }
    case 'MemberExpression': {
      const isElement =
        node.computed || (node.property.type === 'Identifier' && node.property.name === 'length');
      if (!isElement) return false;
      break;
    }
    case 'ForOfStatement':
      if (recorder.kind(node.right).tag !== 'list') return false;
      break;
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'SpreadElement':
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'OptionalCallExpression':
    case 'OptionalMemberExpression':
    case 'ImportExpression':
      return false;
    default:
      break;
  }
  return childrenOf(recorder.t, node)
    .filter(
      ({ type }) => !type.startsWith('TS') || /^TS(NonNull|As|Satisfies|TypeAssertion)/.test(type),
    )
    .every((child) => isClosed(recorder, child));
}

/** A text that names a member for as long as nothing happens; null if it may have effects. */
export function textOf(recorder: Recorder, node: Node): string | null {
  const inner = bare(node);
  if (inner.type === 'Identifier') return inner.name;
  if (inner.type === 'NumericLiteral') return String(inner.value);
  if (inner.type === 'ThisExpression') return 'this';
  const parts =
    inner.type === 'MemberExpression'
      ? [inner.object, inner.property]
      : inner.type === 'BinaryExpression' && recorder.kind(inner).tag === 'number'
        ? [inner.left, inner.right]
        : null;
  if (parts === null || parts.some((part) => recorder.pairOf(part) !== undefined)) return null;
  const texts = parts.map((part) => textOf(recorder, part));
  if (texts.includes(null)) return null;
  return inner.type === 'MemberExpression'
    ? `${texts[0]}${inner.computed ? '[' : '.'}${texts[1]}`
    : `(${texts[0]}${(inner as types.BinaryExpression).operator}${texts[1]})`;
}
