/** Reals that a recording version does not compute: members, results of calls, values of unknown kind. */
import type { Expression, Node, types } from '../../front/syntax.js';
import { recordedCall } from './calls.js';
import { rowOf } from './term-code.js';
import { directCall } from './direct-calls.js';
import { elementIn } from './elements.js';
import { formulaOf } from './formulas.js';
import { elementText } from './pure.js';
import type { Recorder } from './recorder.js';

/** How to come by such a real. */
export interface ExternalReal {
  readonly code: () => Expression;
  /** Its id and its primal, where there is a shorter way to them. */
  readonly direct?: { readonly id: () => Expression; readonly value?: () => Expression };
  /** What names it until something happens. */
  readonly text: string | null;
}

/** The shorter way to what a call returns. */
function called(recorder: Recorder, node: types.CallExpression): Pick<ExternalReal, 'direct'> {
  const id = directCall(recorder, node);
  return id === null ? {} : { direct: { id } };
}

/** How to come by an expression of numbers, or null if it is a pair or is computed. */
export function externalReal(recorder: Recorder, inner: Node): ExternalReal | null {
  // Beside a real, any value is converted to a number.
  if (!recorder.isReal(inner)) {
    const code = () =>
      recorder.noteConversion(inner, () =>
        recorder.runtime('numeric', [recorder.of(inner as Expression)], inner),
      );
    return { code, text: null };
  }
  if (recorder.pairOf(inner) !== undefined) return null;
  switch (inner.type) {
    case 'BinaryExpression':
      if (inner.operator in rowOf && recorder.areNumeric([inner.left, inner.right])) return null;
      break;
    case 'UnaryExpression':
      if (inner.operator === '-') return null;
      if (inner.operator === '+' && recorder.areNumeric([inner.argument])) return null;
      break;
    case 'CallExpression':
      if (recorder.mathRow(inner) !== null || formulaOf(recorder, inner) !== null) return null;
      return { code: () => recordedCall(recorder, inner), ...called(recorder, inner), text: null };
    case 'MemberExpression': {
      const element = elementIn(recorder, inner);
      if (element === null) break;
      const id = () => recorder.noteRun(inner, element.id());
      const value = () => recorder.noteRun(inner, element.value());
      const code = () => recorder.asGeneral(inner);
      return { code, direct: { id, value }, text: elementText(recorder, inner) };
    }
    case 'ConditionalExpression':
      if (!recorder.inPlace) return null;
      break;
    default:
      break;
  }
  return { code: () => recorder.asGeneral(inner), text: null };
}
