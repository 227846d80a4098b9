/** Tells whether all uses of data only look at them. What is not known counts as a change. */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import { arrayShape, recordShape, type Shape } from '../shapes/shapes.js';
import { isCallee, isTarget, unwrapped } from '../syntax/constants.js';
import { elementOf, isPrimitive, partOf } from './new-data.js';

/** Methods of arrays that hand elements to a function, and keep none. */
const looking: readonly string[] = ['map', 'forEach', 'some', 'every', 'findIndex'];
const folding: readonly string[] = ['reduce', 'reduceRight'];
/** Methods that give elements: those that a function picks, and those at places. */
const picking: readonly string[] = ['filter', 'find'];
const placing: readonly string[] = ['slice', 'at', 'toReversed'];
/** Methods that hand two elements to a function. */
const comparing: readonly string[] = ['toSorted', 'sort'];
/** Methods that put elements into a list, and that take one out. */
const putting: readonly string[] = ['push', 'unshift'];
const taking: readonly string[] = ['pop', 'shift'];
/** Methods that make a list of elements. */
const listing: readonly string[] = ['slice', 'filter', 'toSorted', 'toReversed'];

type Known = Shape | undefined;

/** Whether an expression makes a list that no name stands for. */
const isCopy = (of: Node): boolean => ['ArrayExpression', 'CallExpression'].includes(bare(of).type);

/** A variable may hold data of so many shapes. */
const MOST_SHAPES = 4;

const isSame = (one: Shape, other: Shape): boolean =>
  one === other ||
  (one.tag === 'array' &&
    other.tag === 'array' &&
    JSON.stringify(one.type) === JSON.stringify(other.type));

/** How a variable begins that has one list for ever, and only within a function; null for others. */
function madeFor({ kind, path, scope }: Binding): Node | null {
  const { node } = path;
  if (kind !== 'const' || scope.path.type === 'Program') return null;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return null;
  return node.init == null ? null : bare(node.init);
}

/** What `entries` gives, as a list. */
const entriesOf = (element: Shape): Known =>
  arrayShape(
    recordShape(
      [
        ['0', { tag: 'number' }],
        ['1', element],
      ],
      true,
    ),
  );

export class Uses {
  /** What variables hold whose uses have been looked at, or are. */
  private readonly seen = new Map<Binding, Shape[]>();
  /** Lists by their elements. */
  private readonly lists = new Map<Shape, Known>();

  constructor(private readonly facts: Facts) {}

  areHarmless(binding: Binding, shape: Shape): boolean {
    const seen = this.seen.get(binding) ?? [];
    if (seen.some((one) => isSame(one, shape))) return true;
    if (seen.length === MOST_SHAPES) return false;
    this.seen.set(binding, [...seen, shape]);
    return binding.referencePaths.every((use) => this.isHarmless(use, shape));
  }

  /** Whether nobody can change what an expression stands for, by a use of it. */
  private isHarmless(of: NodePath, shape: Known): boolean {
    const use = unwrapped(of);
    const { parent, parentPath, key, listKey } = use;
    if (shape === undefined || parentPath === null || isTarget(use)) return false;
    if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return false;
    if (isPrimitive(shape)) return true;
    switch (parent.type) {
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return key === 'object' && this.isMember(parentPath, shape);
      case 'ForOfStatement':
        return (
          key === 'right' && this.isPattern(parentPath.get('left') as NodePath, elementOf(shape))
        );
      case 'VariableDeclarator':
        return key === 'init' && this.isPattern(parentPath.get('id') as NodePath, shape);
      case 'CallExpression':
        if (listKey !== 'arguments') return false;
        return this.isPut(parentPath, shape) || this.isArgument(parentPath, Number(key), shape);
      case 'SpreadElement':
        return this.isSpread(parentPath, shape);
      case 'IfStatement':
      case 'ConditionalExpression':
        return key === 'test';
      case 'BinaryExpression':
      case 'ExpressionStatement':
      case 'TSTypeQuery':
        return true;
      default:
        return false;
    }
  }

  /** Whether nobody can change the elements of what is spread, where they stand then. */
  private isSpread(spread: NodePath, shape: Shape): boolean {
    const element = elementOf(shape);
    const { parent, parentPath } = spread;
    if (element === undefined || parentPath === null) return false;
    if (isPrimitive(element))
      return parent.type === 'ArrayExpression' || spread.listKey === 'arguments';
    return parent.type === 'ArrayExpression' && this.isHarmless(parentPath, shape);
  }

  private isMember(path: NodePath, shape: Shape): boolean {
    const { node } = path;
    if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression') return false;
    const name = nameOfKey(node.property, node.computed);
    const use = unwrapped(path);
    if (isCallee(use)) return this.isCall(use.parentPath!, name, node.object, shape);
    // A computed name is the way to any field.
    if (name === undefined && shape.tag === 'record' && !shape.isTuple)
      return shape.fields.size > 0 && this.isAnyHarmless(path, [...shape.fields.values()]);
    return this.isHarmless(path, partOf(shape, name));
  }

  private isAnyHarmless(path: NodePath, shapes: readonly Shape[]): boolean {
    return shapes.every((shape) => this.isHarmless(path, shape));
  }

