/** Operators. An operator that cannot meet a dual stays native. */
import { isNative, isObject } from '../front/kinds.js';
import { bare, nameOfKey, type Expression, type Node, type types } from '../front/syntax.js';
import { isConstant, isDistance } from '../front/questions.js';
import { cachedLogical } from './cache-tests.js';
import type { Translator } from './translator.js';
import { isIn, memberOf, type Member } from './members.js';
import { optionalChain } from './optional-chains.js';
import {
  binaryNames,
  constantNames,
  isEquality,
  isNegated,
  keptNames,
  unaryNames,
} from './runtime-names.js';

export function binary(translator: Translator, node: types.BinaryExpression): Expression {
  const { operator, left, right } = node;
  if (operator === 'instanceof') return instance(translator, node);
  if (operator === 'in') return isIn(translator, node);
  const isKept = isEquality(operator) && (translator.caches?.remembers(node) ?? false);
  if (!isKept && staysNative(translator, node)) return translator.children(node);
  const name = isKept ? keptNames[operator] : nameOfBinary(translator, node);
  if (name === undefined) return translator.children(node);
  const near = translator.caches?.near(node) ?? [];
  const before = near.length === 0 ? [] : [translator.runtime('across', [], node)];
  const result = translator.runtime(name, [translator.of(left), translator.of(right)], node);
  if (before.length > 0) {
    const { t } = translator;
    const kept = near.map((place) => translator.of(place));
    const isNear = t.booleanLiteral(operator.startsWith('<') === isDistance(left));
    return translator.runtime(
      'near',
      [...before, result, isNear, t.arrowFunctionExpression([], t.arrayExpression(kept))],
      node,
    );
  }
  return isNegated(operator)
    ? translator.placed(translator.t.unaryExpression('!', result), node)
    : result;
}

/** A comparison with a constant asks for nothing that was kept. */
const nameOfBinary = (
  translator: Translator,
  { operator, left, right }: types.BinaryExpression,
): string | undefined =>
  isEquality(operator) && [left, right].some((side) => isFixedNumber(translator, side))
    ? constantNames[operator]
    : binaryNames[operator];

/** True if an expression is a literal, or names one, or a number of the language. */
export function isFixedNumber({ inference }: Translator, node: Node): boolean {
  const inner = bare(node);
  if (isConstant(inner) || inference.globals.nameOf(inner) !== undefined) return true;
  const binding = inner.type === 'Identifier' ? inference.facts.bindings.get(inner) : undefined;
  const declared = binding?.constant === true ? binding.path.node : null;
  const init = declared?.type === 'VariableDeclarator' ? declared.init : null;
  return init != null && isConstant(bare(init));
}

/** Operators that read numbers from texts. */
export const isArithmetic = (operator: string): boolean => /^(-|\*\*?|\/|%)$/.test(operator);

/** True if a value that is not a dual may be a text, and so that of a dual. */
export function mayBeText(translator: Translator, node: Node): boolean {
  const inner = bare(node);
  return (
    translator.kind(inner).tag === 'native' &&
    (inner.type === 'TemplateLiteral' || !inner.type.endsWith('Literal')) &&
    !isTruth(inner) &&
    translator.inference.globals.nameOf(inner) !== 'undefined'
  );
}

/** True if an expression is a comparison or a negation, whose results are not texts. */
const isTruth = (node: Node): boolean =>
  (node.type === 'BinaryExpression' && /[<>=]/.test(node.operator)) ||
  (node.type === 'UnaryExpression' && node.operator === '!');

function staysNative(
  translator: Translator,
  { operator, left, right }: types.BinaryExpression,
): boolean {
  const kinds = [translator.kind(left), translator.kind(right)];
  if (kinds.every(isNative))
    return !(isArithmetic(operator) && [left, right].some((side) => mayBeText(translator, side)));
  if (!isEquality(operator)) return false;
  const strict = operator.length === 3;
  // An object equals itself alone; null and undefined equal no number.
  if (strict && kinds.some(isObject)) return true;
  return [left, right].some((side) => {
    const inner = bare(side);
    const isUndefined = translator.inference.globals.nameOf(inner) === 'undefined';
    if (inner.type === 'NullLiteral' || isUndefined) return true;
    return strict && (inner.type === 'StringLiteral' || inner.type === 'BooleanLiteral');
  });
}

function instance(translator: Translator, node: types.BinaryExpression): Expression {
  const global = translator.inference.globals.nameOf(node.right);
  const matters =
    global === undefined
      ? !isNative(translator.kind(node.left))
      : /Array$|^(Object|Number)$/.test(global);
  if (!matters) return translator.children(node);
  return translator.runtime(
    'instanceOf',
    [translator.of(node.left), translator.of(node.right)],
    node,
  );
}

export function unary(translator: Translator, node: types.UnaryExpression): Expression {
  const argument = node.argument;
  if (node.operator === '!')
    return translator.placed(translator.t.unaryExpression('!', translator.test(argument)), node);
  if (node.operator === 'delete') return deletion(translator, node);
  const kind = translator.kind(argument);
  const isText = /^[+-]$/.test(node.operator) && mayBeText(translator, argument);
  if (isNative(kind) && !isText) return translator.children(node);
  if (node.operator === 'typeof') {
    // An unknown name is 'undefined' to typeof alone.
    if (translator.inference.globals.nameOf(argument) !== undefined)
      return translator.t.cloneNode(node);
    return translator.runtime('typeOf', [translator.of(argument)], node);
  }
  const name = unaryNames[node.operator];
  return name === undefined
    ? translator.children(node)
    : translator.runtime(name, [translator.of(argument)], node);
}

/** True if the deleted member may be an element of a typed array, which refuses that. */
function mayBeElement(translator: Translator, { object, property, computed }: Member): boolean {
  const kind = translator.kind(object);
  const name = nameOfKey(bare(property), computed);
  if (object.type === 'Super' || kind.tag === 'object' || isNative(kind)) return false;
  return name === undefined ? computed : name === 'length' || !Number.isNaN(Number(name));
}

function deletion(translator: Translator, node: types.UnaryExpression): Expression {
  const { t } = translator;
  const inner = bare(node.argument);
  const removed = (member: types.MemberExpression) => {
    const { object } = member;
    if (mayBeElement(translator, inner as Member))
      member.object = translator.runtime('removable', [object as Expression], node);
    return translator.placed(t.unaryExpression('delete', member), node);
  };
  if (inner.type === 'MemberExpression') return removed(memberOf(translator, inner));
  return inner.type === 'OptionalMemberExpression'
    ? optionalChain(translator, inner, { last: removed, missing: t.booleanLiteral(true) })
    : translator.children(node);
}

export function logical(translator: Translator, node: types.LogicalExpression): Expression {
  const { t } = translator;
  const { operator, left, right } = node;
  const cached = cachedLogical(
    translator,
    node,
    () => translator.of(left),
    () => translator.of(right),
  );
  if (cached !== null) return cached;
  const kind = translator.kind(left);
  if (operator === '??' || isNative(kind) || isObject(kind)) return translator.children(node);
  const variable = translator.temporary();
  const truth = translator.runtime(
    'truthy',
    [translator.store(variable, translator.of(left))],
    left,
  );
  const rest = translator.of(right);
  return translator.placed(
    operator === '&&'
      ? t.conditionalExpression(truth, rest, variable)
      : t.conditionalExpression(truth, variable, rest),
    node,
  );
}
