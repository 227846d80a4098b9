/** Finds what `this` is in the functions of a module: an instance of the class around them, or that class. */
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isClassField,
  isClassMethod,
  isFunction,
  isPrivate,
  nameOfKey,
  type Binding,
  type ClassField,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
} from '../../front/syntax.js';
import { childrenOf } from './assigned.js';
import { isAsWritten } from './constants.js';

export type ClassNode = types.ClassDeclaration;

/** What `this` is in some code. */
interface Receiver {
  readonly of: ClassNode;
  readonly isStatic: boolean;
}

/** What code of a class says about its place. */
interface Places {
  /** By functions, and by members of classes. */
  readonly receivers: ReadonlyMap<Node, Receiver>;
  /** The class whose code holds a `super`, or that declares a private name. */
  readonly homes: ReadonlyMap<Node, ClassNode>;
}

const known = new WeakMap<Node, Places>();

/** O(size of the module), once. */
function placesIn({ program }: Facts): Places {
  const before = known.get(program);
  if (before !== undefined) return before;
  const receivers = new Map<Node, Receiver>();
  const homes = new Map<Node, ClassNode>();
  const classes: (ClassNode | types.ClassExpression)[] = [];
  const visit = (node: Node, receiver: Receiver | undefined, home: ClassNode | undefined): void => {
    if (node.type === 'Super' && home !== undefined) homes.set(node, home);
    if (node.type === 'PrivateName') {
      const declaring = classes.findLast((of) => declares(of, node));
      if (declaring?.type === 'ClassDeclaration') homes.set(node, declaring);
    }
    if (node.type === 'ClassExpression' || node.type === 'ClassDeclaration') {
      const of = node.type === 'ClassDeclaration' ? node : undefined;
      classes.push(node);
      for (const member of node.body.body) {
        const isStatic =
          member.type === 'StaticBlock' || ('static' in member && member.static === true);
        const own = of && { of, isStatic };
        if (own !== undefined) receivers.set(member, own);
        for (const child of childrenOf(member)) visit(child, own, of);
      }
      classes.pop();
      if (node.superClass != null) visit(node.superClass, receiver, home);
      return;
    }
    const isArrow = node.type === 'ArrowFunctionExpression';
    const inner = isFunction(node) && !isArrow ? undefined : receiver;
    if (isFunction(node) && inner !== undefined) receivers.set(node, inner);
    for (const child of childrenOf(node))
      visit(child, inner, isFunction(node) && !isArrow ? undefined : home);
  };
  visit(program, undefined, undefined);
  const found = { receivers, homes };
  known.set(program, found);
  return found;
}

const declares = ({ body }: ClassNode | types.ClassExpression, { id }: types.PrivateName) =>
  body.body.some((member) => nameOfMember(member) === `\0${id.name}`);

/** Whether two classes of a line declare one private name, which then means two things. */
export function hasPrivateTwice(line: readonly ClassNode[]): boolean {
  const names = line.flatMap(({ body }) => [
    ...new Set(body.body.map(nameOfMember).filter((name) => name !== undefined && isPrivate(name))),
  ]);
  return new Set(names).size < names.length;
}

/** What `this` is in a method, a field of a class, or an arrow function in these; undefined where that is not known. */
export const receiverIn = (facts: Facts, of: Node): Receiver | undefined =>
  placesIn(facts).receivers.get(of);

/** The class whose parent a `super` means, or that declares a private name. */
export const homeOf = (facts: Facts, node: Node): ClassNode | undefined =>
  placesIn(facts).homes.get(node);

/** The variable of a class that stays as it is written; undefined for any other. */
export function bindingOfClass(facts: Facts, node: ClassNode): Binding | undefined {
  const binding = node.id == null ? undefined : facts.bindings.get(node.id);
  return binding !== undefined && binding.path.node === node && isAsWritten(binding)
    ? binding
    : undefined;
}

/** A class and its parents, itself first; undefined if any is not a class of the module that stays as it is written. */
export function lineOf(facts: Facts, node: ClassNode): readonly ClassNode[] | undefined {
  if (bindingOfClass(facts, node) === undefined) return undefined;
  const { superClass } = node;
  if (superClass == null) return [node];
  const parent = bare(superClass);
  const above = parent.type === 'Identifier' ? facts.bindings.get(parent)?.path.node : undefined;
  if (above?.type !== 'ClassDeclaration' || above.start! >= node.start!) return undefined;
  const line = lineOf(facts, above);
  return line && [node, ...line];
}

