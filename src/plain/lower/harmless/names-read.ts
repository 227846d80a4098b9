/**
 * What is read of the code that a function may run, and the names in it: functions and classes of the module, and what lies around
 * them. Whatever is not known to be harmless ends the reading.
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import { exportOf, sourceOf } from '../../front/module-sources.js';
import type { Binding, FunctionNode, Node, types } from '../../front/syntax.js';
import { isAsWritten, isConstant } from '../syntax/constants.js';
import * as names from './known-names.js';
import { MadeNewly } from './made-newly.js';
import { isPlainData } from './plain-data.js';

export class Harm extends Error {}

export type Class = types.ClassDeclaration | types.ClassExpression;

/** What `this` is in some code: whether an object that is being made, or else what one is asked for by a name. */
export interface Place {
  readonly isMaking: boolean;
  readonly name: string | undefined;
  /** Whether it is a class. */
  readonly isStatic?: boolean;
}
export const nowhere: Place = { isMaking: false, name: undefined };

export abstract class NamesRead {
  protected readonly functions = new Set<FunctionNode>();
  protected readonly read = new Set<Node>();
  /** What is still to be read. */
  protected readonly left: Node[] = [];
  protected readonly variables = new Set<Binding>();
  /** The names by which members of objects may be called that the module makes. */
  protected readonly methods = new Set<string>();
  /** Questions that are answered when all is read. */
  protected readonly later: (() => void)[] = [];
  protected readonly made: MadeNewly;
  /** Of the member of a class, or the function, that is being read. */
  protected place: Place = nowhere;
  /** Functions that are named where they are made. */
  protected readonly withName = new Set<FunctionNode>();
  /** What was reached by a name from outside of what was read until then. */
  protected readonly reached: Node[] = [];
  protected comparesObjects = false;
  protected callsGiven = false;

  constructor(
    protected readonly facts: Facts,
    protected readonly root: FunctionNode,
  ) {
    this.made = new MadeNewly(facts, root, {
      isLocal: this.isLocal,
      constructorOf: this.constructorOf,
      isOwnMethod: (name) => this.methods.has(name),
    });
  }

  /** Reads a part of the code. */
  protected abstract node(given: Node): void;

  protected all = (nodes: readonly (Node | null | undefined)[]): void => {
    for (const one of nodes) if (one != null) this.node(one);
  };

  protected isLocal = (binding: Binding): boolean => {
    const owner = this.facts.ownerOf(binding);
    return owner !== null && this.functions.has(owner);
  };

  protected harm(): never {
    throw new Harm();
  }

  protected name(node: types.Identifier): void {
    if (!this.facts.bindings.has(node)) return;
    const binding = this.facts.bindings.get(node);
    if (binding === undefined) {
      if (!names.globals.has(node.name) && !names.classes.has(node.name)) this.harm();
      return;
    }
    const f = functionOf(this.facts, node);
    if (this.isLocal(binding)) {
      this.variables.add(binding);
      if (f !== undefined) this.asValue(f);
      return;
    }
    this.outside(binding, node);
    if (f !== undefined) this.asValue(f);
  }

  /** A function that is given to others. */
  protected asValue(f: FunctionNode): void {
    this.made.calls.set(f, null);
  }

  protected outside(binding: Binding, node: types.Identifier): void {
    const f = functionOf(this.facts, node);
    if (f !== undefined) {
      this.withName.add(f);
      return this.reach(f);
    }
    const own = this.classOf(node);
    if (own !== undefined) return isAsWritten(binding) ? this.reach(own) : this.harm();
    if (binding.path.node.type === 'TSEnumDeclaration') return;
    if (sourceOf(binding) === 'delta-tape') {
      if (!names.operators.has(exportOf(binding) ?? '')) this.harm();
      return;
    }
    if (!isPlainData(this.facts, binding)) this.harm();
    // What it holds may be functions, too.
    for (const one of this.facts.definitions.get(binding) ?? [])
      if (one.by === 'value' && !this.read.has(one.of)) this.reach(one.of);
  }

  private reach(node: Node): void {
    this.left.push(node);
    this.reached.push(node);
  }

  /**
   * Variables of a call count as new with it. So what was reached from outside of a function may not stand in it, if that is called, too:
   * it has the variables of another call.
   */
  protected insistOnOneCall(): void {
    const isInside = (inner: Node) => (outer: FunctionNode) =>
      outer !== inner && outer.start! <= inner.start! && inner.end! <= outer.end!;
    const functions = [...this.functions];
    if ([this.root, ...this.reached].some((one) => functions.some(isInside(one)))) this.harm();
  }

  /** The class of the module that a name stands for. */
  protected classOf(node: Node): Class | undefined {
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    if (binding === undefined || !isConstant(binding)) return undefined;
    const { node: declared } = binding.path;
    if (declared.type === 'ClassDeclaration') return declared;
    const init = declared.type === 'VariableDeclarator' ? declared.init : undefined;
    return init?.type === 'ClassExpression' ? init : undefined;
  }

  protected constructorOf = (callee: Node): FunctionNode | null | undefined => {
    const of = this.classOf(callee);
    if (of === undefined) return undefined;
    const isIt = (member: Node) => member.type === 'ClassMethod' && member.kind === 'constructor';
    return (of.body.body.find(isIt) as FunctionNode | undefined) ?? null;
  };
}
