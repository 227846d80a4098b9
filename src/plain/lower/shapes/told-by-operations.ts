/** Operators and methods that tell what they are used on. */
import type { Facts } from '../../front/facts.js';
import { bare, type Node, type NodePath } from '../../front/syntax.js';
import { number } from './joined-uses.js';
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
];
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
  return init?.type === 'ObjectExpression' ? { tag: 'text' } : number;
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
