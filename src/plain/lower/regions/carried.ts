/** What loops carry from step to step, and what turns out to have to be carried while a loop is lowered. */
import type { Node } from '../../front/syntax.js';
import type { ForStmt, Type, Value } from '../../ir/ir.js';
import { functionsIn, isCallable } from '../meanings/chosen-functions.js';
import type { Get } from '../meanings/optionals.js';
import { Frame, type Meaning, type Slot } from '../meanings/meanings.js';

/** What leaves a loop early: each is a bool that says so. */
export interface Exits {
  readonly broken: Slot;
  readonly skipped: Slot;
  readonly isLoop: boolean;
  readonly label: string | undefined;
}

export interface Carried {
  readonly slot: Slot;
  readonly form: Meaning;
  readonly count: number;
}

/** The values that a loop begins with, and the slots that they are for. */
export interface Start {
  readonly carried: readonly Carried[];
  readonly inits: readonly Value[];
  readonly types: readonly Type[];
  /** Slots that hold nothing before the loop, or nothing that is known, and are given something in it. */
  readonly open: readonly Slot[];
  /** Those that may be missing, and of which nobody knows yet what they are if they are not. */
  readonly missing: readonly Slot[];
}

/** A meaning with what its slots hold. */
export interface Form {
  readonly of: Meaning;
  readonly get: Get;
}

export interface Range {
  readonly from: Value;
  readonly to: Value;
  readonly step: Value;
  readonly by: ForStmt['by'];
}

/**
 * What inner loops turned out to change, for the next time that the loop around them is lowered: else nests would double
 * their work at each depth. Variables and functions that are made in each step are others the next time.
 */
export class Memory {
  private readonly known = new Map<Node, Pick<Learned, 'slots' | 'functions' | 'forms'>>();
  private readonly mark = Frame.last;

  of = (loop: Node) => this.known.get(loop);

  keep(loop: Node, { slots, functions, forms }: Learned): void {
    if (slots.length === 0 && functions.size === 0 && forms.size === 0) return;
    const isOlder = (of: Meaning) => of.tag !== 'function' || of.frame.id <= this.mark;
    const lasting = [...functions].filter(([, among]) => among.every(isOlder));
    this.known.set(loop, { slots: [...slots], functions: new Map(lasting), forms: new Map(forms) });
  }
}

/**
 * What a loop changes beside what its syntax assigns: variables of functions that it calls, and variables that hold one
 * of several functions. Who finds one lowers the loop again. So it ends: each time there is another variable, or another
 * function of the module.
 */
export class Learned {
  readonly slots: Slot[] = [];
  /** The functions that a variable holds in some step. */
  readonly functions = new Map<Slot, readonly Meaning[]>();
  /** What variables are that hold nothing before the loop. */
  readonly forms = new Map<Slot, Form>();
  isNew = false;
  private readonly mark = Frame.last;

  constructor(
    private readonly loop: Node,
    memory: Memory | null,
  ) {
    const known = memory?.of(loop);
    if (known === undefined) return;
    this.slots.push(...known.slots);
    for (const [slot, among] of known.functions) this.functions.set(slot, among);
    for (const [slot, form] of known.forms) this.forms.set(slot, form);
  }

  addForm(slot: Slot, form: Form): void {
    this.forms.set(slot, form);
    this.isNew = true;
  }

  /** Adds a variable; false if it was known, and is not carried all the same. */
  add(slot: Slot): boolean {
    if (this.slots.includes(slot)) return false;
    this.slots.push(slot);
    return (this.isNew = true);
  }

  /** Adds the functions that a variable holds; false if one of them belongs to one step. */
  addFunctions(slot: Slot, held: readonly Meaning[]): boolean {
    const among = functionsIn([...(this.functions.get(slot) ?? []), ...held]);
    if (!held.every(isCallable) || !among.every(this.isLasting)) return false;
    this.isNew ||= among.length > (this.functions.get(slot)?.length ?? 0);
    this.functions.set(slot, among);
    return true;
  }

  /** Whether a function is the same in all steps: it uses no variable of one step. */
  private isLasting = (of: Meaning): boolean => {
    if (of.tag !== 'function') return of.tag === 'row' || of.tag === 'imported';
    const [from, to] = [this.loop.start ?? 0, this.loop.end ?? Infinity];
    const { node, frame } = of;
    const isInside = node.start == null || (node.start >= from && node.start < to);
    return frame.id <= this.mark && !isInside;
  };
}
