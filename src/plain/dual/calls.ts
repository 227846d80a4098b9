/**
 * Calls. A call of a translated function stays a call: the function itself asks whether a
 * derivative is in progress. What may be a native function is looked up, and methods whose native
 * versions would treat duals otherwise than numbers are called by the runtime.
 */
import * as runtime from '../runtime/index.js';
import { constructorNames } from '../runtime/natives.js';
import { functionOf } from '../front/callees.js';
import { isNative } from '../front/kinds.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Expression,
  type Node,
  type types,
} from '../front/syntax.js';
import type { Dual } from './expressions.js';
import { optionalChain } from './chains.js';
import { memberOf, nameNode } from './members.js';
import { named } from './wording.js';
import { globalFunctions, globalObjects } from './operators.js';

type Arguments = types.CallExpression['arguments'];

const isMathFunction = (name: string): boolean =>
  typeof (Math as unknown as Record<string, unknown>)[name] === 'function' && name in runtime;

/** Whether an expression is a native function that treats duals otherwise than numbers. */
export function nativeFunction(dual: Dual, node: Node): boolean {
  const { globals } = dual.inference;
  const name = globals.nameOf(node);
  if (name !== undefined) return globalFunctions.includes(name);
  const math = globals.mathFunction(node);
  if (math !== undefined) return isMathFunction(math);
  const inner = bare(node);
  return (
    inner.type === 'MemberExpression' && globalObjects.includes(globals.nameOf(inner.object) ?? '')
  );
}

/** A call, with arguments translated as usual or in a way of one's own. */
export function call(
  dual: Dual,
  node: types.CallExpression,
  args: () => Arguments = () => argumentsOf(dual, node.arguments),
): Expression {
  const { t } = dual;
  const callee = node.callee;
  if (callee.type === 'Super' || callee.type === 'Import') return dual.children(node);
  const math = dual.inference.globals.mathFunction(callee);
  if (math !== undefined && isMathFunction(math)) {
    if (node.arguments.every((argument) => isNative(dual.kind(argument))))
      return dual.children(node);
    return isLong(node) && ['max', 'min', 'hypot'].includes(math)
      ? dual.runtime(
          'mathOfList',
          [t.stringLiteral(math), t.arrayExpression(args() as Expression[])],
          node,
        )
      : dual.runtime(math, args(), node);
  }
  const inner = bare(callee);
  if (nativeFunction(dual, callee) && inner.type !== 'MemberExpression') {
    const own = dual.runtime('own', [t.cloneNode(callee)], callee);
    return dual.placed(t.callExpression(own, args()), node);
  }
  if (inner.type === 'MemberExpression') return methodCall(dual, node, inner, args);
  if (inner.type === 'OptionalMemberExpression') {
    // (a?.b)(x) is called with a.
    const holder = dual.temporary();
    const found = optionalChain(dual, inner, { holder });
    return dual.runtime(
      'invoke',
      [found, named(dual, inner), t.cloneNode(holder), ...args()],
      node,
    );
  }
  return dual.placed(t.callExpression(calleeOf(dual, callee as Expression), args()), node);
}

/** Whether a call may have so many arguments that they fit on the stack only once. */
const isLong = ({ arguments: args }: types.CallExpression | types.NewExpression): boolean =>
  args.some(({ type }) => type === 'SpreadElement');

const argumentsOf = (dual: Dual, args: Arguments): Arguments =>
  args.map((argument) => dual.of(argument));

/** What is called: a known function itself; anything else may be a native one. */
function calleeOf(dual: Dual, callee: Expression): Expression {
  const translated = dual.of(callee);
  const isKnown =
    isFunction(bare(callee)) ||
    functionOf(dual.inference.facts, callee) !== undefined ||
    dual.inference.globals.nameOf(callee) !== undefined;
  return isKnown ? translated : dual.runtime('own', [translated, named(dual, callee)], callee);
}

function methodCall(
  dual: Dual,
  node: types.CallExpression,
  callee: types.MemberExpression,
  args: () => Arguments,
): Expression {
  const { t } = dual;
  const name = nameOfKey(callee.property, callee.computed);
  const isPlain =
    callee.property.type === 'PrivateName' ||
    (name !== undefined &&
      (runtime.sensitive.has(name)
        ? isHarmless(dual, callee, node)
        : !nativeFunction(dual, callee.object)));
  if (isPlain) return dual.placed(t.callExpression(memberOf(dual, callee), args()), node);
  if (callee.object.type === 'Super') {
    const method = [memberOf(dual, callee), named(dual, callee), t.thisExpression()];
    return dual.runtime('invoke', [...method, ...args()], node);
  }
  const method = [dual.of(callee.object), nameNode(dual, callee)];
  return isLong(node)
    ? dual.runtime('callWith', [...method, t.arrayExpression(args() as Expression[])], node)
    : dual.runtime('call', [...method, ...args()], node);
}

/** Methods of strings, and of other objects that hold no duals. */
function isHarmless(
  dual: Dual,
  callee: types.MemberExpression,
  node: types.CallExpression,
): boolean {
  const isPassive = node.arguments.every((argument) => isNative(dual.kind(argument)));
  return isPassive && (callee.object.type === 'Super' || isNative(dual.kind(callee.object)));
}

export function construct(dual: Dual, node: types.NewExpression): Expression {
  const name = dual.inference.globals.nameOf(node.callee);
  if (name !== undefined && !constructorNames.has(name)) return dual.children(node);
  const known = dual.inference.facts.bindings.get(node.callee);
  const itself = known?.path.node;
  if (name === undefined && itself?.type === 'ClassDeclaration' && itself.superClass == null)
    return dual.children(node);
  const isPassive = node.arguments.every((argument) => isNative(dual.kind(argument)));
  const isFloat = name === undefined || /^Float/.test(name);
  if (isPassive && !isFloat) return dual.children(node);
  const callee =
    name === undefined
      ? [dual.of(node.callee), named(dual, node.callee)]
      : [dual.t.cloneNode(node.callee)];
  const args = argumentsOf(dual, node.arguments);
  return dual.runtime(name === undefined ? 'make' : 'construct', [...callee, ...args], node);
}
