/** Elements of arrays of floats, which are read and stored as pairs by way of the array's pack. */
import { isFloats, isNumeric } from '../../front/kinds.js';
import { bare, type Expression, type types } from '../../front/syntax.js';
import type { Recorder } from './recorder.js';

/** How an element is read and stored, or null if a member is none. */
export function elementIn(
  recorder: Recorder,
  { object, property, computed }: types.MemberExpression,
): {
  readonly id: () => Expression;
  readonly value: () => Expression;
  readonly store: (primal: Expression, id: Expression) => Expression;
} | null {
  const { t, names } = recorder;
  const holder = bare(object);
  if (!computed || !isFloats(recorder.kind(holder)) || !isNumeric(recorder.kind(property)))
    return null;
  const pack = () =>
    recorder.isPacked(holder)
      ? t.identifier(names.id((holder as types.Identifier).name))
      : t.callExpression(names.runtime('pack'), [recorder.of(holder as Expression)]);
  const at = () => [pack(), recorder.key(property)] as const;
  return {
    id: () => t.callExpression(names.runtime('idAt'), [...at()]),
    value: () => t.callExpression(names.runtime('valueAt'), [...at()]),
    store: (primal, id) => t.callExpression(names.runtime('setAt'), [...at(), primal, id]),
  };
}
