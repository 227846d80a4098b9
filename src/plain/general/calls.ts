/**
 * Calls. A call of a translated function stays a call: the function itself asks whether a derivative is in
 * progress. A callee that may be a native function is looked up. The runtime calls methods whose native versions
 * would treat duals otherwise than numbers.
 */
import * as runtime from '../runtime/index.js';
import { constructorNames, versionedMethods } from '../runtime/natives.js';
import { cuttingMethods } from '../runtime/numbers.js';
import { functionOf } from '../front/called-function.js';
import { isOfPlainArrays } from '../front/module-sources.js';
import { isNative, isObject } from '../front/kinds.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Expression,
  type Node,
  type types,
} from '../front/syntax.js';
import type { Translator } from './translator.js';
import { dualFields } from './dual-members.js';
import { optionalChain } from './optional-chains.js';
import { argumentsOf, foundAndCalled, isLong, type Arguments } from './found-methods.js';
import { memberOf } from './members.js';
import { mayBeText } from './operators.js';
import { isAdded, nameLiteral } from './error-names.js';
import { globalFunctions, globalObjects } from './runtime-names.js';

/** Methods of arrays that have no version, and store what they are given. */
const growing = new Set(['push', 'unshift']);

const isMathFunction = (name: string): boolean =>
  typeof (Math as unknown as Record<string, unknown>)[name] === 'function' && name in runtime;

/**
 * True if an expression is a native function that treats duals differently from numbers, or one of
 * numpy-ts.
 */
export function nativeFunction(translator: Translator, node: Node): boolean {
  const { globals } = translator.inference;
  const name = globals.nameOf(node);
  if (name !== undefined) return globalFunctions.includes(name);
  const math = globals.mathFunction(node);
  if (math !== undefined) return isMathFunction(math);
  const inner = bare(node);
  const isMember =
    inner.type === 'MemberExpression' && globalObjects.includes(globals.nameOf(inner.object) ?? '');
  return isMember || isOfPlainArrays(translator.inference.facts.bindings, inner);
}

/** A call. `args` translates its arguments, as usual or in another way. */
export function call(
  translator: Translator,
  node: types.CallExpression,
  args: () => Arguments = () => argumentsOf(translator, node.arguments),
): Expression {
  const { t } = translator;
  const callee = node.callee;
  if (callee.type === 'Super' || callee.type === 'Import') return translator.children(node);
  const math = translator.inference.globals.mathFunction(callee);
  if (math !== undefined && isMathFunction(math)) {
    const areNumbers = node.arguments.every(
      (argument) => isNative(translator.kind(argument)) && !mayBeText(translator, argument),
    );
    if (areNumbers) return translator.children(node);
    return isLong(node) && ['max', 'min', 'hypot'].includes(math)
      ? translator.runtime(
          'mathOfList',
          [t.stringLiteral(math), t.arrayExpression(args() as Expression[])],
          node,
        )
      : translator.runtime(math, args(), node);
  }
  const copied = copiedByText(translator, node);
  if (copied !== undefined) return translator.runtime('jsonCopy', [translator.of(copied)], node);
  const inner = bare(callee);
  if (nativeFunction(translator, callee) && inner.type !== 'MemberExpression') {
    const own = translator.runtime('own', [t.cloneNode(callee)], callee);
    return translator.placed(t.callExpression(own, args()), node);
  }
  if (inner.type === 'MemberExpression') return methodCall(translator, node, inner, args);
  if (inner.type === 'OptionalMemberExpression') {
    // (a?.b)(x) is called with a.
    const holder = translator.temporary();
    const found = optionalChain(translator, inner, { holder });
    return translator.runtime(
      'invoke',
      [found, nameLiteral(translator, inner), t.cloneNode(holder), ...args()],
      node,
    );
  }
  return translator.placed(
    t.callExpression(calleeOf(translator, callee as Expression), args()),
    node,
  );
}

/** The argument of a call of a function of `JSON` that has no others. */
function ofJSON({ inference }: Translator, node: Node, name: string): Expression | undefined {
  if (node.type !== 'CallExpression' || node.arguments.length !== 1) return undefined;
  const [callee, [argument]] = [bare(node.callee), node.arguments];
  const isIt =
    callee.type === 'MemberExpression' &&
    inference.globals.nameOf(callee.object) === 'JSON' &&
    nameOfKey(callee.property, callee.computed) === name;
  return isIt && argument.type !== 'SpreadElement' ? (argument as Expression) : undefined;
}

/** The value that `JSON.parse(JSON.stringify(x))` copies. */
function copiedByText(translator: Translator, node: types.CallExpression): Expression | undefined {
  const text = ofJSON(translator, node, 'parse');
  return text && ofJSON(translator, bare(text), 'stringify');
}

/** The callee: a known function itself; anything else may be a native function. */
function calleeOf(translator: Translator, callee: Expression): Expression {
  const translated = translator.of(callee);
  const isKnown =
    isFunction(bare(callee)) ||
    functionOf(translator.inference.facts, callee) !== undefined ||
    translator.inference.globals.nameOf(callee) !== undefined;
  return isKnown
    ? translated
    : translator.runtime('own', [translated, nameLiteral(translator, callee)], callee);
}

