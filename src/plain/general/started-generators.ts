/**
 * Generators that a run has left start when their first value is asked for, perhaps when the run is over. So they put numbers
 * in the places of duals in what they were given: `$mode.behind && $outlived(($s) => { x = $s(x); });`.
 */
import type { Uses } from '../front/surroundings.js';
import { boundIdentifiers, realParams } from '../front/syntax.js';
import type { Expression, FunctionNode, Types } from '../front/syntax.js';
import type { AddedNames } from './added-names.js';

/** The expression that settles what a generator was given; none for other functions, and without parameters. */
export function started(
  t: Types,
  names: AddedNames,
  f: FunctionNode,
  { receiver, arguments: isList }: Uses,
): Expression[] {
  if (f.generator !== true) return [];
  const s = t.identifier(names.localOf('s'));
  const settled = (value: Expression) => t.callExpression(t.cloneNode(s), [value]);
  const parts = boundIdentifiers(t, realParams(f.params)).map(({ name }) =>
    t.assignmentExpression('=', t.identifier(name), settled(t.identifier(name))),
  );
  const given = [
    ...parts,
    ...(receiver ? [settled(t.thisExpression())] : []),
    ...(isList ? [settled(t.identifier('arguments'))] : []),
  ];
  if (given.length === 0) return [];
  const body = t.blockStatement(given.map((one) => t.expressionStatement(one)));
  const isBehind = t.memberExpression(names.runtime('mode'), t.identifier('behind'));
  const settling = t.callExpression(names.runtime('outlived'), [
    t.arrowFunctionExpression([s], body),
  ]);
  return [t.logicalExpression('&&', isBehind, settling)];
}
