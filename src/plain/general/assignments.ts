/**
 * Assignments. `x op= e` becomes `x = op(x, e)`. If the target is a member, its object and key are evaluated
 * once, before `e`, as the language says.
 */
import { isNative, isNumeric, mayBeFloats } from '../front/kinds.js';
import { assignedIfMissing } from '../front/questions.js';
import { bare, type Expression, type Node, type types } from '../front/syntax.js';
import { cachedLogical } from './cache-tests.js';
import type { Translator } from './translator.js';
import { mayBePacked, memberOf } from './members.js';
import { isRepeatable } from './repeatable.js';
import { isArithmetic, mayBeText } from './operators.js';
import { isFieldName, isOfPrototype, mayBeLength, sized, target } from './targets.js';
import { assignedValue } from './error-names.js';
import { binaryNames, updateNames } from './runtime-names.js';

/** A place that can be read and written, once its object and key have been evaluated. */
interface Place {
  readonly before: readonly Expression[];
  readonly read: Expression;
  readonly write: (value: Expression, mayBeDual: boolean) => Expression;
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
    if (mayBePacked(translator.kind(object), translator.kind(property)))
      return translator.runtime('at', [holder(), translator.key(property, key())], inner);
    if (!isNumeric(translator.kind(property)) || !isNative(translator.kind(property)))
      return translator.runtime('get', [holder(), key()], inner);
    const element = t.memberExpression(holder(), key() as types.Identifier, computed);
    return mayBeFloats(translator.kind(object))
      ? translator.runtime('seen', [element, holder(), key()], inner)
      : element;
  };
  return {
    before,
    read: read(),
    write: (value, mayBeDual) => writeMember(translator, inner, holder(), key(), value, mayBeDual),
  };
}

/** A value, after what must be evaluated before it. */
const after = (
  translator: Translator,
  before: readonly Expression[],
  value: Expression,
): Expression =>
  before.length === 0 ? value : translator.t.sequenceExpression([...before, value]);

/** `holder.name = value`. The holder of an object that may be older than the run is noted (core/left-behind.ts). */
function writeMember(
  translator: Translator,
  member: types.MemberExpression,
  holder: Expression,
  key: Expression,
  value: Expression,
  mayBeDual: boolean,
): Expression {
  const { t } = translator;
  const { object, property, computed } = member;
  const mayOutlive = mayBeDual && !translator.isNew(object);
  const put = mayOutlive ? 'put' : 'set';
  if (isOfPrototype(member)) {
    const on = object.type === 'Super' ? t.thisExpression() : holder;
    return translator.runtime(put, [on, t.stringLiteral('__proto__'), value], property);
  }
  const byRuntime = computed && object.type !== 'Super' && !isFieldName(property);
  if (byRuntime) return translator.runtime(put, [holder, key, value], property);
  const owner = mayBeLength(translator, member) ? sized(translator, member, holder) : holder;
  const [on, again] = mayOutlive ? translator.twice(owner, object) : [owner, owner];
  return t.assignmentExpression(
    '=',
    t.memberExpression(on, key as types.Identifier, computed),
    mayOutlive ? translator.runtime('into', [again, value], property) : value,
  );
}

function plainAssignment(translator: Translator, left: Node, right: Expression): Expression {
  const { t } = translator;
  if (left.type !== 'MemberExpression')
    return t.assignmentExpression(
      '=',
      target(translator, left) as types.LVal,
      assignedValue(translator, left, right),
    );
  if (isOfIntegers(translator, left, right))
    return t.assignmentExpression('=', memberOf(translator, left), translator.of(right));
  const { object, property, computed } = left;
  return writeMember(
    translator,
    left,
    object.type === 'Super' ? (t.cloneNode(object) as never) : translator.of(object),
    computed ? translator.of(property as Expression) : (t.cloneNode(property) as Expression),
    translator.of(right),
    mayBeDual(translator, right),
  );
}

/** True if a value may be a dual, or hold one. */
const mayBeDual = (translator: Translator, value: Node): boolean =>
  !isNative(translator.kind(value));

/** True if an assignment is of a plain number to an array of integers, which stores it as it is. */
export const isOfIntegers = (
  translator: Translator,
  { object, property }: types.MemberExpression,
  right: Node,
): boolean => {
  const kind = translator.kind(object);
  const isArray = kind.tag === 'list' && kind.of.tag === 'number' && !kind.mayBeTyped;
  return isArray && [property, right].every((node) => translator.kind(node).tag === 'number');
};

export function assignment(translator: Translator, node: types.AssignmentExpression): Expression {
  const { t } = translator;
  const { operator, left, right } = node;
  const ifMissing = assignedIfMissing(node);
  if (ifMissing !== null && translator.caches?.in(ifMissing)) return logical(translator, ifMissing);
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
  return translator.placed(after(translator, before, write(value, !staysNative)), node);
}

function logical(translator: Translator, node: types.AssignmentExpression): Expression {
  const { t } = translator;
  const { operator, left, right } = node;
  const { before, read, write } = placeOf(translator, left, right);
  const cached = cachedLogical(
    translator,
    node,
    () => read,
    () => write(translator.of(right), mayBeDual(translator, right)),
  );
  if (cached !== null) return translator.placed(after(translator, before, cached), node);
  const rest = write(translator.of(right), mayBeDual(translator, right));
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
      after(translator, before, write(translator.runtime(name, [read], node), !staysNative)),
      node,
    );
  const old = translator.temporary();
  const storing = translator.store(old, translator.runtime('numeric', [read], node));
  const value = write(translator.runtime(name, [t.cloneNode(old)], node), !staysNative);
  return translator.placed(
    t.sequenceExpression([...before, storing, value, t.cloneNode(old)]),
    node,
  );
}
