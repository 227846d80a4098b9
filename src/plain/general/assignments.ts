/**
 * Assignments. `x op= e` becomes `x = op(x, e)`. If the target is a member, its object and key are evaluated
 * once, before `e`, as the language says.
 */
import { isFloats, isNative, isNumeric } from '../front/kinds.js';
import { bare, childrenOf, type Expression, type Node, type types } from '../front/syntax.js';
import type { Translator } from './translator.js';
import { memberOf } from './members.js';
import { isArithmetic, mayBeText } from './operators.js';
import { isFieldName, isOfPrototype, mayBeLength, sized, target } from './targets.js';
import { assignedValue } from './error-names.js';
import { binaryNames, updateNames } from './runtime-names.js';

/** A place that can be read and written, once its object and key have been evaluated. */
interface Place {
  readonly before: readonly Expression[];
  readonly read: Expression;
  readonly write: (value: Expression) => Expression;
}

/** Whether evaluating an expression again, after `then`, gives the same and has no effect. */
function isRepeatable(translator: Translator, node: Node, then: Node | null): boolean {
  const inner = bare(node);
  if (inner.type === 'ThisExpression' || inner.type.endsWith('Literal'))
    return inner.type !== 'TemplateLiteral';
  if (inner.type === 'Identifier') return isFixed(translator, inner, then);
  return (
    inner.type === 'BinaryExpression' &&
    [inner.left, inner.right].every(
      (side) => isNative(translator.kind(side)) && isRepeatable(translator, side, then),
    )
  );
}

/** Whether nothing assigns a variable meanwhile: neither the expression itself nor code that a member may run. */
function isFixed(translator: Translator, node: types.Identifier, then: Node | null): boolean {
  const { bindings, captured } = translator.inference.facts;
  const binding = bindings.get(node);
  if (binding === undefined || binding.kind === 'module') return false;
  return (
    binding.constant || (!captured.has(binding) && (then === null || !assigns(translator, then)))
  );
}

function assigns(translator: Translator, node: Node): boolean {
  let found = translator.assigning.get(node);
  if (found === undefined) {
    const isAssignment = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression';
    found =
      isAssignment || childrenOf(translator.t, node).some((child) => assigns(translator, child));
    translator.assigning.set(node, found);
  }
  return found;
}

function placeOf(translator: Translator, target: Node, then: Node | null): Place {
  const { t } = translator;
  const inner = bare(target);
  if (inner.type !== 'MemberExpression') {
    const variable = target as types.Identifier;
    return {
      before: [],
      read: translator.of(variable),
      write: (value) => t.assignmentExpression('=', t.cloneNode(variable), value),
    };
  }
  const { object, property, computed } = inner;
  const before: Expression[] = [];
  /** An expression that may stand in two places, `others` being evaluated in between. */
  const once = (node: Node, others: readonly (Node | null)[]): (() => Expression) => {
    if (others.every((other) => isRepeatable(translator, node, other)))
      return () => translator.of(node) as Expression;
    const variable = translator.temporary();
    before.push(translator.store(variable, translator.of(node) as Expression));
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
    if (isFloats(translator.kind(object)))
      return translator.runtime('at', [holder(), translator.key(property, key())], inner);
    return isNumeric(translator.kind(property)) && isNative(translator.kind(property))
      ? t.memberExpression(holder(), key() as types.Identifier, computed)
      : translator.runtime('get', [holder(), key()], inner);
  };
  return {
    before,
    read: read(),
    write: (value) => writeMember(translator, inner, holder(), key(), value),
  };
}

/** A value, after what must be evaluated before it. */
const after = (
  translator: Translator,
  before: readonly Expression[],
  value: Expression,
): Expression =>
  before.length === 0 ? value : translator.t.sequenceExpression([...before, value]);

