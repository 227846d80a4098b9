/** Calls in recording versions: real arguments that are computed here become one value each. */
import { bare, type Expression, type Node, type types } from '../../front/syntax.js';
import { call } from '../calls.js';
import { isPure, mayChange } from './pure.js';
import type { Recorder } from './recorder.js';

/** A call, its arguments evaluated in order. */
export function recordedCall(recorder: Recorder, node: types.CallExpression): Expression {
  const isSimple =
    !recorder.inPlace &&
    hasSimpleCallee(recorder, node.callee) &&
    node.arguments.every(({ type }) => type !== 'SpreadElement');
  if (!isSimple) return recorder.usual(node);
  const made = call(recorder, node, () =>
    orderedArguments(recorder, node.arguments as Expression[]),
  );
  recorder.segments.happened();
  return made;
}

/** The arguments of a call, evaluated in order. */
export const orderedArguments = (recorder: Recorder, args: readonly Expression[]): Expression[] =>
  args.map((argument, k) => {
    const isLast = args.slice(k + 1).every((later) => isStill(recorder, later));
    return argumentOf(recorder, argument, isLast);
  });

function hasSimpleCallee(recorder: Recorder, callee: Node): boolean {
  const inner = bare(callee);
  if (inner.type === 'Identifier') return !mayChange(recorder, inner);
  if (inner.type !== 'MemberExpression' || inner.computed) return false;
  const { object } = inner;
  return (
    object.type === 'ThisExpression' ||
    (object.type === 'Identifier' && !mayChange(recorder, object))
  );
}

/** An argument, with its effects before those of the next. */
function argumentOf(recorder: Recorder, node: Expression, isLast: boolean): Expression {
  const code = recorder.isReal(node) ? recorder.whole(node) : recorder.of(node);
  if (isLast || isStill(recorder, node)) return code;
  return recorder.t.identifier(recorder.segments.constant(code));
}

/** Whether evaluating an expression does nothing, and gives the same at any place of its segment. */
function isStill(recorder: Recorder, node: Expression): boolean {
  const inner = bare(node);
  return (
    (inner.type === 'Identifier' && !mayChange(recorder, inner)) ||
    inner.type === 'ThisExpression' ||
    isPure(recorder, inner) ||
    inner.type.endsWith('Literal')
  );
}
