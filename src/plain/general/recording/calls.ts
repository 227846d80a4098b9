/** Calls in recording versions. A real argument that is computed here is boxed. */
import { bare, type Expression, type types } from '../../front/syntax.js';
import { call } from '../calls.js';
import { isStable } from './pure.js';
import type { Recorder } from './recorder.js';

/** A call, its arguments evaluated in order. */
export function recordedCall(recorder: Recorder, node: types.CallExpression): Expression {
  const isSimple =
    !recorder.inPlace &&
    node.arguments.every(({ type }) => type !== 'SpreadElement') &&
    hasSimpleCallee(recorder, node);
  if (!isSimple) return recorder.asGeneral(node);
  const made = call(recorder, node, () =>
    orderedArguments(recorder, node.arguments as Expression[]),
  );
  recorder.writer.mayRecord();
  return made;
}

/** The arguments of a call, evaluated in order. */
function orderedArguments(recorder: Recorder, args: readonly Expression[]): Expression[] {
  const last = args.findLastIndex((argument) => !isStable(recorder, argument));
  return args.map((argument, k) => argumentOf(recorder, argument, k >= last));
}

/** True if it makes no difference that a callee is found after the arguments. */
function hasSimpleCallee(recorder: Recorder, { callee, arguments: args }: types.CallExpression) {
  const inner = bare(callee);
  if (inner.type === 'Identifier') return !recorder.known.mayChange(inner);
  // A method may be a getter.
  return (
    inner.type === 'MemberExpression' &&
    !inner.computed &&
    isStable(recorder, inner.object) &&
    (args as Expression[]).every((argument) => isStable(recorder, argument))
  );
}

/** An argument, with its effects before those of the next. */
function argumentOf(recorder: Recorder, node: Expression, isLast: boolean): Expression {
  const code = recorder.isReal(node) ? recorder.boxed(node) : recorder.of(node);
  if (isLast || isStable(recorder, node)) return code;
  return recorder.t.identifier(recorder.writer.constant(code));
}
