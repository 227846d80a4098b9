/**
 * Lowers loops over what a generator gives: its code stands in the place of the loop, and the body of the loop where it
 * gives something. So both run in turns, as in JavaScript. What is given may go into a list, or on to another loop, too.
 */
import { bare, realParams, type FunctionNode, type Node, type types } from '../../front/syntax.js';

import { Frame, meaning, nothing, type Meaning, type Slot } from '../meanings/meanings.js';
import { targetOf } from '../syntax/loop-targets.js';
import { callsItself } from '../syntax/own-functions.js';
import {
  givenBy,
  givesByStatements,
  goneThroughBy,
  leftBehindYields,
  mayEnd,
  STOPPED,
} from '../syntax/yields.js';
import type { Entering } from './entered-functions.js';
import { Repeating, type Activation } from './repeating.js';

type Take = (given: Meaning) => void;

/** What waits for the generator that a call starts. */
interface Turns {
  readonly call: Node;
  /** Whether it may end before the generator does. */
  readonly ends: boolean;
  /** What takes what is given; it sets a flag where it ends. */
  readonly begin: (stopped: Slot) => Take;
  /** The flag, if there is one. */
  readonly stopped?: Slot;
  isTaken: boolean;
}

/** What takes what a generator gives. */
interface Taker extends Pick<Turns, 'ends'> {
  readonly take: Take;
  readonly stopped: Slot;
}

export abstract class Generators extends Repeating {
  protected abstract bodyOf(node: FunctionNode, body: types.BlockStatement, frame: Frame): void;

  private turns: Turns | null = null;
  /** By the frames of generators that run. */
  private readonly takers = new Map<Frame, Taker>();
  /** The generators in whose code lowering is: what takes what they give is none of it. */
  private running: readonly FunctionNode[] = [];

  /** What stands right of `of`; undefined if the loop was lowered in turns with a generator. */
  protected override goneThrough(loop: types.ForOfStatement, at: Activation): Meaning | undefined {
    const { pattern, isDeclared } = targetOf(loop);
    const ends = mayEnd(loop.body);
    const begin = (stopped: Slot): Take => {
      const { exits, stops } = this.exits(loop.body, at);
      return (given) => {
        this.bind(pattern, given, at.frame, isDeclared);
        this.step(loop.body, exits, at);
        if (!ends) return;
        const goesOn = this.goesOn(stops, loop);
        this.state.set(stopped, meaning(this.builder.not(goesOn)));
      };
    };
    return this.inTurnsWith(loop.right, at.frame, { ends, begin });
  }

  /** What an expression gives; undefined if it was gone through. */
  private inTurnsWith(
    given: Node,
    frame: Frame,
    how: Pick<Turns, 'ends' | 'begin' | 'stopped'>,
  ): Meaning | undefined {
    const call = bare(given);
    const turns: Turns = { ...how, call, isTaken: false };
    const found = this.waiting(
      turns,
      () => super.iterated(call, frame) ?? this.expression(call, frame),
    );
    if (turns.isTaken) return undefined;
    return this.instanceThrough(found, turns) ? undefined : found;
  }

  private waiting<T>(turns: Turns, run: () => T): T {
    const before = this.turns;
    this.turns = turns;
    const found = run();
    this.turns = before;
    return found;
  }

  /** Goes through an instance whose class says how; false for anything else. */
  private instanceThrough(of: Meaning, turns: Turns): boolean {
    const found = this.iteratorOf(of, turns.call);
    if (found === undefined) return false;
    const { method, frame } = found;
    const made = this.waiting(turns, () => this.inlined(method, frame, [], turns.call, of));
    if (!turns.isTaken) this.throughNext(this.sure(made), turns);
    return true;
  }