  private isCall(call: NodePath, name: string | undefined, of: Node, shape: Shape): boolean {
    const element = elementOf(shape);
    if (call.node.type !== 'CallExpression' || name === undefined || element === undefined)
      return false;
    const { length } = call.node.arguments;
    if (placing.includes(name)) return this.isHarmless(call, name === 'at' ? element : shape);
    if (picking.includes(name))
      return (
        length === 1 &&
        this.isLook(call, [element, null, shape]) &&
        this.isHarmless(call, name === 'filter' ? shape : element)
      );
    const isOwn = isCopy(of) || this.isListOfElements(call, of);
    // What else is put in is another use.
    if (putting.includes(name)) return isOwn;
    if (taking.includes(name)) return isOwn && this.isHarmless(call, element);
    if (comparing.includes(name)) {
      const isKept = name === 'toSorted' || isOwn;
      const isLook = length === 0 ? isPrimitive(element) : this.isLook(call, [element, element]);
      return isKept && isLook && this.isHarmless(call, shape);
    }
    if (name === 'reverse') return isOwn && this.isHarmless(call, shape);
    if (name === 'entries') return length === 0 && this.isHarmless(call, entriesOf(element));
    if (looking.includes(name)) return length === 1 && this.isLook(call, [element, null, shape]);
    // Without a first value the first element is one.
    if (folding.includes(name))
      return length === 2 && this.isLook(call, [null, element, null, shape]);
    return false;
  }

  private variable(at: NodePath, of: Node): Binding | undefined {
    const name = bare(of);
    return name.type === 'Identifier' ? at.scope.getBinding(name.name) : undefined;
  }

  /** Whether a name stands for a list that a function makes, of elements of data. */
  private isListOfElements(at: NodePath, of: Node): boolean {
    const binding = this.variable(at, of);
    const made = binding && madeFor(binding);
    if (made?.type === 'ArrayExpression') return true;
    if (made?.type !== 'CallExpression' || made.callee.type !== 'MemberExpression') return false;
    return listing.includes(nameOfKey(made.callee.property, made.callee.computed) ?? '');
  }

  /** Whether a call puts data into a list that a function makes, by which nobody changes them. */
  private isPut(call: NodePath, shape: Shape): boolean {
    const { node } = call;
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
    const { object, property, computed } = node.callee;
    const list = this.variable(call, object);
    // What a method gives may be somebody's: nobody knows what it is a method of.
    if (list === undefined || madeFor(list)?.type !== 'ArrayExpression') return false;
    if (!putting.includes(nameOfKey(property, computed) ?? '')) return false;
    const held = this.lists.get(shape) ?? arrayShape(shape);
    this.lists.set(shape, held);
    return held !== undefined && this.areHarmless(list, held);
  }

  /** Whether a function literal only looks at what it is given: parts of the data, and other things. */
  private isLook(call: NodePath, given: readonly (Shape | null)[]): boolean {
    const f = call.get('arguments.0') as NodePath;
    return isFunction(f.node) && this.isParameter(f, given);
  }

  private isParameter(f: NodePath, given: readonly (Shape | null)[]): boolean {
    const { node } = f;
    if (!isFunction(node) || this.facts.uses.get(node)?.arguments !== false) return false;
    return node.params.every((param, k) => {
      if (param.type === 'RestElement') return given.slice(k).every((shape) => shape === null);
      const shape = given[k] ?? null;
      return shape === null || this.isPattern(f.get(`params.${k}`) as NodePath, shape);
    });
  }

  /** Whether a function of the module only looks at an argument. */
  private isArgument(call: NodePath, place: number, shape: Shape): boolean {
    const { node } = call;
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false;
    if (node.arguments.some(({ type }) => type === 'SpreadElement')) return false;
    const f = functionOf(this.facts, node.callee);
    const binding = call.scope.getBinding(node.callee.name);
    if (f === undefined || binding === undefined) return false;
    const { path } = binding;
    const own = path.node === f ? path : (path.get('init') as NodePath);
    const given = node.arguments.map((_, k) => (k === place ? shape : null));
    return own.node === f && this.isParameter(own, given);
  }

  /** Whether what is taken apart by a pattern is only looked at. */
  private isPattern(path: NodePath, shape: Known): boolean {
    const { node } = path;
    if (shape === undefined) return false;
    switch (node.type) {
      case 'VariableDeclaration':
        return this.isPattern(path.get('declarations.0.id') as NodePath, shape);
      case 'Identifier': {
        const binding = path.scope.getBinding(node.name);
        return isPrimitive(shape) || (binding !== undefined && this.areHarmless(binding, shape));
      }
      case 'AssignmentPattern':
        return this.isPattern(path.get('left') as NodePath, shape);
      case 'ObjectPattern':
        return node.properties.every((one, k) => {
          if (one.type !== 'ObjectProperty') return false;
          const part = partOf(shape, nameOfKey(one.key, one.computed));
          return this.isPattern(path.get(`properties.${k}.value`) as NodePath, part);
        });
      case 'ArrayPattern':
        return node.elements.every(
          (one, k) =>
            one === null ||
            this.isPattern(
              path.get(`elements.${k}`) as unknown as NodePath,
              partOf(shape, String(k)),
            ),
        );
      default:
        return false;
    }
  }
}
