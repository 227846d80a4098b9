/**
 * Guesses the shapes of variables without types of their own by their uses. Callers check each guess before the
 * lowered function runs. O(uses of the variable), and of the variables that it is passed on to.
 */
import type { Facts } from '../../front/facts.js';
import { globalsOf } from '../../front/globals.js';
import {
  bare,
  isFunction,
  nameOfKey,
  realParams,
  type Binding,
  type FunctionNode,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import { arityOf } from '../../ir/rows.js';
import { openType } from '../../ir/open-types.js';
import { isOfArrays, isOfOthers } from '../syntax/others.js';
import { arrayShape, elementShape, passedOn, unstored, type Shape } from './shapes.js';
import { shapeAsUsed, shapeOf } from './promised-shapes.js';

const number: Shape = { tag: 'number' };
/** What only its length is asked of. */
const length: Shape = { tag: 'array', type: openType('') };
const arithmetic = ['-', '*', '/', '%', '**', '+', '<', '<=', '>', '>=', '|', '&', '<<', '>>'];
/** Methods that arrays have, and texts perhaps. */
const ofArrays = [
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
const onElements: Readonly<Record<string, number | undefined>> = {
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

/** An array of something. How numbers are stored in it is not known. */
function arrayOf(of: Shape | undefined): Shape | undefined {
  const shape = arrayShape(of && asElement(of));
  return shape && unstored(shape);
}

const isWhollyPassedOn = (of: Shape): boolean =>
  of === passedOn || (of.tag === 'record' && of.isPassedOn === true);

const objectPassedOn: Shape = {
  tag: 'record',
  isTuple: false,
  fields: new Map(),
  isPassedOn: true,
};

/** What is passed on is mostly a number where it stands in an array. */
function asElement(of: Shape): Shape {
  if (of === passedOn) return number;
  if (of.tag !== 'record') return of;
  const fields = [...of.fields].map(([name, inner]) => [name, asElement(inner)] as const);
  return { tag: 'record', isTuple: of.isTuple, fields: new Map(fields) };
}

export class ShapesByUse {
  private readonly around = new Set<Binding>();
  private readonly known = new Map<Binding, Shape | undefined>();
  /** How often a way through variables came back to one that it had been to. */
  private cycles = 0;

  constructor(protected readonly facts: Facts) {}

  binding(of: Binding): Shape | undefined {
    if (this.known.has(of)) return this.known.get(of);
    if (this.around.has(of)) {
      this.cycles++;
      return undefined;
    }
    this.around.add(of);
    const before = this.cycles;
    const found = this.joined(of.referencePaths.map((path) => this.use(path)));
    this.around.delete(of);
    // What was found on a cycle depends on where the way began.
    if (this.cycles === before || this.around.size === 0) this.known.set(of, found);
    return found;
  }

  /** The shape of a pattern's variables. */
  pattern(given: Node): Shape | undefined {
    const node = bare(given);
    switch (node.type) {
      case 'AssignmentPattern':
        return (
          this.pattern(node.left) ?? (node.right.type === 'NumericLiteral' ? number : undefined)
        );
      case 'Identifier': {
        const binding = this.facts.bindings.get(node);
        const { declared } = this.facts;
        const annotated = shapeOf(node.typeAnnotation, declared);
        if (annotated !== undefined || binding === undefined) return annotated;
        return shapeAsUsed(node.typeAnnotation, declared, this.binding(binding));
      }
      case 'ArrayPattern': {
        const all = node.elements.map((inner) => inner !== null && this.pattern(inner));
        return all.every(
          (inner) => inner === passedOn || (inner !== false && inner?.tag === 'number'),
        )
          ? arrayOf(number)
          : undefined;
      }
      case 'ObjectPattern': {
        const fields = new Map<string, Shape>();
        for (const property of node.properties) {
          if (property.type === 'RestElement') return undefined;
          const name = nameOfKey(property.key, property.computed);
          const shape = this.pattern(property.value);
          if (name === undefined || shape === undefined) return undefined;
          fields.set(name, shape);
        }
        return { tag: 'record', isTuple: false, fields };
      }
      default:
        return undefined;
    }
  }

  protected joined(shapes: readonly (Shape | undefined)[]): Shape | undefined {
    const all = shapes.filter((shape) => shape !== undefined);
    const known = all.filter((shape) => shape !== passedOn);
    const [first] = known;
    if (first === undefined) return all[0];
    // What another function asks for says all.
    const isRecord = known.every((shape) => shape.tag === 'record' && !shape.isTuple);
    if (!isRecord) {
      const some = known.filter(({ tag }) => tag !== 'record');
      // A use of a length says least.
      return some.find((shape) => shape !== length) ?? some[0] ?? first;
    }
    const fields = new Map<string, Shape>();
    for (const shape of known)
      if (shape.tag === 'record')
        for (const [name, inner] of shape.fields)
          fields.set(name, this.joined([fields.get(name), inner])!);
    const isPassedOn = all.some(isWhollyPassedOn);
    return { tag: 'record', isTuple: false, fields, ...(isPassedOn && { isPassedOn }) };
  }

  /** What one use asks for. */
  protected use(path: NodePath): Shape | undefined {
    const { parent, node, parentPath } = path;
    if (parentPath === null) return undefined;
    switch (parent.type) {
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return this.use(parentPath);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return shapeAsUsed(parent.typeAnnotation, this.facts.declared, this.use(parentPath));
      case 'BinaryExpression':
        return arithmetic.includes(parent.operator) ? number : undefined;
      case 'UnaryExpression':
        return ['-', '+', '~'].includes(parent.operator) ? number : undefined;
      case 'UpdateExpression':
        return number;
      case 'AssignmentExpression':
        return parent.operator === '=' ? undefined : number;
      case 'VariableDeclarator':
        return parent.init === node ? this.pattern(parent.id) : undefined;
      case 'SpreadElement': {
        const around = parentPath.parent;
        if (around.type === 'ArrayExpression') return length;
        if (around.type === 'ObjectExpression') return this.spreadInto(parentPath);
        const isOfMath = around.type === 'CallExpression' && this.argument(around.callee, 0);
        return isOfMath === number ? arrayOf(number) : undefined;
      }
      case 'ForOfStatement': {
        const { left } = parent;
        if (parent.right !== node || left.type !== 'VariableDeclaration') return undefined;
        const of = this.pattern(left.declarations[0].id);
        return of === undefined ? undefined : arrayOf(of);
      }
      case 'MemberExpression':
        return parent.object === node ? this.member(parentPath) : number;
      case 'CallExpression':
        return this.argument(parent.callee, parent.arguments.indexOf(node as never));
      case 'ObjectProperty': {
        const name = nameOfKey(parent.key, parent.computed);
        const of = parent.value === node ? this.madeFor(parentPath) : undefined;
        return of?.tag === 'record' && name !== undefined
          ? of.fields.get(name)
          : of === passedOn
            ? of
            : undefined;
      }
      case 'ArrayExpression': {
        const of = this.use(parentPath);
        return of && asElement(elementShape(of) ?? passedOn);
      }
      default:
        return undefined;
    }
  }

  /** What is spread into an object that is passed on. */
  private spreadInto(spread: NodePath): Shape | undefined {
    const of = this.madeFor(spread);
    return of !== undefined && isWhollyPassedOn(of) ? objectPassedOn : undefined;
  }

  /** What is asked of the object that a property is written in. */
  private madeFor({ parentPath }: NodePath): Shape | undefined {
    return parentPath?.isObjectExpression() === true ? this.use(parentPath) : undefined;
  }

  private member(path: NodePath): Shape | undefined {
    const node = path.node;
    if (node.type !== 'MemberExpression') return undefined;
    const name = nameOfKey(node.property, node.computed);
    if (name === 'length') return length;
    if (name !== undefined && ofArrays.includes(name))
      return path.parent.type === 'CallExpression' && path.key === 'callee' ? length : undefined;
    const place = name === undefined ? undefined : onElements[name];
    if (place !== undefined) return this.elements(path, place);
    const inner = this.use(path);
    if (name === undefined) return arrayOf(inner ?? number);
    return inner && { tag: 'record', isTuple: false, fields: new Map([[name, inner]]) };
  }

  /** What a method is called on whose function takes elements. */
  private elements({ parent, node }: NodePath, place: number): Shape | undefined {
    if (parent.type !== 'CallExpression' || parent.callee !== node) return undefined;
    const [f] = parent.arguments;
    const param = isFunction(f) ? realParams<Node>(f.params).at(place) : undefined;
    return param === undefined ? undefined : arrayOf(this.pattern(param));
  }

  private argument(given: Node, k: number): Shape | undefined {
    const callee = bare(given);
    if (k >= 0 && globalsOf(this.facts).mathFunction(callee) !== undefined) return number;
    if (callee.type === 'MemberExpression') {
      const { object } = callee;
      if (object.type !== 'Identifier') return undefined;
      const binding = this.facts.bindings.get(object);
      if (binding === undefined) return undefined;
      const name = nameOfKey(callee.property, callee.computed);
      const isOther = name !== undefined && !isOfArrays(name) && isOfOthers(binding);
      return isOther && k >= 0 ? passedOn : undefined;
    }
    const binding = callee.type === 'Identifier' ? this.facts.bindings.get(callee) : undefined;
    if (binding === undefined || k < 0) return undefined;
    if (binding.path.isImportSpecifier() && arityOf(binding.identifier.name) !== undefined)
      return number;
    if (isOfOthers(binding)) return passedOn;
    const f = functionOf(binding);
    const param = f && realParams<Node>(f.params).at(k);
    return param === undefined ? undefined : this.pattern(param);
  }
}

/** The function that a variable always is. */
function functionOf(binding: Binding): FunctionNode | undefined {
  const { node } = binding.path;
  if (isFunction(node)) return node;
  const init = node.type === 'VariableDeclarator' && binding.constant ? node.init : null;
  const found = init == null ? null : bare(init);
  return isFunction(found) ? found : undefined;
}

const known = new WeakMap<Facts, ShapesByUse>();

function usesIn(facts: Facts): ShapesByUse {
  let found = known.get(facts);
  if (found === undefined) known.set(facts, (found = new ShapesByUse(facts)));
  return found;
}

/** The shape of a variable by its uses, or undefined. */
export const shapeByUse = (facts: Facts, binding: Binding): Shape | undefined =>
  usesIn(facts).binding(binding);

/** The shape of a parameter by the uses of what it binds, or undefined. */
export const shapeOfParam = (facts: Facts, param: Node): Shape | undefined =>
  usesIn(facts).pattern(param);
