/**
 * Lowers instances of simple classes of the module: objects whose fields the class and its constructor name, with
 * methods and getters, without parents.
 */
import {
  bare,
  isFunction,
  nameOfKey,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';
import {
  Frame,
  nothing,
  type ClassMeaning,
  type ElementMeaning,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { Outside } from './outside.js';
import { fieldOf, shapeOf } from '../shapes/promised-shapes.js';

type Part = types.ClassMethod & { readonly kind: 'method' | 'get' | 'constructor' };

export abstract class Classes extends Outside {
  protected abstract override inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
    receiver?: Meaning,
  ): Meaning;

  private declared(of: ClassMeaning, kind: Part['kind'], name: string, isStatic = false) {
    return of.node.body.body.find(
      (member): member is Part =>
        member.type === 'ClassMethod' &&
        member.kind === kind &&
        (member.static === true) === isStatic &&
        nameOfKey(member.key, member.computed) === name,
    );
  }

  protected instance(of: ClassMeaning, args: readonly Meaning[], at: Node): Meaning {
    const { node, frame } = of;
    if (node.superClass != null)
      return this.refuse(at, 'a class with a parent', 'write its fields and methods in one class');
    const constructor = this.declared(of, 'constructor', 'constructor');
    const names = new Set<string>();
    for (const member of node.body.body) {
      if (member.type === 'ClassProperty' && member.static !== true) {
        const name = nameOfKey(member.key, member.computed === true);
        if (name === undefined) return this.refuse(member, 'this property', 'give it a plain name');
        names.add(name);
      } else if (
        !['ClassMethod', 'ClassProperty', 'TSDeclareMethod'].includes(member.type) ||
        (member.type === 'ClassMethod' && member.kind === 'set')
      )
        return this.refuse(member, 'this part of a class', 'write plain fields and methods');
    }
    if (constructor !== undefined) fieldsIn(constructor, names);
    const made = this.record(
      [...names].map((name) => [name, nothing] as const),
      false,
      of,
    );
    // It is known by its own name as soon as it is made.
    made.isNamed = true;
    for (const member of node.body.body)
      if (member.type === 'ClassProperty' && member.static !== true && member.value != null) {
        const slot = made.slots.get(nameOfKey(member.key, member.computed === true)!)!;
        const held = this.expression(member.value, new Frame(frame, made));
        this.state.set(slot, this.asField(held, made, slot.name, at));
      }
    if (constructor === undefined) {
      made.isNamed = made.isHeld || leaksThis(node);
      return made;
    }
    const given = [...args];
    constructor.params.forEach((param, k) => {
      const field = fieldOf(param);
      if (field === undefined) return;
      const { parameter } = param as types.TSParameterProperty;
      const usual = parameter.type === 'AssignmentPattern' ? parameter.right : null;
      const held = usual && (() => this.expression(usual, new Frame(frame, made)));
      const found = args[k] ?? nothing;
      given[k] = this.asField(
        held === null ? found : this.orElse(found, held, param, true),
        made,
        field.name,
        at,
      );
      this.state.set(made.slots.get(field.name)!, given[k]);
    });
    this.inlined(constructor, frame, given, at, made);
    made.isNamed = made.isHeld || leaksThis(node);
    return made;
  }

  protected methodOf(
    name: string,
    of: RecordMeaning | ElementMeaning,
    args: readonly Meaning[],
    at: Node,
  ): Meaning | null {
    const from = this.classOf(of);
    const found = from && this.declared(from, 'method', name);
    return found === undefined ? null : this.inlined(found, from!.frame, args, at, of);
  }

  /** The class of an instance, which may stand in an array. */
  private classOf(of: Meaning): ClassMeaning | undefined {
    if (of.tag === 'record') return of.from;
    const node = of.tag === 'element' ? of.shape.from : undefined;
    return node && { tag: 'class', node, frame: this.module };
  }

  protected staticMethod(
    name: string,
    of: ClassMeaning,
    args: readonly Meaning[],
    at: Node,
  ): Meaning | null {
    const found = this.declared(of, 'method', name, true);
    return found === undefined ? null : this.inlined(found, of.frame, args, at, of);
  }

  /** What a field of an object holds as its type says: a new literal may be an array. */
  protected override asField(to: Meaning, of: RecordMeaning, name: string, at: Node): Meaning {
    if (of.from === undefined) return to;
    const shape = shapeOf(typeOfField(of.from.node, name), this.facts.classes);
    const isNew = to.tag === 'record' && to.isTuple && !to.isNamed && !to.isHeld;
    if (isNew && (shape?.tag === 'array' || shape?.tag === 'columns'))
      return this.arrayOf(to, name, at);
    return this.asShape(to, shape);
  }

  /** What a class has under a name: a static field that nobody writes, as it is made. */
  protected override staticField(name: string, of: ClassMeaning, at: Node): Meaning {
    const found = of.node.body.body.find(
      (member) =>
        member.type === 'ClassProperty' &&
        member.static === true &&
        nameOfKey(member.key, member.computed === true) === name,
    );
    if (found?.type !== 'ClassProperty' || found.value == null || !isWrittenDown(found.value))
      return this.refuse(at, `the member ${name} of a class`, 'make it a constant of the module');
    const made = this.expression(found.value, new Frame(of.frame, of));
    const shape = made.tag === 'record' ? this.shapeLike(made, at) : null;
    if (this.isFieldWritten(name) || (shape !== null && this.isShapeWritten(shape)))
      return this.refuse(at, `the member ${name} of a class, which changes`, 'return it instead');
    // Everybody has the same one.
    this.fix(made, this.state.get);
    if (made.tag === 'record') made.isNamed = true;
    return made;
  }

  /** What a getter gives. */
  protected getter(node: types.MemberExpression, frame: Frame): Meaning | undefined {
    const name = this.keyOf(node);
    const isPossible = this.getters.has(name);
    if (!isPossible) return undefined;
    const of = this.expression(node.object, frame);
    const from = this.classOf(of);
    const found = from && this.declared(from, 'get', name);
    if (found !== undefined) return this.inlined(found, from!.frame, [], node, of);
    return this.memberOf(of, node, frame).get();
  }

  /** The names of all getters of the module. */
  private readonly getters = gettersIn(this.facts.program);
}

/** Whether an expression has no effects and gives the same at any time: numbers and texts, and objects of those. */
function isWrittenDown(given: Node): boolean {
  const node = bare(given);
  const { type } = node;
  if (type === 'NumericLiteral' || type === 'StringLiteral' || type === 'BooleanLiteral')
    return true;
  const isMade =
    type === 'UnaryExpression' ||
    type === 'BinaryExpression' ||
    type === 'ObjectExpression' ||
    type === 'ObjectProperty' ||
    type === 'ArrayExpression' ||
    type === 'NewExpression';
  if (!isMade) return false;
  const parts =
    type === 'NewExpression'
      ? node.arguments
      : type === 'ObjectProperty'
        ? [node.value]
        : childrenOf(node);
  return parts.every(isWrittenDown);
}

const known = new WeakMap<Node, ReadonlySet<string>>();

/** O(size of the module), once. */
function gettersIn(root: Node): ReadonlySet<string> {
  const before = known.get(root);
  if (before !== undefined) return before;
  const found = new Set<string>();
  known.set(root, found);
  const visit = (node: Node): void => {
    if (node.type === 'ClassMethod' && node.kind === 'get')
      found.add(nameOfKey(node.key, node.computed) ?? '');
    childrenOf(node).forEach(visit);
  };
  visit(root);
  return found;
}

const leaking = new WeakMap<Node, boolean>();

/** Whether code of a class may hand itself on, so that others have the object by another name. O(size), once. */
function leaksThis(node: types.ClassDeclaration): boolean {
  let found = leaking.get(node);
  if (found !== undefined) return found;
  const leaks = (of: Node, isMember: boolean): boolean => {
    if (of.type === 'ThisExpression') return !isMember;
    const object = of.type === 'MemberExpression' ? of.object : null;
    return childrenOf(of).some((child) => leaks(child, child === object));
  };
  found = node.body.body
    .filter(
      (part) =>
        part.type === 'ClassProperty' ||
        (part.type === 'ClassMethod' && part.kind === 'constructor'),
    )
    .some((part) => leaks(part, false));
  leaking.set(node, found);
  return found;
}

/** The type of a field of a class. */
function typeOfField({ body }: types.ClassDeclaration, name: string): Node | null | undefined {
  for (const member of body.body) {
    if (member.type === 'ClassProperty' && nameOfKey(member.key, member.computed === true) === name)
      return member.typeAnnotation;
    if (member.type !== 'ClassMethod' || member.kind !== 'constructor') continue;
    const field = member.params.map(fieldOf).find((one) => one?.name === name);
    if (field !== undefined) return field.typeAnnotation;
  }
  return undefined;
}

/** The fields that a constructor gives to what it makes. */
function fieldsIn(constructor: types.ClassMethod, names: Set<string>): void {
  for (const param of constructor.params) {
    const field = fieldOf(param);
    if (field !== undefined) names.add(field.name);
  }
  const visit = (node: Node): void => {
    if (
      node.type === 'AssignmentExpression' &&
      node.left.type === 'MemberExpression' &&
      node.left.object.type === 'ThisExpression'
    )
      names.add(nameOfKey(node.left.property, node.left.computed) ?? '');
    childrenOf(node)
      .filter((child) => !isFunction(child) || child.type === 'ArrowFunctionExpression')
      .forEach(visit);
  };
  visit(constructor.body);
}
