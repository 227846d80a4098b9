/**
 * Assignments. `x op= e` becomes `x = op(x, e)`; where the target is a member, its object and key
 * are evaluated once, before `e`, as the language says.
 */
import { isFloats, isNative } from '../front/kinds.js';
import { bare, childrenOf, type Expression, type Node, type types } from '../front/syntax.js';
import type { Dual } from './expressions.js';
import { memberOf } from './members.js';
import { target } from './targets.js';
import { assigned } from './wording.js';
import { binaryNames, updateNames } from './operators.js';

/** A place that can be read and written, once its object and key have been evaluated. */
interface Place {
  readonly before: readonly Expression[];
  readonly read: Expression;
  readonly write: (value: Expression) => Expression;
}

/** Whether evaluating an expression again, after `then`, gives the same and has no effect. */
function isRepeatable(dual: Dual, node: Node, then: Node | null): boolean {
  const inner = bare(node);
  if (inner.type === 'ThisExpression' || inner.type.endsWith('Literal'))
    return inner.type !== 'TemplateLiteral';
  if (inner.type === 'Identifier') return isFixed(dual, inner, then);
  return (
    inner.type === 'BinaryExpression' &&
    [inner.left, inner.right].every(
      (side) => isNative(dual.kind(side)) && isRepeatable(dual, side, then),
    )
  );
}

/** Whether nobody assigns a variable meanwhile: not the expression itself, and no code that a member may run. */
function isFixed(dual: Dual, node: types.Identifier, then: Node | null): boolean {
  const { bindings, captured } = dual.inference.facts;
  const binding = bindings.get(node);
  if (binding === undefined || binding.kind === 'module') return false;
  return binding.constant || (!captured.has(binding) && (then === null || !assigns(dual, then)));
}

function assigns(dual: Dual, node: Node): boolean {
  let found = dual.assigning.get(node);
  if (found === undefined) {
    const isAssignment = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression';
    found = isAssignment || childrenOf(dual.t, node).some((child) => assigns(dual, child));
    dual.assigning.set(node, found);
  }
  return found;
}

function placeOf(dual: Dual, target: Node, then: Node | null): Place {
  const { t } = dual;
  const inner = bare(target);
  if (inner.type !== 'MemberExpression') {
    const variable = target as types.Identifier;
    return {
      before: [],
      read: dual.of(variable),
      write: (value) => t.assignmentExpression('=', t.cloneNode(variable), value),
    };
  }
  const { object, property, computed } = inner;
  const before: Expression[] = [];
  /** An expression that may stand in two places, `others` being evaluated in between. */
  const once = (node: Node, others: readonly (Node | null)[]): (() => Expression) => {
    if (others.every((other) => isRepeatable(dual, node, other)))
      return () => dual.of(node) as Expression;
    const variable = dual.temporary();
    before.push(dual.store(variable, dual.of(node) as Expression));
    return () => t.cloneNode(variable);
  };
  const holder =
    object.type === 'Super'
      ? () => t.cloneNode(object) as unknown as Expression
      : once(object, computed ? [property, then] : [then]);
  const key = computed ? once(property, [then]) : () => t.cloneNode(property) as Expression;
  const isSuper = object.type === 'Super';
  const read = (): Expression => {
    if (!computed || isSuper)
      return t.memberExpression(holder(), key() as types.Identifier, computed);
    if (isFloats(dual.kind(object)))
      return dual.runtime('at', [holder(), dual.key(property, key())], inner);
    return isNative(dual.kind(property))
      ? t.memberExpression(holder(), key() as types.Identifier, computed)
      : dual.runtime('get', [holder(), key()], inner);
  };
  return {
    before,
    read: read(),
    write: (value) => writeMember(dual, inner, holder(), key(), value),
  };
}

/** A value, after what must be evaluated before it. */
const after = (dual: Dual, before: readonly Expression[], value: Expression): Expression =>
  before.length === 0 ? value : dual.t.sequenceExpression([...before, value]);

