/** Shapes of unions and intersections of types. */
import type { Facts } from '../../front/facts.js';
import type { Node } from '../../front/syntax.js';
import { shapeText, type RecordShape, type Shape } from './shapes.js';

const isPlain = (of: Shape): of is RecordShape =>
  of.tag === 'record' && !of.isTuple && of.from === undefined && of.isNode !== true;

export const optional = (of: Shape, isNull = false): Shape =>
  of.tag === 'optional' ? of : { tag: 'optional', of, isNull };

/**
 * What one of some shapes is: of objects, an object with the fields of all, of which those may be missing that not all
 * have. Tags tell the program which are there; each reading asks.
 */
export function unionOf(shapes: readonly Shape[]): Shape | undefined {
  const [first] = shapes;
  if (first === undefined) return undefined;
  if (shapes.every((shape) => shapeText(shape) === shapeText(first))) return first;
  if (!shapes.every(isPlain)) return undefined;
  const fields = new Map<string, Shape>();
  for (const name of new Set(shapes.flatMap(({ fields }) => [...fields.keys()]))) {
    const held = shapes.flatMap((shape) => shape.fields.get(name) ?? []);
    const isMissing = held.length < shapes.length;
    const known = held.map((shape) => (shape.tag === 'optional' ? shape.of : shape));
    const isNull = held.some((shape) => shape.tag === 'optional' && shape.isNull);
    const inner = unionOf(known);
    // What is missing in one and null in another would be two things that are not there.
    if (inner === undefined || (isNull && isMissing)) return undefined;
    const isOptional = isMissing || held.some(({ tag }) => tag === 'optional');
    fields.set(name, isOptional ? optional(inner, isNull) : inner);
  }
  return { tag: 'record', isTuple: false, fields };
}

/** An object with the fields of all. */
export function intersectionOf(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const fields = new Map<string, Shape>();
  for (const shape of shapes) {
    if (shape === undefined || !isPlain(shape)) return undefined;
    for (const [name, inner] of shape.fields) {
      const before = fields.get(name);
      if (before !== undefined && shapeText(before) !== shapeText(inner)) return undefined;
      fields.set(name, inner);
    }
  }
  return { tag: 'record', isTuple: false, fields };
}

/** Whether a variable may be a number or an object, as its type says. */
export function mayBeObject(facts: Facts, of: Node): boolean {
  if (of.type !== 'Identifier') return false;
  const annotation = facts.bindings.get(of)?.identifier.typeAnnotation;
  let type: Node | null | undefined =
    annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
  if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    const alias = facts.declared.get(type.typeName.name);
    type = alias?.type === 'TSTypeAliasDeclaration' ? alias.typeAnnotation : undefined;
  }
  if (type?.type !== 'TSUnionType') return false;
  const kinds = type.types.map((one) => one.type);
  const isObject = kinds.some((kind) => objects.includes(kind));
  return isObject && kinds.includes('TSNumberKeyword') && !kinds.includes('TSUndefinedKeyword');
}

const objects: readonly string[] = [
  'TSTypeReference',
  'TSArrayType',
  'TSTypeLiteral',
  'TSTupleType',
];
