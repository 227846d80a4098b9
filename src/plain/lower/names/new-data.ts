/** Tells which expressions make all arrays and objects anew that a value of some shape consists of. */
import { bare, nameOfKey, type Node, type NodePath, type types } from '../../front/syntax.js';
import type { Shape } from '../shapes/shapes.js';

/** Whether a value of a shape is a number, a bool or a text, or nothing. */
export const isPrimitive = (shape: Shape): boolean =>
  shape.tag === 'optional'
    ? isPrimitive(shape.of)
    : shape.tag === 'number' || shape.tag === 'bool' || shape.tag === 'text';

const number: Shape = { tag: 'number' };

/** The shape of all elements of an array; undefined for what is no array, or where that is not known. */
export function elementOf(shape: Shape): Shape | undefined {
  if (shape.tag === 'optional') return elementOf(shape.of);
  if (shape.tag === 'columns') return shape.of.tag === 'record' ? shape.of : undefined;
  if (shape.tag === 'array')
    return shape.type.of === undefined ? number : { tag: 'array', type: shape.type.of };
  if (shape.tag !== 'record' || !shape.isTuple) return undefined;
  const [first, ...others] = shape.fields.values();
  const areSame = others.every((one) => JSON.stringify(one) === JSON.stringify(first));
  return areSame && first !== undefined && (first.tag === 'array' || isPrimitive(first))
    ? first
    : undefined;
}

/** The shape of a member; no name is the way to any element. */
export function partOf(shape: Shape, name: string | undefined): Shape | undefined {
  if (shape.tag === 'optional') return partOf(shape.of, name);
  const isArray = shape.tag === 'array' || shape.tag === 'columns';
  if (name === undefined) return elementOf(shape);
  if (shape.tag === 'record' && shape.fields.has(name)) return shape.fields.get(name);
  if (name === 'length' && (isArray || (shape.tag === 'record' && shape.isTuple))) return number;
  return isArray && /^\d+$/.test(name) ? elementOf(shape) : undefined;
}

/** What is known where an expression stands. */
interface Around {
  readonly scope: NodePath['scope'];
  /** The shape of a constant that nobody can change, and whose parts of that and of a given shape are made anew. */
  readonly steady: (name: types.Identifier, shape: Shape | undefined) => Shape | undefined;
}

/** Whether an expression makes what it gives, as far as it is more than numbers, bools and texts. */
export function isMadeAnew(given: Node, shape: Shape | undefined, around: Around): boolean {
  const node = bare(given);
  if (shape === undefined) return false;
  if (isPrimitive(shape)) return true;
  const isNew = (of: Node, part: Shape | undefined) => isMadeAnew(of, part, around);
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.every((one, k) =>
        one?.type === 'SpreadElement'
          ? elementsOf(one.argument, shape, around) !== undefined
          : one !== null && isNew(one, partOf(shape, String(k))),
      );
    case 'ObjectExpression': {
      const names = new Set<string>();
      const areNew = node.properties.every((one) => {
        const name = one.type === 'SpreadElement' ? undefined : nameOfKey(one.key, one.computed);
        if (one.type !== 'ObjectProperty' || name === undefined || name === '__proto__')
          return false;
        names.add(name);
        const part = partOf(shape, name);
        // Nobody reads what the shape does not tell.
        return part === undefined || isNew(one.value, part);
      });
      return (
        areNew &&
        shape.tag === 'record' &&
        !shape.isTuple &&
        [...shape.fields.keys()].every((name) => names.has(name))
      );
    }
    case 'CallExpression': {
      const [first, make] = node.arguments;
      if (isOfGlobal(node.callee, 'JSON', 'parse', around.scope))
        return node.arguments.length === 1;
      if (!isOfGlobal(node.callee, 'Array', 'from', around.scope))
        return isListAnew(node, shape, around);
      return first !== undefined && areMadeBy(make, shape, around);
    }
    default:
      return false;
  }
}

/** Whether a function makes each element of a list anew. */
function areMadeBy(make: Node | undefined, shape: Shape, around: Around): boolean {
  const element = elementOf(shape);
  if (element !== undefined && isPrimitive(element)) return true;
  const made = make === undefined ? undefined : returnedBy(make);
  return made !== undefined && isMadeAnew(made, element, around);
}

/** Methods that give a new list of elements of the one that is there. */
const selecting: readonly string[] = ['slice', 'filter', 'toSorted', 'toReversed'];
/** Methods that give the list itself, with its elements in another order. */
const ordering: readonly string[] = ['sort', 'reverse'];

/** Whether a method of a list that nobody can change makes a list: of its elements, or of others that are made anew. */
function isListAnew(call: types.CallExpression, shape: Shape, around: Around): boolean {
  const [name, list] = methodOf(call);
  if (name !== 'map') return elementsOf(call, shape, around) !== undefined;
  return (
    elementsOf(list!, undefined, around) !== undefined &&
    areMadeBy(call.arguments[0], shape, around)
  );
}

const methodOf = ({ callee }: types.CallExpression): [string | undefined, Node | undefined] =>
  callee.type === 'MemberExpression'
    ? [nameOfKey(callee.property, callee.computed), callee.object]
    : [undefined, undefined];

/**
 * The shape of a list that nobody can change, or that is made of the elements of one. What functions are given of them
 * is seen where that list is used.
 */
function elementsOf(list: Node, shape: Shape | undefined, around: Around): Shape | undefined {
  const node = bare(list);
  const elements = (of: Node) => elementsOf(of, shape, around);
  if (node.type === 'Identifier') {
    const found = around.steady(node, shape);
    return found !== undefined && elementOf(found) !== undefined ? found : undefined;
  }
  if (node.type === 'ArrayExpression') {
    const all = node.elements.map((one) =>
      one?.type === 'SpreadElement' ? elements(one.argument) : undefined,
    );
    return all.every((one) => one !== undefined) ? all[0] : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  const [name = '', of] = methodOf(node);
  const isNew = selecting.includes(name) || (ordering.includes(name) && of!.type !== 'Identifier');
  return isNew && of !== undefined ? elements(of) : undefined;
}

function isOfGlobal(callee: Node, object: string, name: string, scope: NodePath['scope']): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === object &&
    nameOfKey(callee.property, callee.computed) === name &&
    !scope.hasBinding(object, true)
  );
}

/** What an arrow function returns, in its only way. */
function returnedBy(f: Node): Node | undefined {
  if (f.type !== 'ArrowFunctionExpression' || f.async === true) return undefined;
  if (f.body.type !== 'BlockStatement') return f.body;
  const last = f.body.body.at(-1);
  const isSimple = ({ type }: Node) =>
    type === 'VariableDeclaration' || type === 'ExpressionStatement';
  if (last?.type !== 'ReturnStatement' || !f.body.body.slice(0, -1).every(isSimple))
    return undefined;
  return last.argument ?? undefined;
}
