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
  type types,
} from '../../front/syntax.js';
import { arityOf } from '../../ir/rows.js';
import { hostRootOf } from '../syntax/array-modules.js';
import { functionHeld } from '../syntax/own-functions.js';
import { isLinked, isLinkedAt, isOfArrays } from '../syntax/others.js';
import {
  arithmetic,
  givingLists,
  isOfNumpy,
  ofArrays,
  onElements,
  toldByKeyed,
  toldOfKey,
} from './told-by-operations.js';
import {
  arrayOf,
  asElement,
  asked,
  handedOn,
  isWhollyPassedOn,
  joinedUses,
  length,
  number,
  objectPassedOn,
  recordOf,
  withLength,
} from './joined-uses.js';
import { constructorRun, methodCalled, usesOfField } from './methods-called.js';
import { toldByComparison, toldByLiteral, toldBySwitch, toldByTypeof } from './questions.js';
import { elementShape, hostShape, passedOn, type Shape } from './shapes.js';
import { textsOf } from './texts-in-turn.js';
import { ShapesOfPatterns } from './shapes-of-patterns.js';
import { shapeAsUsed } from './shapes-as-used.js';
import { optional } from './unions.js';

export class ShapesByUse extends ShapesOfPatterns {
  private readonly around = new Set<Binding>();
  private readonly known = new Map<Binding, Shape | undefined>();
  /** How often a way through variables came back to one that it had been to. */
  private cycles = 0;

  override binding(of: Binding): Shape | undefined {
    if (this.known.has(of)) return this.known.get(of);
    if (this.around.has(of)) {
      this.cycles++;
      return undefined;
    }
    this.around.add(of);
    const before = this.cycles;
    const uses = of.referencePaths.map((path) => this.use(path));
    const found = joinedUses([...uses, ...of.constantViolations.map((path) => this.changed(path))]);
    this.around.delete(of);
    // What was found on a cycle depends on where the way began.
    if (this.cycles === before || this.around.size === 0) this.known.set(of, found);
    return found;
  }

  all = (uses: readonly NodePath[]): Shape | undefined =>
    joinedUses(uses.map((path) => this.use(path)));