function methodCall(
  translator: Translator,
  node: types.CallExpression,
  callee: types.MemberExpression,
  args: () => Arguments,
): Expression {
  const { t } = translator;
  const name = nameOfKey(callee.property, callee.computed);
  const isPlain =
    callee.property.type === 'PrivateName' ||
    (name !== undefined &&
      !mayBeHidden(translator, callee, name) &&
      (mayBeNative(translator, name)
        ? isHarmless(translator, callee, node)
        : !nativeFunction(translator, callee.object)));
  if (isPlain) {
    const object = translator.of(callee.object) as Expression;
    if (isGrowing(translator, callee, node)) return grown(translator, node, callee, object, args());
    if (!isAdded(translator, object))
      return translator.placed(
        t.callExpression(memberOf(translator, callee, object), args()),
        node,
      );
    const holder = translator.temporary();
    const method = memberOf(translator, callee, translator.store(holder, object));
    const called = [method, nameLiteral(translator, callee), t.cloneNode(holder)];
    return translator.runtime('invoke', [...called, ...args()], node);
  }
  if (callee.object.type === 'Super') {
    const method = [
      memberOf(translator, callee),
      nameLiteral(translator, callee),
      t.thisExpression(),
    ];
    return translator.runtime('invoke', [...method, ...args()], node);
  }
  return foundAndCalled(translator, node, translator.of(callee.object) as Expression, callee, args);
}

/** True if a call may put duals into an array that is older than the run (core/left-behind.ts). */
const isGrowing = (
  translator: Translator,
  { object, property, computed }: types.MemberExpression,
  node: types.CallExpression,
): boolean =>
  growing.has(nameOfKey(property, computed) ?? '') &&
  object.type !== 'Super' &&
  !translator.isNew(object) &&
  node.arguments.some((argument) => !isNative(translator.kind(argument)));

/** `xs.push($intoList(xs, x))` */
function grown(
  translator: Translator,
  node: types.CallExpression,
  callee: types.MemberExpression,
  object: Expression,
  args: Arguments,
): Expression {
  const { t } = translator;
  const [holder, again] = translator.twice(object, callee.object);
  const noted = args.map((argument, k) => {
    if (isNative(translator.kind(node.arguments[k]))) return argument;
    const isSpread = argument.type === 'SpreadElement';
    const given = node.arguments[k] as types.SpreadElement;
    const value = isSpread
      ? translator.runtime(
          'iterable',
          [argument.argument, nameLiteral(translator, given.argument)],
          node,
        )
      : (argument as Expression);
    const into = translator.runtime('intoList', [t.cloneNode(again), value], node);
    return isSpread ? t.spreadElement(into) : into;
  });
  return translator.placed(t.callExpression(memberOf(translator, callee, holder), noted), node);
}

/**
 * True if a member of this name may be a native function, or one of numpy-ts: fields that are given
 * functions may be one.
 */
function mayBeNative({ inference: { facts } }: Translator, name: string): boolean {
  return versionedMethods.has(name) || facts.fields.has(name) || facts.arrays.any;
}

/** True if the object may be a dual, which has a field where numbers have a method of the program's. */
const mayBeHidden = (translator: Translator, { object }: types.MemberExpression, name: string) =>
  dualFields.has(name) &&
  object.type !== 'ThisExpression' &&
  object.type !== 'Super' &&
  !isObject(translator.kind(object)) &&
  !isNative(translator.kind(object));

/**
 * True if a method call needs no runtime: no dual is in the object or the arguments, and no text is
 * cut.
 */
function isHarmless(
  translator: Translator,
  callee: types.MemberExpression,
  node: types.CallExpression,
): boolean {
  const isPassive = node.arguments.every((argument) => isNative(translator.kind(argument)));
  if (!isPassive || callee.object.type === 'Super') return isPassive;
  const isCut =
    cuttingMethods.includes(nameOfKey(callee.property, callee.computed) ?? '') &&
    mayBeText(translator, callee.object);
  return isNative(translator.kind(callee.object)) && !isCut;
}

export function construct(translator: Translator, node: types.NewExpression): Expression {
  const name = translator.inference.globals.nameOf(node.callee);
  if (name !== undefined && !constructorNames.has(name)) return translator.children(node);
  const known = translator.inference.facts.bindings.get(node.callee);
  const itself = known?.path.node;
  if (name === undefined && itself?.type === 'ClassDeclaration' && itself.superClass == null)
    return translator.children(node);
  const isPassive = node.arguments.every((argument) => isNative(translator.kind(argument)));
  const isFloat = name === undefined || /^Float/.test(name);
  if (isPassive && !isFloat) return translator.children(node);
  const callee =
    name === undefined
      ? [translator.of(node.callee), nameLiteral(translator, node.callee)]
      : [translator.t.cloneNode(node.callee)];
  const args = argumentsOf(translator, node.arguments);
  return translator.runtime(name === undefined ? 'make' : 'construct', [...callee, ...args], node);
}