  /** Goes through an iterator that is written by hand: by its `next`. */
  private throughNext(of: Meaning, { call, ends, begin, stopped: given }: Turns): void {
    const node = call;
    const method = (name: string): (() => Meaning) | undefined => {
      const held = of.tag === 'record' ? of.slots.get(name) : undefined;
      const f = held && this.read(held, node);
      if (f?.tag === 'function') return () => this.inlined(f.node, f.frame, [], node, of);
      const isInstance = of.tag === 'record' || of.tag === 'element';
      const found = isInstance && held === undefined ? this.methodFound(name, of) : undefined;
      return found && (() => this.inlined(found.method, found.frame, [], node, of));
    };
    const next = method('next');
    if (next === undefined || method('return') !== undefined)
      return this.refuse(node, 'an iterator without a next, or with a return', 'use a generator');
    const stopped: Slot = given ?? { name: STOPPED };
    if (given === undefined) this.flag(stopped, false);
    const take = begin(stopped);
    const again: Slot = { name: 'again' };
    this.flag(again, true);
    const { builder } = this;
    const read = (slot: Slot) => this.valueOf(this.read(slot, node), node);
    const slots = ends ? [again, stopped] : [again];
    this.while(
      node,
      new Frame(null),
      { slots, stops: [] },
      () => read(again),
      () => {
        const step = this.sure(next());
        if (step.tag !== 'record' && step.tag !== 'element')
          return this.refuse(node, 'what next gives is no object', 'give { done, value }');
        const goes = builder.not(this.testOf(this.heldBy(step, 'done', node), node));
        this.state.set(again, meaning(goes));
        const run = (): void => {
          take(this.heldBy(step, 'value', node));
          if (ends) this.state.set(again, meaning(builder.not(read(stopped))));
        };
        this.if(goes, run, () => undefined);
      },
    );
  }

  protected override inTurns(...[node, outer, args, call, receiver]: Entering): boolean {
    const { turns } = this;
    if (node.generator !== true || node.async === true || turns?.call !== call) return false;
    const isAround = this.running.includes(node);
    if (isAround || !givesByStatements(node) || callsItself(this.facts, node)) return false;
    if (this.facts.uses.get(node)?.arguments !== false || this.facts.uses.get(node)?.eval)
      return false;
    turns.isTaken = true;
    this.turns = null;
    const { ends } = turns;
    const frame = new Frame(outer, receiver ?? nothing);
    const stopped = frame.name(STOPPED, turns.stopped);
    if (turns.stopped === undefined) this.flag(stopped, false);
    const [around, inside] = [this.running, [...this.running, node]];
    const taking = turns.begin(stopped);
    const take: Take = (given) => {
      this.running = around;
      taking(given);
      this.running = inside;
    };
    this.takers.set(frame, { take, ends, stopped });
    this.running = inside;
    this.bindAll(realParams<Node>(node.params), args, frame);
    const body = ends ? leftBehindYields(node) : node.body;
    this.bodyOf(node, body as types.BlockStatement, frame);
    this.running = around;
    this.takers.delete(frame);
    return true;
  }

  /** A statement of a generator that gives something; false for any other statement. */
  protected givesIn(node: types.ExpressionStatement, frame: Frame): boolean {
    const taker = this.takers.get(frame);
    if (taker === undefined) return false;
    const through = goneThroughBy(node);
    if (through !== undefined) {
      this.givesAll(through, frame, taker);
      return true;
    }
    const given = givenBy(node);
    if (given === undefined) return false;
    taker.take(given === null ? nothing : this.expression(given, frame));
    return true;
  }

  /** `yield* xs` */
  private givesAll(given: Node, frame: Frame, { take, ends, stopped }: Taker): void {
    const found = this.inTurnsWith(given, frame, { ends, stopped, begin: () => take });
    if (found === undefined) return;
    const isTuple = found.tag === 'record' && found.isTuple;
    if (this.isMixed(found, given))
      this.refuse(given, 'yield* of different things', 'yield each of them');
    const series = this.seriesOf(isTuple ? this.steadyArray(found, given) : found, given);
    if (series === null)
      return this.refuse(given, 'yield* of what is no array', 'write a loop that yields');
    const range = { from: this.zero(), to: series.length, step: this.one(), by: 'lt' as const };
    const stops = ends ? [stopped] : [];
    this.through(
      series,
      () =>
        void this.range(given, range, frame, { slots: stops, stops, name: 'k' }, (k) =>
          take(series.at(k)),
        ),
    );
  }

  /** What is gone through at once, as where it is spread: all that a generator gives. */
  protected override iterated(given: Node, frame: Frame, isAtOnce = false): Meaning | undefined {
    const found = super.iterated(given, frame, isAtOnce);
    if (found !== undefined || !isAtOnce || !this.hasGenerators) return found;
    let list: ReturnType<Generators['collecting']> | undefined;
    const begin = (): Take => (list = this.collecting(given)).put;
    return this.inTurnsWith(given, frame, { ends: false, begin }) ?? list!.all();
  }

  /** Whether any function of the module is a generator. */
  private readonly hasGenerators = [...this.facts.uses.keys()].some(({ generator }) => generator);
}
