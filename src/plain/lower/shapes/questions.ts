/** What questions tell of what they are about: comparisons with undefined, null and literals, and cases of a switch. */
import { bare, type Node, type types } from '../../front/syntax.js';
import { isEquality } from '../syntax/asked-whether-there.js';
import { asked, askedForNull, handedOn, number } from './joined-uses.js';
import { shapeOfValue } from './literal-shapes.js';
import type { Shape } from './shapes.js';

/** What a literal beside something tells of it. */
export function toldByLiteral(given: Node): Shape | undefined {
  const node = bare(given);
  const isTold = ['NumericLiteral', 'StringLiteral', 'BooleanLiteral', 'UnaryExpression'];
  const isObject = node.type === 'ObjectExpression' && node.properties.length === 0;
  return isTold.includes(node.type) || isObject || node.type === 'ArrayExpression'
    ? shapeOfValue(node)
    : undefined;
}

/** What an equality tells of one of its sides. */
export function toldByComparison(node: types.BinaryExpression, side: Node): Shape | undefined {
  if (!isEquality(node.operator)) return undefined;
  const other = bare(node.left === side ? node.right : node.left);
  if (other.type === 'Identifier' && other.name === 'undefined') return asked;
  if (other.type === 'UnaryExpression' && other.operator === 'void') return asked;
  if (other.type === 'NullLiteral') return node.operator.length === 3 ? askedForNull : asked;
  if (other.type === 'BinaryExpression') return number;
  return other.type === 'NumericLiteral' || other.type === 'StringLiteral'
    ? shapeOfValue(other)
    : undefined;
}

/** What `typeof` is compared with tells. */
export function toldByTypeof(node: Node): Shape | undefined {
  if (node.type !== 'BinaryExpression' || !isEquality(node.operator)) return undefined;
  const [text] = [node.left, node.right].map(bare).filter(({ type }) => type === 'StringLiteral');
  if (text?.type !== 'StringLiteral') return undefined;
  if (text.value === 'undefined') return asked;
  return text.value === 'number' ? handedOn : undefined;
}

/** What cases tell of what a switch is about. */
export function toldBySwitch({ cases }: types.SwitchStatement): Shape | undefined {
  const [first] = cases.flatMap(({ test }) => test ?? []);
  return first && toldByLiteral(first);
}
