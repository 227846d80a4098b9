/** Takes arrays that loops make, and that nobody has after the call, from a pool, so that they are used again. */
import { floatsOf, lifetimesOf, type Lifetimes } from '../../analyse/lifetimes.js';
import type { Func, Region, Value } from '../../ir/ir.js';
import { call, type Text } from '../text.js';
import type { Helper } from './helpers.js';
import type { Scopes } from './scopes.js';

interface Tools {
  readonly line: (text: string) => void;
  readonly helper: (name: Helper) => string;
  readonly scopes: Scopes;
}

export class PassingArrays {
  private readonly lifetimes: Lifetimes;
  private isUsed = false;
  /** The number of loops around. */
  private loops = 0;

  constructor(
    f: Func,
    isCalled: boolean,
    private readonly tools: Tools,
  ) {
    this.lifetimes = floatsOf(lifetimesOf(f, isCalled));
  }

  /** The lines at the start of the function. */
  start(): string[] {
    return this.isUsed ? [`  ${this.tools.helper('pool')}.next = 0;`] : [];
  }

  /** A new array; null for one that is made once, or that somebody has later. */
  made(array: Value, args: readonly Text[]): Text | null {
    if (this.loops === 0 || !this.lifetimes.passing.has(array)) return null;
    this.isUsed = true;
    return call(this.tools.helper('floats'), args);
  }

  /** A step of a loop; the arrays that end with it are free for the next. */
  step(body: Region, fill: () => void): void {
    const { line, helper, scopes } = this.tools;
    const mark = this.lifetimes.closed.has(body) ? scopes.fresh('mark') : null;
    if (mark !== null) line(`const ${mark} = ${helper('pool')}.next;`);
    this.loops++;
    fill();
    this.loops--;
    if (mark !== null) line(`${helper('pool')}.next = ${mark};`);
  }
}
