/**
 * Shapes of types that contain themselves, as trees and linked lists do. Each object of the tree is a node, known by
 * its place among all nodes, and the fields of the nodes are columns. A field that holds another node is a link,
 * which is the place of that node.
 */
import type { Node } from '../../front/syntax.js';
import type { RecordShape, Shape } from './shapes.js';
import { optional } from './unions.js';

/** Whether links lead out of a shape. */
export function isOpen(shape: Shape): boolean {
  if (shape.tag === 'link') return true;
  if (shape.tag === 'optional' || shape.tag === 'columns') return isOpen(shape.of);
  return shape.tag === 'record' && shape.isNode !== true && [...shape.fields.values()].some(isOpen);
}

/** The shape of a type whose links lead to the type itself; undefined if it cannot be a node. */
export function withLinks(shape: Shape | undefined, type: Node): Shape | undefined {
  if (shape === undefined || !leadsTo(shape, type)) return shape;
  const isOptional = shape.tag === 'optional';
  const node = isOptional ? shape.of : shape;
  if (node.tag !== 'record' || node.isTuple || node.from !== undefined) return undefined;
  const made = linked(node, type, isOptional ? shape.isNull : null);
  if (made?.tag !== 'record') return undefined;
  const whole: RecordShape = { ...made, isNode: true };
  return isOptional ? optional(whole, shape.isNull) : whole;
}

function leadsTo(shape: Shape, type: Node): boolean {
  if (shape.tag === 'link') return shape.to === type;
  if (shape.tag === 'optional' || shape.tag === 'columns') return leadsTo(shape.of, type);
  return shape.tag === 'record' && [...shape.fields.values()].some((of) => leadsTo(of, type));
}

/**
 * A part of a node; undefined if it cannot stand in columns.
 *
 * @param isNull where the type itself says that it may be missing, whether null says that; else null
 */
function linked(shape: Shape, type: Node, isNull: boolean | null): Shape | undefined {
  switch (shape.tag) {
    case 'link':
      return shape.to !== type || isNull === null ? shape : optional(shape, isNull);
    case 'optional': {
      const inner = linked(shape.of, type, isNull);
      if (inner?.tag !== 'optional') return inner && { ...shape, of: inner };
      return inner.isNull === shape.isNull ? inner : undefined;
    }
    case 'record': {
      if (shape.isNode === true || shape.fields.size === 0) return undefined;
      const fields = new Map<string, Shape>();
      for (const [name, of] of shape.fields) {
        const inner = linked(of, type, isNull);
        if (inner === undefined) return undefined;
        fields.set(name, inner);
      }
      return { ...shape, fields };
    }
    case 'columns': {
      const of = linked(shape.of, type, isNull);
      // What may be missing in an array has no column.
      return of?.tag === 'record' || of?.tag === 'link' ? { tag: 'columns', of } : undefined;
    }
    default:
      return shape;
  }
}
