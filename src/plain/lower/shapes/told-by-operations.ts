/** Operators and methods that tell what they are used on. */
import type { Facts } from '../../front/facts.js';
import { bare, nameOfKey, type Binding, type Node, type NodePath } from '../../front/syntax.js';
import { withContainers } from '../syntax/with-containers.js';
import { number } from './joined-uses.js';
import { shapeOf, shapeOfNew } from './promised-shapes.js';
import type { Shape } from './shapes.js';

/** Operators on numbers. */
export const arithmetic = [
  '-',
  '*',
  '/',
  '%',
  '**',
  '+',
  '<',
  '<=',
  '>',
  '>=',
  '|',
  '&',
  '<<',
  '>>',
];
/** Methods that arrays have, and texts perhaps. */
export const ofArrays = [
  'slice',
  'at',
  'entries',
  'concat',
  'indexOf',
  'includes',
  'fill',
  'reverse',
  'sort',
  'toReversed',
  'toSorted',
];
/** Those that give a list of the same elements. */
export const givingLists = ['slice', 'concat', 'reverse', 'sort', 'toReversed', 'toSorted'];
/** Methods with a function on elements, and which of its parameters takes them. */
export const onElements: Readonly<Record<string, number | undefined>> = {
  map: 0,
  forEach: 0,
  filter: 0,
  find: 0,
  findIndex: 0,
  some: 0,
  every: 0,
  reduce: 1,
  reduceRight: 1,
};

/** A key of an object that is written down is a text; any other is an index. */
export function toldOfKey(facts: Facts, object: Node): Shape {
  const binding = object.type === 'Identifier' ? facts.bindings.get(object) : undefined;
  const { node } = binding?.path ?? {};
  const init = node?.type === 'VariableDeclarator' && node.init != null ? bare(node.init) : null;
  const isByText = init?.type === 'ObjectExpression' || keysOf(facts, object) === 'text';
  return isByText ? { tag: 'text' } : number;
}

/** What the keys are of a variable that holds a map, a set, or an object with any keys, as its type or `new` says. */
function keysOf(facts: Facts, given: Node): 'text' | 'number' | undefined {
  const shape = shapeAt(facts, bare(given));
  return shape?.tag === 'dictionary' ? shape.keys : undefined;
}

/** The shape of a variable or a field, as types say it. */
function shapeAt(facts: Facts, node: Node): Shape | undefined {
  if (node.type === 'MemberExpression') {
    const of = shapeAt(facts, bare(node.object));
    const name = nameOfKey(node.property, node.computed);
    return of?.tag === 'record' && name !== undefined ? of.fields.get(name) : undefined;
  }
  const binding = node.type === 'Identifier' ? facts.bindings.get(node) : undefined;
  return binding && shapeOfVariable(facts, binding);
}

function shapeOfVariable(facts: Facts, binding: Binding): Shape | undefined {
  const { classes } = withContainers(facts);
  const { node } = binding.path;
  const init = node.type === 'VariableDeclarator' && node.init != null ? bare(node.init) : null;
  return (
    shapeOf(binding.identifier.typeAnnotation, classes) ??
    (init?.type === 'NewExpression' ? shapeOfNew(init, classes) : undefined)
  );
}

/** What a method of a map or a set tells of its key; undefined for any other. */
export function toldByKeyed(
  facts: Facts,
  object: Node,
  method: string | undefined,
): Shape | undefined {
  if (!['get', 'has', 'set', 'add'].includes(method ?? '')) return undefined;
  const tag = keysOf(facts, object);
  return tag && { tag };
}

/** Methods that arrays of NumPy have, and hardly anything else. */
const ofNumpy: readonly string[] = [
  'astype',
  'flatten',
  'get',
  'item',
  'matmul',
  'mean',
  'ravel',
  'reshape',
  'square',
  'sum',
  'tolist',
  'transpose',
];

/** Whether a member is one of an array of NumPy, as it is used, in a module that has such arrays. */
export const isOfNumpy = ({ key, parent, node }: NodePath, name: string): boolean =>
  name === 'T' ||
  (name === 'shape' && parent.type === 'MemberExpression' && parent.object === node) ||
  (key === 'callee' && ofNumpy.includes(name));
