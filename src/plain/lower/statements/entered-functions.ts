/** Enters functions: in the place of their calls, as functions of the language, or as runs. */
import { realParams, type FunctionNode, type Node } from '../../front/syntax.js';
import { Frame, nothing, type Meaning } from '../meanings/meanings.js';
import { notInlined } from '../meanings/advice.js';
import { callsItself, isLarge } from '../syntax/own-functions.js';
import { SpreadArguments } from './spread-arguments.js';

/** How often a method may be within itself. */
const DEEPEST = 12;

/** What a function is entered with: the frame around it, arguments, the code that calls it, and what `this` is. */
export type Entering = [
  node: FunctionNode,
  outer: Frame,
  args: readonly Meaning[],
  at: Node,
  receiver?: Meaning,
];

export abstract class EnteredFunctions extends SpreadArguments {
  private readonly active: FunctionNode[] = [];
  /** The functions that are being called, the innermost last. Where lowering ends, they tell where it was. */
  readonly called: FunctionNode[] = [];

  protected abstract body(node: FunctionNode, frame: Frame): Meaning;
  /** Lowers a generator in turns with the loop that calls it; false for any other call. */
  protected abstract inTurns(...of: Entering): boolean;

  /** The result of a function on arguments, computed in the place of the call, or by a call. */
  protected override inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
    receiver?: Meaning,
  ): Meaning {
    if (this.remedies.isRun(node)) return this.runGiven(node, args, at);
    this.noteResults(at, node);
    this.called.push(node);
    const made = this.entered(node, outer, args, at, receiver);
    this.called.pop();
    return made;
  }

  /** A method within itself: on objects that are made in sight there is an end to that, else it becomes a function of the language. */
  private calledAgain(node: FunctionNode, receiver: Meaning, at: Node): void {
    const depth = this.active.filter((one) => one === node).length;
    if (receiver.tag === 'record' && depth < DEEPEST) return;
    this.remedies.learnRecursive(node);
    this.refuse(at, 'a method that calls itself', 'call it by this, or write a function');
  }

  private mayCallItself = (node: FunctionNode): boolean =>
    callsItself(this.facts, node) || this.remedies.isRecursive(node);

  private entered(...[node, around, args, at, given]: Entering): Meaning {
    const { bound } = around;
    const outer = bound === undefined ? around : around.around!;
    const receiver = bound === undefined ? given : this.read(bound, at);
    const isAgain = receiver !== undefined && this.active.includes(node);
    if (isAgain && !this.mayCallItself(node)) this.calledAgain(node, receiver, at);
    if (this.inTurns(node, outer, args, at, receiver)) return nothing;
    const uses = this.facts.uses.get(node);
    const obstacle = notInlined(node, uses);
    if (obstacle !== undefined) this.refuse(at, ...obstacle);
    // What a function does not use does not tell its calls apart.
    const own = uses?.receiver === true || uses?.place === true ? receiver : undefined;
    const run = (given: readonly Meaning[]): Meaning =>
      this.isOutlined(node, outer)
        ? this.outlined(node, outer, given, at, own)
        : this.run(node, outer, given, own);
    if (!this.isForeign(node)) return run(args);
    if (outer !== this.module)
      this.refuse(at, "a function with 'use no grad' inside of another", 'write it at the top');
    return this.abroad(args, run);
  }

  /** Whether a function is under 'use no grad', its own or that of the module. */
  private isForeign(node: FunctionNode): boolean {
    const says = (of: Node, what: string): boolean =>
      (of.type === 'BlockStatement' || of.type === 'Program') &&
      (of.directives ?? []).some(({ value }) => value.value === what);
    if (says(node.body, 'use no grad')) return true;
    return (
      says(this.facts.program, 'use no grad') && !this.isAbroad && !says(node.body, 'use grad')
    );
  }

  protected override isApart = (node: FunctionNode, outer: Frame): boolean =>
    this.remedies.isRun(node) || this.isForeign(node) || this.isOutlined(node, outer);

  /** Code without derivatives is never shared with other code. */
  private isOutlined(node: FunctionNode, outer: Frame): boolean {
    if (this.isAbroad && callsItself(this.facts, node))
      this.refuse(node, "a function with 'use no grad' that calls itself", 'write a loop');
    if (this.isAbroad) return false;
    if (this.mayCallItself(node)) return true;
    const isDivided = this.remedies.has('outlining');
    return isDivided && outer === this.module && this.active.length > 0 && isLarge(node);
  }

  protected override run(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    receiver?: Meaning,
  ): Meaning {
    const isArrow = node.type === 'ArrowFunctionExpression';
    const frame = new Frame(outer, isArrow ? undefined : (receiver ?? nothing));
    this.active.push(node);
    this.bindAll(realParams<Node>(node.params), args, frame);
    const result = this.body(node, frame);
    this.active.pop();
    this.fresh = null;
    return result;
  }
}
