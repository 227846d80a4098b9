/** Makes loops, which carry from step to step what their bodies may change. */
import { value } from '../../ir/build.js';
import {
  isArray,
  statementsIn,
  type ForStmt,
  type Storage,
  type Region,
  type Type,
  type Value,
} from '../../ir/ir.js';
import type { Facts } from '../../front/facts.js';
import type { Node } from '../../front/syntax.js';
import { assignedIn, sharedIn, type Assigned, type Shared } from '../syntax/assigned.js';
import { Cells } from './cells.js';
import type { Remedy } from '../syntax/refusal.js';
import { formOf, leavesOf } from '../meanings/carried-parts.js';
import {
  lost,
  meaning,
  nothing,
  type ClassMeaning,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';

/** What leaves a loop early: each is a bool that says so. */
export interface Exits {
  readonly broken: Slot;
  readonly skipped: Slot;
  readonly isLoop: boolean;
  readonly label: string | undefined;
}

interface Carried {
  readonly slot: Slot;
  readonly form: Meaning;
  readonly count: number;
}

/** The values that a loop begins with, and the slots that they are for. */
interface Start {
  readonly carried: readonly Carried[];
  readonly inits: readonly Value[];
  readonly types: readonly Type[];
  /** Slots that hold nothing before the loop, or nothing that is known, and are given something in it. */
  readonly open: readonly Slot[];
}

export interface Range {
  readonly from: Value;
  readonly to: Value;
  readonly step: Value;
  readonly by: ForStmt['by'];
}

/** Statements of the test of a loop: none changes anything. */
const pure: readonly string[] = ['let', 'if', 'check', 'leave'];

export abstract class Loops extends Cells {
  protected abstract copied(storage: Storage, of: Meaning, node: Node): Meaning;
  protected readonly shared: Shared;
  /** The fields that are written somewhere, of all records that were made. */
  private readonly fields: Slot[] = [];

  constructor(facts: Facts, most: number, remedies: ReadonlySet<Remedy>) {
    super(facts, most, remedies);
    this.shared = sharedIn(facts);
  }

  protected override isFieldWritten = (name: string): boolean => this.shared.fields.has(name);

  protected override record(
    given: Iterable<readonly [string, Meaning]>,
    isTuple = false,
    from?: ClassMeaning,
  ): RecordMeaning {
    const made = super.record(given, isTuple, from);
    for (const [name, slot] of made.slots) if (this.shared.fields.has(name)) this.fields.push(slot);
    return made;
  }

  /** Slots that may change in any loop. */
  protected carry(slots: Iterable<Slot>): void {
    this.fields.push(...slots);
  }

  /** What a loop carries: the variables and fields that exist before it and may change in it. */
  private start(assigned: Assigned, frame: Frame, more: readonly Slot[]): Start {
    const slots = new Set<Slot>();
    for (const binding of [...assigned.bindings, ...this.shared.bindings]) {
      const slot = frame.find(binding);
      if (slot !== undefined) slots.add(slot);
    }
    for (const slot of [...this.fields, ...more]) slots.add(slot);
    for (const slot of this.foreign) slots.delete(slot);
    const carried: Carried[] = [];
    const inits: Value[] = [];
    const open: Slot[] = [];
    const variables = new Set([...assigned.bindings].map((one) => frame.find(one)));
    for (const slot of slots) {
      const form = this.state.get(slot);
      const leaves = form === undefined ? null : leavesOf(form, this.state.get);
      const isUnknown = form?.tag === 'nothing' || form?.tag === 'lost';
      if (isUnknown && variables.has(slot)) open.push(slot);
      // What is in a cell changes, and not the cell.
      if (form === undefined || form.tag === 'cell' || leaves === null) continue;
      carried.push({ slot, form, count: leaves.length });
      inits.push(...leaves);
    }
    return {
      carried,
      inits,
      types: inits.map(({ type }) => (type === 'i32' ? 'f64' : type)),
      open,
    };
  }

  private carriedParams = ({ carried, types }: Start): Value[] => {
    const names = carried.flatMap(({ slot, count }) =>
      Array.from({ length: count }, () => slot.name),
    );
    return types.map((type, k) => value(names[k], type));
  };

  private enter({ carried, open }: Start, params: readonly Value[]): void {
    let next = 0;
    for (const slot of open)
      this.state.set(slot, lost(`${slot.name} may be of another step`, 'declare it in the loop'));
    for (const { slot, form, count } of carried) {
      this.state.set(slot, this.rebuilt(form, params.slice(next, (next += count))));
    }
  }

  /**
   * What a slot holds, as the loop carries it. What may be missing is sure where the loop carries something sure. An
   * array that grew in the step becomes an array without room, if no other carried slot has it.
   */
  private asCarried(
    held: Meaning,
    form: Meaning,
    carried: readonly Carried[],
    node: Node,
  ): Meaning {
    if (held.tag === 'optional' && form.tag !== 'optional') return this.sure(held);
    const isGrown = held.tag === 'record' && held.isGrowing === true && form.tag === 'value';
    if (!isGrown || !isArray(form.value.type)) return held;
    const holders = carried.filter(({ slot }) => this.state.get(slot) === held);
    const own = new Set(held.slots.values());
    // What is from before the loop has another name there.
    const isOlder = carried.some(({ slot }) => own.has(slot));
    return holders.length > 1 || isOlder ? held : this.copied(form.value.type.storage, held, node);
  }

  private leave({ carried, types }: Start, node: Node): Value[] {
    const leaves = carried.flatMap(({ slot, form }) => {
      const held = this.asCarried(this.state.get(slot) ?? nothing, form, carried, node);
      const found = leavesOf(held, this.state.get);
      if (found === null || formOf(held, this.state.get) !== formOf(form, this.state.get))
        this.refuse(node, `${slot.name} becomes something else in a loop`, 'give it one type');
      return found;
    });
    leaves.forEach(({ type }, k) => {
      if (this.joinedTypes.of(type, types[k]) === null)
        this.refuse(node, 'a variable changes its type in a loop', 'give it one type');
    });
    return leaves;
  }

  /** The body of a loop as a region; what it changed but does not carry is an error. */
  private carrying(start: Start, node: Node, fill: () => readonly Value[]): Region {
    const params = this.carriedParams(start);
    const carried = new Set([...start.carried.map(({ slot }) => slot), ...start.open]);
    return this.builder.region(params, () => {
      let yields: readonly Value[] = [];
      const changes = this.state.branch(() => {
        this.enter(start, params);
        yields = [...this.leaveAfter(start, node, fill)];
      });
      for (const slot of changes.keys())
        if (this.foreign.has(slot))
          // The function is lowered again, with what it changes.
          this.state.set(slot, this.state.get(slot)!);
        else if (!carried.has(slot) && this.state.get(slot) !== undefined)
          this.refuse(
            node,
            `${slot.name} changes in a loop in a way that is not followed`,
            'assign it in the loop itself',
          );
      return yields;
    });
  }

  private leaveAfter(start: Start, node: Node, fill: () => readonly Value[]): readonly Value[] {
    const more = fill();
    return [...this.leave(start, node), ...more];
  }

  /** `for (counter = from; counter < to; counter += step)`; `exits` says whether a step may be the last. */
  protected range(
    node: Node,
    range: Range,
    frame: Frame,
    exits: {
      readonly slots: readonly Slot[];
      readonly stops: readonly Slot[];
      readonly name: string;
    },
    body: (counter: Value) => void,
  ): Value {
    const start = this.start(assignedIn(this.facts, node), frame, exits.slots);
    const counter = value(exits.name, 'f64');
    const isStopped = exits.stops.length > 0;
    let region = this.carrying(start, node, () => {
      body(counter);
      return isStopped ? [this.goesOn(exits.stops, node)] : [];
    });
    let { inits } = start;
    if (isStopped) {
      region = { ...region, params: [...region.params, value('go', 'bool')] };
      inits = [...inits, this.builder.constant(true)];
    }
    const results = region.params.map(({ name, type }) => value(name, type));
    const end = value(exits.name, 'f64');
    const go = isStopped ? { go: results.length - 1 } : {};
    this.builder.add({ tag: 'for', counter, ...range, ...go, inits, body: region, results, end });
    this.enter(start, results);
    return end;
  }

  protected while(
    node: Node,
    frame: Frame,
    exits: { readonly slots: readonly Slot[]; readonly stops: readonly Slot[] },
    test: () => Value,
    body: () => void,
  ): void {
    const start = this.start(assignedIn(this.facts, node), frame, exits.slots);
    const isStopped = exits.stops.length > 0;
    const go = value('go', 'bool');
    const also = isStopped ? [value('go', 'bool')] : [];
    const asked = this.carrying(start, node, () => {
      const found = test();
      return [isStopped ? this.builder.choose(go, found, this.builder.constant(false)) : found];
    });
    const tested: Region = {
      params: [...asked.params, ...(isStopped ? [go] : [])],
      body: asked.body,
      yields: asked.yields.slice(-1),
    };
    if (
      asked.yields.slice(0, -1).some((yielded, k) => yielded !== asked.params[k]) ||
      [...statementsIn(asked)].some(({ tag }) => !pure.includes(tag))
    )
      this.refuse(node, 'a condition that changes something', 'change it in the body of the loop');
    const region = this.carrying(start, node, () => {
      body();
      return isStopped ? [this.goesOn(exits.stops, node)] : [];
    });
    const results = [...this.carriedParams(start), ...also];
    this.builder.add({
      tag: 'while',
      inits: [...start.inits, ...(isStopped ? [this.builder.constant(true)] : [])],
      test: tested,
      body: {
        ...region,
        params: [...region.params, ...also.map(({ name, type }) => value(name, type))],
      },
      results,
    });
    this.enter(start, results);
  }

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