function writeMember(
  translator: Translator,
  member: types.MemberExpression,
  holder: Expression,
  key: Expression,
  value: Expression,
): Expression {
  const { t } = translator;
  const { object, property, computed } = member;
  if (isOfPrototype(member)) {
    const on = object.type === 'Super' ? t.thisExpression() : holder;
    return translator.runtime('set', [on, t.stringLiteral('__proto__'), value], property);
  }
  const byRuntime = computed && object.type !== 'Super' && !isFieldName(property);
  if (byRuntime) return translator.runtime('set', [holder, key, value], property);
  const owner = mayBeLength(translator, member) ? sized(translator, member, holder) : holder;
  return t.assignmentExpression(
    '=',
    t.memberExpression(owner, key as types.Identifier, computed),
    value,
  );
}

function plainAssignment(translator: Translator, left: Node, right: Expression): Expression {
  const { t } = translator;
  if (left.type !== 'MemberExpression' || !(left.computed || isOfPrototype(left))) {
    return t.assignmentExpression(
      '=',
      target(translator, left) as types.LVal,
      assignedValue(translator, left, right),
    );
  }
  return isOfIntegers(translator, left, right)
    ? t.assignmentExpression('=', memberOf(translator, left), translator.of(right))
    : writeMember(
        translator,
        left,
        translator.of(left.object as Expression),
        translator.of(left.property as Expression),
        translator.of(right),
      );
}

/** Whether an assignment is of a plain number to an array of integers, which stores it as it is. */
export const isOfIntegers = (
  translator: Translator,
  { object, property }: types.MemberExpression,
  right: Node,
): boolean => {
  const kind = translator.kind(object);
  const isArray = kind.tag === 'list' && kind.of.tag === 'number';
  return isArray && [property, right].every((node) => translator.kind(node).tag === 'number');
};

export function assignment(translator: Translator, node: types.AssignmentExpression): Expression {
  const { t } = translator;
  const { operator, left, right } = node;
  if (operator === '=')
    return translator.placed(plainAssignment(translator, bare(left), right), node);
  if (['&&=', '||=', '??='].includes(operator)) return logical(translator, node);
  const inner = bare(left);
  const sides = [left, right] as Node[];
  const staysNative =
    sides.every((side) => isNative(translator.kind(side))) &&
    !(isArithmetic(operator.slice(0, -1)) && sides.some((side) => mayBeText(translator, side)));
  if (inner.type !== 'MemberExpression' && staysNative) return translator.children(node);
  const { before, read, write } = placeOf(translator, left, right);
  const name = binaryNames[operator.slice(0, -1)];
  const value = staysNative
    ? t.binaryExpression(operator.slice(0, -1) as '+', read, translator.of(right))
    : translator.runtime(name, [read, translator.of(right)], node);
  return translator.placed(after(translator, before, write(value)), node);
}

function logical(translator: Translator, node: types.AssignmentExpression): Expression {
  const { t } = translator;
  const { operator, left, right } = node;
  const { before, read, write } = placeOf(translator, left, right);
  const rest = write(translator.of(right));
  if (operator === '??=')
    return translator.placed(
      after(translator, before, t.logicalExpression('??', read, rest)),
      node,
    );
  const old = translator.temporary();
  const truth = translator.truth(left as Expression, translator.store(old, read));
  const value =
    operator === '&&='
      ? t.conditionalExpression(truth, rest, old)
      : t.conditionalExpression(truth, old, rest);
  return translator.placed(after(translator, before, value), node);
}

/** `x++`. The value before it is kept only if it is used. */
export function update(
  translator: Translator,
  node: types.UpdateExpression,
  isUsed: boolean,
): Expression {
  const { t } = translator;
  const target = bare(node.argument);
  const staysNative =
    isNative(translator.kind(node.argument)) && !mayBeText(translator, node.argument);
  if (target.type !== 'MemberExpression' && staysNative) return translator.children(node);
  const { before, read, write } = placeOf(translator, node.argument, null);
  const name = updateNames[node.operator];
  if (node.prefix || !isUsed)
    return translator.placed(
      after(translator, before, write(translator.runtime(name, [read], node))),
      node,
    );
  const old = translator.temporary();
  const storing = translator.store(old, translator.runtime('numeric', [read], node));
  const value = write(translator.runtime(name, [t.cloneNode(old)], node));
  return translator.placed(
    t.sequenceExpression([...before, storing, value, t.cloneNode(old)]),
    node,
  );
}
