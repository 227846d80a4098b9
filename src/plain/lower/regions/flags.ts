/** Bools that say whether a part of the code was left. */
import type { Node } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import { meaning, type Slot } from '../meanings/meanings.js';
import { Cells } from './cells.js';

export abstract class Flags extends Cells {
  /** Whether none of some bools is true. */
  protected goesOn(flags: readonly Slot[], node: Node): Value {
    const values = flags
      .map((slot) => this.valueOf(this.read(slot, node), node))
      .filter((flag) => !this.never.has(flag));
    if (values.length === 0) return this.builder.constant(true);
    const any = values.reduce((x, y) => this.builder.choose(x, this.builder.constant(true), y));
    return this.builder.not(any);
  }

  protected zero = (): Value => this.builder.constant(0);
  protected one = (): Value => this.builder.constant(1);

  /** Bools that are false at any place. */
  private readonly never = new Set<Value>();

  protected flag(slot: Slot, to: boolean): void {
    const constant = this.builder.constant(to);
    if (!to) this.never.add(constant);
    this.state.set(slot, meaning(constant));
  }
}