  /** What an assignment to a variable asks of what it held. */
  private changed({ node }: NodePath): Shape | undefined {
    const isOfMissing =
      node.type === 'AssignmentExpression' && ['??=', '||='].includes(node.operator);
    return isOfMissing ? joinedUses([asked, toldByLiteral(node.right)]) : undefined;
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
        if (arithmetic.includes(parent.operator)) return number;
        return toldByComparison(parent, node);
      case 'UnaryExpression':
        if (parent.operator === '!') return asked;
        if (parent.operator === 'typeof') return toldByTypeof(parentPath.parent);
        return ['-', '+', '~'].includes(parent.operator) ? number : undefined;
      case 'LogicalExpression':
        return this.operand(parent, node, parentPath);
      case 'ConditionalExpression':
        return parent.test === node ? asked : this.use(parentPath);
      case 'IfStatement':
      case 'WhileStatement':
        return asked;
      case 'SwitchStatement':
        return toldBySwitch(parent);
      case 'UpdateExpression':
        return number;
      case 'AssignmentExpression':
        if (parent.operator !== '=') return number;
        return parent.right === node ? this.assignedTo(parent.left, parentPath) : undefined;
      case 'VariableDeclarator':
        return parent.init === node ? this.pattern(parent.id) : undefined;
      case 'SpreadElement': {
        const around = parentPath.parent;
        if (around.type === 'ArrayExpression')
          return joinedUses([length, asList(this.use(parentPath.parentPath!))]);
        if (around.type === 'ObjectExpression') return this.spreadInto(parentPath);
        const isOfMath = around.type === 'CallExpression' && this.argument(around.callee, 0, path);
        return isOfMath === number ? arrayOf(number) : undefined;
      }
      case 'ForOfStatement': {
        const { left } = parent;
        if (parent.right !== node || left.type !== 'VariableDeclaration') return undefined;
        const of = this.pattern(left.declarations[0].id);
        return of && arrayOf(of);
      }
      case 'MemberExpression':
        return parent.object === node
          ? this.member(parentPath)
          : toldOfKey(this.facts, parent.object);
      case 'OptionalMemberExpression': {
        const name = nameOfKey(parent.property, parent.computed);
        if (parent.object !== node || name === undefined) return undefined;
        const inner = optional(this.use(parentPath) ?? handedOn);
        return optional(recordOf(new Map([[name, inner]])));
      }
      case 'CallExpression':
        return this.argument(parent.callee, parent.arguments.indexOf(node as never), path);
      case 'NewExpression':
        return this.parameter(
          constructorRun(this.facts, parent),
          parent.arguments.indexOf(node as never),
        );
      case 'ObjectProperty': {
        const name = nameOfKey(parent.key, parent.computed);
        const of = parent.value === node ? this.madeFor(parentPath) : undefined;
        return of?.tag === 'record' && name !== undefined
          ? of.fields.get(name)
          : of === passedOn || of === hostShape
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

  /** What a variable, or a field of `this`, asks of what is assigned to it. */
  private assignedTo(target: Node, path: NodePath): Shape | undefined {
    if (target.type === 'Identifier') return this.pattern(target);
    const isOwn = target.type === 'MemberExpression' && target.object.type === 'ThisExpression';
    return isOwn ? this.all(usesOfField(this.facts, target, path)) : undefined;
  }

  /** What `&&`, `||` or `??` tells of one of its operands. */
  private operand(
    { left, right }: types.LogicalExpression,
    node: Node,
    path: NodePath,
  ): Shape | undefined {
    if (left !== node) return this.use(path);
    const isAnd = path.isLogicalExpression({ operator: '&&' });
    return isAnd ? asked : joinedUses([asked, this.use(path), toldByLiteral(right)]);
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
    if (name === 'length') return withLength;
    if (name !== undefined && this.facts.arrays.any && isOfNumpy(path, name)) return hostShape;
    if (name !== undefined && ofArrays.includes(name))
      return path.parent.type === 'CallExpression' && path.key === 'callee'
        ? joinedUses([length, this.elementsGiven(path.parentPath!, name)])
        : undefined;
    const place = name === undefined ? undefined : onElements[name];
    if (place !== undefined) return this.elements(path, place);
    const inner = this.use(path);
    if (name === undefined) {
      const names = textsOf(this.facts, bare(node.property));
      if (names === undefined) return arrayOf(inner ?? number);
      return recordOf(new Map(names.map((one) => [one, inner ?? handedOn])));
    }
    const isCalled = path.key === 'callee';
    return inner === undefined && isCalled
      ? undefined
      : recordOf(new Map([[name, inner ?? handedOn]]));
  }

  /** What is done with the elements that a method of a list gives. */
  private elementsGiven(call: NodePath, name: string): Shape | undefined {
    if (givingLists.includes(name)) return asList(this.use(call));
    const { parent, key } = call;
    const isGoneThrough = name === 'entries' && parent.type === 'ForOfStatement' && key === 'right';
    if (!isGoneThrough || parent.left.type !== 'VariableDeclaration') return undefined;
    const { id } = parent.left.declarations[0];
    const element = id.type === 'ArrayPattern' ? id.elements.at(1) : undefined;
    return element == null ? undefined : arrayOf(this.pattern(element));
  }

  /** What a method is called on whose function takes elements. */
  private elements({ parent, parentPath, node }: NodePath, place: number): Shape | undefined {
    if (parent.type !== 'CallExpression' || parent.callee !== node) return undefined;
    if (node.type !== 'MemberExpression') return undefined;
    const [f] = parent.arguments;
    const param = isFunction(f) ? realParams<Node>(f.params).at(place) : undefined;
    if (param === undefined) return undefined;
    const isKept = nameOfKey(node.property, node.computed) === 'filter';
    return joinedUses([
      arrayOf(this.pattern(param)),
      isKept ? asList(this.use(parentPath!)) : undefined,
    ]);
  }

  private argument(given: Node, k: number, at: NodePath): Shape | undefined {
    const callee = bare(given);
    if (k >= 0 && globalsOf(this.facts).mathFunction(callee) !== undefined) return number;
    if (k >= 0 && hostRootOf(callee, this.facts.bindings) !== undefined) return hostShape;
    if (callee.type === 'MemberExpression') {
      const { object } = callee;
      const method = methodCalled(this.facts, callee, at);
      if (method !== undefined && k >= 0) return this.parameter(method, k);
      const name = nameOfKey(callee.property, callee.computed);
      const told = k === 0 ? toldByKeyed(this.facts, bare(object), name) : undefined;
      if (told !== undefined) return told;
      const binding = object.type === 'Identifier' ? this.facts.bindings.get(object) : undefined;
      if (binding === undefined) return undefined;
      const isOther = name !== undefined && !isOfArrays(name) && isLinked(binding);
      return isOther && k >= 0 ? passedOn : undefined;
    }
    const binding = callee.type === 'Identifier' ? this.facts.bindings.get(callee) : undefined;
    if (binding === undefined || k < 0) return undefined;
    if (binding.path.isImportSpecifier() && arityOf(binding.identifier.name) !== undefined)
      return number;
    if (isLinkedAt(this.facts, binding, at)) return passedOn;
    return this.parameter(functionHeld(binding), k);
  }

  private parameter(f: FunctionNode | undefined, k: number): Shape | undefined {
    const param = f && k >= 0 ? realParams<Node>(f.params).at(k) : undefined;
    return param === undefined ? undefined : this.pattern(param);
  }
}

/** A list; what a text may be, too, tells nothing. */
const asList = (of: Shape | undefined): Shape | undefined =>
  of?.tag === 'array' || of?.tag === 'columns' ? of : undefined;

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

/** The shape of what has all these uses, such as a field, or undefined. */
export const shapeByUses = (facts: Facts, uses: readonly NodePath[]): Shape | undefined =>
  usesIn(facts).all(uses);
