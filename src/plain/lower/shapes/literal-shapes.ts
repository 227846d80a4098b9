/** The shapes of what is written down. */
import { bare, isFunction, nameOfKey, type Node, type types } from '../../front/syntax.js';
import type { Storage } from '../../ir/ir.js';
import { arrayShape, recordShape, shapeText, typedArrays, type Shape } from './shapes.js';

/** A loop over a tuple is written out. */
const FEW = 16;

/** The shape that a literal makes, or `new` of a typed array. */
export function shapeOfValue(given: Node): Shape | undefined {
  const node = bare(given);
  switch (node.type) {
    case 'NumericLiteral':
    case 'UnaryExpression':
    case 'BinaryExpression':
      return { tag: 'number' };
    case 'BooleanLiteral':
      return { tag: 'bool' };
    case 'StringLiteral':
      return { tag: 'text' };
    case 'ArrayExpression': {
      const elements = node.elements.map((inner) =>
        inner === null || inner.type === 'SpreadElement' ? undefined : shapeOfValue(inner),
      );
      const [first] = elements;
      if (first === undefined) return undefined;
      const isOne = elements.every((shape) => shape && shapeText(shape) === shapeText(first));
      // A few texts are a tuple, and so are different things: each is known by its index.
      if (elements.length > FEW || (isOne && first.tag !== 'text'))
        return isOne ? arrayShape(first) : undefined;
      return recordShape(
        elements.map((shape, k) => [String(k), shape]),
        true,
      );
    }
    case 'ObjectExpression': {
      // Functions are known where they are written.
      const held = node.properties.filter(
        (one) =>
          !isFunction(one) && !(one.type === 'ObjectProperty' && isFunction(bare(one.value))),
      );
      if (held.length === 0 && node.properties.length > 0) return undefined;
      return recordShape(
        held.map((property) => {
          if (property.type !== 'ObjectProperty') return ['', undefined];
          const name = nameOfKey(property.key, property.computed);
          return [name ?? '', name === undefined ? undefined : shapeOfValue(property.value)];
        }),
        false,
      );
    }
    case 'NewExpression':
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
        const made = shapeOfMade(
          callee.object.name,
          nameOfKey(callee.property, callee.computed),
          node,
        );
        if (made !== undefined) return made;
      }
      const maker = callee.type === 'MemberExpression' ? callee.object : callee;
      if (maker.type !== 'Identifier' || !typedArrays.includes(maker.name)) return undefined;
      return { tag: 'array', type: { storage: maker.name as Storage } };
    }
    default:
      return undefined;
  }
}

/** What functions of `Math` give, and `Array.from` of a function whose result is written down. */
function shapeOfMade(
  object: string,
  name: string | undefined,
  { arguments: given }: types.CallExpression | types.NewExpression,
): Shape | undefined {
  if (object === 'Math') return { tag: 'number' };
  const [, make] = given;
  if (object !== 'Array' || name !== 'from' || make?.type !== 'ArrowFunctionExpression')
    return undefined;
  const element = make.body.type === 'BlockStatement' ? undefined : shapeOfValue(make.body);
  return element && arrayShape(element);
}

/** The number or the bool that is written down. */
export const literalOf = (node: Node): number | boolean | undefined =>
  node.type === 'NumericLiteral' || node.type === 'BooleanLiteral' ? node.value : undefined;
