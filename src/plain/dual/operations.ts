/** Operators. Those that cannot meet a dual stay native. */
import { isNative, isObject } from '../front/kinds.js';
import { bare, type Expression, type types } from '../front/syntax.js';
import type { Dual } from './expressions.js';
import { isIn, memberOf } from './members.js';
import { optionalChain } from './chains.js';
import { binaryNames, isEquality, isNegated, unaryNames } from './operators.js';

export function binary(dual: Dual, node: types.BinaryExpression): Expression {
  const { operator, left, right } = node;
  if (operator === 'instanceof') return instance(dual, node);
  if (operator === 'in') return isIn(dual, node);
  const name = binaryNames[operator];
  if (name === undefined || staysNative(dual, node)) return dual.children(node);
  const result = dual.runtime(name, [dual.of(left), dual.of(right)], node);
  return isNegated(operator) ? dual.placed(dual.t.unaryExpression('!', result), node) : result;
}

function staysNative(dual: Dual, { operator, left, right }: types.BinaryExpression): boolean {
  const kinds = [dual.kind(left), dual.kind(right)];
  if (kinds.every(isNative)) return true;
  if (!isEquality(operator)) return false;
  const strict = operator.length === 3;
  // An object equals itself alone; null and undefined equal no number.
  if (strict && kinds.some(isObject)) return true;
  return [left, right].some((side) => {
    const inner = bare(side);
    const isUndefined = dual.inference.globals.nameOf(inner) === 'undefined';
    if (inner.type === 'NullLiteral' || isUndefined) return true;
    return strict && (inner.type === 'StringLiteral' || inner.type === 'BooleanLiteral');
  });
}

function instance(dual: Dual, node: types.BinaryExpression): Expression {
  const global = dual.inference.globals.nameOf(node.right);
  const matters =
    global === undefined ? !isNative(dual.kind(node.left)) : /Array$|^Object$/.test(global);
  if (!matters) return dual.children(node);
  return dual.runtime('instanceOf', [dual.of(node.left), dual.of(node.right)], node);
}

export function unary(dual: Dual, node: types.UnaryExpression): Expression {
  const argument = node.argument;
  if (node.operator === '!')
    return dual.placed(dual.t.unaryExpression('!', dual.test(argument)), node);
  if (node.operator === 'delete') return deletion(dual, node);
  if (isNative(dual.kind(argument))) return dual.children(node);
  if (node.operator === 'typeof') {
    // An unknown name is 'undefined' to typeof alone.
    if (dual.inference.globals.nameOf(argument) !== undefined) return dual.t.cloneNode(node);
    return dual.runtime('typeOf', [dual.of(argument)], node);
  }
  const name = unaryNames[node.operator];
  return name === undefined ? dual.children(node) : dual.runtime(name, [dual.of(argument)], node);
}

function deletion(dual: Dual, node: types.UnaryExpression): Expression {
  const { t } = dual;
  const inner = bare(node.argument);
  const removed = (member: Expression) => dual.placed(t.unaryExpression('delete', member), node);
  if (inner.type === 'MemberExpression') return removed(memberOf(dual, inner));
  return inner.type === 'OptionalMemberExpression'
    ? optionalChain(dual, inner, { last: removed, missing: t.booleanLiteral(true) })
    : dual.children(node);
}

export function logical(dual: Dual, node: types.LogicalExpression): Expression {
  const { t } = dual;
  const { operator, left, right } = node;
  const kind = dual.kind(left);
  if (operator === '??' || isNative(kind) || isObject(kind)) return dual.children(node);
  const variable = dual.temporary();
  const truth = dual.runtime('truthy', [dual.store(variable, dual.of(left))], left);
  const rest = dual.of(right);
  return dual.placed(
    operator === '&&'
      ? t.conditionalExpression(truth, rest, variable)
      : t.conditionalExpression(truth, variable, rest),
    node,
  );
}
