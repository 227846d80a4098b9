/** Lowers elements that lists may not have: they are missing where the program asks whether they are there, and insisted on elsewhere. */
import { bare, type Binding, type FunctionNode, type Node } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import { nothing, type Meaning, type Slot } from '../meanings/meanings.js';
import { isAskedWhetherThere } from '../syntax/asked-whether-there.js';
import { NewColumns } from './new-columns.js';

export abstract class PerhapsThere extends NewColumns {
  private readonly questioned = new WeakSet<Node>();
  /** Whether the program asks that of variables, which may be assigned often. */
  private readonly askedVariables = new WeakMap<Binding, boolean>();

  /** Says that the program asks whether an expression gives anything. */
  protected noteAsked(given: Node): void {
    const node = bare(given);
    this.questioned.add(node);
    if (node.type === 'AssignmentExpression') this.noteAsked(node.right);
  }

  /** Says the same of what a variable is given, if the program asks that of the variable. */
  protected noteVariable(name: Node, given: Node): void {
    const binding = name.type === 'Identifier' ? this.facts.bindings.get(name) : undefined;
    if (binding !== undefined && this.isQuestioned(binding)) this.noteAsked(given);
  }

  private isQuestioned(binding: Binding): boolean {
    let found = this.askedVariables.get(binding);
    if (found === undefined)
      this.askedVariables.set(binding, (found = isAskedWhetherThere(binding)));
    return found;
  }

  /** Says the same of what a function gives, if the program asks that of a call. */
  protected noteResults(call: Node, f: FunctionNode): void {
    if (!this.isAsked(call)) return;
    for (const given of this.facts.returns.get(f) ?? []) this.noteAsked(given);
  }

  protected isAsked = (node: Node): boolean => this.questioned.has(node);

  /**
   * What stands where a bool is true.
   *
   * @param node the expression that gives it
   */
  protected perhaps(node: Node, isThere: Value, get: () => Meaning): Meaning {
    if (!this.isAsked(node)) {
      this.leaveUnless(isThere);
      return get();
    }
    const slot: Slot = { name: '' };
    this.if(
      isThere,
      () => this.state.set(slot, get()),
      () => this.state.set(slot, nothing),
    );
    return this.read(slot, node);
  }

  /** Whether an index is in an array of a length. */
  protected isWithin(length: Value, index: Value): Value {
    const { builder } = this;
    const no = builder.constant(false);
    const below = builder.compare('lt', index, length);
    const inside = builder.choose(builder.compare('ge', index, this.zero()), below, no);
    return builder.choose(builder.compare('eq', builder.prim('floor', [index]), index), inside, no);
  }
}