/** Whether a member of a class only tells TypeScript of a field. */
export const isOnlyDeclared = (member: Node): boolean =>
  member.type === 'ClassProperty' && (member.declare === true || member.abstract === true);

/** Whether a member of a class has a value for each instance, as far as JavaScript is concerned. */
export const isOwnField = (member: Node): member is ClassField =>
  isClassField(member) && member.static !== true && !isOnlyDeclared(member);

/** The name of a member of a class. */
export const nameOfMember = (member: Node): string | undefined =>
  isClassMethod(member) || isClassField(member)
    ? nameOfKey(member.key, 'computed' in member && member.computed === true)
    : undefined;

/** Whether a member of a class is what makes an iterator of an instance; undefined where its name is computed otherwise. */
export function isIteratorMember(facts: Facts, member: Node): boolean | undefined {
  if (!('computed' in member) || member.computed !== true) return false;
  if (nameOfMember(member) !== undefined || !('key' in member)) return false;
  const key = bare(member.key as Node);
  if (key.type !== 'MemberExpression' || key.object.type !== 'Identifier') return undefined;
  const isSymbol = key.object.name === 'Symbol' && facts.bindings.get(key.object) === undefined;
  return isSymbol ? nameOfKey(key.property, key.computed) === 'iterator' : undefined;
}

/** The class that an expression makes an instance of. */
export function classMadeBy(facts: Facts, given: Node): ClassNode | undefined {
  const node = bare(given);
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier') return undefined;
  const { node: made } = facts.bindings.get(node.callee)?.path ?? {};
  return made?.type === 'ClassDeclaration' ? made : undefined;
}

/** The class of whose instances `this` is one at a place. */
export function instanceAt(facts: Facts, path: NodePath): ClassNode | undefined {
  const { receivers } = placesIn(facts);
  for (let outer: NodePath | null = path; outer !== null; outer = outer.parentPath) {
    const receiver = receivers.get(outer.node);
    if (receiver !== undefined) return receiver.isStatic ? undefined : receiver.of;
    if (isFunction(outer.node) && outer.node.type !== 'ArrowFunctionExpression') return undefined;
  }
  return undefined;
}

/** The class that a type names, if that is one of the module. */
export function classNamed(facts: Facts, type: Node | null | undefined): ClassNode | undefined {
  if (type?.type === 'TSTypeAnnotation' || type?.type === 'TSParenthesizedType')
    return classNamed(facts, type.typeAnnotation);
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined;
  const found = facts.classes.get(type.typeName.name);
  return found?.type === 'ClassDeclaration' ? found : undefined;
}

/** The class of which an expression seems to be an instance, by what the module says of it. */
export function classOf(facts: Facts, given: Node, at: NodePath): ClassNode | undefined {
  const node = bare(given);
  if (node.type === 'ThisExpression') return instanceAt(facts, at);
  if (node.type !== 'Identifier') return classMadeBy(facts, node);
  const binding = facts.bindings.get(node);
  if (binding === undefined) return undefined;
  const declared = binding.path.node;
  const init = declared.type === 'VariableDeclarator' ? declared.init : null;
  return (
    (init == null ? undefined : classMadeBy(facts, init)) ??
    classNamed(facts, binding.identifier.typeAnnotation)
  );
}

/** The method that the instances of a class have under a name; undefined if that is anything else. */
export function methodNamed(
  facts: Facts,
  of: ClassNode,
  name: string | undefined,
  isStatic = false,
): FunctionNode | undefined {
  if (name === undefined) return undefined;
  for (const node of lineOf(facts, of) ?? []) {
    const own = node.body.body.filter(
      (member) =>
        nameOfMember(member) === name &&
        (isClassMethod(member) || isClassField(member)) &&
        (member.static === true) === isStatic,
    );
    const [only] = own;
    if (only === undefined) continue;
    return own.length === 1 && isClassMethod(only) && only.kind === 'method' ? only : undefined;
  }
  return undefined;
}
