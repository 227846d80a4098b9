/** Lowers loops of a program, and what leaves them. */
import { isKeyed } from '../containers/keyed.js';
import { asEntries } from '../containers/keyed-methods.js';
import { bare, type Node, type types } from '../../front/syntax.js';
import type { Value } from '../../ir/ir.js';
import { assignedIn, mayExit } from '../syntax/assigned.js';
import { leavesOf } from '../meanings/carried-parts.js';
import { OptionalCalls } from './optional-calls.js';
import { countingOf, mayChange } from '../syntax/counting.js';
import {
  meaning,
  noObject,
  nothing,
  type Frame,
  type Meaning,
  type RecordMeaning,
  type Slot,
} from '../meanings/meanings.js';
import type { Series } from '../arrays/arrays.js';
import { isCallOf, targetOf } from '../syntax/loop-targets.js';
import type { Exits } from '../regions/carried.js';
import type { Shape } from '../shapes/shapes.js';

/** The call of a function whose body is lowered. */
export interface Activation {
  readonly frame: Frame;
  readonly done: Slot;
  readonly result: Slot;
  /** What is left by `break` and `continue`, the innermost last. */
  readonly loops: Exits[];
  /** Whether a `return` gives nothing. */
  returnsNothing: boolean;
  /** What it gives, if that may be nothing. */
  readonly promised: Shape | undefined;
}

export abstract class Repeating extends OptionalCalls {
  protected abstract statement(node: Node, at: Activation): void;
  /** The label of the loop that is lowered next. */
  protected label: string | undefined;

  /** What leaves a loop, and what of it says that there is no next step. */
  protected exits(body: Node, at: Activation) {
    const exits: Exits = {
      broken: { name: 'broken' },
      skipped: { name: 'skipped' },
      isLoop: true,
      label: this.label,
    };
    this.label = undefined;
    const { ends, returns, hasLabel } = assignedIn(this.facts, body);
    if (!mayExit(body)) return { exits, slots: [], stops: [] };
    this.flag(exits.broken, false);
    if (
      returns &&
      this.read(at.result, body) === nothing &&
      !this.remedies.mayBeMissing(at.result.lasting)
    )
      this.state.set(at.result, this.unreturned(at));
    // A jump to a label changes what is around it, too.
    const around = hasLabel ? at.loops.flatMap(({ broken, skipped }) => [broken, skipped]) : [];
    const done = ends ? [at.done] : [];
    return {
      exits,
      slots: [exits.broken, ...around, ...done, ...(returns ? [at.result] : [])],
      stops: [exits.broken, ...done],
    };
  }

  /** What a function gives that has not returned yet: nobody reads it. */
  private unreturned({ promised }: Activation): Meaning {
    return promised?.tag === 'optional'
      ? this.asShape(promised.isNull ? noObject : nothing, promised)
      : meaning(this.builder.constant(NaN));
  }

  protected step(body: Node, exits: Exits, at: Activation): void {
    this.flag(exits.skipped, false);
    at.loops.push(exits);
    this.statement(body, at);
    at.loops.pop();
  }

  protected forLoop(node: types.ForStatement, at: Activation): void {
    const counted = this.remedies.isUncounted(node)
      ? undefined
      : countingOf(this.facts, (name) => !this.isFieldWritten(name), this.shared, node);
    if (counted === undefined) {
      this.loop(node, at, node.init ?? null, node.test ?? null, node.body, node.update ?? null);
      return;
    }
    const { binding, from, to, step, by } = counted;
    const { frame } = at;
    const first = this.number(from, frame);
    const range = {
      from: first,
      to: first,
      step: this.builder.constant(typeof step === 'number' ? step : 1),
      by,
    };
    const { gettersCalled } = this;
    const bounds = this.state.readBy(() => {
      range.to = this.number(to, frame);
      if (typeof step !== 'number') range.step = this.number(step, frame);
    });
    // It may give something else each time.
    if (this.gettersCalled > gettersCalled) this.refuseCounting(node);
    const { exits, slots, stops } = this.exits(node.body, at);
    this.range(
      node.body,
      range,
      frame,
      { slots, stops, name: binding.identifier.name },
      (counter) => {
        const slot = frame.declare(binding);
        this.state.set(slot, meaning(counter));
        const watched = [slot, ...bounds];
        const before = watched.map(this.valuesIn);
        const lengths = watched.map(this.originals.lengthsOf);
        this.step(node.body, exits, at);
        const isSteady = watched.every(
          (one, k) =>
            this.isSame(before[k], this.valuesIn(one)) &&
            lengths[k] === this.originals.lengthsOf(one),
        );
        if (!isSteady) this.refuseCounting(node);
      },
    );
  }

  /** The function is lowered again, with a loop that counts no more. */
  private refuseCounting(node: Node): never {
    this.remedies.learnUncounted(node);
    return this.refuse(node, 'a loop that changes how far it counts', 'write while', 'lessons');
  }

  /** What a slot holds, as far as it is values. */
  private valuesIn = (slot: Slot): Meaning | readonly Value[] | undefined => {
    const held = this.state.get(slot);
    return (held && leavesOf(held, this.state.get)) ?? held;
  };

  private isSame(
    one: ReturnType<Repeating['valuesIn']>,
    other: ReturnType<Repeating['valuesIn']>,
  ): boolean {
    if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
    const [values, others] = [one as readonly Value[], other as readonly Value[]];
    return (
      values.length === others.length && values.every((x, k) => this.originals.isSame(x, others[k]))
    );
  }

