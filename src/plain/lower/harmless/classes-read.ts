/** Reads classes with all their members, and what is asked of instances. */
import {
  bare,
  isFunction,
  nameOfKey,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { CallsRead } from './calls-read.js';
import * as names from './known-names.js';
import type { Class } from './names-read.js';

export abstract class ClassesRead extends CallsRead {
  /** The names of getters. */
  protected readonly getters = new Set<string>();

  /** What a class is asked for, which may be told from a copy. */
  protected asked(left: Node, right: Node): void {
    this.node(left);
    const of = bare(right);
    if (this.classOf(of) !== undefined) {
      this.name(of as types.Identifier);
      this.compared(left, left);
    } else if (!isGlobalNamed(this.facts, of) || !names.classes.has((of as types.Identifier).name))
      this.harm();
  }

  /** A member that code may call under a name. */
  protected named(kind: string, name: string | undefined, computed: Node | undefined): void {
    if (computed !== undefined) this.node(computed);
    if (name === undefined) return;
    if (kind === 'get') this.getters.add(name);
    else this.methods.add(name);
  }

  protected class(node: Class): void {
    if ((node.decorators ?? []).length > 0) this.harm();
    this.read.add(node);
    const parent = node.superClass;
    if (parent != null) {
      const found = bare(parent);
      const make = this.constructorOf(found);
      if (make === undefined && !isGlobalNamed(this.facts, found, 'Error')) this.harm();
      if (make != null) this.made.calls.set(make, null);
      this.name(found as types.Identifier);
    }
    const before = this.place;
    for (const member of node.body.body) {
      if ('decorators' in member && (member.decorators ?? []).length > 0) this.harm();
      const key = 'key' in member ? member.key : undefined;
      const isComputed = 'computed' in member && member.computed === true;
      const name = key && nameOfKey(key, isComputed);
      if (isFunction(member)) {
        if (member.kind !== 'constructor')
          this.named(member.kind, name, isComputed ? member.key : undefined);
        const isMaking = member.kind === 'constructor';
        if (isMaking && (this.facts.returns.get(member) ?? []).length > 0) this.harm();
        this.place = { isMaking, name, isStatic: 'static' in member && member.static === true };
        this.methodOf(member);
      } else if (member.type === 'ClassProperty' || member.type === 'ClassPrivateProperty') {
        if (isComputed || name === undefined) this.harm();
        if (member.value == null) continue;
        this.methods.add(name);
        this.place = { isMaking: !isFunction(bare(member.value)), name };
        this.node(member.value);
        this.stored(member.value);
      } else if (member.type !== 'TSDeclareMethod' && member.type !== 'TSIndexSignature')
        this.harm();
    }
    this.place = before;
  }

  protected methodOf(member: FunctionNode): void {
    const { place } = this;
    if (this.functions.has(member)) return;
    const uses = this.facts.uses.get(member);
    if (member.async === true || uses === undefined || uses.eval || uses.arguments) this.harm();
    this.functions.add(member);
    if (!this.made.calls.has(member)) this.made.calls.set(member, place.isMaking ? [] : null);
    for (const param of member.params)
      if (param.type === 'TSParameterProperty') {
        const inner = param.parameter;
        this.stored(inner.type === 'Identifier' ? inner : inner.left);
        if (inner.type === 'AssignmentPattern') this.node(inner.right);
      } else this.node(param);
    this.node(member.body);
  }
}
