/** Reals that a recording version does not compute: members, results of calls, values of unknown kind. */
import type { Expression, Node } from '../../front/syntax.js';
import { recordedCall } from './calls.js';
import { rowOf } from './term-code.js';
import { elementIn } from './array-elements.js';
import { formulaOf } from './formulas.js';
import type { Recorder } from './recorder.js';

/** The code for a real of this kind. */
export interface ExternalReal {
  readonly code: () => Expression;
  /** The code for its id and its primal, if it is shorter. */
  readonly direct?: { readonly id: () => Expression; readonly value: () => Expression };
}

/** The code for an expression of numbers; null if it is a pair or is computed. */
export function externalReal(recorder: Recorder, inner: Node): ExternalReal | null {
  // An operator with a real converts the other operand to a number.
  if (!recorder.isReal(inner)) {
    const code = () =>
      recorder.noteConversion(inner, () =>
        recorder.runtime('numeric', [recorder.of(inner as Expression)], inner),
      );
    return { code };
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
      return { code: () => recordedCall(recorder, inner) };
    case 'MemberExpression': {
      const element = elementIn(recorder, inner);
      if (element === null) break;
      return { code: () => recorder.asGeneral(inner), direct: element };
    }
    case 'ConditionalExpression':
      if (!recorder.inPlace) return null;
      break;
    default:
      break;
  }
  return { code: () => recorder.asGeneral(inner) };
}
