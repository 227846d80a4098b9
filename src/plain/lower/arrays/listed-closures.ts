/**
 * Lowers arrays of functions that capture something: `sections.map(makeBiquad)`. The functions have one text, so what differs
 * is what they capture: an array for each part of that. Calling one of them is calling the text in frames that are made of
 * the elements at its place. What a function changes of that stays in its array, under all names of the function.
 */
import { isArray, type ArrayType, type Value } from '../../ir/ir.js';
import { value } from '../../ir/build.js';
import {
  isFunction,
  nameOfKey,
  type Binding,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import { Expressions } from '../expressions/expressions.js';
import { leavesOf } from '../meanings/carried-parts.js';
import { isCallable } from '../meanings/chosen-functions.js';
import {
  Frame,
  meaning,
  nothing,
  type ClosuresMeaning,
  type Frames,
  type FunctionMeaning,
  type Kept,
  type KeptRecord,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import { childrenOf } from '../syntax/assigned.js';
import { isConstant } from '../syntax/constants.js';

/** What was there before the elements were made. */
interface Before {
  readonly mark: number;
  readonly isThere: (of: Value) => boolean;
  /** What was known by its slots: objects that all elements share. */
  readonly slots: ReadonlySet<Slot>;
}

interface Collected {
  readonly before: Before;
  readonly values: Value[];
  readonly frames: Frames;
  readonly records: Map<RecordMeaning['slots'], KeptRecord>;
}

export abstract class ListedClosures extends Expressions {
  protected beforeElements = (): Before => ({
    mark: Frame.last,
    isThere: this.builder.before(),
    slots: this.state.slots([]),
  });

  /** Whether something is a function that is another one for each element, or an object with one. */
  protected holdsClosures(of: Meaning, met = new Set<unknown>()): boolean {
    if (isCallable(of)) return true;
    if (of.tag !== 'record' || of.isGrowing === true || met.has(of.slots)) return false;
    met.add(of.slots);
    return [...of.slots.values()].some((slot) =>
      this.holdsClosures(this.state.get(slot) ?? nothing, met),
    );
  }

  /** Puts what makes up an element into arrays, which are made elsewhere. */
  protected putClosure(of: Meaning, before: Before, at: Value, node: Node): ClosuresMeaning {
    const into: Collected = { before, values: [], frames: new Map(), records: new Map() };
    const made = this.keptOf(of, into, node);
    // The first array tells how many there are.
    if (into.values.length === 0) into.values.push(this.zero());
    const arrays = into.values.map((one) => value(one.name, arrayOf(one)));
    into.values.forEach((one, k) => {
      const { builder } = this;
      const isBool = one.type === 'bool';
      if (!isBool && !isArray(one.type)) this.leaveUnless(builder.present(one));
      const stored = isBool ? builder.choose(one, this.one(), this.zero()) : one;
      builder.store(arrays[k], at, stored);
    });
    return { tag: 'closures', arrays, made };
  }

  private keptOf(of: Meaning, into: Collected, node: Node, changes = false): Kept {
    const { before, frames } = into;
    switch (of.tag) {
      case 'function':
        if (of.frame.id <= before.mark) return { tag: 'same', of };
        this.captureOf(of.node, of.frame, into, node);
        return { tag: 'function', of, frames };
      case 'row':
      case 'imported':
      case 'class':
      case 'text':
      case 'nothing':
        return changes
          ? this.refuse(node, 'a variable of a function in an array that changes', unchanging)
          : { tag: 'same', of };
      case 'closures':
        return of.arrays.every(before.isThere)
          ? { tag: 'same', of }
          : this.refuse(node, 'an array of functions in a function in an array', unchanging);
      case 'record': {
        const slots = [...of.slots.values()];
        if (slots.length === 0 || slots.some((slot) => before.slots.has(slot)))
          return { tag: 'same', of };
        if (of.isGrowing === true || of.rest !== undefined)
          return this.refuse(node, 'a list that grows in a function in an array', unchanging);
        return this.keptRecord(of, into, node);
      }
      case 'optional':
        if (this.holdsWritten(of.of))
          return this.refuse(node, 'what a function in an array captures', unchanging);
    }
    if (of.tag === 'lost') return this.refuse(node, of.why, of.instead);
    const leaves = leavesOf(of, this.state.get);
    const isNumber = of.tag === 'value' && !isArray(of.value.type) && of.value.type !== 'host';
    if (leaves === null || (changes && !isNumber))
      return this.refuse(node, 'what a function in an array captures', unchanging);
    const isSame = (one: Value): boolean => !changes && (before.isThere(one) || this.isGiven(one));
    if (leaves.every(isSame)) return { tag: 'same', of };
    if (leaves.some((one) => one.type === 'host' && !isSame(one)))
      return this.refuse(
        node,
        'an array of NumPy that a function in an array captures',
        unchanging,
      );
    this.fix(of, this.state.get);
    const parts = leaves.map((one) => (isSame(one) ? one : into.values.push(one) - 1));
    const held = this.heldBelow(of);
    const rebuilt = (values: readonly Value[]): Meaning =>
      this.rebuilt(of, values, (slot) => held.get(slot));
    return { tag: 'values', parts, changes, rebuilt };
  }

  /** Whether a field of an object is written somewhere. */
  private holdsWritten = (of: Meaning): boolean =>
    of.tag === 'record' &&
    (of.isGrowing === true ||
      [...of.slots].some(
        ([name, slot]) =>
          this.isFieldWritten(name) || this.holdsWritten(this.state.get(slot) ?? nothing),
      ));

  /** What the slots of an object hold now. */
  private heldBelow(of: Meaning, held = new Map<Slot, Meaning>()): ReadonlyMap<Slot, Meaning> {
    if (of.tag === 'optional') this.heldBelow(of.of, held);
    if (of.tag === 'record')
      for (const slot of of.slots.values()) {
        const inner = this.state.get(slot) ?? nothing;
        held.set(slot, inner);
        this.heldBelow(inner, held);
      }
    return held;
  }

  private keptRecord(of: RecordMeaning, into: Collected, node: Node): Kept {
    const known = into.records.get(of.slots);
    if (known !== undefined) return known;
    const fields = new Map<string, Kept>();
    const made: KeptRecord = { tag: 'record', of, fields, frames: into.frames };
    into.records.set(of.slots, made);
    for (const [name, slot] of of.slots) {
      const changes = this.isFieldWritten(name);
      const held = this.kept(slot, node);
      if (held.tag === 'cell')
        this.refuse(node, 'an object in an array with another name', unchanging);
      fields.set(name, this.keptOf(held, into, node, changes));
    }
    for (const { get, set, frame } of of.accessors?.values() ?? [])
      for (const f of [get, set]) if (f !== undefined) this.captureOf(f, frame, into, node);
    of.isFixed = true;
    return made;
  }

  /** Collects what a function uses of frames that are other ones for each element. */
  private captureOf(f: FunctionNode, frame: Frame, into: Collected, node: Node): void {
    const { before, frames } = into;
    const own: Frame[] = [];
    for (let at: Frame | null = frame; at !== null && at.id > before.mark; at = at.around) {
      own.push(at);
      if (!frames.has(at)) frames.set(at, new Map());
      const isAsked = at.ownReceiver !== undefined && at.ownReceiver !== nothing;
      if (
        at.hasNames ||
        at.bound !== undefined ||
        (isAsked && f.type === 'ArrowFunctionExpression' && this.facts.uses.get(f)?.receiver)
      )
        this.refuse(
          f,
          'a function in an array that uses this',
          'give it what it needs as a constant',
        );
    }
    const visit = (inner: Node): void => {
      const binding = inner.type === 'Identifier' ? this.facts.bindings.get(inner) : undefined;
      const holder = binding && own.find((one) => one.ownSlot(binding) !== undefined);
      if (binding !== undefined && holder !== undefined)
        this.captureOne(binding, holder, into, node);
      childrenOf(inner).forEach(visit);
    };
    visit(f);
  }

  private captureOne(binding: Binding, holder: Frame, into: Collected, node: Node): void {
    const held = into.frames.get(holder)!;
    if (held.has(binding)) return;
    held.set(binding, { tag: 'same', of: nothing });
    const of = this.kept(holder.ownSlot(binding)!, node);
    const changes = !isConstant(binding) && !isFunction(binding.path.node);
    held.set(binding, this.keptOf(of, into, node, changes));
  }

  /** One of the functions, or of the objects. */
  protected closureAt({ arrays, made }: ClosuresMeaning, index: Value): Meaning {
    const { builder } = this;
    const frames = new Map<Frame, Frame>();
    const records = new Map<KeptRecord, RecordMeaning>();
    const frameOf = (old: Frame, all: Frames): Frame => {
      const held = all.get(old);
      if (held === undefined) return old;
      const known = frames.get(old);
      if (known !== undefined) return known;
      const around = old.around === null ? null : frameOf(old.around, all);
      const frame = new Frame(around, old.ownReceiver);
      frames.set(old, frame);
      for (const [binding, kept] of held) this.state.set(frame.declare(binding), make(kept));
      return frame;
    };
    const make = (kept: Kept): Meaning => {
      if (kept.tag === 'same') return kept.of;
      if (kept.tag === 'function')
        return { ...kept.of, frame: frameOf(kept.of.frame, kept.frames) } as FunctionMeaning;
      if (kept.tag === 'record') return record(kept);
      const { parts, changes } = kept;
      if (changes) return { tag: 'cell', array: arrays[parts[0] as number], at: index };
      const values = parts.map((part) => {
        if (typeof part !== 'number') return part;
        const array = arrays[part];
        const found = this.element(array, index);
        return isOfBools(array) ? builder.truthy(found) : found;
      });
      return kept.rebuilt(values);
    };
    const record = (kept: KeptRecord): RecordMeaning => {
      const known = records.get(kept);
      if (known !== undefined) return known;
      const slots = new Map<string, Slot>();
      const made = { ...kept.of, slots, isFixed: true, isNamed: true };
      records.set(kept, made);
      for (const [name, inner] of kept.fields) {
        const slot = { name };
        slots.set(name, slot);
        this.state.set(slot, make(inner));
      }
      const { accessors } = kept.of;
      if (accessors === undefined) return made;
      const moved = [...accessors].map(
        ([name, one]) => [name, { ...one, frame: frameOf(one.frame, kept.frames) }] as const,
      );
      return Object.assign(made, { accessors: new Map(moved) });
    };
    return make(made);
  }

  /** A member of an array of functions. */
  protected override memberOfClosures(
    of: ClosuresMeaning,
    node: types.MemberExpression,
    place: () => Value,
  ) {
    const name = nameOfKey(node.property, node.computed);
    const [first] = of.arrays;
    const read = (): Meaning => {
      const index = place();
      this.builder.add({ tag: 'check', array: first, index });
      return this.closureAt(of, index);
    };
    if (name !== undefined && name !== 'length')
      this.refuse(node, `the member ${name} of an array`, 'write a loop');
    return {
      get: () => (name === 'length' ? meaning(this.builder.length(first)) : read()),
      set: () => this.refuse(node, 'a write into an array of functions', 'make a new array'),
    };
  }

  /** Whether a value is a parameter of the function that is lowered. */
  protected abstract isGiven(of: Value): boolean;
}

const unchanging =
  'let it capture numbers, arrays and functions that do not change, or write a class';

/** The array that parts like one stand in. */
const arrayOf = ({ type }: Value): ArrayType =>
  isArray(type)
    ? { storage: 'list', of: type }
    : { storage: type === 'bool' ? 'Int32Array' : 'Float64Array' };

const isOfBools = ({ type }: Value): boolean => (type as ArrayType).storage === 'Int32Array';
