/**
 * Lowers constants of the module that hold functions: tables, and objects with methods. They are as they are written. Where
 * the module only looks things up in them, nobody can change that; otherwise entry asks.
 */
import { functionOf } from '../../front/called-function.js';
import {
  bare,
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
} from '../../front/syntax.js';
import type { Meaning } from '../meanings/meanings.js';
import { initOf, isConstant } from '../syntax/constants.js';
import { isOnlyLookedUp, partsOf } from '../syntax/tables.js';
import { fieldsWithin, holderOf, isNumeric } from '../syntax/written-down.js';
import { OnClasses } from './on-classes.js';

export abstract class OnConstants extends OnClasses {
  /** Whether an expression names a row. */
  protected abstract isRow(node: Node): boolean;

  /** What a constant array or object of the module holds, if functions are among it. */
  protected table(binding: Binding): Meaning | undefined {
    const init = initOf(binding);
    if (init === undefined) return undefined;
    if (!this.isLookedUp(binding, init)) {
      const holder = holderOf(this.facts, binding);
      if (holder === undefined || fieldsWithin(holder).some((name) => this.isFieldWritten(name)))
        return undefined;
      this.relyOn(holder);
    }
    const made = this.expression(init, this.module);
    // Everybody has the same one.
    this.fix(made, this.state.get);
    if (made.tag === 'record') made.isNamed = true;
    return made;
  }

  /** Whether a constant holds numbers, texts and functions that nobody can replace. */
  private isLookedUp(binding: Binding, init: Node): boolean {
    const parts = partsOf(init)?.map(bare);
    const isHeld = (of: Node): boolean =>
      isNumeric(of) || of.type === 'StringLiteral' || this.isKnownFunction(of);
    return (
      parts !== undefined &&
      parts.every(isHeld) &&
      parts.some((of) => this.isKnownFunction(of)) &&
      isOnlyLookedUp(binding, init)
    );
  }

  /** Whether an expression is a function that never changes, and that does not ask what it is called on. */
  private isKnownFunction(given: Node): boolean {
    const held = bare(given);
    if (held.type === 'Identifier') {
      const binding = this.facts.bindings.get(held);
      const f = functionOf(this.facts, held);
      return (
        this.isRow(held) ||
        (binding !== undefined &&
          binding.kind !== 'var' &&
          isConstant(binding) &&
          f !== undefined &&
          this.asksNothing(f))
      );
    }
    return this.isRow(held) || (isFunction(held) && this.asksNothing(held));
  }

  protected asksNothing = (f: FunctionNode): boolean =>
    f.type === 'ArrowFunctionExpression' || this.facts.uses.get(f)?.receiver === false;
}
