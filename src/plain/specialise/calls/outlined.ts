/** The choice of functions that become functions of the language: those that call themselves, and large ones that are called often. */
import type { Func } from '../../ir/ir.js';
import type { Fn } from '../../core/core.js';
import type { Abstract, Closure } from '../values/abstract.js';
import { callKey } from '../values/call-keys.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { OutlinedFunctions, type Inlined } from './outlined-functions.js';

/** Says that a function has to be one of the language. */
export class ToOutline extends Error {
  constructor(readonly f: Fn) {
    super('a function that calls itself');
  }
}

/** So often a function is put into itself while what it takes is known to change. */
const DEEPEST = 24;

export class Outlined {
  /** The calls in progress, by what they take. */
  private readonly active = new Map<Fn, readonly string[]>();
  private readonly versions = new OutlinedFunctions();
  private readonly sizes = new Map<Fn, { calls: number; steps: number }>();

  /**
   * @param chosen the functions that are functions of the language
   * @param mayBe false if all are written out where they are called
   */
  constructor(
    private readonly chosen: ReadonlySet<Fn>,
    private readonly mayBe: boolean,
  ) {}

  get functions(): readonly Func[] {
    return this.versions.functions;
  }

  /** The function whose calls took the most steps; null if none was called often. */
  largest(): Fn | null {
    let [found, most] = [null as Fn | null, 0];
    for (const [f, { calls, steps }] of this.sizes)
      if (calls >= 3 && steps > most && !this.chosen.has(f)) [found, most] = [f, steps];
    return found;
  }

  call(m: Machine, closure: Closure, self: Abstract, args: Args, inlined: Inlined): Abstract {
    const { f, isLibrary = false } = closure;
    if (isLibrary || f.rest !== null || f.hasArguments || !this.mayBe) return inlined(self, args);
    if (this.chosen.has(f)) return this.versions.call(m, closure, self, args, inlined);
    const active = this.active.get(f) ?? [];
    const key = [self, ...args].map(callKey).join(';');
    if (active.length >= DEEPEST || active.filter((one) => one === key).length > 1)
      throw new ToOutline(f);
    const size = this.sizes.get(f) ?? { calls: 0, steps: 0 };
    this.sizes.set(f, size);
    this.active.set(f, [...active, key]);
    const { steps } = m;
    try {
      return inlined(self, args);
    } finally {
      this.active.set(f, active);
      size.calls++;
      if (active.length === 0) size.steps += m.steps - steps;
    }
  }
}
