/** Elements of arrays of floats. They are read and stored as pairs, by the pack of the array. */
import { isFloats, isNumeric } from '../../front/kinds.js';
import { bare, type Expression, type types } from '../../front/syntax.js';
import { isPure } from './pure.js';
import type { Recorder } from './recorder.js';

/** Code that reads and stores an element; null if a member is no element. */
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
  const at = () => [pack(), recorder.key(property)];
  // `xs$.ids[k] || $idAt(xs$, k)`: the call is for elements without an id.
  const idOf = () => {
    const key = recorder.key(property);
    const k = isPure(recorder, property) ? key : t.identifier(recorder.writer.constant(key));
    const ids = t.memberExpression(pack(), t.identifier('ids'));
    return t.logicalExpression(
      '||',
      t.memberExpression(ids, k, true),
      t.callExpression(names.runtime('idAt'), [pack(), t.cloneNode(k)]),
    );
  };
  return {
    id: () => (recorder.isPacked(holder) ? idOf() : t.callExpression(names.runtime('idAt'), at())),
    value: () => t.callExpression(names.runtime('valueAt'), at()),
    store: (primal, id) => t.callExpression(names.runtime('setAt'), [...at(), primal, id]),
  };
}
