/**
 * What variables hold, as a loop carries it. Variables that hold nothing before a loop that gives them something, and results of functions that return in loops:
 * what they are is known where a step ends. Then the loop is lowered again, and carries what may be missing.
 */
import { leavesOf } from '../meanings/carried-parts.js';
import { chosenAmong } from '../meanings/chosen-functions.js';
import { nothing, type Meaning, type Slot } from '../meanings/meanings.js';
import type { Get } from '../meanings/optionals.js';
import type { Node } from '../../front/syntax.js';
import type { Stmt, Storage } from '../../ir/ir.js';
import type { Carried, Form, Learned } from './carried.js';
import { storageFor } from './lists-that-differ.js';
import { Repeated } from './repeated.js';

type Optional = Meaning & { readonly tag: 'optional' };

export abstract class Missing extends Repeated {
  protected abstract copied(storage: Storage, of: Meaning, node: Node): Meaning;

  /** What such a slot holds before the loop. Nobody reads a result that is not given yet. */
  protected notYet(slot: Slot, held: Meaning, { of, get }: Form): Meaning {
    const filled = this.filledHere(of, get);
    if (this.fillable.has(slot) || of.tag === 'optional') return filled;
    const isNull = held.tag === 'nothing' && held.isNull === true;
    return { tag: 'optional', there: this.builder.constant(false), of: filled, isNull };
  }

  private filledHere(form: Meaning, get: Get): Meaning {
    const body: Stmt[] = [];
    const made = this.filled(form, body, get);
    body.forEach((stmt) => this.builder.add(stmt));
    return made;
  }

  /** What is sure, or is nothing, as what may be missing. */
  private asMissing(held: Meaning, form: Optional, inner: (of: Meaning) => Meaning): Meaning {
    const { isNull } = form;
    if (held.tag !== 'nothing')
      return { tag: 'optional', there: this.builder.constant(true), of: inner(held), isNull };
    if ((held.isNull === true) !== isNull) return held;
    const there = this.builder.constant(false);
    return { tag: 'optional', there, of: this.filledHere(form.of, this.state.get), isNull };
  }

  /** Remembers what a step leaves in a slot that held nothing before it; nothing, if it does so. */
  protected learnForm(slot: Slot, learned: Learned, node: Node): void {
    const before = this.state.get(slot) ?? nothing;
    if (before.tag === 'nothing') return;
    const isGrown = before.tag === 'record' && before.isGrowing === true && !before.elements;
    // A list that grew in a step is an array without room for the next one.
    const of = isGrown ? this.copied('number[]', before, node) : before;
    if (leavesOf(of, this.state.get) === null) {
      this.learnSeveral([of]);
      this.refuse(
        node,
        `${slot.name} has no value before a loop that gives it one`,
        'give it a value of the same kind before the loop',
      );
    }
    const held = new Map<Slot, Meaning>();
    const keep = (inner: Meaning): void => {
      if (inner.tag === 'optional') keep(inner.of);
      if (inner.tag !== 'record') return;
      for (const part of inner.slots.values()) {
        const found = this.state.get(part) ?? nothing;
        held.set(part, found);
        keep(found);
      }
    };
    keep(of);
    learned.addForm(slot, { of, get: (part) => held.get(part) });
  }

  /** A function as one of several. */
  protected asChoice(of: Meaning | undefined, among: readonly Meaning[] | undefined) {
    if (of === undefined || among === undefined) return of;
    const code = chosenAmong(of, among, this.builder);
    return code === null ? of : ({ tag: 'choice', code, among } as const);
  }

  /**
   * What a slot holds, as the loop carries it. What may be missing is sure where the loop carries something sure. An
   * array that grew in the step becomes an array without room, if no other carried slot has it.
   */
  protected asCarried(
    held: Meaning,
    form: Meaning,
    carried: readonly Carried[],
    node: Node,
  ): Meaning {
    if (held.tag === 'optional' && form.tag !== 'optional') return this.sure(held);
    if (held.tag !== 'optional' && form.tag === 'optional')
      return this.asMissing(held, form, (of) => this.asCarried(of, form.of, carried, node));
    if (form.tag === 'choice') return this.asChoice(held, form.among) ?? held;
    const number = this.numberFor(held, form);
    if (number !== undefined) return number;
    if (held.tag !== 'record' || held.isGrowing !== true) return held;
    const storage = storageFor(held, form);
    if (storage === undefined || (held.elements && this.isShapeWritten(held.elements))) return held;
    const holders = carried.filter(({ slot }) => this.state.get(slot) === held);
    const own = new Set(held.slots.values());
    // What is from before the loop has another name there.
    const isOlder = carried.some(({ slot }) => own.has(slot));
    return holders.length > 1 || isOlder ? held : this.copied(storage, held, node);
  }
}
