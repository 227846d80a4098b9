/** Holds what lowering has at hand, and counts the parts of what is lowered, which have limits. */
import type { Facts } from '../../front/facts.js';
import type { FunctionNode, Node } from '../../front/syntax.js';
import type { Lessons } from '../shapes/lessons.js';
import { partsOf } from '../syntax/own-functions.js';
import { Refusal, type Remedy } from '../syntax/refusal.js';
import { Rebuilt } from './rebuilt.js';

/** How many parts of other functions one may have in the places of calls, for inlining has an end; and for each of its own. */
export const MOST = 3000;
const MOST_FOR_EACH = 4;

export abstract class WithinLimits extends Rebuilt {
  /** How many parts were lowered. */
  size = 0;
  /** How many of them are in the function that is lowered now, and how many there may be at least. */
  protected own = 0;
  private mostOwn = MOST;
  /** The function that is lowered now, as it is written. */
  protected written: FunctionNode | null = null;

  constructor(
    protected readonly facts: Facts,
    private readonly most: number,
    /** What is tried, since the function would be refused otherwise, and what is known of its lists. */
    protected readonly remedies: Lessons,
  ) {
    super();
  }

  protected refuse(node: Node, what: string, instead: string, remedy?: Remedy): never {
    throw new Refusal(node, what, instead, this.remedies.isNew ? 'lessons' : remedy);
  }

  /** Counts what is lowered meanwhile as another function's. */
  protected countedIn<T>(node: FunctionNode | null, lower: () => T): T {
    const { own, mostOwn, written } = this;
    [this.own, this.mostOwn, this.written] = [0, MOST, node];
    const made = lower();
    [this.own, this.mostOwn, this.written] = [own, mostOwn, written];
    return made;
  }

  protected count(node: Node): void {
    const what = 'the function is too large with all that it calls';
    if (++this.size > this.most || (++this.own > this.mostOwn && this.own > this.allowance()))
      this.refuse(node, what, 'split it in functions of some 300 statements', 'outlining');
  }

  /** How many parts the function that is lowered may have: emitted code is cut into what V8 optimises. */
  private allowance(): number {
    if (this.written !== null && this.mostOwn === MOST)
      this.mostOwn = MOST + MOST_FOR_EACH * partsOf(this.written);
    return this.mostOwn;
  }
}