  /** Any other loop. */
  protected loop(
    node: Node,
    at: Activation,
    init: Node | null,
    test: Node | null,
    body: Node,
    update: Node | null,
  ): void {
    if (init !== null) {
      if (init.type === 'VariableDeclaration') this.statement(init, at);
      else this.expression(init, at.frame);
    }
    const { exits, slots, stops } = this.exits(body, at);
    const step = () => {
      this.step(body, exits, at);
      if (update === null) return;
      const goesOn = stops.length === 0 ? null : this.goesOn(stops, node);
      if (goesOn === null) this.expression(update, at.frame);
      else
        this.if(
          goesOn,
          () => void this.expression(update, at.frame),
          () => undefined,
        );
    };
    const asked = () => (test === null ? this.builder.constant(true) : this.testAt(test, at.frame));
    if (test === null || !mayChange(this.facts, test, () => false)) {
      this.while(node, at.frame, { slots, stops }, asked, step);
      return;
    }
    // A test that may change something is a part of the step.
    const again: Slot = { name: 'again' };
    this.flag(again, true);
    const isAgain = () => this.valueOf(this.read(again, node), node);
    this.while(node, at.frame, { slots: [...slots, again], stops }, isAgain, () => {
      const goes = asked();
      this.state.set(again, meaning(goes));
      this.if(goes, step, () => undefined);
    });
  }

  protected doLoop(node: types.DoWhileStatement, at: Activation): void {
    const again: Slot = { name: 'again' };
    this.flag(again, true);
    const { exits, slots, stops } = this.exits(node.body, at);
    const asked = () => this.valueOf(this.read(again, node), node);
    this.while(node, at.frame, { slots: [...slots, again], stops }, asked, () => {
      this.step(node.body, exits, at);
      const ask = () => this.state.set(again, meaning(this.testAt(node.test, at.frame)));
      // Who leaves the loop does not ask.
      if (stops.length === 0) ask();
      else this.if(this.goesOn(stops, node), ask, () => undefined);
    });
  }

  /** A loop over parts of which each is another: a step for each. */
  private writtenOut(
    node: types.ForOfStatement | types.ForInStatement,
    tuple: RecordMeaning,
    bind: (element: Meaning) => void,
    at: Activation,
  ): void {
    const { exits, stops } = this.exits(node.body, at);
    for (const key of this.namesOf(tuple, node)) {
      const step = () => {
        bind(this.field(tuple, key, node));
        this.step(node.body, exits, at);
      };
      if (stops.length === 0) step();
      else this.if(this.goesOn(stops, node), step, () => undefined);
    }
  }

  /** A loop over the keys of an object. */
  protected eachKey(node: types.ForInStatement, at: Activation): void {
    const of = this.expression(node.right, at.frame);
    const listed = this.keysListed(of, node);
    if (listed !== null) {
      this.goThrough(node, listed, at);
      return;
    }
    const keys = this.ownKeysOf(of, node);
    const { pattern, isDeclared } = targetOf(node);
    const bind = (key: Meaning): void => this.bind(pattern, key, at.frame, isDeclared);
    this.writtenOut(node, this.textsOf(keys), bind, at);
  }

  /** Whether a variable holds an array. */
  private isArrayAt(node: Node, frame: Frame): boolean {
    if (node.type !== 'Identifier') return false;
    const held = this.sure(this.expression(node, frame));
    const isTuple = held.tag === 'record' && held.isTuple;
    return isTuple || (!isKeyed(held) && this.seriesOf(held, node) !== null);
  }

  /** What a loop goes through; undefined if it was lowered in turns with a generator. */
  protected abstract goneThrough(node: types.ForOfStatement, at: Activation): Meaning | undefined;

  protected each(node: types.ForOfStatement, at: Activation): void {
    const { frame } = at;
    const right = bare(node.right);
    const isKeys = isCallOf(right, 'keys') && this.isArrayAt(right.callee.object, frame);
    // The array itself is gone through, so that it may not grow meanwhile.
    const isOwn = isKeys || isCallOf(right, 'entries');
    const held = isOwn ? this.receiverOf(right.callee, frame) : undefined;
    const isEntries = held !== undefined && !isKeys && !isKeyed(held);
    const list = held === undefined ? this.goneThrough(node, at) : asEntries(held);
    if (list === undefined) return;
    const { pattern, isDeclared } = targetOf(node);
    const isTuple = list.tag === 'record' && list.isTuple;
    if (!isEntries && !isKeys && this.isMixed(list, node)) {
      this.writtenOut(node, list, (element) => this.bind(pattern, element, frame, isDeclared), at);
      return;
    }
    const series = this.seriesInLoop(isTuple ? this.steadyArray(list, node) : list, node);
    if (series === null)
      return this.refuse(node, 'a loop over what is no array', 'write it for each number');
    const element = (counter: Value): Meaning => {
      if (isKeys) return meaning(counter);
      const own = series.at(counter);
      return isEntries ? this.record(Object.entries({ 0: meaning(counter), 1: own }), true) : own;
    };
    return this.goThrough(node, { ...series, at: element }, at);
  }

  /** A loop over all that a series has. */
  private goThrough(
    node: types.ForOfStatement | types.ForInStatement,
    series: Series,
    at: Activation,
  ): void {
    const { frame } = at;
    const { pattern, isDeclared } = targetOf(node);
    const { exits, slots, stops } = this.exits(node.body, at);
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const run = (counter: Value): void =>
      this.whereThere(series, counter, () => {
        this.bind(pattern, series.at(counter), frame, isDeclared);
        this.step(node.body, exits, at);
      });
    return this.through(
      series,
      () => void this.range(node, range, frame, { slots, stops, name: 'k' }, run),
    );
  }
}
