/**
 * Instances of simple classes of the module: objects whose fields the class and its constructor name, with
 * methods and getters, without parents.
 */
import {
  isFunction,
  nameOfKey,
  type FunctionNode,
  type Node,
  type types,
} from '../front/syntax.js';
import { childrenOf } from './assigned.js';
import { Frame, nothing, type ClassMeaning, type Meaning, type RecordMeaning } from './meanings.js';
import { Outside } from './outside.js';

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
        this.state.set(slot, this.expression(member.value, new Frame(frame, made)));
      }
    if (constructor === undefined) return made;
    const fields = constructor.params.map((param) =>
      param.type === 'TSParameterProperty' && param.parameter.type === 'Identifier'
        ? param.parameter
        : null,
    );
    fields.forEach((field, k) => {
      if (field !== null) this.state.set(made.slots.get(field.name)!, args[k] ?? nothing);
    });
    this.inlined(constructor, frame, args, at, made);
    return made;
  }

  protected methodOf(
    name: string,
    of: RecordMeaning,
    args: readonly Meaning[],
    at: Node,
  ): Meaning | null {
    const found = of.from && this.declared(of.from, 'method', name);
    return found === undefined ? null : this.inlined(found, of.from!.frame, args, at, of);
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

  /** What a getter gives. */
  protected getter(node: types.MemberExpression, frame: Frame): Meaning | undefined {
    const name = this.keyOf(node);
    const isPossible = this.getters.has(name);
    if (!isPossible) return undefined;
    const of = this.expression(node.object, frame);
    const found = of.tag === 'record' && of.from ? this.declared(of.from, 'get', name) : undefined;
    if (found !== undefined && of.tag === 'record')
      return this.inlined(found, of.from!.frame, [], node, of);
    return this.memberOf(of, node, frame).get();
  }

  /** The names of all getters of the module. */
  private readonly getters = gettersIn(this.facts.program);
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

/** The fields that a constructor gives to what it makes. */
function fieldsIn(constructor: types.ClassMethod, names: Set<string>): void {
  for (const param of constructor.params)
    if (param.type === 'TSParameterProperty' && param.parameter.type === 'Identifier')
      names.add(param.parameter.name);
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
