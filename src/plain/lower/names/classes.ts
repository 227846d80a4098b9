/** Lowers members of classes of the module and of their instances: methods, accessors, and static fields. */
import {
  bare,
  isClassField,
  isClassMethod,
  nameOfKey,
  type Node,
  type types,
} from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';
import { homeOf, isIteratorMember, lineOf, nameOfMember } from '../syntax/class-places.js';
import {
  Frame,
  nothing,
  type ClassMeaning,
  type ElementMeaning,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { isStaticMember } from '../shapes/class-members.js';
import { Families } from './families.js';
import type { Declared } from './instances.js';

export abstract class Classes extends Families {
  /** A method of the parent of the class in which `super` stands. */
  protected superMethod(
    name: string,
    at: Node,
    args: readonly Meaning[],
    frame: Frame,
    kind: 'method' | 'get' = 'method',
  ): Meaning {
    const home = homeOf(this.facts, at);
    const [, parent] = (home && lineOf(this.facts, home)) ?? [];
    const of = frame.receiver;
    const above: ClassMeaning | undefined = parent && {
      tag: 'class',
      node: parent,
      frame: this.module,
    };
    const isInstance = of?.tag === 'record' || of?.tag === 'element';
    const found = above && isInstance ? this.declared(above, kind, name) : undefined;
    if (found === undefined)
      return this.refuse(
        at,
        `super.${name}`,
        'write a method of the parent class, which is in the module',
      );
    return this.inlined(found.method, found.frame, args, at, of);
  }

  protected methodOf(
    name: string,
    of: RecordMeaning | ElementMeaning,
    args: readonly Meaning[],
    at: Node,
  ): Meaning | null {
    const on = (one: RecordMeaning | ElementMeaning): Meaning | null => {
      const found = this.methodFound(name, one);
      return found === undefined ? null : this.inlined(found.method, found.frame, args, at, one);
    };
    return of.tag === 'element' ? this.byClass(of, at, on) : on(of);
  }

  protected methodFound(name: string, of: RecordMeaning | ElementMeaning): Declared | undefined {
    const from = this.classOf(of);
    return from && this.declared(from, 'method', name);
  }

  /** A method as a value: a function that is on nothing until it is called or bound. */
  protected override methodHeld(name: string, of: RecordMeaning | ElementMeaning) {
    const found = this.methodFound(name, of);
    return found && ({ tag: 'function', node: found.method, frame: found.frame } as const);
  }

  /** The method that makes iterators of an instance that the function makes itself: others may have one of their own. */
  protected iteratorOf(of: Meaning, at: Node): Declared | undefined {
    const from = this.classOf(of);
    if (from === undefined) return undefined;
    for (const node of this.lineOf(from))
      for (const member of [...node.body.body].reverse()) {
        const isIterator = !isStaticMember(member) && isIteratorMember(this.facts, member);
        if (isIterator === false) continue;
        this.relyOn(from.node);
        const isOwn =
          of.tag === 'record'
            ? of.sites !== undefined
            : of.tag === 'element' &&
              of.columns.pool !== undefined &&
              !this.remedies.pools.isGiven(of.columns.pool);
        if (
          !isOwn ||
          isIterator === undefined ||
          !isClassMethod(member) ||
          member.kind !== 'method'
        )
          return this.refuse(
            at,
            'a loop over an instance that is not made here',
            'go through a list of it',
          );
        return { method: member, frame: from.frame };
      }
    return undefined;
  }

  protected staticMethod(
    name: string,
    of: ClassMeaning,
    args: readonly Meaning[],
    at: Node,
  ): Meaning | null {
    const found = this.declared(of, 'method', name, true);
    return found === undefined ? null : this.inlined(found.method, found.frame, args, at, of);
  }

  /** What a class has under a name: a static field that nobody writes, as it is made. */
  protected override staticField(name: string, of: ClassMeaning, at: Node): Meaning {
    const found = of.node.body.body.find(
      (member) => isClassField(member) && member.static === true && nameOfMember(member) === name,
    );
    if (
      found === undefined ||
      !isClassField(found) ||
      found.value == null ||
      !isWrittenDown(found.value) ||
      // Entry sees no private member, and nothing in a map.
      (holdsNew(found.value) && hides(this.facts.program)) ||
      (found.type === 'ClassPrivateProperty' && makesObjects(found.value))
    )
      return this.refuse(at, `the member ${name} of a class`, 'make it a constant of the module');
    this.relyOn(of.node, name);
    const made = this.expression(found.value, new Frame(of.frame, of));
    const shape = made.tag === 'record' ? this.shapeLike(made, at) : null;
    if (this.isFieldWritten(name) || (shape !== null && this.isShapeWritten(shape)))
      return this.refuse(at, `the member ${name} of a class, which changes`, 'return it instead');
    // Everybody has the same one.
    this.fix(made, this.state.get);
    if (made.tag === 'record') made.isNamed = true;
    return made;
  }

  /** How often getters were called. */
  protected gettersCalled = 0;

  /** What a getter gives. */
  protected getter(node: types.MemberExpression, frame: Frame): Meaning | undefined {
    const name = this.keyOf(node);
    const isPossible = this.getters.has(name);
    if (!isPossible) return undefined;
    if (node.object.type === 'Super') return this.superMethod(name, node.object, [], frame, 'get');
    const of = this.sure(this.expression(node.object, frame));
    const on = (one: Meaning): Meaning => {
      const from = this.classOf(one);
      const isField = one.tag === 'record' && one.slots.has(name);
      const found = from && !isField ? this.declared(from, 'get', name) : undefined;
      if (found === undefined) return this.memberOf(one, node, frame).get();
      this.gettersCalled++;
      return this.inlined(found.method, found.frame, [], node, one);
    };
    return of.tag === 'element' ? this.byClass(of, node, on)! : on(of);
  }

  /** A field of an object, or what its getter gives. */
  protected override field(of: RecordMeaning, name: string, node: Node): Meaning {
    const own = of.accessors?.get(name);
    if (own === undefined)
      return (of.slots.has(name) ? null : this.methodHeld(name, of)) ?? super.field(of, name, node);
    this.gettersCalled++;
    return own.get === undefined ? nothing : this.inlined(own.get, own.frame, [], node, of);
  }

  /** What sets a field that is no field, but a setter; undefined for a field. */
  protected override setterOf(
    of: RecordMeaning,
    name: string,
    at: Node,
  ): ((to: Meaning) => void) | undefined {
    const own = of.accessors?.get(name);
    if (own?.set !== undefined) {
      const { set, frame } = own;
      return (to) => void this.inlined(set, frame, [to], at, of);
    }
    if (own !== undefined) this.refuse(at, `a write to ${name}, which has no setter`, 'write one');
    if (of.from === undefined || of.slots.has(name)) return undefined;
    const found = this.declared(of.from, 'set', name);
    return found && ((to) => void this.inlined(found.method, found.frame, [to], at, of));
  }

  protected override isGetter = (name: string): boolean => this.getters.has(name);

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
  if (!isMade || isKeyed(node)) return false;
  const parts =
    type === 'NewExpression'
      ? node.arguments
      : type === 'ObjectProperty'
        ? [node.value]
        : childrenOf(node);
  return parts.every(isWrittenDown);
}

/** Whether an expression makes a map or a set: what is in it may change, and no field tells. */
const isKeyed = (node: Node): boolean =>
  node.type === 'NewExpression' &&
  node.callee.type === 'Identifier' &&
  /^(Weak)?(Map|Set)$/.test(node.callee.name);

const holdsNew = (node: Node): boolean =>
  node.type === 'NewExpression' || childrenOf(node).some(holdsNew);

/** Whether some class or code has what entry does not see. */
const hides = (node: Node): boolean =>
  node.type === 'ClassPrivateProperty' || isKeyed(node) || childrenOf(node).some(hides);

/** Whether an expression that is written down makes objects. */
const makesObjects = (given: Node): boolean => {
  const node = bare(given);
  return (
    ['ObjectExpression', 'ArrayExpression', 'NewExpression'].includes(node.type) ||
    childrenOf(node).some(makesObjects)
  );
};

const known = new WeakMap<Node, ReadonlySet<string>>();

/** O(size of the module), once. */
function gettersIn(root: Node): ReadonlySet<string> {
  const before = known.get(root);
  if (before !== undefined) return before;
  const found = new Set<string>();
  known.set(root, found);
  const visit = (node: Node): void => {
    if (isClassMethod(node) && node.kind === 'get') found.add(nameOfMember(node) ?? '');
    if (node.type === 'ObjectMethod' && node.kind === 'get')
      found.add(nameOfKey(node.key, node.computed) ?? '');
    childrenOf(node).forEach(visit);
  };
  visit(root);
  return found;
}
