/** Methods that the runtime finds, and calls: native ones among them would treat duals otherwise than numbers. */
import { isNumeric } from '../front/kinds.js';
import { bare, type Expression, type Node, type types } from '../front/syntax.js';
import { nameNode, type Member } from './members.js';
import type { Translator } from './translator.js';

export type Arguments = types.CallExpression['arguments'];

/**
 * True if a call has a spread argument: there may be so many arguments that the stack holds them only
 * once.
 */
export const isLong = ({
  arguments: args,
}: types.CallExpression | types.OptionalCallExpression): boolean =>
  args.some(({ type }) => type === 'SpreadElement');

export const argumentsOf = (translator: Translator, args: Arguments): Arguments =>
  args.map((argument) => translator.handed(argument));

/** Calls a method of an object, which is read before the arguments are computed. */
export function foundAndCalled(
  translator: Translator,
  node: types.CallExpression | types.OptionalCallExpression,
  object: Expression,
  callee: Member,
  args: () => Arguments = () => argumentsOf(translator, node.arguments),
): Expression {
  const { t } = translator;
  const method = [object, nameNode(translator, callee)];
  if (isLong(node)) {
    const list = t.arrayExpression(args() as Expression[]);
    return t.callExpression(translator.runtime('methodOfList', method, node), [list]);
  }
  if (node.arguments.every((argument) => changesNothing(translator, argument)))
    return translator.runtime('call', [...method, ...args()], node);
  return translator.placed(
    t.callExpression(translator.runtime('method', method, node), args()),
    node,
  );
}

/** True if an argument runs no code of others, as calls, getters and `valueOf` do. */
function changesNothing(translator: Translator, argument: Node): boolean {
  const node = bare(argument);
  switch (node.type) {
    case 'Identifier':
    case 'ThisExpression':
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return true;
    case 'UnaryExpression':
      return isNumeric(translator.kind(node.argument)) && changesNothing(translator, node.argument);
    case 'BinaryExpression':
      return [node.left, node.right].every(
        (operand) => isNumeric(translator.kind(operand)) && changesNothing(translator, operand),
      );
    default:
      return false;
  }
}
