/**
 * Lowers loops over what a generator gives: its code stands in the place of the loop, and the body of the loop where it
 * gives something. So both run in turns, as in JavaScript.
 */
import { realParams, type FunctionNode, type Node, type types } from '../../front/syntax.js';
import { Frame, meaning, nothing, type Meaning, type Slot } from '../meanings/meanings.js';
import { targetOf } from '../syntax/loop-targets.js';
import { callsItself } from '../syntax/own-functions.js';
import { givenBy, givesByStatements, leftBehindYields, mayEnd, STOPPED } from '../syntax/yields.js';
import type { Entering } from './calls.js';
import { Repeating, type Activation } from './repeating.js';

/** A loop that waits for the generator that its call starts. */
interface Turns {
  readonly call: Node;
  readonly loop: types.ForOfStatement;
  readonly at: Activation;
  isTaken: boolean;
}

export abstract class Generators extends Repeating {
  protected abstract bodyOf(node: FunctionNode, body: types.BlockStatement, frame: Frame): void;

  private turns: Turns | null = null;
  /** What takes what a generator gives, by the frame of that. */
  private readonly takers = new Map<Frame, (of: Meaning) => void>();

  /** What stands right of `of`; undefined if the loop was lowered in turns with a generator. */
  protected override goneThrough(loop: types.ForOfStatement, at: Activation): Meaning | undefined {
    const before = this.turns;
    const turns = { call: loop.right, loop, at, isTaken: false };
    this.turns = turns;
    const found = this.iterated(loop.right, at.frame) ?? this.expression(loop.right, at.frame);
    this.turns = before;
    return turns.isTaken ? undefined : found;
  }

  protected override inTurns(...[node, outer, args, call, receiver]: Entering): boolean {
    const { turns } = this;
    if (node.generator !== true || node.async === true || turns?.call !== call) return false;
    if (!givesByStatements(node) || callsItself(this.facts, node)) return false;
    if (this.facts.uses.get(node)?.arguments !== false || this.facts.uses.get(node)?.eval)
      return false;
    turns.isTaken = true;
    this.turns = null;
    const { loop, at } = turns;
    const { pattern, isDeclared } = targetOf(loop);
    const ends = mayEnd(loop.body);
    const { exits, stops } = this.exits(loop.body, at);
    const frame = new Frame(outer, receiver ?? nothing);
    const stopped: Slot = frame.name(STOPPED);
    this.flag(stopped, false);
    this.takers.set(frame, (given) => {
      this.bind(pattern, given, at.frame, isDeclared);
      this.step(loop.body, exits, at);
      if (!ends) return;
      const goesOn = this.goesOn(stops, loop);
      this.state.set(stopped, meaning(this.builder.not(goesOn)));
    });
    this.bindAll(realParams<Node>(node.params), args, frame);
    const body = ends ? leftBehindYields(node) : node.body;
    this.bodyOf(node, body as types.BlockStatement, frame);
    this.takers.delete(frame);
    return true;
  }

  /** A statement of a generator that gives something; false for any other statement. */
  protected givesIn(node: types.ExpressionStatement, frame: Frame): boolean {
    const take = this.takers.get(frame);
    const given = givenBy(node);
    if (take === undefined || given === undefined) return false;
    take(given === null ? nothing : this.expression(given, frame));
    return true;
  }
}
