/**
 * Direct calls: recording versions of functions that return numbers call each other without an entry guard. A
 * direct call returns an id, whose primal is in its column, and no object.
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import type { Inference } from '../../front/inference.js';
import { isNumeric } from '../../front/kinds.js';
import { bare, type Expression, type FunctionNode, type types } from '../../front/syntax.js';
import { callOfVersion } from '../entry-guards.js';
import { orderedArguments } from './calls.js';
import type { Recorder } from './recorder.js';

/** Whether the recording version of a function can return an id. */
export function canReturnId(facts: Facts, inference: Inference, f: FunctionNode): boolean {
  const uses = facts.uses.get(f)!;
  const isNamedInside = f.type === 'FunctionExpression' && f.id != null;
  const isAlone = !uses.receiver && !uses.arguments && !uses.place && !isNamedInside && !uses.local;
  const values = facts.returns.get(f) ?? [];
  return (
    isAlone &&
    f.params.every(({ type }) => type === 'Identifier') &&
    values.length > 0 &&
    values.every((value) => isNumeric(inference.of(value)))
  );
}

/** Code for the id of a call's result; null if the call has to be general. */
export function directCall(
  recorder: Recorder,
  node: types.CallExpression,
): (() => Expression) | null {
  const { t, inference, writer } = recorder;
  const f = functionOf(inference.facts, node.callee);
  const version = f === undefined ? undefined : recorder.directVersions.get(f);
  if (version === undefined || recorder.inPlace) return null;
  const args = node.arguments as Expression[];
  const fits =
    args.length === f!.params.length &&
    node.arguments.every(({ type }) => type !== 'SpreadElement') &&
    // A direct call passes no guard.
    version.indices.every(
      (k) => recorder.kind(args[k]).tag === 'number' && recorder.known.isNumber(args[k]),
    ) &&
    version.packs.every((k) => recorder.known.isFloats(args[k]));
  if (!fits) return null;
  return () => {
    const ordered = [
      ...orderedArguments(recorder, args),
      ...packsOf(
        recorder,
        version.packs.map((k) => args[k]),
      ),
    ];
    writer.invalidate();
    return recorder.placed(
      callOfVersion(t, t.identifier(version.name), ordered, version.apart),
      node,
    );
  };
}

/** The packs of variables. Packs that the version has to find itself are left out at the end. */
function packsOf(recorder: Recorder, arrays: readonly Expression[]): Expression[] {
  const { t, names } = recorder;
  const last = arrays.findLastIndex((array) => recorder.isPacked(array));
  return arrays
    .slice(0, last + 1)
    .map((array) =>
      recorder.isPacked(array)
        ? t.identifier(names.id((bare(array) as types.Identifier).name))
        : t.unaryExpression('void', t.numericLiteral(0)),
    );
}

/** Whether control may reach the end of a list of statements. */
export function mayEnd(statements: readonly types.Statement[]): boolean {
  const last = statements.at(-1);
  return last?.type !== 'ReturnStatement' && last?.type !== 'ThrowStatement';
}
