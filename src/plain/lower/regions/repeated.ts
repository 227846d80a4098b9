/** Lowers loops again, as long as they turn out to change something else. */
import type { Node } from '../../front/syntax.js';
import { MOST } from './within-limits.js';
import { Learned, Memory } from './carried.js';
import { Flags } from './flags.js';

/** The most parts that are lowered in vain. */
const MOST_IN_VAIN = 4 * MOST;

export abstract class Repeated extends Flags {
  /** How many parts were lowered in vain. */
  private vain = 0;
  /** What inner loops of the loop that is lowered turned out to change. */
  private memory: Memory | null = null;

  /** What is lowered in vain has no part in the size of the function, but there is an end to it, too. */
  protected repeated<T>(node: Node, lower: (learned: Learned) => T): T {
    const learned = new Learned(node, this.memory);
    const isOutermost = this.memory === null;
    this.memory ??= new Memory();
    for (;;) {
      const { size, own } = this;
      learned.isNew = false;
      const made = lower(learned);
      if (!learned.isNew) {
        this.memory?.keep(node, learned);
        if (isOutermost) this.memory = null;
        return made;
      }
      this.vain += this.size - size;
      [this.size, this.own] = [size, own];
      if (this.vain > MOST_IN_VAIN)
        this.refuse(
          node,
          'loops in loops whose functions change what is around them',
          'keep what changes in variables that the loops assign themselves',
        );
    }
  }
}
