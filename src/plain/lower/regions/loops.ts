/** Makes loops, which carry from step to step what their bodies may change. */
import { value } from '../../ir/build.js';
import { statementsIn, type Region, type Value } from '../../ir/ir.js';
import type { Facts } from '../../front/facts.js';
import type { Node } from '../../front/syntax.js';
import { assignedIn, sharedIn, type Assigned, type Shared } from '../syntax/assigned.js';
import type { Carried, Learned, Range, Start } from './carried.js';
import { remedyFor } from '../syntax/refusal.js';
import { uncast } from '../meanings/members-of-family.js';
import { Missing } from './nothing-yet.js';
import type { Lasting, Lessons } from '../shapes/lessons.js';
import { becomes, changesType } from '../meanings/advice.js';
import { formOf, leavesOf } from '../meanings/carried-parts.js';
import { isCallable } from '../meanings/chosen-functions.js';
import {
  nothing,
  perhapsMissing,
  type ClassMeaning,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';

/** Statements of the test of a loop: none changes anything. */
const pure: readonly string[] = ['let', 'if', 'check', 'leave', 'host'];

export abstract class Loops extends Missing {
  protected readonly shared: Shared;
  /** The fields that are written somewhere, of all records that were made. */
  private readonly fields: Slot[] = [];

  constructor(facts: Facts, most: number, remedies: Lessons) {
    super(facts, most, remedies);
    this.shared = sharedIn(facts);
  }

  protected override isFieldWritten = (name: string): boolean =>
    this.shared.fields.has(name) || this.remedies.has(remedyFor(name));

  protected override record(
    given: Iterable<readonly [string, Meaning]>,
    isTuple = false,
    from?: ClassMeaning,
    lasting?: (name: string) => Lasting | undefined,
  ): RecordMeaning {
    const made = super.record(given, isTuple, from, lasting);
    for (const [name, slot] of made.slots) if (this.isFieldWritten(name)) this.fields.push(slot);
    return made;
  }

  /** Slots that may change in any loop. */
  protected carry(slots: Iterable<Slot>): void {
    this.fields.push(...slots);
  }

  /** Lowers a loop, with what it begins with. */
  private carrier<T>(
    node: Node,
    frame: Frame,
    given: readonly Slot[],
    lower: (start: Start, learned: Learned) => T,
  ): readonly [Start, T] {
    const assigned = assignedIn(this.facts, node);
    return this.repeated(node, (learned) => {
      const start = this.start(assigned, frame, [...given, ...learned.slots], learned);
      return [start, lower(start, learned)];
    });
  }

  /** What a loop carries: the variables and fields that exist before it and may change in it. */
  private start(
    assigned: Assigned,
    frame: Frame,
    more: readonly Slot[],
    { functions, forms }: Learned,
  ): Start {
    const slots = new Set<Slot>();
    for (const binding of [...assigned.bindings, ...this.shared.bindings]) {
      const slot = frame.find(binding);
      if (slot !== undefined) slots.add(slot);
    }
    for (const slot of [...this.fields, ...more, ...functions.keys()]) slots.add(slot);
    for (const slot of this.foreign) slots.delete(slot);
    const carried: Carried[] = [];
    const inits: Value[] = [];
    const [open, missing]: [Slot[], Slot[]] = [[], []];
    const variables = new Set([...assigned.bindings].map((one) => frame.find(one)));
    for (const slot of slots) {
      const now = this.state.get(slot);
      const held = this.asChoice(now && uncast(now), functions.get(slot));
      const mayBeMissing = held?.tag === 'nothing' && this.remedies.mayBeMissing(slot.lasting);
      if (mayBeMissing && !forms.has(slot)) {
        missing.push(slot);
        continue;
      }
      const form = mayBeMissing ? this.notYet(slot, held, forms.get(slot)!) : held;
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
      missing,
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
      this.state.set(
        slot,
        perhapsMissing(
          `${slot.name} has no value before a loop that gives it one`,
          'give it a value where it is declared',
        ),
      );
    for (const { slot, form, count } of carried) {
      this.state.set(slot, this.rebuilt(form, params.slice(next, (next += count))));
    }
  }

  private leave({ carried, types, missing }: Start, node: Node, learned: Learned): Value[] {
    for (const slot of missing) this.learnForm(slot, learned, node);
    const leaves = carried.flatMap(({ slot, form }) => {
      const given = uncast(this.state.get(slot) ?? nothing);
      if (form.tag === 'choice' && isCallable(given) && learned.addFunctions(slot, [given]))
        // The loop is lowered again where this is another function.
        if (learned.isNew) return [form.code];
      const held = this.asCarried(given, form, carried, node);
      const found = leavesOf(held, this.state.get);
      if (held.tag === 'lost' && held.mayBeMissing === true)
        this.remedies.learnMissing(slot.lasting);
      if (found === null || formOf(held, this.state.get) !== formOf(form, this.state.get)) {
        this.learnBy([form, held]);
        this.learnSeveral([form, held]);
        this.refuse(node, ...becomes(slot.name, form, held));
      }
      return found;
    });
    if (leaves.some(({ type }, k) => this.joinedTypes.of(type, types[k]) === null)) {
      for (const { slot, form } of carried) this.learnBy([form, this.state.get(slot) ?? nothing]);
      const k = leaves.findIndex(({ type }, n) => this.joinedTypes.of(type, types[n]) === null);
      const names = carried.flatMap(({ slot, count }) => new Array<string>(count).fill(slot.name));
      this.refuse(node, ...changesType(names[k]));
    }
    return leaves;
  }

  /** The body of a loop as a region; what it changed but does not carry is an error. */
  private carrying(
    start: Start,
    learned: Learned,
    node: Node,
    fill: () => readonly Value[],
  ): Region {
    const params = this.carriedParams(start);
    const carried = new Set([
      ...start.carried.map(({ slot }) => slot),
      ...start.open,
      ...start.missing,
    ]);
    const around = this.round;
    this.round = {};
    const region = this.builder.region(params, () => {
      let yields: readonly Value[] = [];
      const changes = this.state.branch(() => {
        this.enter(start, params);
        const more = fill();
        yields = [...this.leave(start, node, learned), ...more];
      });
      for (const [slot, to] of changes)
        if (this.foreign.has(slot))
          // The function is lowered again, with what it changes.
          this.state.set(slot, this.state.get(slot)!);
        else if (!carried.has(slot) && this.state.get(slot) !== undefined)
          this.learn(slot, to, learned, node);
      return yields;
    });
    this.round = around;
    return region;
  }

  /** What a loop has to carry, too; or an error. */
  private learn(slot: Slot, to: Meaning, learned: Learned, node: Node): void {
    const before = this.state.get(slot)!;
    if (before.tag === 'nothing') this.remedies.learnMissing(slot.lasting);
    const isLearned =
      isCallable(before) && learned.addFunctions(slot, [before, to])
        ? learned.isNew
        : leavesOf(before, this.state.get) !== null && learned.add(slot);
    // What was learned and is not carried would be forgotten.
    if (!isLearned) this.learnSeveral([before, to]);
    if (!isLearned)
      this.refuse(
        node,
        isCallable(before)
          ? `${slot.name} is a new function in each step of a loop`
          : `${slot.name} changes in a loop in a way that is not followed`,
        isCallable(before)
          ? 'write a loop that calls the functions one after the other'
          : 'assign it in the loop itself',
      );
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
    const counter = value(exits.name, 'f64');
    const isStopped = exits.stops.length > 0;
    const [start, made] = this.carrier(node, frame, exits.slots, (from, learned) =>
      this.carrying(from, learned, node, () => {
        body(counter);
        return isStopped ? [this.goesOn(exits.stops, node)] : [];
      }),
    );
    let [{ inits }, region] = [start, made];
    if (isStopped) {
      region = { ...region, params: [...region.params, value('go', 'bool')] };
      inits = [...inits, this.builder.constant(true)];
    }
    const results = region.params.map(({ name, type }) => value(name, type));
    this.originals.looped(start.inits, region, results);
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
    const isStopped = exits.stops.length > 0;
    const go = value('go', 'bool');
    const also = isStopped ? [value('go', 'bool')] : [];
    const [start, [asked, region]] = this.carrier(node, frame, exits.slots, (from, learned) => [
      this.carrying(from, learned, node, () => {
        const found = test();
        return [isStopped ? this.builder.choose(go, found, this.builder.constant(false)) : found];
      }),
      this.carrying(from, learned, node, () => {
        body();
        return isStopped ? [this.goesOn(exits.stops, node)] : [];
      }),
    ]);
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
    const results = [...this.carriedParams(start), ...also];
    this.originals.looped(start.inits, region, results);
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
}