function writeMember(
  dual: Dual,
  { object, property, computed }: types.MemberExpression,
  holder: Expression,
  key: Expression,
  value: Expression,
): Expression {
  const { t } = dual;
  const byRuntime = computed && object.type !== 'Super' && property.type !== 'StringLiteral';
  if (byRuntime) return dual.runtime('set', [holder, key, value], property);
  return t.assignmentExpression(
    '=',
    t.memberExpression(holder, key as types.Identifier, computed),
    value,
  );
}

function plainAssignment(dual: Dual, left: Node, right: Expression): Expression {
  const { t } = dual;
  if (left.type !== 'MemberExpression' || !left.computed) {
    return t.assignmentExpression(
      '=',
      target(dual, left) as types.LVal,
      assigned(dual, left, right),
    );
  }
  return isOfIntegers(dual, left, right)
    ? t.assignmentExpression('=', memberOf(dual, left), dual.of(right))
    : writeMember(
        dual,
        left,
        dual.of(left.object as Expression),
        dual.of(left.property),
        dual.of(right),
      );
}

/** Whether an assignment is of a plain number to an array of integers, which stores it as it is. */
export const isOfIntegers = (
  dual: Dual,
  { object, property }: types.MemberExpression,
  right: Node,
): boolean => {
  const kind = dual.kind(object);
  const isArray = kind.tag === 'list' && kind.of.tag === 'number';
  return isArray && [property, right].every((node) => dual.kind(node).tag === 'number');
};

export function assignment(dual: Dual, node: types.AssignmentExpression): Expression {
  const { t } = dual;
  const { operator, left, right } = node;
  if (operator === '=') return dual.placed(plainAssignment(dual, bare(left), right), node);
  if (['&&=', '||=', '??='].includes(operator)) return logical(dual, node);
  const inner = bare(left);
  if (
    inner.type !== 'MemberExpression' &&
    [left, right].every((side) => isNative(dual.kind(side)))
  ) {
    return dual.children(node);
  }
  const { before, read, write } = placeOf(dual, left, right);
  const name = binaryNames[operator.slice(0, -1)];
  const value = [left, right].every((side) => isNative(dual.kind(side)))
    ? t.binaryExpression(operator.slice(0, -1) as '+', read, dual.of(right))
    : dual.runtime(name, [read, dual.of(right)], node);
  return dual.placed(after(dual, before, write(value)), node);
}

function logical(dual: Dual, node: types.AssignmentExpression): Expression {
  const { t } = dual;
  const { operator, left, right } = node;
  const { before, read, write } = placeOf(dual, left, right);
  const rest = write(dual.of(right));
  if (operator === '??=')
    return dual.placed(after(dual, before, t.logicalExpression('??', read, rest)), node);
  const old = dual.temporary();
  const truth = dual.truth(left as Expression, dual.store(old, read));
  const value =
    operator === '&&='
      ? t.conditionalExpression(truth, rest, old)
      : t.conditionalExpression(truth, old, rest);
  return dual.placed(after(dual, before, value), node);
}

/** `x++`; the value before it is only kept where it is used. */
export function update(dual: Dual, node: types.UpdateExpression, isUsed: boolean): Expression {
  const { t } = dual;
  const target = bare(node.argument);
  if (target.type !== 'MemberExpression' && isNative(dual.kind(node.argument)))
    return dual.children(node);
  const { before, read, write } = placeOf(dual, node.argument, null);
  const name = updateNames[node.operator];
  if (node.prefix || !isUsed)
    return dual.placed(after(dual, before, write(dual.runtime(name, [read], node))), node);
  const old = dual.temporary();
  const kept = dual.store(old, dual.runtime('numeric', [read], node));
  const value = write(dual.runtime(name, [t.cloneNode(old)], node));
  return dual.placed(t.sequenceExpression([...before, kept, value, t.cloneNode(old)]), node);
}
