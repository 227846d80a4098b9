/** Reads what code does to objects: only those may be changed that it makes itself. */
import { functionOf } from '../../front/called-function.js';
import { bare, nameOfKey, type Node, type types } from '../../front/syntax.js';
import * as names from './known-names.js';
import { isMember, type AnyMember } from './calls-and-members.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { NamesRead } from './names-read.js';
import { isNew, isPlainExpression, isWhole, newnessOfType } from './newness.js';

export abstract class ObjectsRead extends NamesRead {
  /** The names of methods that change the object that they are called on. */
  protected readonly changers = new Set<string>();
  /** Whether something may have been put into an object that was there before. */
  protected hasStores = false;

  protected member(node: AnyMember): void {
    const name = nameOfKey(node.property, node.computed);
    if (this.ofGlobal(node.object, name)) return;
    this.value(node.object);
    if (node.computed) this.node(node.property);
    if (['__proto__', 'prototype', 'constructor', 'buffer'].includes(name ?? '')) this.harm();
    if (this.classOf(bare(node.object)) !== undefined) this.insistOnStatic(node, name);
    // A method of the platform may be called later, on something else.
    const isNative = name !== undefined && (names.changing.has(name) || names.mayChange(name));
    if (isNative && !this.calledHere.has(node))
      this.later.push(() => {
        if (!this.methods.has(name)) this.harm();
      });
  }

  /** Members that are called where they are named. */
  protected readonly calledHere = new Set<Node>();

  /** A method of a class itself, or a number or a text that it holds. */
  private insistOnStatic({ object }: AnyMember, name: string | undefined): void {
    const isIt = (one: types.ClassBody['body'][number]): boolean => {
      if (!('static' in one) || one.static !== true || !('key' in one)) return false;
      if (nameOfKey(one.key, 'computed' in one && one.computed === true) !== name) return false;
      if (one.type === 'ClassMethod' || one.type === 'ClassPrivateMethod') return true;
      if (one.type !== 'ClassProperty' && one.type !== 'ClassPrivateProperty') return false;
      if (one.typeAnnotation != null) return newnessOfType(one.typeAnnotation) === 'plain';
      return one.value != null && isPlainExpression(one.value);
    };
    if (name === undefined || !this.classOf(bare(object))!.body.body.some(isIt)) this.harm();
  }

  /** Whether it is a member of a global, which must be known. */
  protected ofGlobal(object: Node, name: string | undefined): boolean {
    if (!isGlobalNamed(this.facts, object)) return false;
    const { name: of } = bare(object) as types.Identifier;
    if (name === undefined || !names.isMember(of, name)) this.harm();
    return true;
  }

  /** What is only looked into, or called: a function does not become a value by that. */
  protected value(given: Node): void {
    const node = bare(given);
    if (node.type !== 'Identifier') return this.node(node);
    const f = functionOf(this.facts, node);
    const before = f && this.made.calls.get(f);
    this.name(node);
    if (f !== undefined) this.made.calls.set(f, before === undefined ? [] : before);
  }

  /** A function that gets arguments which nobody looks at. */
  protected given(callee: Node): void {
    const f = functionOf(this.facts, bare(callee));
    if (f !== undefined) this.made.calls.set(f, null);
  }

  protected compared(left: Node, right: Node): void {
    this.later.push(() => {
      if (this.made.of(left) !== 'plain' && this.made.of(right) !== 'plain')
        this.comparesObjects = true;
    });
  }

  /** What is put into an object. */
  protected stored(value: Node): void {
    this.later.push(() => {
      if (!isWhole(this.made.of(value))) this.hasStores = true;
    });
  }

  /** Insists that an object was made by this call. */
  protected insistOnNew(given: Node): void {
    const node = bare(given);
    if (node.type === 'ThisExpression' || node.type === 'Super') return this.changesThis();
    const isOwn = hasThis(node);
    if (isOwn) this.changesThis();
    this.later.push(() => {
      const of = this.made.of(node);
      // Nobody writes into a number: it is something else than its type says.
      if (isOwn ? this.made.sharesParts : !isNew(of) || of === 'plain') this.harm();
    });
  }

  protected changesThis({ isMaking, isStatic, name } = this.place): void {
    if (isStatic === true) this.harm();
    if (isMaking) return;
    if (name === undefined || names.implicit.has(name)) this.harm();
    this.changers.add(name);
  }

  /** A target of an assignment, which gets a value, or parts of it; null for a number. */
  protected written(given: Node, value: Node | null): void {
    const node = bare(given);
    switch (node.type) {
      case 'Identifier': {
        const binding = this.facts.bindings.get(node);
        if (binding === undefined || !this.isLocal(binding)) this.harm();
        this.variables.add(binding);
        return;
      }
      case 'MemberExpression':
        this.insistOnNew(node.object);
        if (value !== null) this.stored(value);
        this.methods.add(nameOfKey(node.property, node.computed) ?? '');
        return this.member(node);
      case 'ArrayPattern':
        for (const inner of node.elements) if (inner !== null) this.written(inner, value);
        return;
      case 'ObjectPattern':
        for (const inner of node.properties) {
          if (inner.type === 'ObjectProperty' && inner.computed) this.node(inner.key);
          this.written(inner.type === 'RestElement' ? inner.argument : inner.value, value);
        }
        return;
      case 'AssignmentPattern':
        this.node(node.right);
        this.written(node.left, node.right);
        return this.written(node.left, value);
      case 'RestElement':
        return this.written(node.argument, value);
      default:
        return this.harm();
    }
  }
}

/** Whether an expression begins with `this`. */
export function hasThis(given: Node): boolean {
  const node = bare(given);
  return (
    node.type === 'ThisExpression' ||
    node.type === 'Super' ||
    (isMember(node) && hasThis(node.object))
  );
}
