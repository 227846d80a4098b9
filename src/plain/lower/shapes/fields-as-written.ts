/** What a list of literals says of the fields of its objects: more than uses do, of fields that are only handed on. */
import { bare, nameOfKey, type Node } from '../../front/syntax.js';
import { shapeOfValue } from './literal-shapes.js';
import { arrayShape, inColumns, shapeText, type Shape } from './shapes.js';

/** A shape that uses told, with what is written there. */
export function asWritten(
  shape: Shape | undefined,
  init: Node,
  withTexts: boolean,
): Shape | undefined {
  if (shape?.tag !== 'columns' || shape.of.tag !== 'record' || init.type !== 'ArrayExpression')
    return shape;
  const objects = init.elements.map((element) => element && bare(element));
  const fields = new Map<string, Shape>();
  for (const [name, told] of shape.of.fields) {
    const written = objects.map((one) => valueOf(one, name));
    const areTexts = written.every(isOfTexts) && written.some((one) => !isEmpty(one));
    if (!areTexts) fields.set(name, joined(written) ?? told);
    // Without such lists nobody can read them.
    else if (withTexts) fields.set(name, arrayShape(inColumns({ tag: 'text' }))!);
  }
  return { ...shape, of: { ...shape.of, fields } };
}

function valueOf(object: Node | null, name: string): Node | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  const found = object.properties.findLast(
    (one) => one.type === 'ObjectProperty' && nameOfKey(one.key, one.computed) === name,
  );
  return found?.type === 'ObjectProperty' ? bare(found.value) : undefined;
}

/** What all values of a field are; undefined if they differ, or nobody knows. */
function joined(values: readonly (Node | undefined)[]): Shape | undefined {
  const shapes = values.map((one) => one && shapeOfValue(one));
  const [first] = shapes;
  const isOne = first && shapes.every((shape) => shape && shapeText(shape) === shapeText(first));
  return isOne && (first.tag === 'text' || first.tag === 'bool') ? first : undefined;
}

const isEmpty = (node: Node | undefined): boolean =>
  node?.type === 'ArrayExpression' && node.elements.length === 0;

const isOfTexts = (node: Node | undefined): boolean =>
  node?.type === 'ArrayExpression' &&
  node.elements.every((element) => element?.type === 'StringLiteral');
