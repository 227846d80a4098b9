/** The shapes of what is written down. */
import { bare, isFunction, nameOfKey, type Node } from '../../front/syntax.js';
import type { Storage } from '../../ir/ir.js';
import { arrayShape, recordShape, shapeText, typedArrays, type Shape } from './shapes.js';

/** A loop over a tuple is written out. */
const FEW_TEXTS = 16;

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
      // A few texts are a tuple: each is known by its index.
      if (elements.length <= FEW_TEXTS && elements.every((shape) => shape?.tag === 'text'))
        return recordShape(
          elements.map((shape, k) => [String(k), shape]),
          true,
        );
      const isOne = elements.every((shape) => shape && shapeText(shape) === shapeText(first));
      return isOne ? arrayShape(first) : undefined;
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
      const maker = callee.type === 'MemberExpression' ? callee.object : callee;
      if (maker.type !== 'Identifier' || !typedArrays.includes(maker.name)) return undefined;
      return { tag: 'array', type: { storage: maker.name as Storage } };
    }
    default:
      return undefined;
  }
}

/** The number or the bool that is written down. */
export const literalOf = (node: Node): number | boolean | undefined =>
  node.type === 'NumericLiteral' || node.type === 'BooleanLiteral' ? node.value : undefined;
