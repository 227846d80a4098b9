/**
 * Numbers that do not depend on inputs, as terms. A value that only its type declares to be a number is checked
 * where it is assigned to a variable. From there on operators run no code on it.
 */
import { isStep } from '../../front/native-results.js';
import type { Term } from '../../front/terms.js';
import { bare, type Expression, type Node, type types } from '../../front/syntax.js';
import { isPure } from './pure.js';
import type { Recorder } from './recorder.js';

/** A number of this kind as a term. If its code has to run at its place, it is computed now. */
export function passiveTerm(recorder: Recorder, node: Expression): Term {
  const step = stepOf(recorder, node);
  if (step !== null) return snapshot(recorder, step);
  const code = recorder.of(node);
  return isPure(recorder, node)
    ? { tag: 'passive', code }
    : snapshot(recorder, checked(recorder, node, code));
}

/** `Math.floor(x)` of a real, natively. */
function stepOf(recorder: Recorder, node: Expression): Expression | null {
  if (node.type !== 'CallExpression') return null;
  const row = recorder.inference.globals.mathFunction(node.callee);
  const isOfReals =
    row !== undefined &&
    isStep(row) &&
    node.arguments.some((argument) => recorder.isReal(argument));
  if (!isOfReals) return null;
  const values = node.arguments.map((argument) => recorder.primal(argument as Expression));
  return recorder.t.callExpression(recorder.t.cloneNode(node.callee), values);
}

const snapshot = (recorder: Recorder, code: Expression): Term => ({
  tag: 'passive',
  code: recorder.inPlace ? code : recorder.t.identifier(recorder.writer.constant(code)),
});

function checked(recorder: Recorder, node: Expression, code: Expression): Expression {
  const isSaid = recorder.kind(node).tag === 'number' && !recorder.known.isPrimitive(node);
  return isSaid ? recorder.runtime('primitive', [code], node) : code;
}

/** The translation of a declaration of a number, or of an assignment to one, with a check of the value. */
export function checkedWhereAssigned(recorder: Recorder, node: Node, made: Expression): Expression {
  if (node.type === 'VariableDeclarator' && node.init != null && isChecked(recorder, node.id)) {
    const declarator = made as Node as types.VariableDeclarator;
    declarator.init = checked(recorder, node.init, declarator.init!);
  }
  if (
    node.type === 'AssignmentExpression' &&
    node.operator === '=' &&
    isChecked(recorder, node.left)
  ) {
    const assignment = made as types.AssignmentExpression;
    assignment.right = checked(recorder, node.right, assignment.right);
  }
  return made;
}

function isChecked(recorder: Recorder, target: Node): boolean {
  const inner = bare(target);
  return inner.type === 'Identifier' && recorder.known.isChecked(inner);
}
